/* Limits of what works over a transport, each at one below, at it and at one
 * above. The table of docs/reliability.md names this file. */
#include "texts_fixture.h"

#include "localization.h"

/* Counts requests, of which it may keep back as many as there are places. */
typedef struct web {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool holds;
    calque_exchange *held[64];
    int held_count, started, most_at_once, logged, freed;
    char body[512];
} web;

static void web_answer(calque_exchange *exchange) {
    calque_response response = {sizeof response, 200, NULL, 0, {"{}", 2}};
    calque_exchange_complete(exchange, &response);
}

static void web_start(void *user_data, const calque_request *request,
                      calque_exchange *exchange) {
    web *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->started += 1;
    snprintf(self->body, sizeof self->body, "%.*s", (int)request->body.length,
             request->body.data == NULL ? "" : request->body.data);
    bool holds = self->holds && self->held_count < (int)COUNT_OF(self->held);
    if (holds) {
        self->held[self->held_count++] = exchange;
        if (self->held_count > self->most_at_once)
            self->most_at_once = self->held_count;
    }
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    if (!holds) web_answer(exchange);
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
}

static void on_log(void *user_data, calque_str message) {
    web *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->logged += strstr(message.data, "too many missing keys") != NULL;
    pthread_mutex_unlock(&self->lock);
}

/* Keys over the limit are not posted, which is logged once. */
static void missing_keys(void) {
    enum { LIMIT = 3 };
    for (int count = LIMIT - 1; count <= LIMIT + 2; count++) {
        web peer;
        calque_services services;
        calque_transport transport;
        web_open(&peer, &services, &transport);
        calque_host host = {.struct_size = sizeof host,
                            .user_data = &peer,
                            .log = on_log,
                            .services = &services};
        calque_translator *translator = NULL;
        CHECK_STATUS(
            CALQUE_OK,
            calque_translator_create(
                CALQUE_FORMAT_V4,
                CALQUE_JSON({
                    "lng": "de",
                    "fallbackLng": false,
                    "saveMissing": true,
                    "limits": {"maxMissingKeys": 3},
                    "resources": {"de": {"translation": {}}},
                    "backend": {"addPath": "http://h/{{lng}}/{{ns}}"}
                }),
                         CALQUE_NTS, &host, &translator, NULL));
        for (int at = 0; at < count; at++) {
            char key[16];
            snprintf(key, sizeof key, "key%d", at);
            char buffer[16];
            calque_translator_translate(translator, key, CALQUE_NTS, NULL, 0,
                                        buffer, sizeof buffer, NULL);
            CHECK_TEXT(key, buffer);
        }
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_flush_missing_keys(translator, 600000));
        calque_translator_release(translator);
        web_close(&peer);
        for (int at = 0; at < count; at++) {
            char key[16];
            snprintf(key, sizeof key, "\"key%d\"", at);
            CHECK((strstr(peer.body, key) != NULL) == (at < LIMIT));
        }
        CHECK(peer.logged == (count > LIMIT));
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
        calque_load *load = NULL;
        CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                    CALQUE_FORMAT_V4, options, CALQUE_NTS,
                                    &host, &translator, NULL));
        CHECK_STATUS(CALQUE_OK, calque_translator_load_async(
                                    translator, NULL, 0, NULL, &load, NULL));
        int expected = limit < FILES ? limit : FILES;
        for (int answered = 0; answered < FILES;) {
            int wanted =
                FILES - answered < expected ? FILES - answered : expected;
            pthread_mutex_lock(&peer.lock);
            while (peer.held_count < wanted)
                pthread_cond_wait(&peer.changed, &peer.lock);
            calque_exchange *one = peer.held[--peer.held_count];
            pthread_mutex_unlock(&peer.lock);
            web_answer(one);
            answered += 1;
        }
        calque_load_release(load);
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

/* Values that are shown, and values that wait. */
static void proposals(const char *limit, int most) {
    static const char *const keys[] = {"s.a", "s.b", "s.c"};
    crowd all = {.told = 0};
    calque_services services;
    calque_transport transport;
    web_open(&all.backend, &services, &transport);
    transport.start = fail_start;
    char options[256];
    snprintf(options, sizeof options,
             "{\"guid\":\"g\",\"applicationId\":\"a\",\"restAPIKey\":\"k\","
             "\"preferredLanguages\":[\"en\"],\"limits\":{\"%s\":%d}}",
             limit, most);
    calque_localization *opened = NULL;
    CHECK_STATUS(CALQUE_OK, calque_localization_create(
                                options, CALQUE_NTS, &services, &opened, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_localization_load_resource(
                     opened,
                     "{\"data\":{\"s\":{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"}}}",
                     CALQUE_NTS, "en", 2, NULL));
    for (int each = 0; each < 3; each++) {
        CHECK_STATUS(CALQUE_OK,
                     calque_proposals_propose(opened, keys[each], CALQUE_NTS,
                                              "mine", CALQUE_NTS, on_proposed,
                                              &all, NULL, NULL, NULL));
        pthread_mutex_lock(&all.backend.lock);
        while (all.told <= each)
            pthread_cond_wait(&all.backend.changed, &all.backend.lock);
        pthread_mutex_unlock(&all.backend.lock);
        CHECK_STATUS(each < most ? CALQUE_UNREACHABLE : CALQUE_LIMIT_EXCEEDED,
                     all.status);
        CHECK_TEXT(each < most ? "mine" : "3",
                   localization_text(opened, keys[each]));
    }
    calque_localization_release(opened);
    web_close(&all.backend);
}

int main(void) {
    missing_keys();
    parallel_reads();
    texts();
    for (int most = 2; most <= 4; most++) {
        proposals("maximumProposals", most);
        proposals("maximumQueued", most);
    }
    return check_end();
}
