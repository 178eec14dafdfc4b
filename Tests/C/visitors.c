/* translator.h: names of languages that visitors send keep no memory, however
 * many there are */
#include "fixture.h"

#include <malloc.h>
#include <pthread.h>

/* What is kept of absent files goes at once, so it is looked at after as many.
 */
enum { NAMES = 8192 };

static void on_start(void *user_data, const calque_request *request,
                     calque_exchange *exchange) {
    (void)user_data;
    (void)request;
    calque_response response = {sizeof response, 404, NULL, 0, {"no", 2}};
    calque_exchange_complete(exchange, &response);
}

static calque_translator *translator_that_loads(void) {
    static calque_transport transport = {.struct_size = sizeof transport,
                                         .start = on_start};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    return translator_with("{\"lng\":\"en\",\"fallbackLng\":false,"
                           "\"partialBundledLanguages\":true,"
                           "\"resources\":{\"en\":{\"translation\":"
                           "{\"hello\":\"Hello\"}}},\"backend\":"
                           "{\"loadPath\":\"http://h/{{lng}}/{{ns}}\"}}",
                           &host);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int changes;

static void on_change(void *user_data, calque_str name, calque_str arguments) {
    (void)user_data;
    (void)name;
    (void)arguments;
    pthread_mutex_lock(&lock);
    changes += 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

/* The language is changed when its files have been asked for. */
static void change_language(calque_translator *translator, const char *name) {
    pthread_mutex_lock(&lock);
    int before = changes;
    pthread_mutex_unlock(&lock);
    CHECK_STATUS(CALQUE_OK, calque_translator_change_language(
                                translator, name, CALQUE_NTS, NULL));
    pthread_mutex_lock(&lock);
    while (changes == before)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void load(calque_translator *translator, const char *name) {
    char request[80];
    snprintf(request, sizeof request, "{\"lngs\":[\"%s\"]}", name);
    calque_translator_load(translator, request, CALQUE_NTS, NULL, NULL);
}

static void add_and_remove(calque_translator *translator, const char *name) {
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_resource_bundle(
                     translator, name, CALQUE_NTS, "translation", CALQUE_NTS,
                     "{\"a\":\"b\"}", CALQUE_NTS, 0, NULL));
    CHECK_STATUS(CALQUE_OK, calque_translator_remove_resource_bundle(
                                translator, name, CALQUE_NTS, "translation",
                                CALQUE_NTS, NULL));
}

static void translate(calque_translator *translator, const char *name) {
    char options[80];
    snprintf(options, sizeof options, "{\"lng\":\"%s\",\"ns\":\"%s\"}", name,
             name);
    CHECK_TEXT("absent", text_with(translator, "absent", options));
}

/* Names are repeated by none: the second half keeps no more than the first. */
static void check_names(void (*use)(calque_translator *, const char *),
                        const char *what) {
    calque_translator *translator = translator_that_loads();
    calque_translator_on(translator, "languageChanged", CALQUE_NTS, on_change,
                         NULL, NULL, NULL, NULL);
    size_t half = 0;
    for (int number = 0; number <= 2 * NAMES; number++) {
        char name[32];
        snprintf(name, sizeof name, "x%06d-AB", number);
        use(translator, name);
        if (number == NAMES) half = mallinfo2().uordblks;
    }
    size_t all = mallinfo2().uordblks;
    size_t grown = all > half ? all - half : 0;
    printf("%s: %zu bytes a name\n", what, grown / NAMES);
    CHECK(grown < 24 * NAMES);
    calque_translator_release(translator);
}

int main(void) {
    check_names(change_language, "change_language");
    check_names(load, "load");
    check_names(add_and_remove, "add and remove");
    check_names(translate, "translate");
    return check_end();
}
