/*
 * A licence that is kept up to date: fetched when the server has a newer one,
 * else from the cache.
 *
 * usage: licence CACHE URL
 */
#include <stdio.h>

#include <calque.h>
#include <calque/http.h>

static void show(const calque_string *text, const calque_text_info *info) {
    static const char *const places[] = {"nowhere", "the cache", "the bundle",
                                         "the network"};
    char version[64];
    calque_text_version_format(&info->version, version, sizeof version, NULL);
    printf("version %s, from %s: %s", version, places[info->place], text->data);
}

static void tell(void *user_data, const calque_text_increase *increase) {
    char version[64];
    (void)user_data;
    calque_text_version_format(&increase->version, version, sizeof version,
                               NULL);
    printf("%s rose to %s\n", increase->identifier.data, version);
}

static calque_status run(const char *cache, const char *url, bool is_first,
                         const calque_services *services,
                         calque_error **error) {
    calque_texts *texts = NULL;
    calque_string text = {0};
    calque_text_info info;
    calque_text_source licence = {sizeof licence, {0}, {0}, {0}, {0}};
    char options[512], versions[512], file[512];
    snprintf(options, sizeof options, "{\"cacheDirectory\": \"%s\"}", cache);
    snprintf(versions, sizeof versions, "%s/versions.json", url);
    snprintf(file, sizeof file, "%s/licence.txt", url);
    licence.identifier = (calque_str){"licence", CALQUE_NTS};
    licence.remote_file = (calque_str){file, CALQUE_NTS};

    calque_status status =
        calque_texts_create(options, CALQUE_NTS, services, &texts, error);
    if (status != CALQUE_OK) {
        services->transport->user_data_free(services->transport->user_data);
        return status;
    }
    if (is_first) status = calque_texts_clear_caches(texts, error);
    if (status != CALQUE_OK) goto done;
    status = calque_texts_on(texts, tell, NULL, NULL, NULL, error);
    if (status != CALQUE_OK) goto done;
    status = calque_texts_set_version_source(
        texts, NULL, 0, versions, CALQUE_NTS, NULL, NULL, NULL, error);
    if (status != CALQUE_OK) goto done;
    status = calque_texts_register(texts, &licence, error);
    if (status != CALQUE_OK) goto done;
    status = calque_texts_await(texts, "licence", CALQUE_NTS, 0, &text, &info,
                                error);
    if (status == CALQUE_OK) show(&text, &info);
done:
    calque_string_dispose(&text);
    calque_texts_release(texts);
    return status;
}

int main(int count, char **arguments) {
    calque_http *http = NULL;
    calque_error *error = NULL;
    calque_transport transport = {0};
    calque_services services = {
        sizeof services, &transport, NULL, NULL, NULL, NULL};
    if (count != 3) {
        fprintf(stderr, "usage: licence CACHE URL\n");
        return 2;
    }
    calque_status status = calque_http_create(NULL, 0, &http, &error);
    /* The second time the licence is in the cache. */
    for (int times = 0; times < 2 && status == CALQUE_OK; times += 1) {
        status = calque_http_transport(http, &transport);
        if (status == CALQUE_OK) {
            status =
                run(arguments[1], arguments[2], times == 0, &services, &error);
        }
    }
    if (error != NULL) fprintf(stderr, "%s\n", calque_error_message(error));
    calque_error_release(error);
    calque_http_release(http);
    return status == CALQUE_OK ? 0 : 1;
}
