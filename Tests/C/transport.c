/* transport.h, fetch.h: tables of functions in C, every way a request can end
 */
#include "check.h"

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

static calque_fetch *begin(script *told, const calque_request *request) {
    calque_transport transport = table(told);
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_fetch *fetch = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_fetch_start(request, &services, &fetch, NULL));
    return fetch;
}

/* The outcome of one request over the script. */
static calque_status outcome(script *told, calque_response *response) {
    calque_request request = request_for("https://example.org/");
    calque_fetch *fetch = begin(told, &request);
    calque_response copy;
    calque_status status = calque_fetch_wait(fetch, &copy, NULL);
    if (response != NULL) *response = copy;
    calque_fetch_release(fetch);
    return status;
}

static void test_request_and_answer(void) {
    calque_header fields[] = {{text("ETag"), text("\"1\"")},
                              {text("X"), text("")}};
    calque_response answer = {.struct_size = sizeof answer,
                              .status = 203,
                              .headers = fields,
                              .header_count = 2,
                              .body = {"a\0b", 3}};
    script told = {.response = &answer};
    calque_request request = request_for("https://example.org/a%20b");
    calque_header sent = {text("Accept"), text("text/plain")};
    request.method = text("POST");
    request.body = text("body");
    request.headers = &sent;
    request.header_count = 1;
    request.timeout = 7000;
    request.connect_timeout = 3000;
    request.maximum_redirects = 2;
    calque_fetch *fetch = begin(&told, &request);
    calque_response response;
    CHECK_STATUS(CALQUE_OK, calque_fetch_wait(fetch, &response, NULL));
    CHECK(response.status == 203 && response.header_count == 2);
    CHECK(response.body.length == 3 &&
          memcmp(response.body.data, "a\0b", 3) == 0);
    CHECK_TEXT("ETag", response.headers[0].name.data);
    CHECK_TEXT("\"1\"", response.headers[0].value.data);
    CHECK_TEXT("", response.headers[1].value.data);
    CHECK_TEXT("https://example.org/a%20b", told.url);
    CHECK_TEXT("POST", told.method);
    CHECK_TEXT("body", told.body);
    CHECK_TEXT("text/plain", told.header);
    CHECK(told.seen.timeout == 7000 && told.seen.connect_timeout == 3000);
    CHECK(told.seen.maximum_redirects == 2 && told.seen.maximum_bytes == 10);
    CHECK(told.seen.number != 0);
    /* Asked again, the answer is the same one. */
    calque_response again;
    CHECK_STATUS(CALQUE_OK, calque_fetch_wait(fetch, &again, NULL));
    CHECK(again.body.data == response.body.data);
    CHECK(calque_fetch_retain(fetch) == fetch);
    calque_fetch_release(fetch);
    calque_fetch_release(fetch);
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
        calque_response response;
        CHECK_STATUS(cases[at].expected, outcome(&told, &response));
        CHECK(response.struct_size == 0 && response.body.data == NULL);
        CHECK(told.freed == 1);
    }
}

static void test_failure_texts(void) {
    script told = {.failure = CALQUE_UNREACHABLE};
    calque_request request = request_for("https://example.org/");
    calque_fetch *fetch = begin(&told, &request);
    calque_response response;
    calque_error *error = NULL;
    CHECK_STATUS(CALQUE_UNREACHABLE,
                 calque_fetch_wait(fetch, &response, &error));
    CHECK_TEXT("told so", calque_error_message(error));
    CHECK_TEXT("https://example.org/", calque_error_source(error));
    calque_error_release(error);
    calque_fetch_release(fetch);
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

static void test_limit(void) {
    for (size_t length = 9; length <= 11; length++) {
        calque_response answer = {.struct_size = sizeof answer,
                                  .status = 200,
                                  .body = {"0123456789a", length}};
        script told = {.response = &answer};
        CHECK_STATUS(length <= 10 ? CALQUE_OK : CALQUE_LIMIT_EXCEEDED,
                     outcome(&told, NULL));
    }
}

static void test_cancel_and_late_answer(void) {
    calque_response answer = {.struct_size = sizeof answer, .status = 200};
    script told = {.holds = true};
    calque_request request = request_for("https://example.org/");
    calque_fetch *fetch = begin(&told, &request);
    calque_fetch_cancel(fetch);
    calque_fetch_cancel(fetch);
    calque_response response;
    CHECK_STATUS(CALQUE_CANCELLED, calque_fetch_wait(fetch, &response, NULL));
    CHECK(told.cancelled == 1 && told.freed == 0);
    calque_exchange_complete(told.held, &answer);
    CHECK_STATUS(CALQUE_CANCELLED, calque_fetch_wait(fetch, &response, NULL));
    calque_fetch_release(fetch);
    CHECK(told.freed == 1);
}

static void test_released_while_under_way(void) {
    script told = {.holds = true};
    calque_request request = request_for("https://example.org/");
    calque_fetch_release(begin(&told, &request));
    CHECK(told.cancelled == 1 && told.freed == 0);
    calque_exchange_fail(told.held, CALQUE_CANCELLED, NULL, 0);
    CHECK(told.freed == 1);
}

static void test_timeout(void) {
    script told = {.holds = true};
    calque_request request = request_for("https://example.org/");
    request.timeout = 5;
    calque_fetch *fetch = begin(&told, &request);
    calque_response response;
    CHECK_STATUS(CALQUE_TIMEOUT, calque_fetch_wait(fetch, &response, NULL));
    CHECK(told.cancelled == 1);
    calque_exchange_fail(told.held, CALQUE_CANCELLED, NULL, 0);
    calque_fetch_release(fetch);
    CHECK(told.freed == 1);
}

static void test_files(const char *path) {
    calque_request request = request_for(path);
    request.maximum_bytes = 0;
    calque_fetch *fetch = NULL;
    calque_response response;
    CHECK_STATUS(CALQUE_OK, calque_fetch_start(&request, NULL, &fetch, NULL));
    CHECK_STATUS(CALQUE_OK, calque_fetch_wait(fetch, &response, NULL));
    CHECK(response.status == 200 && response.body.length > 100);
    calque_fetch_release(fetch);

    static const struct {
        const char *url;
        calque_status status;
        int answer;
    } cases[] = {
        {"/no/such/file", CALQUE_OK, 404},
        {"file:///no/such/file", CALQUE_OK, 404},
        {"/", CALQUE_IO_ERROR, 0},
        {"https://example.org/", CALQUE_UNSUPPORTED, 0},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        request.url = text(cases[at].url);
        CHECK_STATUS(CALQUE_OK,
                     calque_fetch_start(&request, NULL, &fetch, NULL));
        CHECK_STATUS(cases[at].status,
                     calque_fetch_wait(fetch, &response, NULL));
        CHECK(response.status == cases[at].answer);
        calque_fetch_release(fetch);
    }
}

static void test_misuse(void) {
    calque_fetch *fetch = (calque_fetch *)1;
    calque_request request = request_for("https://example.org/");
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_fetch_start(NULL, NULL, &fetch, NULL));
    CHECK(fetch == NULL);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_fetch_start(&request, NULL, NULL, NULL));

    static const char *const urls[] = {
        "",         "a.json",       "ftp://a/",      "https:",
        "https://", "https://a b/", "file://host/a", "https://\n"};
    for (size_t at = 0; at < COUNT_OF(urls); at++) {
        request.url = text(urls[at]);
        CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                     calque_fetch_start(&request, NULL, &fetch, NULL));
    }
    request.url = (calque_str){NULL, 0};
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_fetch_start(&request, NULL, &fetch, NULL));
    request.url = text("https://a/\xff");
    CHECK_STATUS(CALQUE_INVALID_UTF8,
                 calque_fetch_start(&request, NULL, &fetch, NULL));
    request = request_for("https://a/");
    request.header_count = 1;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_fetch_start(&request, NULL, &fetch, NULL));
    request = request_for("https://a/");
    request.struct_size = 0;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_fetch_start(&request, NULL, &fetch, NULL));

    /* A refused argument is not freed. */
    script told = {0};
    calque_transport transport = table(&told);
    transport.start = NULL;
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport,
                                .user_data = &told,
                                .user_data_free = freed};
    request = request_for("https://a/");
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_fetch_start(&request, &services, &fetch, NULL));
    transport = table(&told);
    services.struct_size = 1;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_fetch_start(&request, &services, &fetch, NULL));
    CHECK(told.freed == 0);

    calque_response response = {.status = 7};
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_fetch_wait(NULL, &response, NULL));
    CHECK(response.status == 0);
    request.url = text("/");
    CHECK_STATUS(CALQUE_OK, calque_fetch_start(&request, NULL, &fetch, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_fetch_wait(fetch, NULL, NULL));
    calque_fetch_release(fetch);
    calque_fetch_release(NULL);
    calque_fetch_cancel(NULL);
    CHECK(calque_fetch_retain(NULL) == NULL);
    calque_exchange_complete(NULL, NULL);
    calque_exchange_fail(NULL, CALQUE_TIMEOUT, NULL, 0);
}

static void test_services_are_freed_once(void) {
    calque_response answer = {.struct_size = sizeof answer, .status = 200};
    script told = {.response = &answer};
    script other = {0};
    calque_transport transport = table(&told);
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport,
                                .user_data = &other,
                                .user_data_free = freed};
    calque_request request = request_for("https://example.org/");
    calque_fetch *fetch = NULL;
    calque_response response;
    CHECK_STATUS(CALQUE_OK,
                 calque_fetch_start(&request, &services, &fetch, NULL));
    CHECK_STATUS(CALQUE_OK, calque_fetch_wait(fetch, &response, NULL));
    calque_fetch_release(fetch);
    CHECK(told.freed == 1 && other.freed == 1);
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

int main(int count, char **arguments) {
    test_request_and_answer();
    test_failures();
    test_failure_texts();
    test_odd_answers();
    test_limit();
    test_cancel_and_late_answer();
    test_released_while_under_way();
    test_timeout();
    test_files(count > 1 ? arguments[1] : "");
    test_misuse();
    test_services_are_freed_once();
    test_made_errors();
    return check_end();
}
