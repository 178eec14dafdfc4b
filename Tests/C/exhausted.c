/* Memory that runs out: each allocation of jansson and of libcurl fails in
 * turn. Every call gives a status, and what was there before is as it was.
 *
 * Swift's own allocations are not covered: without memory the process ends. */
#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>

#include "fetch.h"
#include "fixture.h"
#include "localization.h"

#ifdef CALQUE_TESTS_HTTP
#include <arpa/inet.h>
#include <calque/http.h>
#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

/* Allocations until the one that fails; negative when none does. */
static long left = -1;
static long failures;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool fails(void) {
    pthread_mutex_lock(&lock);
    bool is_it = left == 0;
    if (left >= 0) left -= 1;
    failures += is_it;
    pthread_mutex_unlock(&lock);
    return is_it;
}

static void *limited_malloc(size_t size) {
    return fails() ? NULL : malloc(size);
}

static const char JSON[] = CALQUE_JSON({
    "hello": "Hello", "list": ["one", "two", {"three": 3.5}], "deep": {"a": {"b": "c"}},
    "a_name_that_is_much_longer_than_what_a_buffer_begins_with_0123456789":
        "a text that is much longer than what a buffer begins with, so that it must grow",
    "n": 12, "t": true, "f": false, "z": null, "1": "", "2": "", "3": "", "4": "",
    "5": "", "6": "", "7": "", "8": "", "9": "", "10": "", "11": "", "12": ""
});

typedef struct subject {
    calque_translator *translator;
    calque_messages *messages;
    calque_localization *localization;
} subject;

static calque_status add_bundle(subject *self) {
    calque_error *error = NULL;
    calque_status status = calque_translator_add_resource_bundle(
        self->translator, "en", 2, "new", CALQUE_NTS, JSON, CALQUE_NTS,
        CALQUE_BUNDLE_OVERWRITE, &error);
    CHECK((error == NULL) == (status == CALQUE_OK));
    CHECK(error == NULL || calque_error_message(error)[0] != 0);
    calque_error_release(error);
    return status;
}

static calque_status with_options(subject *self) {
    calque_string text = {0};
    calque_status status = calque_translator_translate_json(
        self->translator, "hello", CALQUE_NTS, JSON, CALQUE_NTS,
        CALQUE_RESULT_TEXT, &text, NULL);
    /* A text that is given is the right one. */
    CHECK(status != CALQUE_OK || strcmp(text.data, "Hello") == 0);
    calque_string_dispose(&text);
    return status;
}

static calque_status load_messages(subject *self) {
    return calque_messages_load_json(self->messages, CALQUE_MESSAGES_MESSAGE,
                                     NULL, 0, JSON, CALQUE_NTS, NULL, NULL);
}

static calque_status load_resource(subject *self) {
    return calque_localization_load_resource(self->localization,
                                             RESOURCE("en-GB", "Welcome"),
                                             CALQUE_NTS, NULL, 0, NULL);
}

static calque_status create(subject *self) {
    (void)self;
    calque_translator *made = NULL;
    calque_status status = calque_translator_create(
        CALQUE_FORMAT_V4, JSON, CALQUE_NTS, NULL, &made, NULL);
    CHECK((made != NULL) == (status == CALQUE_OK));
    calque_translator_release(made);
    return status;
}

static void jansson_runs_out(void) {
    static calque_status (*const doors[])(subject *) = {
        add_bundle, with_options, load_messages, load_resource, create};
    subject self = {
        .translator = translator_with(
            "{\"lng\":\"en\",\"resources\":{\"en\":{\"translation\":"
            "{\"hello\":\"Hello\"}}}}",
            NULL),
        .localization = localization_open(NULL)};
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_create(NULL, 0, &self.messages, NULL));
    json_set_alloc_funcs(limited_malloc, free);
    for (size_t door = 0; door < COUNT_OF(doors); door++) {
        calque_status status = CALQUE_LIMIT_EXCEEDED;
        for (long nth = 0; status != CALQUE_OK && nth < 10000; nth++) {
            left = nth;
            status = doors[door](&self);
            left = -1;
            CHECK(status == CALQUE_OK || status == CALQUE_LIMIT_EXCEEDED ||
                  status == CALQUE_INVALID_JSON);
            CHECK_TEXT("Hello", text_of(self.translator, "hello"));
            CHECK_TEXT("Welcome",
                       localization_text(self.localization, "home.title"));
        }
        CHECK_STATUS(CALQUE_OK, status);
    }
    json_set_alloc_funcs(malloc, free);
    CHECK(failures > 100);
    calque_messages_release(self.messages);
    calque_localization_release(self.localization);
    calque_translator_release(self.translator);
}

#ifdef CALQUE_TESTS_HTTP
static void *limited_realloc(void *memory, size_t size) {
    return fails() ? NULL : realloc(memory, size);
}

static void *limited_calloc(size_t count, size_t size) {
    return fails() ? NULL : calloc(count, size);
}

static char *limited_strdup(const char *text) {
    return fails() ? NULL : strdup(text);
}

/* Answers each connection once, until its listener is shut down. */
static void *serve(void *argument) {
    int listener = *(int *)argument;
    for (int peer; (peer = accept(listener, NULL, NULL)) >= 0; close(peer)) {
        static const char text[] =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: \"1\"\r\n"
            "Connection: close\r\n\r\nHi";
        char request[1024];
        if (read(peer, request, sizeof request) <= 0) continue;
        if (write(peer, text, sizeof text - 1) < 0) continue;
    }
    return NULL;
}

static calque_status get(calque_http *http, const char *url) {
    calque_transport transport;
    CHECK_STATUS(CALQUE_OK, calque_http_transport(http, &transport));
    calque_header header = {{"X-Test", 6}, {"yes", 3}};
    calque_request request = {.struct_size = sizeof request,
                              .method = {"GET", 3},
                              .url = {url, strlen(url)},
                              .headers = &header,
                              .header_count = 1,
                              .maximum_bytes = 1 << 20};
    fetch *self = fetch_start(&transport, &request);
    while (sem_wait(&self->ended) != 0) {
    }
    CHECK(self->status != CALQUE_OK ||
          (self->body_length == 2 && memcmp(self->body, "Hi", 2) == 0));
    sem_post(&self->ended);
    return fetch_finish(self);
}

static void curl_runs_out(void) {
    CHECK(curl_global_init_mem(CURL_GLOBAL_DEFAULT, limited_malloc, free,
                               limited_realloc, limited_strdup,
                               limited_calloc) == CURLE_OK);
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    CHECK(bind(listener, (struct sockaddr *)&address, length) == 0);
    CHECK(listen(listener, 8) == 0);
    CHECK(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", ntohs(address.sin_port));
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, serve, &listener) == 0);
    failures = 0;
    calque_status status = CALQUE_LIMIT_EXCEEDED;
    for (long nth = 0; status != CALQUE_OK && nth < 1000; nth++) {
        long before = failures;
        calque_http *http = NULL;
        left = nth;
        status =
            calque_http_create("{\"proxy\":\"\"}", CALQUE_NTS, &http, NULL);
        CHECK((http != NULL) == (status == CALQUE_OK));
        if (http != NULL) status = get(http, url);
        left = -1;
        /* libcurl goes on without some of what it could not have. */
        if (failures > before) status = CALQUE_LIMIT_EXCEEDED;
        if (http != NULL) CHECK_STATUS(CALQUE_OK, get(http, url));
        calque_http_release(http);
    }
    CHECK_STATUS(CALQUE_OK, status);
    CHECK(failures > 20);
    shutdown(listener, SHUT_RDWR);
    pthread_join(thread, NULL);
    close(listener);
    curl_global_cleanup();
}
#endif

int main(void) {
    jansson_runs_out();
#ifdef CALQUE_TESTS_HTTP
    curl_runs_out();
#endif
    return check_end();
}
