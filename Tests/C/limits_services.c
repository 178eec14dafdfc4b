/* Limits of what works over a transport, each at one below, at it and at one
 * above. The table of docs/reliability.md names this file. */
#include "texts_fixture.h"

#include "fixture.h"
#include "localization.h"

/* Counts requests, of which it may keep back as many as there are places. */
typedef struct web {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool holds;
    calque_exchange *held[64];
    int held_count, started, most_at_once, logged, freed;
    char *body;
    const char *reply;
} web;

static void web_answer(const web *self, calque_exchange *exchange) {
    calque_response response = {
        sizeof response, 200, NULL, 0, {self->reply, strlen(self->reply)}};
    calque_exchange_complete(exchange, &response);
}

static void web_start(void *user_data, const calque_request *request,
                      calque_exchange *exchange) {
    web *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->started += 1;
    free(self->body);
    self->body = calloc(1, request->body.length + 1);
    if (request->body.length > 0)
        memcpy(self->body, request->body.data, request->body.length);
    bool holds = self->holds && self->held_count < (int)COUNT_OF(self->held);
    if (holds) {
        self->held[self->held_count++] = exchange;
        if (self->held_count > self->most_at_once)
            self->most_at_once = self->held_count;
    }
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    if (!holds) web_answer(self, exchange);
}

static void web_free(void *user_data) {
    web *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->freed += 1;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

static void web_open(web *self, calque_services *services,
                     calque_transport *transport) {
    memset(self, 0, sizeof *self);
    self->reply = "{}";
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    *transport = (calque_transport){.struct_size = sizeof *transport,
                                    .user_data = self,
                                    .user_data_free = web_free,
                                    .start = web_start};
    *services = (calque_services){.struct_size = sizeof *services,
                                  .transport = transport};
}

static void web_close(web *self) {
    pthread_mutex_lock(&self->lock);
    while (self->freed == 0)
        pthread_cond_wait(&self->changed, &self->lock);
    pthread_mutex_unlock(&self->lock);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self->body);
}

static void on_log(void *user_data, calque_str message) {
    web *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->logged += strstr(message.data, "too many missing keys") != NULL;
    pthread_mutex_unlock(&self->lock);
}

/* Keys over the limit are not posted, which is logged once. */
static void missing_keys(const char *limits, int most) {
    for (int count = most - 1; count <= most + 2; count++) {
        web peer;
        calque_services services;
        calque_transport transport;
        web_open(&peer, &services, &transport);
        calque_host host = {.struct_size = sizeof host,
                            .user_data = &peer,
                            .log = on_log,
                            .services = &services};
        char options[256], key[32];
        snprintf(options, sizeof options,
                 "{\"lng\":\"de\",\"fallbackLng\":false,"
                 "\"saveMissing\":true,\"limits\":{%s},"
                 "\"resources\":{\"de\":{\"translation\":{}}},"
                 "\"backend\":{\"addPath\":\"http://h/{{lng}}/{{ns}}\"}}",
                 limits);
        calque_translator *translator = translator_with(options, &host);
        for (int at = 0; at < count; at++) {
            snprintf(key, sizeof key, "key%d", at);
            CHECK_TEXT(key, text_of(translator, key));
        }
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_flush_missing_keys(translator, 600000));
        calque_translator_release(translator);
        pthread_mutex_lock(&peer.lock);
        for (int at = most - 3; at < count; at++) {
            snprintf(key, sizeof key, "\"key%d\"", at);
            CHECK((strstr(peer.body, key) != NULL) == (at < most));
        }
        CHECK(peer.logged == (count > most));
        pthread_mutex_unlock(&peer.lock);
        web_close(&peer);
    }
}

/* Files of a load beyond the limit wait until others have come. */
static void parallel_reads(void) {
    enum { FILES = 4 };
    for (int limit = FILES - 1; limit <= FILES + 1; limit++) {
        web peer;
        calque_services services;
        calque_transport transport;
        web_open(&peer, &services, &transport);
        peer.holds = true;
        char options[256];
        snprintf(options, sizeof options,
                 "{\"lng\":\"de\",\"fallbackLng\":false,"
                 "\"ns\":[\"a\",\"b\",\"c\",\"d\"],\"maxParallelReads\":%d,"
                 "\"backend\":{\"loadPath\":\"http://h/{{lng}}/{{ns}}\"}}",
                 limit);
        calque_host host = {.struct_size = sizeof host, .services = &services};
        calque_translator *translator = NULL;
        CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                    CALQUE_FORMAT_V4, options, CALQUE_NTS,
                                    &host, &translator, NULL));
        CHECK_STATUS(CALQUE_OK, calque_translator_load_async(
                                    translator, NULL, 0, NULL, NULL, NULL, NULL,
                                    NULL, NULL));
        int expected = limit < FILES ? limit : FILES;
        for (int answered = 0; answered < FILES;) {
            int wanted =
                FILES - answered < expected ? FILES - answered : expected;
            pthread_mutex_lock(&peer.lock);
            while (peer.held_count < wanted)
                pthread_cond_wait(&peer.changed, &peer.lock);
            calque_exchange *one = peer.held[--peer.held_count];
            pthread_mutex_unlock(&peer.lock);
            web_answer(&peer, one);
            answered += 1;
        }
        CHECK(peer.started == FILES && peer.most_at_once == expected);
        calque_translator_release(translator);
        web_close(&peer);
    }
}

/* A text and a version file of ten and 14 bytes. */
static void texts(void) {
    static const struct {
        const char *options, *line;
        calque_status versions;
    } cases[] = {
        {"\"maximumBytes\":11", "1.0.0 remote 0123456789 0", CALQUE_OK},
        {"\"maximumBytes\":10", "1.0.0 remote 0123456789 0", CALQUE_OK},
        {"\"maximumBytes\":9", "-", CALQUE_OK},
        {"\"maximumVersionBytes\":14", "1.0.0 remote 0123456789 0", CALQUE_OK},
        {"\"maximumVersionBytes\":13", "1.0.0 remote 0123456789 0", CALQUE_OK},
        {"\"maximumVersionBytes\":12", "0.0.0 remote 0123456789 30",
         CALQUE_LIMIT_EXCEEDED},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        shelf here;
        shelf_open(&here, cases[at].options);
        server_answer(&here.server, "/versions", 200, "{\"a\":\"1.0.0\"}");
        server_answer(&here.server, "/a", 200, "0123456789");
        calque_texts_set_version_source(here.texts, NULL, 0,
                                        "http://server/versions", CALQUE_NTS,
                                        NULL, NULL, NULL, NULL);
        CHECK_STATUS(cases[at].versions,
                     calque_texts_await_versions(here.texts, NULL));
        calque_text_source source = source_of("a", NULL, "http://server/a");
        calque_texts_register(here.texts, &source, NULL);
        CHECK_TEXT(cases[at].line, shelf_await(&here, "a", 0));
        shelf_close(&here);
    }
}

/* A text or a version file of so many bytes, without an option. */
static void default_texts(void) {
    enum { TEXT = 16 << 20, VERSIONS = 1 << 20 };
    static char text[TEXT + 2], versions[VERSIONS + 2];
    for (int step = -1; step <= 1; step++) {
        memset(text, 'x', sizeof text);
        text[TEXT + step] = 0;
        memset(versions, ' ', sizeof versions);
        memcpy(versions, "{\"a\":\"1.0.0\"}", 13);
        versions[VERSIONS + step] = 0;
        shelf here;
        shelf_open(&here, "");
        server_answer(&here.server, "/versions", 200, versions);
        server_answer(&here.server, "/a", 200, text);
        calque_texts_set_version_source(here.texts, NULL, 0,
                                        "http://server/versions", CALQUE_NTS,
                                        NULL, NULL, NULL, NULL);
        CHECK_STATUS(step > 0 ? CALQUE_LIMIT_EXCEEDED : CALQUE_OK,
                     calque_texts_await_versions(here.texts, NULL));
        calque_text_source source = source_of("a", NULL, "http://server/a");
        calque_texts_register(here.texts, &source, NULL);
        calque_string shown = {0};
        calque_texts_await(here.texts, "a", CALQUE_NTS, 0, &shown, NULL, NULL);
        CHECK(shown.length == (step > 0 ? 0 : (size_t)(TEXT + step)));
        calque_string_dispose(&shown);
        shelf_close(&here);
    }
}

/* A backend that is out of reach, and what proposals came to. */
typedef struct crowd {
    web backend;
    calque_status status;
    int told;
} crowd;

static void fail_start(void *user_data, const calque_request *request,
                       calque_exchange *exchange) {
    (void)user_data;
    (void)request;
    calque_exchange_fail(exchange, CALQUE_UNREACHABLE, "down", CALQUE_NTS);
}

static void on_proposed(void *user_data, calque_status status,
                        calque_str result, const calque_error *error) {
    crowd *self = user_data;
    (void)result;
    (void)error;
    pthread_mutex_lock(&self->backend.lock);
    self->status = status;
    self->told += 1;
    pthread_cond_broadcast(&self->backend.changed);
    pthread_mutex_unlock(&self->backend.lock);
}

static void crowd_await(crowd *self, int told) {
    pthread_mutex_lock(&self->backend.lock);
    while (self->told < told)
        pthread_cond_wait(&self->backend.changed, &self->backend.lock);
    pthread_mutex_unlock(&self->backend.lock);
}

static calque_localization *
localization_within(const char *limits, const calque_services *services) {
    char options[256];
    snprintf(options, sizeof options,
             "{\"guid\":\"g\",\"applicationId\":\"a\",\"restAPIKey\":\"k\","
             "\"preferredLanguages\":[\"en\"],\"limits\":{%s}}",
             limits);
    calque_localization *opened = NULL;
    CHECK_STATUS(CALQUE_OK, calque_localization_create(
                                options, CALQUE_NTS, services, &opened, NULL));
    return opened;
}

/* Values that are shown, and values that wait: one more than so many. */
static void proposals(const char *limits, int most) {
    crowd all = {.told = 0};
    calque_services services;
    calque_transport transport;
    web_open(&all.backend, &services, &transport);
    transport.start = fail_start;
    char key[32];
    calque_localization *opened = localization_within(limits, &services);
    char *resource = malloc((size_t)most * 24 + 64), *end = resource;
    end += sprintf(end, "{\"data\":{\"s\":{");
    for (int each = 0; each <= most; each++)
        end += sprintf(end, "%s\"k%d\":\"old\"", each > 0 ? "," : "", each);
    sprintf(end, "}}}");
    CHECK_STATUS(CALQUE_OK, calque_localization_load_resource(
                                opened, resource, CALQUE_NTS, "en", 2, NULL));
    free(resource);
    for (int each = 0; each <= most; each++) {
        snprintf(key, sizeof key, "s.k%d", each);
        CHECK_STATUS(CALQUE_OK, calque_proposals_propose(
                                    opened, key, CALQUE_NTS, "mine", CALQUE_NTS,
                                    on_proposed, &all, NULL, NULL, NULL));
        crowd_await(&all, each + 1);
        CHECK_STATUS(each < most ? CALQUE_UNREACHABLE : CALQUE_LIMIT_EXCEEDED,
                     all.status);
        CHECK_TEXT(each < most ? "mine" : "old",
                   localization_text(opened, key));
    }
    calque_localization_release(opened);
    web_close(&all.backend);
}

/* A list of so many proposals, without an option. */
static void default_list(void) {
    enum { MOST = 100000 };
    char *list = malloc((size_t)MOST * 128);
    for (int count = MOST - 1; count <= MOST + 1; count++) {
        char *end = list + sprintf(list, "{\"data\":[");
        for (int each = 0; each < count; each++)
            end += sprintf(end,
                           "%s{\"id\":%d,\"section\":\"s\",\"key\":\"k%d\","
                           "\"locale\":\"en\",\"value\":\"v\"}",
                           each > 0 ? "," : "", each, each);
        sprintf(end, "]}");
        crowd all = {.told = 0};
        calque_services services;
        calque_transport transport;
        web_open(&all.backend, &services, &transport);
        all.backend.reply = list;
        calque_localization *opened = localization_within("", &services);
        CHECK_STATUS(CALQUE_OK, calque_proposals_fetch(opened, "all",
                                                       CALQUE_NTS, on_proposed,
                                                       &all, NULL, NULL, NULL));
        crowd_await(&all, 1);
        CHECK_STATUS(count > MOST ? CALQUE_LIMIT_EXCEEDED : CALQUE_OK,
                     all.status);
        calque_localization_release(opened);
        web_close(&all.backend);
    }
    free(list);
}

/* With "defaults" as an argument, the limits that apply without options. */
int main(int count, char **arguments) {
    if (count > 1 && strcmp(arguments[1], "defaults") == 0) {
        missing_keys("", 10000);
        default_texts();
        proposals("", 1000);
        default_list();
        return check_end();
    }
    missing_keys("\"maxMissingKeys\":3", 3);
    parallel_reads();
    texts();
    proposals("\"maximumProposals\":3", 3);
    proposals("\"maximumQueued\":3", 3);
    return check_end();
}
