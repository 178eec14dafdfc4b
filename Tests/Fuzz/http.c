/* Answers of any bytes to libcalque-http and libcurl: each request ends once,
 * with a whole answer within its limits or with a failure.
 *
 * There is no network: what libcurl gets for a socket is one end of a pair, in
 * which its answer waits. It takes that for its proxy, so that no name is
 * looked up and no redirect leads elsewhere.
 *
 * usage: fuzz_http [SECONDS [SEED]]; with 0 seconds, 400 requests of seed 1,
 * whose answers are put together from words. Compiled with CALQUE_LIBFUZZER
 * answers are the bytes of libFuzzer: a byte for the request, then an answer
 * for each connection, with lines of `%%` between them. It has no threads: a
 * request is carried out on the thread that starts it. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <calque/http.h>

#include "abi/choices.h"

enum { REQUESTS = 400, MOST_CONNECTIONS = 64 };

static const char PROXY[] = "{\"proxy\":\"http://127.0.0.1:9\"}";
static const char BETWEEN[] = "\n%%\n";

/* Posted when a request has ended. */
static sem_t answered;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *answers;
static size_t answers_length;
/* The other ends of the connections of a request. */
static int peers[MOST_CONNECTIONS];
static size_t peer_count;

/* Puts the next answer into a connection; the last one into all that follow. */
static void put_answer_into(int peer) {
    const char *end = memmem(answers, answers_length, BETWEEN, strlen(BETWEEN));
    size_t length = end == NULL ? answers_length : (size_t)(end - answers);
    for (size_t sent = 0; sent < length;) {
        ssize_t count = send(peer, answers + sent, length - sent,
                             MSG_DONTWAIT | MSG_NOSIGNAL);
        must(count > 0, "room for an answer");
        sent += (size_t)count;
    }
    shutdown(peer, SHUT_WR);
    if (end == NULL) return;
    answers += length + strlen(BETWEEN);
    answers_length -= length + strlen(BETWEEN);
}

/* In the place of libc's. */
int socket(int domain, int type, int protocol) {
    int pair[2];
    if (domain != AF_INET || (type & SOCK_STREAM) == 0)
        return (int)syscall(SYS_socket, domain, type, protocol);
    pthread_mutex_lock(&lock);
    bool made = peer_count < MOST_CONNECTIONS &&
                socketpair(AF_UNIX, type, 0, pair) == 0;
    if (made) {
        peers[peer_count++] = pair[1];
        put_answer_into(pair[1]);
    }
    pthread_mutex_unlock(&lock);
    return made ? pair[0] : -1;
}

/* In the place of libc's: a pair is connected. */
int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
    if (address->sa_family == AF_INET) return 0;
    return (int)syscall(SYS_connect, descriptor, address, length);
}

static calque_http *client;

static void begin(void) {
    must(sem_init(&answered, 0, 0) == 0, "a semaphore");
    must(calque_http_create(PROXY, CALQUE_NTS, &client, NULL) == CALQUE_OK,
         "a client");
}

/* Reads all of an answer. */
static void check(const calque_response *response, size_t most) {
    static volatile size_t sum;
    must(response->body.length <= most, "an answer over its limit");
    for (size_t at = 0; at < response->header_count; at++) {
        const calque_header *field = &response->headers[at];
        for (size_t byte = 0; byte < field->name.length; byte++)
            sum += (unsigned char)field->name.data[byte];
        for (size_t byte = 0; byte < field->value.length; byte++)
            sum += (unsigned char)field->value.data[byte];
    }
    for (size_t byte = 0; byte < response->body.length; byte++)
        sum += (unsigned char)response->body.data[byte];
}

static void on_end(void *user_data, calque_status status,
                   const calque_response *response, const calque_error *error) {
    const calque_request *request = user_data;
    must(status != CALQUE_TIMEOUT, "an answer that is waited for");
    must((error == NULL) == (status == CALQUE_OK), "an error with a failure");
    if (response != NULL) check(response, request->maximum_bytes);
    sem_post(&answered);
}

static void ask(uint8_t how, const char *bytes, size_t length) {
    static const char *const METHODS[] = {"GET", "HEAD", "POST", "DELETE"};
    static const char *const URLS[] = {"http://h/a", "https://h/a"};
    pthread_mutex_lock(&lock);
    answers = bytes;
    answers_length = length < LONGEST ? length : LONGEST;
    pthread_mutex_unlock(&lock);
    const char *method = METHODS[how & 3], *url = URLS[(how & 0xF0) == 0xF0];
    size_t most = how & 8 ? 64 : 1 << 20;
    calque_transport transport;
    must(calque_http_transport(client, &transport) == CALQUE_OK, "a transport");
    calque_request request = {.struct_size = sizeof request,
                              .method = {method, strlen(method)},
                              .url = {url, strlen(url)},
                              .timeout = 60000,
                              .maximum_redirects = how & 4 ? 3 : 0,
                              .maximum_bytes = most};
    if ((how & 3) == 2) request.body = (calque_str){"body", 4};
    calque_exchange *exchange = NULL;
    must(calque_exchange_create(on_end, &request, NULL, &exchange) == CALQUE_OK,
         "an exchange");
    transport.start(transport.user_data, &request, exchange);
    while (sem_wait(&answered) != 0) {
    }
    pthread_mutex_lock(&lock);
    while (peer_count > 0)
        close(peers[--peer_count]);
    pthread_mutex_unlock(&lock);
    transport.user_data_free(transport.user_data);
}

#ifdef CALQUE_LIBFUZZER

int calque_fuzz_one_input(const uint8_t *bytes, size_t count);

int calque_fuzz_one_input(const uint8_t *bytes, size_t count) {
    if (client == NULL) begin();
    if (count > 0) ask(bytes[0], (const char *)bytes + 1, count - 1);
    return 0;
}

#else

static const char *const LINES[] = {
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.0 404 \r\n",
    "HTTP/1.1 301 M\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/2 200\r\n",
    "HTTP/",
    "Content-Length: 5\r\n",
    "Content-Length: 99999999999999999999\r\n",
    "Content-Length: -1\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Content-Encoding: gzip\r\n",
    "Location: /b\r\n",
    "Location: file:///etc/hostname\r\n",
    "Location: https://h/\r\n",
    "ETag: \"x\"\r\n",
    "Retry-After: 120\r\n",
    ": no name\r\n",
    "no colon\r\n",
    " folded\r\n",
    "\r\n",
    "\r\n\r\n",
    "hello",
    "5\r\nhello\r\n0\r\n\r\n",
    "FFFFFFFFFFFFFFFF\r\nx",
    "\x1f\x8b\x08",
    "\n%%\n",
};

int main(int count, char **arguments) {
    long seconds = count > 1 ? atol(arguments[1]) : 0;
    uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    time_t end = time(NULL) + seconds;
    static char reply[LONGEST];
    long requests = 0;
    begin();
    while (seconds == 0 ? requests < REQUESTS : time(NULL) < end) {
        choose_at_random(seed, requests++);
        size_t used = 0;
        for (uint32_t lines = next(14); lines > 0; lines--) {
            const char *line = LINES[next((uint32_t)COUNT_OF(LINES))];
            memcpy(reply + used, line, strlen(line));
            used += strlen(line);
        }
        if (next(8) == 7 && used > 0)
            reply[next((uint32_t)used)] = (char)next(256);
        ask((uint8_t)next(256), reply, used);
    }
    calque_http_release(client);
    printf("seed %llu: %ld requests\n", (unsigned long long)seed, requests);
    printf("%d passed, 0 failed\n", requests > 0);
    return requests > 0 ? 0 : 1;
}

#endif
