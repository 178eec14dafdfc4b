/* Loads that nobody waits for any more: what is cancelled stops before its next
 * file, what is superseded does not start */
#include "folder.h"

#include <pthread.h>

#include "fixture.h"

enum { LOADS = 2000, NAMESPACES = 5000 };

/* Records of loads, and a first one that is held up in its progress callback.
 */
typedef struct diary {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool holds;
    bool is_held;
    int begun;
    int completed;
    int cancelled;
} diary;

static diary told = {.lock = PTHREAD_MUTEX_INITIALIZER,
                     .changed = PTHREAD_COND_INITIALIZER};

static void on_progress(void *user_data, size_t done, size_t total) {
    (void)user_data;
    (void)done;
    (void)total;
    pthread_mutex_lock(&told.lock);
    told.begun += 1;
    told.is_held = told.holds;
    pthread_cond_broadcast(&told.changed);
    while (told.holds)
        pthread_cond_wait(&told.changed, &told.lock);
    pthread_mutex_unlock(&told.lock);
}

static void on_complete(void *user_data, calque_status status,
                        calque_str result, const calque_error *error) {
    (void)user_data;
    (void)result;
    CHECK((error == NULL) == (status == CALQUE_OK));
    pthread_mutex_lock(&told.lock);
    told.completed += 1;
    told.cancelled += status == CALQUE_CANCELLED;
    pthread_cond_broadcast(&told.changed);
    pthread_mutex_unlock(&told.lock);
}

static void wait_until_completed(int count) {
    pthread_mutex_lock(&told.lock);
    while (told.completed < count)
        pthread_cond_wait(&told.changed, &told.lock);
    pthread_mutex_unlock(&told.lock);
}

static uint64_t start(calque_translator *translator, const char *request) {
    uint64_t load = 0;
    CHECK_STATUS(CALQUE_OK, calque_translator_load_async(
                                translator, request, CALQUE_NTS, on_progress,
                                on_complete, NULL, NULL, &load, NULL));
    return load;
}

/* A translator of files in a folder, and a load of it that is held up. */
static calque_translator *busy_translator(const char *folder) {
    char options[512], path[512];
    snprintf(path, sizeof path, "%s/en.json", folder);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL && fputs("{\"k\":\"K\"}", file) >= 0 &&
          fclose(file) == 0);
    snprintf(options, sizeof options,
             "{\"lng\":\"en\",\"fallbackLng\":false,\"backend\":{\"loadPath\":"
             "\"%s/{{lng}}.json\"}}",
             folder);
    calque_translator *translator = translator_with(options, NULL);
    told.begun = told.completed = told.cancelled = 0;
    told.holds = true;
    told.is_held = false;
    start(translator, "{\"ns\":[\"first\"]}");
    pthread_mutex_lock(&told.lock);
    while (!told.is_held)
        pthread_cond_wait(&told.changed, &told.lock);
    pthread_mutex_unlock(&told.lock);
    return translator;
}

static void let_go(void) {
    pthread_mutex_lock(&told.lock);
    told.holds = false;
    pthread_cond_broadcast(&told.changed);
    pthread_mutex_unlock(&told.lock);
}

static void test_superseded_loads_do_not_start(const char *folder) {
    calque_translator *translator = busy_translator(folder);
    for (int at = 0; at < LOADS; at++) {
        start(translator, "{\"ns\":[\"translation\"]}");
    }
    let_go();
    wait_until_completed(LOADS + 1);
    CHECK(told.begun == 2 && told.cancelled == LOADS - 1);
    CHECK_TEXT("K", text_of(translator, "k"));
    calque_translator_release(translator);
}

static void test_cancelled_loads_do_not_start(const char *folder) {
    calque_translator *translator = busy_translator(folder);
    for (int at = 0; at < LOADS; at++) {
        char request[64];
        snprintf(request, sizeof request, "{\"ns\":[\"ns%d\"]}", at);
        uint64_t load = start(translator, request);
        CHECK_STATUS(CALQUE_OK, calque_translator_cancel(translator, load));
    }
    let_go();
    wait_until_completed(LOADS + 1);
    CHECK(told.begun == 1 && told.cancelled == LOADS);
    calque_translator_release(translator);
}

/* Thousands of files are not read to the end once the load is cancelled. */
static void test_a_cancelled_load_stops(const char *folder) {
    calque_translator *translator = busy_translator(folder);
    static char request[NAMESPACES * 16];
    size_t length = (size_t)snprintf(request, sizeof request, "{\"ns\":[\"a\"");
    for (int at = 0; at < NAMESPACES; at++) {
        length += (size_t)snprintf(request + length, sizeof request - length,
                                   ",\"n%d\"", at);
    }
    snprintf(request + length, sizeof request - length, "]}");
    uint64_t load = start(translator, request);
    let_go();
    calque_translator_cancel(translator, load);
    wait_until_completed(2);
    CHECK(told.begun == 1 && told.cancelled == 1);
    calque_translator_release(translator);
}

int main(void) {
    const char *folder = folder_new();
    CHECK(folder != NULL);
    test_superseded_loads_do_not_start(folder);
    test_cancelled_loads_do_not_start(folder);
    test_a_cancelled_load_stops(folder);
    return check_end();
}
