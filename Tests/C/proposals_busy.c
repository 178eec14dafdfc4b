/* proposals.h: a backend that is busy. Proposals answered with 429, 502, 503 or
 * 504 wait like those that do not reach the backend, and are sent after the
 * delay that it asked for. */
#include <pthread.h>

#include "localization.h"

/* A backend that answers as a test says. */
typedef struct backend {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int32_t status;
    const char *retry_after;
    int requests;
    int completions;
    int freed;
    calque_status outcome;
    int32_t detail;
    char result[256];
} backend;

static backend server = {.lock = PTHREAD_MUTEX_INITIALIZER,
                         .changed = PTHREAD_COND_INITIALIZER};

static void on_start(void *user_data, const calque_request *request,
                     calque_exchange *exchange) {
    (void)user_data;
    (void)request;
    static const char stored[] = "{\"data\":" PROPOSAL("7", "en-GB", "New") "}";
    pthread_mutex_lock(&server.lock);
    server.requests += 1;
    calque_header header = {{"Retry-After", 11}, {server.retry_after, 0}};
    if (server.retry_after != NULL)
        header.value.length = strlen(server.retry_after);
    calque_response response = {sizeof response,
                                server.status,
                                &header,
                                server.retry_after != NULL,
                                {server.status < 300 ? stored : "", 0}};
    response.body.length = strlen(response.body.data);
    pthread_cond_broadcast(&server.changed);
    pthread_mutex_unlock(&server.lock);
    calque_exchange_complete(exchange, &response);
}

static void on_complete(void *user_data, calque_status status,
                        calque_str result, const calque_error *error) {
    (void)user_data;
    pthread_mutex_lock(&server.lock);
    server.completions += 1;
    server.outcome = status;
    server.detail = calque_error_detail(error);
    snprintf(server.result, sizeof server.result, "%.*s", (int)result.length,
             result.data);
    pthread_cond_broadcast(&server.changed);
    pthread_mutex_unlock(&server.lock);
}

static void on_transport_free(void *user_data) {
    (void)user_data;
    pthread_mutex_lock(&server.lock);
    server.freed += 1;
    pthread_cond_broadcast(&server.changed);
    pthread_mutex_unlock(&server.lock);
}

static void wait_for(const int *counter, int count) {
    pthread_mutex_lock(&server.lock);
    while (*counter < count)
        pthread_cond_wait(&server.changed, &server.lock);
    pthread_mutex_unlock(&server.lock);
}

static calque_localization *open_with(int32_t status, const char *retry_after) {
    static calque_transport transport = {.struct_size = sizeof transport,
                                         .user_data_free = on_transport_free,
                                         .start = on_start};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    server.status = status;
    server.retry_after = retry_after;
    server.requests = server.completions = server.freed = 0;
    return localization_open(&services);
}

static void propose(calque_localization *localization, const char *value) {
    int before = server.completions;
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_propose(localization, "home.title",
                                          CALQUE_NTS, value, CALQUE_NTS,
                                          on_complete, NULL, NULL, NULL, NULL));
    wait_for(&server.completions, before + 1);
}

static void send_queued(calque_localization *localization) {
    int before = server.completions;
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_send_queued(localization, on_complete, NULL,
                                              NULL, NULL, NULL));
    wait_for(&server.completions, before + 1);
}

static void test_busy_backends(void) {
    static const int32_t busy[] = {429, 502, 503, 504};
    for (size_t at = 0; at < COUNT_OF(busy); at++) {
        calque_localization *localization = open_with(busy[at], NULL);
        propose(localization, "New");
        CHECK_STATUS(CALQUE_HTTP_STATUS, server.outcome);
        CHECK(server.detail == busy[at]);
        CHECK_TEXT("{\"queued\":true}", server.result);
        CHECK_TEXT("New", localization_text(localization, "home.title"));
        server.status = 201;
        send_queued(localization);
        CHECK_STATUS(CALQUE_OK, server.outcome);
        CHECK_TEXT("{\"queued\":0}", server.result);
        CHECK(server.requests == 2);
        CHECK_TEXT("New", localization_text(localization, "home.title"));
        calque_localization_release(localization);
    }
}

/* Proposals that the backend refuses for good are taken back as ever. */
static void test_a_refusal_is_not_busy(void) {
    static const int32_t refused[] = {400, 428, 430, 500, 501, 505};
    for (size_t at = 0; at < COUNT_OF(refused); at++) {
        calque_localization *localization = open_with(refused[at], "100");
        propose(localization, "New");
        CHECK_STATUS(CALQUE_HTTP_STATUS, server.outcome);
        CHECK_TEXT("Welcome", localization_text(localization, "home.title"));
        send_queued(localization);
        CHECK_TEXT("{\"queued\":0}", server.result);
        calque_localization_release(localization);
    }
}

static void test_retry_after(void) {
    calque_localization *localization = open_with(503, "1");
    propose(localization, "New");
    CHECK_STATUS(CALQUE_HTTP_STATUS, server.outcome);
    server.status = 201;
    server.retry_after = NULL;
    /* The backend is not asked before the time, by any call. */
    send_queued(localization);
    CHECK_STATUS(CALQUE_HTTP_STATUS, server.outcome);
    CHECK(server.detail == 503);
    CHECK_TEXT("{\"queued\":1}", server.result);
    propose(localization, "Newer");
    CHECK_TEXT("{\"queued\":true}", server.result);
    CHECK(server.requests == 1);
    /* Then what waits is sent without being asked for. */
    wait_for(&server.requests, 3);
    send_queued(localization);
    CHECK_TEXT("{\"queued\":0}", server.result);
    CHECK(server.requests == 3);
    calque_localization_release(localization);
}

static void test_a_value_that_is_no_time(void) {
    calque_localization *localization = open_with(429, "soon");
    propose(localization, "New");
    send_queued(localization);
    CHECK(server.requests == 2);
    calque_localization_release(localization);
}

/* A long pause holds nothing up: a localization that is released in it is freed
 * before it ends. */
static void test_a_long_pause(void) {
    static const char *const asked[] = {"86400", "99999999999999999999",
                                        "Fri, 31 Dec 9999 23:59:59 GMT"};
    for (size_t at = 0; at < COUNT_OF(asked); at++) {
        calque_localization *localization = open_with(429, asked[at]);
        propose(localization, "New");
        send_queued(localization);
        CHECK(server.requests == 1);
        calque_localization_release(localization);
        wait_for(&server.freed, 1);
    }
}

int main(void) {
    test_busy_backends();
    test_a_refusal_is_not_busy();
    test_retry_after();
    test_a_value_that_is_no_time();
    test_a_long_pause();
    return check_end();
}
