/* transport.h: tables of functions in C, every way a request can end */
#include "fetch.h"

#include <limits.h>
#include <stdlib.h>

/* A transport that follows a script, and counts. */
typedef struct script {
    /* With what a request is ended; nothing for `holds`. */
    calque_status failure;
    const calque_response *response;
    bool holds;
    /* The events. */
    calque_exchange *held;
    int started;
    int cancelled;
    int freed;
    uint64_t number;
    calque_request seen;
    char url[64];
    char method[16];
    char body[16];
    char header[32];
} script;

static void copy(char *out, size_t capacity, calque_str text) {
    size_t length = text.length < capacity - 1 ? text.length : capacity - 1;
    if (text.data != NULL) memcpy(out, text.data, length);
    out[text.data != NULL ? length : 0] = 0;
}

static void start(void *user_data, const calque_request *request,
                  calque_exchange *exchange) {
    script *told = user_data;
    told->started += 1;
    told->number = request->number;
    told->seen = *request;
    copy(told->url, sizeof told->url, request->url);
    copy(told->method, sizeof told->method, request->method);
    copy(told->body, sizeof told->body, request->body);
    if (request->header_count > 0) {
        copy(told->header, sizeof told->header, request->headers[0].value);
    }
    if (told->holds) {
        told->held = exchange;
    } else if (told->failure != CALQUE_OK) {
        calque_exchange_fail(exchange, told->failure, "told so", CALQUE_NTS);
    } else {
        calque_exchange_complete(exchange, told->response);
    }
}

static void cancel(void *user_data, uint64_t number) {
    script *told = user_data;
    if (number == told->number) told->cancelled += 1;
}

static void freed(void *user_data) { ((script *)user_data)->freed += 1; }

static calque_str text(const char *written) {
    return (calque_str){written, strlen(written)};
}

static calque_transport table(script *told) {
    return (calque_transport){.struct_size = sizeof(calque_transport),
                              .user_data = told,
                              .user_data_free = freed,
                              .start = start,
                              .cancel = cancel};
}

static calque_request request_for(const char *url) {
    return (calque_request){.struct_size = sizeof(calque_request),
                            .url = text(url),
                            .maximum_bytes = 10};
}

/* The status of a load whose one request goes over the script. */
static calque_status outcome(script *told, char *message) {
    calque_transport transport = table(told);
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    calque_translator *translator = NULL;
    calque_string report = {0};
    const char *options = CALQUE_JSON({
        "lng" : "en",
        "fallbackLng" : false,
        "backend" :
            {"loadPath" : "https://example.org/en.json", "maxRetries" : 0}
    });
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_create(CALQUE_FORMAT_V4, options, CALQUE_NTS,
                                          &host, &translator, NULL));
    calque_translator_load(translator, NULL, 0, &report, NULL);
    calque_status status = CALQUE_OK;
    const char *found = strstr(report.data, "\"status\":");
    /* That of the report comes first, that of a file that failed after it. */
    found = strstr(found + 1, "\"status\":");
    if (found != NULL) status = (calque_status)strtol(found + 9, NULL, 10);
    if (message != NULL) snprintf(message, 600, "%s", report.data);
    calque_string_dispose(&report);
    calque_translator_release(translator);
    return status;
}

static void test_request_and_answer(void) {
    calque_response answer = {
        .struct_size = sizeof answer, .status = 203, .body = {"a\0b", 3}};
    script told = {.response = &answer};
    calque_request request = request_for("https://example.org/a%20b");
    calque_header sent = {text("Accept"), text("text/plain")};
    request.method = text("POST");
    request.body = text("body");
    request.headers = &sent;
    request.header_count = 1;
    calque_transport transport = table(&told);
    fetch *asked = fetch_start(&transport, &request);
    CHECK(asked->http_status == 203 && asked->body_length == 3 &&
          memcmp(asked->body, "a\0b", 3) == 0);
    CHECK_STATUS(CALQUE_OK, fetch_finish(asked));
    CHECK_TEXT("https://example.org/a%20b", told.url);
    CHECK_TEXT("POST", told.method);
    CHECK_TEXT("body", told.body);
    CHECK_TEXT("text/plain", told.header);
    CHECK(told.started == 1 && told.cancelled == 0 && told.freed == 1);
}

static void test_requests_of_a_load(void) {
    calque_response answer = {
        .struct_size = sizeof answer, .status = 200, .body = {"{}", 2}};
    script told = {.response = &answer};
    CHECK_STATUS(CALQUE_OK, outcome(&told, NULL));
    CHECK_TEXT("https://example.org/en.json", told.url);
    CHECK_TEXT("GET", told.method);
    CHECK(told.seen.timeout == 30000 && told.seen.maximum_redirects > 0);
    CHECK(told.seen.number != 0 && told.seen.maximum_bytes > 0);
    CHECK(told.started == 1 && told.cancelled == 0 && told.freed == 1);
}

static void test_failures(void) {
    static const struct {
        calque_status given;
        calque_status expected;
    } cases[] = {
        {CALQUE_UNREACHABLE, CALQUE_UNREACHABLE},
        {CALQUE_TIMEOUT, CALQUE_TIMEOUT},
        {CALQUE_INSECURE, CALQUE_INSECURE},
        {CALQUE_CANCELLED, CALQUE_CANCELLED},
        {CALQUE_LIMIT_EXCEEDED, CALQUE_LIMIT_EXCEEDED},
        {CALQUE_BAD_RESPONSE, CALQUE_BAD_RESPONSE},
        {CALQUE_IO_ERROR, CALQUE_IO_ERROR},
        {CALQUE_UNSUPPORTED, CALQUE_UNSUPPORTED},
        {CALQUE_INVALID_JSON, CALQUE_UNREACHABLE},
        {CALQUE_PARTIAL, CALQUE_UNREACHABLE},
        {12345, CALQUE_UNREACHABLE},
        {-1, CALQUE_UNREACHABLE},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        script told = {.failure = cases[at].given};
        char message[600];
        CHECK_STATUS(cases[at].expected, outcome(&told, message));
        CHECK(strstr(message, "told so") != NULL);
        CHECK(told.freed == 1);
        told.freed = 0;
        calque_transport transport = table(&told);
        calque_request request = request_for("https://example.org/");
        CHECK_STATUS(cases[at].expected,
                     fetch_finish(fetch_start(&transport, &request)));
        CHECK(told.freed == 1);
    }
}

static void test_odd_answers(void) {
    calque_header odd = {{NULL, 3}, {"x", 1}};
    const calque_response cases[] = {
        {.struct_size = 0, .status = 200},
        {.struct_size = 5000, .status = 200},
        {.struct_size = sizeof(calque_response), .header_count = 1},
        {.struct_size = sizeof(calque_response),
         .headers = &odd,
         .header_count = 1001},
        {.struct_size = sizeof(calque_response),
         .headers = &odd,
         .header_count = 1},
        {.struct_size = sizeof(calque_response), .header_count = SIZE_MAX - 1},
        {.struct_size = sizeof(calque_response), .body = {NULL, 1}},
        {.struct_size = sizeof(calque_response),
         .body = {"x", SIZE_MAX / 2 + 2}},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        script told = {.response = &cases[at]};
        CHECK_STATUS(CALQUE_BAD_RESPONSE, outcome(&told, NULL));
    }
    script told = {.response = NULL};
    CHECK_STATUS(CALQUE_BAD_RESPONSE, outcome(&told, NULL));
}

static void test_misuse(void) {
    calque_exchange *exchange = (calque_exchange *)1;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_exchange_create(NULL, NULL, NULL, &exchange));
    CHECK(exchange == NULL);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_exchange_create(fetch_ended, NULL, NULL, NULL));
    calque_exchange_complete(NULL, NULL);
    calque_exchange_fail(NULL, CALQUE_TIMEOUT, NULL, 0);

    /* A refused argument is not freed. */
    script told = {0};
    calque_transport transport = table(&told);
    transport.start = NULL;
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport,
                                .user_data = &told,
                                .user_data_free = freed};
    calque_texts *texts = NULL;
    const char *options = "{\"cacheDirectory\":\"transport\"}";
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_texts_create(options, CALQUE_NTS, &services, &texts, NULL));
    transport = table(&told);
    services.struct_size = 1;
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_texts_create(options, CALQUE_NTS, &services, &texts, NULL));
    CHECK(told.freed == 0);
    services.struct_size = sizeof services;
    CHECK_STATUS(CALQUE_OK, calque_texts_create(options, CALQUE_NTS, &services,
                                                &texts, NULL));
    calque_texts_release(texts);
    CHECK(told.freed == 2);
}

static void test_made_errors(void) {
    static const struct {
        calque_status given;
        calque_status expected;
    } cases[] = {{CALQUE_TIMEOUT, CALQUE_TIMEOUT},
                 {CALQUE_OK, CALQUE_INVALID_ARGUMENT},
                 {CALQUE_PARTIAL, CALQUE_INVALID_ARGUMENT},
                 {9999, CALQUE_INVALID_ARGUMENT}};
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        calque_error *error = calque_error_create(cases[at].given, "why?", 3);
        CHECK(calque_error_status(error) == cases[at].expected);
        CHECK_TEXT("why", calque_error_message(error));
        calque_error_release(error);
    }
    calque_error *error = calque_error_create(CALQUE_TIMEOUT, NULL, 0);
    CHECK_TEXT("", calque_error_message(error));
    calque_error_release(error);
    error = calque_error_create(CALQUE_TIMEOUT, "\xff", CALQUE_NTS);
    CHECK_TEXT("", calque_error_message(error));
    calque_error_release(error);
}

int main(void) {
    test_request_and_answer();
    test_requests_of_a_load();
    test_failures();
    test_odd_answers();
    test_misuse();
    test_made_errors();
    return check_end();
}
