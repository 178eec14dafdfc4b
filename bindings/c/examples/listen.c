/* Shows a text, and shows it again whenever it changes on a proposal server:
 * listen CHANNEL LANGUAGE NAMESPACE KEY, where CHANNEL is
 * https://texts.example/p/PROJECT/production. Ends with the program. */
#include <calque.h>
#include <calque/http.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

/* The answer to one request: its body, NULL when there is none. */
typedef struct answer {
    bool ended;
    char *events;
} answer;

static mtx_t lock;
static cnd_t ended;

/* Called on the thread of the transport. */
static void take(void *user_data, calque_status status,
                 const calque_response *response, const calque_error *error) {
    answer *self = user_data;
    (void)error;
    mtx_lock(&lock);
    if (status == CALQUE_OK && response->status == 200)
        self->events = strndup(response->body.data, response->body.length);
    self->ended = true;
    cnd_signal(&ended);
    mtx_unlock(&lock);
}

/* Asks for events after a number, and waits so many seconds for one. They are
 * reported as server-sent events: lines `id: 7`, `event: published` and `data:
 * ...`. Sets the number of the last one. 1 when texts changed, 0 when not, -1
 * when nobody answered. */
static int ask(calque_http *http, const char *channel, unsigned long *last,
               int seconds) {
    char url[512], after[32] = "", line[64];
    if (*last > 0) snprintf(after, sizeof after, "%lu", *last);
    size_t length = (size_t)snprintf(
        url, sizeof url, "%s/events?after=%s&wait=%d", channel, after, seconds);
    calque_header accept = {{"Accept", 6}, {"text/event-stream", 17}};
    calque_request request = {.struct_size = sizeof request,
                              .method = {"GET", 3},
                              .url = {url, length},
                              .headers = &accept,
                              .header_count = 1,
                              .timeout = (uint32_t)(seconds + 10) * 1000,
                              .maximum_bytes = 1 << 20};
    calque_transport transport;
    if (length >= sizeof url ||
        calque_http_transport(http, &transport) != CALQUE_OK)
        return -1;
    answer got = {.ended = false};
    calque_exchange *exchange = NULL;
    if (calque_exchange_create(take, &got, NULL, &exchange) == CALQUE_OK) {
        transport.start(transport.user_data, &request, exchange);
        mtx_lock(&lock);
        while (!got.ended)
            cnd_wait(&ended, &lock);
        mtx_unlock(&lock);
    }
    transport.user_data_free(transport.user_data);
    if (got.events == NULL) return -1;
    int changed = 0;
    for (const char *at = got.events; at != NULL; at = strchr(at, '\n')) {
        at += *at == '\n';
        snprintf(line, sizeof line, "%.63s", at);
        if (strncmp(line, "id: ", 4) == 0) *last = strtoul(line + 4, NULL, 10);
        if (strncmp(line, "event: published", 16) == 0) changed = 1;
        if (strncmp(line, "event: texts", 12) == 0) changed = 1;
    }
    free(got.events);
    return changed;
}

static void show(calque_translator *translator, const char *key) {
    char text[256];
    calque_translator_translate(translator, key, CALQUE_NTS, NULL, 0, text,
                                sizeof text, NULL);
    puts(text);
    fflush(stdout);
}

int main(int argc, char **argv) {
    char options[1024];
    calque_http *http = NULL;
    calque_transport transport;
    calque_translator *translator = NULL;
    unsigned long last = 0;
    if (mtx_init(&lock, mtx_plain) != thrd_success ||
        cnd_init(&ended) != thrd_success)
        return 2;
    if (argc != 5 || calque_http_create(NULL, 0, &http, NULL) != CALQUE_OK)
        return 2;
    if (calque_http_transport(http, &transport) != CALQUE_OK) return 2;
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    snprintf(options, sizeof options,
             "{\"lng\":\"%s\",\"fallbackLng\":false,\"ns\":\"%s\","
             "\"backend\":{\"loadPath\":\"%s/locales/{{lng}}/{{ns}}.json\"}}",
             argv[2], argv[3], argv[1]);
    if (calque_translator_create(CALQUE_FORMAT_V4, options, CALQUE_NTS, &host,
                                 &translator, NULL) != CALQUE_OK)
        return 2;
    /* The number first: what changes while catalogs are loaded is reported,
     * too. */
    if (ask(http, argv[1], &last, 0) < 0) return 1;
    if (calque_translator_load(translator, NULL, 0, NULL, NULL) != CALQUE_OK)
        return 1;
    for (int changed = 1;; changed = ask(http, argv[1], &last, 25)) {
        if (changed < 0) { /* Nobody lets us wait: ask now and then. */
            thrd_sleep(&(struct timespec){.tv_sec = 5}, NULL);
            changed = ask(http, argv[1], &last, 0);
        }
        if (changed == 1) {
            calque_translator_load(translator, "{\"replace\":true}", CALQUE_NTS,
                                   NULL, NULL);
            show(translator, argv[4]);
        }
    }
}
