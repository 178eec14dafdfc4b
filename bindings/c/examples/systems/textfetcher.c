/*
 * TextFetcher, as its own documentation shows it.
 *
 * usage: textfetcher URL of a server with `versions.json` and `eula.txt`
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <calque.h>
#include <calque/http.h>

static calque_texts *fetcher;

/* Something that another thread tells this one. */
typedef struct signal_box {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_told;
} signal_box;

static signal_box needs_to_accept = {PTHREAD_MUTEX_INITIALIZER,
                                     PTHREAD_COND_INITIALIZER, false};
static signal_box done = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
                          false};

static void tell(signal_box *box) {
    pthread_mutex_lock(&box->lock);
    box->is_told = true;
    pthread_cond_signal(&box->changed);
    pthread_mutex_unlock(&box->lock);
}

static const char *wait_for(signal_box *box) {
    pthread_mutex_lock(&box->lock);
    while (!box->is_told)
        pthread_cond_wait(&box->changed, &box->lock);
    pthread_mutex_unlock(&box->lock);
    return "true";
}

/* Called when a version rises. */
static void version_increased(void *user_data,
                              const calque_text_increase *increase) {
    (void)user_data;
    if (strcmp(increase->identifier.data, "eula") == 0) tell(&needs_to_accept);
}

/* Called when a request has ended. */
static void show_version(void *user_data, calque_status status,
                         calque_str result, const calque_error *error) {
    char version[64];
    calque_text_info info;
    calque_string text = {0};
    (void)user_data, (void)status, (void)result, (void)error;
    calque_texts_get(fetcher, "eula", CALQUE_NTS, &text, &info, NULL);
    calque_text_version_format(&info.version, version, sizeof version, NULL);
    printf("Version: %s\n", version);
    calque_string_dispose(&text);
    tell(&done);
}

static void register_source(const char *identifier, const char *bundle_file,
                            const char *remote_file) {
    calque_text_source source = {.struct_size = sizeof source};
    source.identifier = (calque_str){identifier, CALQUE_NTS};
    source.bundle_file = (calque_str){bundle_file, CALQUE_NTS};
    if (remote_file) source.remote_file = (calque_str){remote_file, CALQUE_NTS};
    calque_texts_register(fetcher, &source, NULL);
}

static void open_fetcher(calque_http *http) {
    calque_transport transport = {.struct_size = sizeof transport};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_error *error = NULL;
    if (calque_http_transport(http, &transport) != CALQUE_OK ||
        calque_texts_create(CALQUE_JSON({"sessionID": "SomeIdentifierA",
                                         "cacheDirectory": "cache"}),
            CALQUE_NTS, &services, &fetcher, &error) != CALQUE_OK) {
        fprintf(stderr, "%s\n", calque_error_message(error));
        exit(EXIT_FAILURE);
    }
}

int main(int count, char **arguments) {
    char file[256], versions[256];
    calque_http *http = NULL;
    if (count < 2 || calque_http_create(NULL, 0, &http, NULL) != CALQUE_OK) {
        return 2;
    }
    snprintf(file, sizeof file, "%s/eula.txt", arguments[1]);
    snprintf(versions, sizeof versions, "%s/versions.json", arguments[1]);
    open_fetcher(http);
    calque_texts_set_options(fetcher, CALQUE_JSON({"resourceBundle": "bundle",
                                          "resourceTimeout": 10000}),
                                                  CALQUE_NTS, NULL);

    uint64_t receiver = 0;
    calque_texts_on(fetcher, version_increased, NULL, NULL, &receiver, NULL);
    register_source("eula", "EULA.txt", file);
    register_source("Text2", "Text2.txt", NULL);

    /* The text at hand comes at once. */
    calque_string text = {0};
    calque_texts_get(fetcher, "eula", CALQUE_NTS, &text, NULL, NULL);
    printf("Text retrieved: %s", text.data);
    calque_string_dispose(&text);

    /* Versions from the bundle and the server; then the latest text. */
    calque_texts_set_version_source(fetcher, "Versions.json", CALQUE_NTS,
                                    versions, CALQUE_NTS, NULL, NULL, NULL,
                                    NULL);
    calque_text_info info;
    char version[64];
    if (calque_texts_await(fetcher, "eula", CALQUE_NTS, 0, &text, &info,
                           NULL) == CALQUE_OK) {
        calque_text_version_format(&info.version, version, sizeof version,
                                   NULL);
        printf("%swith Version: %s\n", text.data, version);
    }
    calque_string_dispose(&text);

    calque_texts_request(fetcher, "eula", CALQUE_NTS, 0, 0, show_version, NULL,
                         NULL, NULL, NULL);
    puts(wait_for(&done));
    puts(wait_for(&needs_to_accept));
    calque_texts_off(fetcher, receiver);
    calque_texts_clear_caches(fetcher, NULL);
    calque_status status =
        calque_texts_get(fetcher, "eula", CALQUE_NTS, &text, NULL, NULL);
    puts(status == CALQUE_NOT_FOUND ? "true" : "false");
    calque_string_dispose(&text);
    calque_texts_release(fetcher);
    calque_http_release(http);
    return 0;
}
