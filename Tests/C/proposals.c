/* proposals.h: proposed values and the backend, over a transport of memory */
#include <pthread.h>
#include <stdlib.h>

#include "localization.h"

/* A backend that answers as a test says, and notes what it was asked. */
typedef struct backend {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int32_t status;
    calque_status failure;
    const char *body;
    bool holds;
    calque_exchange *held;
    char request[2048];
    int requests;
    int freed;
    /* Completions, and the last of them. */
    int completions;
    calque_status outcome;
    int32_t detail;
    char result[1024];
    int completions_freed;
} backend;

static void backend_start(void *user_data, const calque_request *request,
                          calque_exchange *exchange) {
    backend *self = user_data;
    pthread_mutex_lock(&self->lock);
    size_t length =
        (size_t)snprintf(self->request, sizeof self->request, "%.*s %.*s\n",
                         (int)request->method.length, request->method.data,
                         (int)request->url.length, request->url.data);
    for (size_t each = 0; each < request->header_count; each += 1) {
        const calque_header *header = &request->headers[each];
        length += (size_t)snprintf(
            self->request + length, sizeof self->request - length,
            "%.*s: %.*s\n", (int)header->name.length, header->name.data,
            (int)header->value.length, header->value.data);
    }
    snprintf(self->request + length, sizeof self->request - length, "%.*s",
             (int)request->body.length,
             request->body.data == NULL ? "" : request->body.data);
    self->requests += 1;
    calque_response response = {sizeof response,
                                self->status,
                                NULL,
                                0,
                                {self->body, strlen(self->body)}};
    calque_status failure = self->failure;
    bool holds = self->holds;
    if (holds) {
        self->held = exchange;
    }
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    if (holds) {
        return;
    }
    if (failure != CALQUE_OK) {
        calque_exchange_fail(exchange, failure, NULL, 0);
    } else {
        calque_exchange_complete(exchange, &response);
    }
}

static void backend_free(void *user_data) {
    backend *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->freed += 1;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

static void completed(void *user_data, calque_status status, calque_str result,
                      const calque_error *error) {
    backend *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->completions += 1;
    self->outcome = status;
    self->detail = calque_error_detail(error);
    snprintf(self->result, sizeof self->result, "%.*s", (int)result.length,
             result.data);
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    CHECK((error != NULL) == (status >= CALQUE_INVALID_ARGUMENT));
}

static void completion_free(void *user_data) {
    backend *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->completions_freed += 1;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

/* Waits until so many calls were completed and their user data freed. */
static void backend_wait(backend *self, int completions) {
    pthread_mutex_lock(&self->lock);
    while (self->completions_freed < completions) {
        pthread_cond_wait(&self->changed, &self->lock);
    }
    pthread_mutex_unlock(&self->lock);
    CHECK(self->completions == completions);
}

static void backend_wait_for_request(backend *self, int requests) {
    pthread_mutex_lock(&self->lock);
    while (self->requests < requests) {
        pthread_cond_wait(&self->changed, &self->lock);
    }
    pthread_mutex_unlock(&self->lock);
}

static void backend_answer(backend *self, int32_t status, const char *body) {
    pthread_mutex_lock(&self->lock);
    self->status = status;
    self->body = body;
    self->failure = CALQUE_OK;
    pthread_mutex_unlock(&self->lock);
}

static calque_localization *backend_open(backend *self) {
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    self->body = "";
    calque_transport transport = {sizeof transport, self, backend_free,
                                  backend_start, NULL};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    return localization_open(&services);
}

/* Releases the localization, and waits until the transport is given back. */
static void backend_close(backend *self, calque_localization *localization) {
    calque_localization_release(localization);
    pthread_mutex_lock(&self->lock);
    while (self->freed == 0) {
        pthread_cond_wait(&self->changed, &self->lock);
    }
    pthread_mutex_unlock(&self->lock);
    CHECK(self->freed == 1);
}

static void propose(calque_localization *localization, backend *self,
                    const char *value) {
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_propose(
                     localization, "home.title", CALQUE_NTS, value, CALQUE_NTS,
                     completed, self, completion_free, NULL, NULL));
}

#define API "https://backend.test/api/content/localize/"
#define ALWAYS                                                                 \
    "X-Application-id: app\nX-Rest-Api-Key: key\nSDK-Version: calque-0.1\n"

static void test_proposing(void) {
    backend server = {0};
    calque_localization *localization = backend_open(&server);
    backend_answer(&server, 201,
                   "{\"data\":" PROPOSAL("7", "en-GB", "Hi & bye") "}");
    propose(localization, &server, "Hi & bye");
    backend_wait(&server, 1);
    CHECK_STATUS(CALQUE_OK, server.outcome);
    CHECK(strstr(server.result, "\"id\":7") != NULL);
    CHECK_TEXT("POST " API "proposals\n" ALWAYS "N-Meta: calque;staging;;;\n"
               "Content-Type: application/x-www-form-urlencoded\n"
               "section=home&key=title&value=Hi+%26+bye&locale=en-GB"
               "&platform=mobile&guid=g-1",
               server.request);
    CHECK_TEXT("Hi & bye", localization_text(localization, "home.title"));

    static const struct {
        int32_t http;
        const char *body;
        calque_status status;
        const char *text;
    } refusals[] = {
        {401, "", CALQUE_HTTP_STATUS, "Hi & bye"},
        {404, "{}", CALQUE_HTTP_STATUS, "Hi & bye"},
        {412, "", CALQUE_CONFLICT, "Again"},
        {445, "{}", CALQUE_HTTP_STATUS, "Again"},
        {500, "<html>", CALQUE_HTTP_STATUS, "Again"},
        {200, "garbage", CALQUE_BAD_RESPONSE, "Again"},
    };
    for (int each = 0; each < (int)COUNT_OF(refusals); each += 1) {
        backend_answer(&server, refusals[each].http, refusals[each].body);
        propose(localization, &server, "Again");
        backend_wait(&server, each + 2);
        CHECK_STATUS(refusals[each].status, server.outcome);
        CHECK(refusals[each].http == 200 ||
              server.detail == refusals[each].http);
        CHECK_TEXT(refusals[each].text,
                   localization_text(localization, "home.title"));
    }
    backend_close(&server, localization);
}

static void test_listing_and_deleting(void) {
    backend server = {0};
    calque_localization *localization = backend_open(&server);
    calque_string json = {NULL, 0};
    backend_answer(&server, 200,
                   "{\"data\":[" PROPOSAL("7", "en-GB", "Hi") "]}");
    CHECK_STATUS(CALQUE_OK, calque_proposals_fetch(
                                localization, "all", CALQUE_NTS, completed,
                                &server, completion_free, NULL, NULL));
    backend_wait(&server, 1);
    CHECK_TEXT("GET " API "proposals?guid=g-1&state=all\n" ALWAYS,
               server.request);
    CHECK_STATUS(CALQUE_OK, calque_proposals_list(
                                localization, "home", CALQUE_NTS, "title",
                                CALQUE_NTS, NULL, 0, &json, NULL));
    CHECK(json.data != NULL &&
          strstr(json.data, "\"title\":\"Proposals for title\"") != NULL);
    CHECK(json.data != NULL && strstr(json.data, "\"can_delete\":true"));
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_proposals_list(localization, NULL, 0, "title",
                                       CALQUE_NTS, NULL, 0, &json, NULL));
    CHECK_STATUS(CALQUE_OK, calque_proposals_store(
                                localization, "home.title", CALQUE_NTS, "en-GB",
                                CALQUE_NTS, "Hi", CALQUE_NTS, NULL));
    backend_answer(&server, 200, "{\"data\":{\"message\":\"gone\"}}");
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_delete(localization, 7, completed, &server,
                                         completion_free, NULL, NULL));
    backend_wait(&server, 2);
    CHECK_TEXT("{\"message\":\"gone\"}", server.result);
    CHECK_TEXT("DELETE " API "proposals/7?guid=g-1\n" ALWAYS, server.request);
    CHECK_TEXT("Welcome", localization_text(localization, "home.title"));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_proposals_fetch(localization, "some", CALQUE_NTS, NULL,
                                        NULL, NULL, NULL, NULL));
    backend_close(&server, localization);
}

static void test_waiting_and_sending_later(void) {
    backend server = {.failure = CALQUE_UNREACHABLE};
    calque_localization *localization = backend_open(&server);
    propose(localization, &server, "Hi");
    backend_wait(&server, 1);
    CHECK_STATUS(CALQUE_UNREACHABLE, server.outcome);
    CHECK_TEXT("{\"queued\":true}", server.result);
    calque_string json = {NULL, 0};
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_summary(localization, &json, NULL));
    CHECK_TEXT(
        "{\"hasProposals\":true,\"listed\":0,\"shown\":1,\"queued\":1,\"isEditing\":false}",
        json.data);
    calque_string_dispose(&json);
    backend_answer(&server, 200, "{\"data\":" PROPOSAL("7", "en-GB", "Hi") "}");
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_send_queued(localization, completed, &server,
                                              completion_free, NULL, NULL));
    backend_wait(&server, 2);
    CHECK_STATUS(CALQUE_OK, server.outcome);
    CHECK_TEXT("{\"queued\":0}", server.result);
    CHECK(server.requests == 2);
    backend_close(&server, localization);
}

static void test_cancelling(void) {
    backend server = {.holds = true};
    calque_localization *localization = backend_open(&server);
    uint64_t call = 0;
    CHECK_STATUS(CALQUE_OK,
                 calque_localization_update(localization, completed, &server,
                                            completion_free, &call, NULL));
    CHECK(call != 0);
    backend_wait_for_request(&server, 1);
    CHECK_STATUS(CALQUE_OK, calque_localization_cancel(localization, call));
    backend_wait(&server, 1);
    CHECK_STATUS(CALQUE_CANCELLED, server.outcome);
    calque_exchange_fail(server.held, CALQUE_CANCELLED, NULL, 0);
    CHECK_STATUS(CALQUE_OK, calque_localization_fetch_languages(
                                localization, completed, &server,
                                completion_free, NULL, NULL));
    backend_wait_for_request(&server, 2);
    /* The last reference goes while a call is under way. */
    calque_localization_release(localization);
    backend_wait(&server, 2);
    CHECK_STATUS(CALQUE_CANCELLED, server.outcome);
    calque_exchange_fail(server.held, CALQUE_CANCELLED, NULL, 0);
    backend_close(&server, NULL);
}

/* Ten thousand components and a thousand proposals, from two threads. */
enum { COMPONENTS = 5000, PROPOSALS = 500 };

typedef struct crew {
    calque_localization *localization;
    int half;
    uint64_t numbers[COMPONENTS];
    /* On the heap, so that a call that comes too late is seen. */
    int *calls[COMPONENTS];
    int freed;
} crew;

static void crew_set(void *user_data, calque_str value, calque_str locale,
                     calque_localization_source source) {
    (void)value;
    (void)locale;
    (void)source;
    *(int *)user_data += 1;
}

static void *crew_work(void *argument) {
    crew *self = argument;
    char name[32];
    for (int each = 0; each < COMPONENTS; each += 1) {
        self->calls[each] = calloc(1, sizeof(int));
        calque_component component = {.struct_size = sizeof component,
                                      .user_data = self->calls[each],
                                      .set_value = crew_set};
        snprintf(name, sizeof name, "home.%d", each * 2 + self->half);
        calque_localization_register(self->localization, name, CALQUE_NTS,
                                     &component, &self->numbers[each], NULL);
    }
    for (int each = 0; each < PROPOSALS; each += 1) {
        snprintf(name, sizeof name, "home.%d", each * 7 % PROPOSALS);
        calque_proposals_store(self->localization, name, CALQUE_NTS, "en-GB",
                               CALQUE_NTS, "proposed", CALQUE_NTS, NULL);
        calque_localization_unregister(self->localization, self->numbers[each]);
        free(self->calls[each]);
        calque_proposals_remove(self->localization, name, CALQUE_NTS, "en-GB",
                                CALQUE_NTS, NULL);
    }
    for (int each = PROPOSALS; each < COMPONENTS; each += 1) {
        calque_localization_unregister(self->localization, self->numbers[each]);
        free(self->calls[each]);
    }
    return NULL;
}

static void test_two_threads(void) {
    static crew crews[2];
    calque_localization *localization = localization_open(NULL);
    pthread_t threads[2];
    for (int each = 0; each < 2; each += 1) {
        crews[each].localization = localization;
        crews[each].half = each;
        CHECK(pthread_create(&threads[each], NULL, crew_work, &crews[each]) ==
              0);
    }
    for (int each = 0; each < 2; each += 1) {
        pthread_join(threads[each], NULL);
    }
    calque_string json = {NULL, 0};
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_summary(localization, &json, NULL));
    CHECK_TEXT(
        "{\"hasProposals\":false,\"listed\":0,\"shown\":0,\"queued\":0,\"isEditing\":false}",
        json.data);
    calque_string_dispose(&json);
    calque_localization_release(localization);
}

int main(void) {
    test_proposing();
    test_listing_and_deleting();
    test_waiting_and_sending_later();
    test_cancelling();
    test_two_threads();
    return check_end();
}
