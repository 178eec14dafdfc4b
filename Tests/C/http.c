/* http.h: making and closing clients, and requests that never get an answer */
#include "fetch.h"
#include "process.h"

#include <calque/http.h>

#include <arpa/inet.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REQUESTS = 50 };

/* A listener that never accepts: connections stand and nothing is answered. */
static int silent_server(char *url, size_t capacity) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    CHECK(bind(listener, (struct sockaddr *)&address, length) == 0);
    CHECK(listen(listener, 2 * REQUESTS) == 0);
    CHECK(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
    snprintf(url, capacity, "http://127.0.0.1:%d/", ntohs(address.sin_port));
    return listener;
}

static calque_http *client(const char *options) {
    calque_http *http = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_http_create(options, CALQUE_NTS, &http, NULL));
    return http;
}

static fetch *fetch_over(calque_http *http, const char *url) {
    calque_transport transport;
    CHECK_STATUS(CALQUE_OK, calque_http_transport(http, &transport));
    calque_request request = {.struct_size = sizeof request,
                              .method = {"GET", 3},
                              .url = {url, strlen(url)},
                              .maximum_bytes = 1 << 20};
    return fetch_start(&transport, &request);
}

static void test_misuse(void) {
    calque_http *http = (calque_http *)1;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_http_create(NULL, 0, NULL, NULL));
    static const struct {
        const char *options;
        calque_status status;
    } cases[] = {
        {"[]", CALQUE_INVALID_TYPE},
        {"{", CALQUE_INVALID_JSON},
        {"{\"proxy\": 1}", CALQUE_INVALID_OPTION},
        {"{\"caFile\": true}", CALQUE_INVALID_OPTION},
        {"{\"caPath\": \"a\\u0000b\"}", CALQUE_INVALID_OPTION},
        {"{\"maxConnectionsPerHost\": 0}", CALQUE_INVALID_OPTION},
        {"{\"maxConnectionsPerHost\": 1001}", CALQUE_INVALID_OPTION},
        {"{\"maxConnectionsPerHost\": \"6\"}", CALQUE_INVALID_OPTION},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        calque_error *error = NULL;
        http = (calque_http *)1;
        CHECK_STATUS(
            cases[at].status,
            calque_http_create(cases[at].options, CALQUE_NTS, &http, &error));
        CHECK(http == NULL);
        CHECK(calque_error_status(error) == cases[at].status);
        CHECK(calque_error_message(error)[0] != 0);
        calque_error_release(error);
    }
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_http_create("{}", SIZE_MAX - 1, &http, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_http_create(NULL, 1, &http, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_http_transport(NULL, NULL));
    calque_transport transport = {.struct_size = 1};
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_http_transport(NULL, &transport));
    CHECK(transport.struct_size == 0 && transport.start == NULL);
    CHECK(calque_http_retain(NULL) == NULL);
    calque_http_release(NULL);
    calque_http_close(NULL);
}

static void test_limits_of_options(void) {
    calque_http_release(client("{\"maxConnectionsPerHost\": 1}"));
    calque_http_release(client("{\"maxConnectionsPerHost\": 1000}"));
    calque_http_release(client("{\"proxy\": null, \"unknown\": []}"));
    calque_http_release(client(NULL));
}

/* The transport alone keeps the client; the last reference goes with it. */
static void test_transport_outlives_its_handle(const char *url) {
    calque_http *http = client("{\"proxy\": \"\"}");
    fetch *held = fetch_over(http, url);
    calque_http_release(http);
    fetch_cancel(held);
    CHECK_STATUS(CALQUE_CANCELLED, fetch_finish(held));
}

static void test_closing_ends_all(const char *url) {
    calque_http *http = client("{\"proxy\": \"\"}");
    fetch *fetches[REQUESTS];
    for (int at = 0; at < REQUESTS; at++)
        fetches[at] = fetch_over(http, url);
    calque_http_close(http);
    for (int at = 0; at < REQUESTS; at++) {
        CHECK_STATUS(CALQUE_CANCELLED, fetch_finish(fetches[at]));
    }
    CHECK_STATUS(CALQUE_CANCELLED, fetch_finish(fetch_over(http, url)));
    calque_http_close(http);
    calque_http_release(http);
}

static void test_cancelled_in_flight(const char *url) {
    int tasks = entries("/proc/self/task");
    int descriptors = entries("/proc/self/fd");
    for (int round = 0; round < 3; round++) {
        calque_http *http =
            client("{\"proxy\": \"\", \"maxConnectionsPerHost\": 40}");
        fetch *fetches[REQUESTS];
        for (int at = 0; at < REQUESTS; at++)
            fetches[at] = fetch_over(http, url);
        for (int at = 0; at < REQUESTS; at += 2)
            fetch_cancel(fetches[at]);
        for (int at = 0; at < REQUESTS; at += 2) {
            CHECK_STATUS(CALQUE_CANCELLED, fetch_finish(fetches[at]));
        }
        calque_http_close(http);
        for (int at = 1; at < REQUESTS; at += 2)
            CHECK_STATUS(CALQUE_CANCELLED, fetch_finish(fetches[at]));
        calque_http_release(http);
    }
    CHECK(settles("/proc/self/task", tasks));
    CHECK(settles("/proc/self/fd", descriptors));
}

static void test_refused(void) {
    char url[64];
    close(silent_server(url, sizeof url));
    calque_http *http = client("{\"proxy\": \"\"}");
    CHECK_STATUS(CALQUE_UNREACHABLE, fetch_finish(fetch_over(http, url)));
    CHECK_STATUS(CALQUE_UNREACHABLE, fetch_finish(fetch_over(http, url)));
    calque_http_release(http);
}

/* A server that answers each connection with the same bytes. */
typedef struct plain_server {
    int listener;
    const char *answer;
} plain_server;

static void *serve(void *argument) {
    plain_server *self = argument;
    for (int peer; (peer = accept(self->listener, NULL, NULL)) >= 0;
         close(peer)) {
        char request[1024];
        if (read(peer, request, sizeof request) <= 0) continue;
        if (write(peer, self->answer, strlen(self->answer)) < 0) continue;
    }
    return NULL;
}

/* A length that no number holds is not taken for the end of the connection. */
static void test_lengths(void) {
    static const struct {
        const char *answer;
        calque_status status;
    } cases[] = {
        {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nHi", CALQUE_OK},
        {"HTTP/1.1 200 OK\r\n\r\nHi", CALQUE_OK},
        {"HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\nHi",
         CALQUE_LIMIT_EXCEEDED},
        {"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nHi",
         CALQUE_LIMIT_EXCEEDED},
        {"HTTP/1.1 200 OK\r\nContent-Length: 67108865\r\n\r\nHi",
         CALQUE_LIMIT_EXCEEDED},
        {"HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nHi",
         CALQUE_BAD_RESPONSE},
        {"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nHi", CALQUE_BAD_RESPONSE},
    };
    char url[64];
    plain_server server = {.listener = silent_server(url, sizeof url)};
    pthread_t thread;
    calque_http *http = client("{\"proxy\": \"\"}");
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        server.answer = cases[at].answer;
        if (at == 0) CHECK(pthread_create(&thread, NULL, serve, &server) == 0);
        CHECK_STATUS(cases[at].status, fetch_finish(fetch_over(http, url)));
    }
    calque_http_release(http);
    shutdown(server.listener, SHUT_RDWR);
    pthread_join(thread, NULL);
    close(server.listener);
}

/* Headers of 64 KiB and of 256 fields, and of one less and one more. */
static void test_headers(void) {
    enum { BYTES = 64 << 10, FIELDS = 256, ROOM = BYTES + 1024 };
    static const char first[] = "HTTP/1.1 200 OK\r\n",
                      length[] = "Content-Length: 2\r\n";
    char url[64], *answer = malloc(ROOM);
    plain_server server = {.listener = silent_server(url, sizeof url),
                           .answer = answer};
    pthread_t thread;
    calque_http *http = client("{\"proxy\": \"\"}");
    for (int round = 0; round < 6; round++) {
        int step = round % 3 - 1;
        char *end = answer + sprintf(answer, "%s%s", first, length);
        if (round < 3) {
            char *header = answer + strlen(first);
            end += sprintf(end, "X: ");
            while (end < header + BYTES + step - 2)
                *end++ = 'x';
            end += sprintf(end, "\r\n");
        } else {
            for (int field = 1; field < FIELDS + step; field++)
                end += sprintf(end, "X: x\r\n");
        }
        sprintf(end, "\r\nHi");
        if (round == 0) {
            CHECK(pthread_create(&thread, NULL, serve, &server) == 0);
        }
        CHECK_STATUS(step > 0 ? CALQUE_LIMIT_EXCEEDED : CALQUE_OK,
                     fetch_finish(fetch_over(http, url)));
    }
    calque_http_release(http);
    shutdown(server.listener, SHUT_RDWR);
    pthread_join(thread, NULL);
    close(server.listener);
    free(answer);
}

int main(void) {
    char url[64];
    int server = silent_server(url, sizeof url);
    test_misuse();
    test_limits_of_options();
    test_transport_outlives_its_handle(url);
    test_closing_ends_all(url);
    test_cancelled_in_flight(url);
    test_refused();
    test_lengths();
    test_headers();
    close(server);
    return check_end();
}
