/* loading.h: translators with services, loads, reports */
#include <pthread.h>

#include "fixture.h"
#include "process.h"

#define BASE                                                                   \
    "\"lng\":\"de\",\"fallbackLng\":false,\"retryTimeout\":1,"                 \
    "\"maxRetries\":0,\"backend\":{\"loadPath\":\"http://h/{{lng}}/{{ns}}\"}"

/* A server in memory; it answers at once, or on request. */
typedef struct web {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int status;
    const char *body;
    bool holds;
    calque_exchange *held[64];
    size_t held_count;
    int started, cancelled, freed;
} web;

static void answer(web *server, calque_exchange *exchange) {
    calque_header etag = {{"ETag", 4}, {"\"1\"", 3}};
    calque_response response = {sizeof response,
                                server->status,
                                &etag,
                                1,
                                {server->body, strlen(server->body)}};
    if (server->status == 0) {
        calque_exchange_fail(exchange, CALQUE_UNREACHABLE, "no way",
                             CALQUE_NTS);
    } else {
        calque_exchange_complete(exchange, &response);
    }
}

static void on_start(void *user_data, const calque_request *request,
                     calque_exchange *exchange) {
    web *server = user_data;
    (void)request;
    pthread_mutex_lock(&server->lock);
    server->started += 1;
    bool holds = server->holds && server->held_count < COUNT_OF(server->held);
    if (holds) server->held[server->held_count++] = exchange;
    pthread_cond_broadcast(&server->changed);
    pthread_mutex_unlock(&server->lock);
    if (!holds) answer(server, exchange);
}

static void on_cancel(void *user_data, uint64_t number) {
    web *server = user_data;
    (void)number;
    pthread_mutex_lock(&server->lock);
    server->cancelled += 1;
    pthread_mutex_unlock(&server->lock);
}

static void on_free(void *user_data) { ((web *)user_data)->freed += 1; }

static void wait_for_requests(web *server, int count) {
    pthread_mutex_lock(&server->lock);
    while (server->started < count) {
        pthread_cond_wait(&server->changed, &server->lock);
    }
    pthread_mutex_unlock(&server->lock);
}

/* Answers what is held, and holds no more. */
static void release_held(web *server) {
    pthread_mutex_lock(&server->lock);
    size_t count = server->held_count;
    server->held_count = 0;
    server->holds = false;
    pthread_mutex_unlock(&server->lock);
    for (size_t i = 0; i < count; i++)
        answer(server, server->held[i]);
}

static void server_init(web *server, int status, const char *body) {
    memset(server, 0, sizeof *server);
    pthread_mutex_init(&server->lock, NULL);
    pthread_cond_init(&server->changed, NULL);
    server->status = status;
    server->body = body;
}

static void server_end(web *server) {
    CHECK(server->freed == 1);
    pthread_cond_destroy(&server->changed);
    pthread_mutex_destroy(&server->lock);
}

static calque_translator *translator_over(web *server, const char *options) {
    calque_transport transport = {.struct_size = sizeof transport,
                                  .user_data = server,
                                  .user_data_free = on_free,
                                  .start = on_start,
                                  .cancel = on_cancel};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    return translator_with(options, &host);
}

/* Whether a report has a text. */
static bool has(const calque_string *report, const char *text) {
    return report->data != NULL && strstr(report->data, text) != NULL;
}

static void test_load(void) {
    web server;
    server_init(&server, 200, "{\"k\":\"K\"}");
    calque_translator *translator = translator_over(&server, "{" BASE "}");
    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_load(translator, NULL, 0, &json, NULL));
    CHECK_TEXT("K", text_of(translator, "k"));
    CHECK_TEXT("{\"status\":\"ok\",\"files\":[{\"lng\":\"de\",\"ns\":"
               "\"translation\",\"source\":\"network\",\"outcome\":\"loaded\","
               "\"location\":\"http://h/de/translation\",\"httpStatus\":200,"
               "\"attempts\":1,\"bytes\":9}]}",
               json.data);
    calque_string_dispose(&json);
    server.status = 304;
    CHECK_STATUS(CALQUE_UNCHANGED,
                 calque_translator_load(translator, NULL, 0, NULL, NULL));
    server.status = 200;
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_load(translator, "{\"lng\":\"fr\"}",
                                        CALQUE_NTS, NULL, NULL));
    char language[8];
    calque_translator_language(translator, false, language, sizeof language,
                               NULL);
    CHECK_TEXT("fr", language);
    calque_translator_release(translator);
    server_end(&server);
}

static void test_failures(void) {
    static const struct {
        int status;
        const char *body;
        calque_status reason;
        int detail;
    } cases[] = {
        {404, "", CALQUE_HTTP_STATUS, 1},
        {500, "{}", CALQUE_HTTP_STATUS, 1},
        {200, "", CALQUE_BAD_RESPONSE, 2},
        {200, "[]", CALQUE_BAD_RESPONSE, 2},
        {200, "{\"a", CALQUE_BAD_RESPONSE, 2},
        {0, "", CALQUE_UNREACHABLE, 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        web server;
        server_init(&server, cases[i].status, cases[i].body);
        calque_translator *translator = translator_over(&server, "{" BASE "}");
        calque_string report = {0};
        calque_error *error = NULL;
        CHECK_STATUS(
            CALQUE_LOAD_FAILED,
            calque_translator_load(translator, NULL, 0, &report, &error));
        CHECK(calque_error_detail(error) == 1);
        char expected[80];
        snprintf(expected, sizeof expected, "\"status\":%d,\"detail\":%d,",
                 cases[i].reason, cases[i].detail);
        CHECK(has(&report, "\"outcome\":\"failed\"") && has(&report, expected));
        snprintf(expected, sizeof expected, "\"httpStatus\":%d,",
                 cases[i].status);
        CHECK(has(&report, expected) && has(&report, "\"message\":\""));
        calque_error_release(error);
        calque_string_dispose(&report);
        calque_translator_release(translator);
        server_end(&server);
    }
}

/* The callbacks of an asynchronous load. */
typedef struct diary {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int completed;
    int freed;
    int progress;
    int counts[128];
} diary;

static void on_progress(void *user_data, size_t done, size_t total) {
    diary *told = user_data;
    pthread_mutex_lock(&told->lock);
    told->progress += 1;
    CHECK(done <= total && total == 1);
    pthread_mutex_unlock(&told->lock);
}

static void on_complete(void *user_data, calque_status status,
                        calque_str result, const calque_error *error) {
    diary *told = user_data;
    CHECK(strncmp(result.data, "{\"status\":", 10) == 0);
    CHECK(calque_error_status(error) == status);
    pthread_mutex_lock(&told->lock);
    told->completed += 1;
    told->counts[status] += 1;
    pthread_cond_broadcast(&told->changed);
    pthread_mutex_unlock(&told->lock);
}

static void on_told_free(void *user_data) {
    diary *told = user_data;
    pthread_mutex_lock(&told->lock);
    told->freed += 1;
    pthread_cond_broadcast(&told->changed);
    pthread_mutex_unlock(&told->lock);
}

static void wait_until_freed(diary *told, int count) {
    pthread_mutex_lock(&told->lock);
    while (told->freed < count)
        pthread_cond_wait(&told->changed, &told->lock);
    pthread_mutex_unlock(&told->lock);
}

static void told_init(diary *told) {
    memset(told, 0, sizeof *told);
    pthread_mutex_init(&told->lock, NULL);
    pthread_cond_init(&told->changed, NULL);
}

static void told_end(diary *told) {
    pthread_cond_destroy(&told->changed);
    pthread_mutex_destroy(&told->lock);
}

static uint64_t start(calque_translator *translator, diary *told) {
    uint64_t load = 0;
    CHECK_STATUS(CALQUE_OK, calque_translator_load_async(
                                translator, NULL, 0, on_progress, on_complete,
                                told, on_told_free, &load, NULL));
    CHECK(load != 0);
    return load;
}

static void test_async(void) {
    web server;
    server_init(&server, 200, "{\"k\":\"K\"}");
    diary told;
    told_init(&told);
    calque_translator *translator = translator_over(&server, "{" BASE "}");
    uint64_t load = start(translator, &told);
    wait_until_freed(&told, 1);
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_translator_cancel(translator, load));
    CHECK(told.completed == 1 && told.counts[CALQUE_OK] == 1);
    CHECK(told.progress == 2);
    CHECK_TEXT("K", text_of(translator, "k"));
    calque_translator_release(translator);
    told_end(&told);
    server_end(&server);
}

/* Nothing stays: no thread, no descriptor; valgrind counts the bytes. */
static void test_fifty_cancelled_in_flight(void) {
    web server;
    server_init(&server, 200, "{\"k\":\"K\"}");
    diary told;
    told_init(&told);
    int threads = entries("/proc/self/task");
    int descriptors = entries("/proc/self/fd");
    calque_translator *translator = translator_over(&server, "{" BASE "}");
    server.holds = true;
    for (int i = 1; i <= 50; i++) {
        uint64_t load = start(translator, &told);
        wait_for_requests(&server, i);
        CHECK_STATUS(CALQUE_OK, calque_translator_cancel(translator, load));
        calque_translator_cancel(translator, load);
        wait_until_freed(&told, i);
    }
    CHECK(told.completed == 50 && told.counts[CALQUE_CANCELLED] == 50);
    CHECK(server.cancelled == 50);
    release_held(&server);
    calque_translator_release(translator);
    CHECK(settles("/proc/self/task", threads));
    CHECK(entries("/proc/self/fd") == descriptors);
    told_end(&told);
    server_end(&server);
}

static void test_fifty_superseded(void) {
    web server;
    server_init(&server, 200, "{\"k\":\"K\"}");
    diary told;
    told_init(&told);
    calque_translator *translator = translator_over(&server, "{" BASE "}");
    server.holds = true;
    for (int i = 1; i <= 51; i++) {
        start(translator, &told);
        wait_for_requests(&server, i);
    }
    release_held(&server);
    wait_until_freed(&told, 51);
    CHECK(told.counts[CALQUE_CANCELLED] == 50 && told.counts[CALQUE_OK] == 1);
    CHECK_TEXT("K", text_of(translator, "k"));
    calque_translator_release(translator);
    told_end(&told);
    server_end(&server);
}

static void test_release_while_loading(void) {
    web server;
    server_init(&server, 200, "{\"k\":\"K\"}");
    diary told;
    told_init(&told);
    calque_translator *translator = translator_over(&server, "{" BASE "}");
    server.holds = true;
    start(translator, &told);
    wait_for_requests(&server, 1);
    calque_translator_release(translator);
    CHECK(told.completed == 1 && told.counts[CALQUE_CANCELLED] == 1);
    release_held(&server);
    wait_until_freed(&told, 1);
    told_end(&told);
    server_end(&server);
}

static void test_missing_keys(void) {
    web server;
    server_init(&server, 200, "{}");
    calque_translator *translator = translator_over(
        &server, "{\"lng\":\"de\",\"fallbackLng\":false,\"saveMissing\":true,"
                 "\"resources\":{\"de\":{\"translation\":{}}},"
                 "\"backend\":{\"addPath\":\"http://h/add/{{lng}}/{{ns}}\"}}");
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_flush_missing_keys(translator, 10000));
    CHECK(server.started == 0);
    CHECK_TEXT("one", text_of(translator, "one"));
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_flush_missing_keys(translator, 10000));
    CHECK(server.started == 1);
    server.holds = true;
    CHECK_TEXT("two", text_of(translator, "two"));
    CHECK_STATUS(CALQUE_TIMEOUT,
                 calque_translator_flush_missing_keys(translator, 1));
    release_held(&server);
    calque_translator_release(translator);
    server_end(&server);
}

static void test_wrong_arguments(void) {
    calque_translator *translator = translator_with("{}", NULL);
    calque_string report = {NULL, 9};
    uint64_t load = 9;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_load(NULL, NULL, 0, &report, NULL));
    CHECK(report.length == 0);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_load_async(NULL, NULL, 0, NULL, NULL, NULL,
                                              NULL, &load, NULL));
    CHECK(load == 0);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_translator_cancel(NULL, 1));
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_translator_cancel(translator, 1));
    static const struct {
        const char *request;
        calque_status status;
    } requests[] = {
        {"{", CALQUE_INVALID_JSON},
        {"[]", CALQUE_INVALID_TYPE},
        {"\"\xff\"", CALQUE_INVALID_UTF8},
        {"{\"lng\":1}", CALQUE_INVALID_OPTION},
        {"{}", CALQUE_OK},
    };
    for (size_t i = 0; i < COUNT_OF(requests); i++) {
        const char *request = requests[i].request;
        CHECK_STATUS(requests[i].status,
                     calque_translator_load(translator, request, CALQUE_NTS,
                                            &report, NULL));
        CHECK((report.data != NULL) == (requests[i].status == CALQUE_OK));
        calque_string_dispose(&report);
    }
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_flush_missing_keys(NULL, 0));
    calque_translator_release(translator);
}

/* A call that refuses an argument does not free it. */
static void test_refused_services(void) {
    web server;
    server_init(&server, 200, "{}");
    calque_transport transport = {.struct_size = sizeof transport,
                                  .user_data = &server,
                                  .user_data_free = on_free};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    calque_translator *translator = (calque_translator *)&server;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_create(CALQUE_FORMAT_V4, NULL, 0, &host,
                                          &translator, NULL));
    CHECK(translator == NULL);
    transport.start = on_start;
    CHECK_STATUS(CALQUE_INVALID_OPTION,
                 calque_translator_create(CALQUE_FORMAT_V4, "{\"lng\":1}",
                                          CALQUE_NTS, &host, &translator,
                                          NULL));
    CHECK(server.freed == 0);
    server.freed = 1;
    server_end(&server);
}

int main(void) {
    test_load();
    test_failures();
    test_async();
    test_fifty_cancelled_in_flight();
    test_fifty_superseded();
    test_release_while_loading();
    test_missing_keys();
    test_wrong_arguments();
    test_refused_services();
    return check_end();
}
