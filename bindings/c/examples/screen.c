/* Sends a screen of labels to a proposal server, which shows people where each
 * text is: screen SERVER PROJECT KEY [PICTURE.png], where SERVER is
 * https://texts.example and KEY a public key of the scope app. */
#include <calque.h>
#include <calque/http.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

/* A label: what it shows, and where. */
typedef struct label {
    const char *section, *key;
    int x, y, width, height;
    char value[128];
} label;

static label labels[] = {{"home", "title", 20, 60, 350, 44, ""},
                         {"home", "greeting", 20, 130, 350, 32, ""}};
enum { LABELS = sizeof labels / sizeof labels[0] };

static void label_set(void *user_data, calque_str value, calque_str locale,
                      calque_localization_source source) {
    label *self = user_data;
    (void)locale;
    (void)source;
    snprintf(self->value, sizeof self->value, "%.*s", (int)value.length,
             value.data);
}

/* The update ends on a thread of the library. */
typedef struct update {
    mtx_t lock;
    cnd_t ended;
    bool done;
    calque_status status;
} update;

static void update_end(void *user_data, calque_status status, calque_str result,
                       const calque_error *error) {
    update *self = user_data;
    (void)result;
    if (error != NULL) fprintf(stderr, "%s\n", calque_error_message(error));
    mtx_lock(&self->lock);
    self->status = status;
    self->done = true;
    cnd_signal(&self->ended);
    mtx_unlock(&self->lock);
}

static bool load(calque_localization *texts) {
    update call = {.status = CALQUE_OK};
    mtx_init(&call.lock, mtx_plain);
    cnd_init(&call.ended);
    bool begun = calque_localization_update(texts, update_end, &call, NULL,
                                            NULL, NULL) == CALQUE_OK;
    mtx_lock(&call.lock);
    while (begun && !call.done)
        cnd_wait(&call.ended, &call.lock);
    mtx_unlock(&call.lock);
    cnd_destroy(&call.ended);
    mtx_destroy(&call.lock);
    return begun && call.status == CALQUE_OK;
}

/* The screen as the server takes it; to be freed. */
static char *described(calque_localization *texts) {
    calque_string languages = {NULL, 0};
    if (calque_localization_languages(texts, &languages, NULL) != CALQUE_OK)
        return NULL;
    json_t *known = json_loads(languages.data, 0, NULL);
    json_t *components = json_array();
    for (int each = 0; each < LABELS; each += 1) {
        const label *at = &labels[each];
        json_array_append_new(
            components,
            json_pack("{ss ss ss si si si si}", "section", at->section, "key",
                      at->key, "value", at->value, "x", at->x, "y", at->y,
                      "width", at->width, "height", at->height));
    }
    json_t *screen = json_pack("{sO si si so}", "locale",
                               json_object_get(known, "currentLocale"), "width",
                               390, "height", 844, "components", components);
    char *text = json_dumps(screen, 0);
    json_decref(screen);
    json_decref(known);
    calque_string_dispose(&languages);
    return text;
}

/* Puts bytes to a URL; whether the server took them. */
static bool put(calque_http *http, const char *url, const char *key,
                const char *kind, calque_str body) {
    char bearer[256];
    snprintf(bearer, sizeof bearer, "Bearer %s", key);
    calque_header headers[] = {
        {{"Authorization", 13}, {bearer, strlen(bearer)}},
        {{"Content-Type", 12}, {kind, strlen(kind)}}};
    calque_request request = {.struct_size = sizeof request,
                              .method = {"PUT", 3},
                              .url = {url, strlen(url)},
                              .headers = headers,
                              .header_count = 2,
                              .body = body,
                              .timeout = 30000};
    calque_transport transport;
    if (calque_http_transport(http, &transport) != CALQUE_OK) return false;
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_fetch *fetch = NULL;
    calque_response response;
    bool taken = false;
    if (calque_fetch_start(&request, &services, &fetch, NULL) != CALQUE_OK)
        transport.user_data_free(transport.user_data);
    else if (calque_fetch_wait(fetch, &response, NULL) == CALQUE_OK) {
        taken = response.status / 100 == 2;
        if (!taken)
            fprintf(stderr, "%d %.*s\n", response.status,
                    (int)response.body.length, response.body.data);
    }
    calque_fetch_release(fetch);
    return taken;
}

static bool send_picture(calque_http *http, const char *url, const char *key,
                         const char *path) {
    static char bytes[2 << 20];
    char address[600];
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    snprintf(address, sizeof address, "%s/picture", url);
    return put(http, address, key, "image/png", (calque_str){bytes, length});
}

int main(int count, char **arguments) {
    char options[512], url[512];
    calque_http *http = NULL;
    calque_localization *texts = NULL;
    calque_transport transport;
    if (count < 4 || calque_http_create(NULL, 0, &http, NULL) != CALQUE_OK ||
        calque_http_transport(http, &transport) != CALQUE_OK)
        return 2;
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    snprintf(options, sizeof options, "{\"url\":\"%s/p/%s/api/v2\"}",
             arguments[1], arguments[2]);
    snprintf(url, sizeof url, "%s/api/calque/v1/projects/%s/screens/labels",
             arguments[1], arguments[2]);
    if (calque_localization_create(options, CALQUE_NTS, &services, &texts,
                                   NULL) != CALQUE_OK)
        return 2;
    for (int each = 0; each < LABELS; each += 1) {
        char identifier[64];
        calque_component component = {.struct_size = sizeof component,
                                      .user_data = &labels[each],
                                      .set_value = label_set};
        snprintf(identifier, sizeof identifier, "%s.%s", labels[each].section,
                 labels[each].key);
        calque_localization_register(texts, identifier, CALQUE_NTS, &component,
                                     NULL, NULL);
    }
    char *screen = load(texts) ? described(texts) : NULL;
    bool sent =
        screen != NULL &&
        put(http, url, arguments[3], "application/json",
            (calque_str){screen, strlen(screen)}) &&
        (count < 5 || send_picture(http, url, arguments[3], arguments[4]));
    free(screen);
    calque_localization_release(texts);
    calque_http_release(http);
    return sent ? EXIT_SUCCESS : EXIT_FAILURE;
}
