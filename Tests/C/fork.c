/* fork(): a child translates, loads and releases while something is pending in
 * its parent, which goes on as if nothing had happened */
#define _GNU_SOURCE
#include "folder.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "fixture.h"
#include "localization.h"

#define URL_OPTIONS                                                            \
    "{\"lng\":\"en\",\"partialBundledLanguages\":true,\"saveMissing\":true,"   \
    "\"debounceInterval\":60000,\"flushTimeout\":0,\"reloadInterval\":60000,"  \
    "\"resources\":{\"en\":{\"translation\":{\"hello\":\"Hello\"}}},"          \
    "\"backend\":{\"loadPath\":\"http://h/{{lng}}/{{ns}}\","                   \
    "\"addPath\":\"http://h/add/{{lng}}/{{ns}}\"}}"

enum { ROUNDS = 10, PATIENCE = 20 };

/* A server that keeps every response back until they are released. */
typedef struct silent {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    calque_exchange *held[16];
    int count;
    bool answers;
} silent;

static silent server = {.lock = PTHREAD_MUTEX_INITIALIZER,
                        .changed = PTHREAD_COND_INITIALIZER};

static void answer(calque_exchange *exchange) {
    calque_response response = {
        sizeof response, 200, NULL, 0, {"{\"hello\":\"Loaded\"}", 18}};
    calque_exchange_complete(exchange, &response);
}

static void on_start(void *user_data, const calque_request *request,
                     calque_exchange *exchange) {
    (void)user_data;
    (void)request;
    pthread_mutex_lock(&server.lock);
    bool answers = server.answers;
    if (!answers) server.held[server.count++] = exchange;
    pthread_cond_broadcast(&server.changed);
    pthread_mutex_unlock(&server.lock);
    if (answers) answer(exchange);
}

static void wait_for_requests(int count) {
    pthread_mutex_lock(&server.lock);
    while (server.count < count) {
        pthread_cond_wait(&server.changed, &server.lock);
    }
    pthread_mutex_unlock(&server.lock);
}

static void answer_held(void) {
    int count = server.count;
    server.count = 0;
    for (int at = 0; at < count; at++)
        answer(server.held[at]);
}

static calque_services services(void) {
    static calque_transport transport = {.struct_size = sizeof transport,
                                         .start = on_start};
    calque_services made = {.struct_size = sizeof made,
                            .transport = &transport};
    return made;
}

/* Runs a function in a child; returns whether it ended without a fault. */
static bool in_child(void (*body)(void *), void *argument) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(PATIENCE);
        pthread_mutex_init(&server.lock, NULL);
        server.answers = true;
        check_failed = 0;
        body(argument);
        fflush(stdout);
        _exit(check_failed == 0 ? 0 : 1);
    }
    int status = -1;
    while (waitpid(child, &status, 0) < 0)
        continue;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Completions, whose data must come back in the process that gave it. */
typedef struct ending {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int count;
    calque_status status;
} ending;

static ending ended = {.lock = PTHREAD_MUTEX_INITIALIZER,
                       .changed = PTHREAD_COND_INITIALIZER};

static void on_complete(void *user_data, calque_status status,
                        calque_str result, const calque_error *error) {
    (void)user_data;
    (void)result;
    (void)error;
    pthread_mutex_lock(&ended.lock);
    ended.count += 1;
    ended.status = status;
    pthread_cond_broadcast(&ended.changed);
    pthread_mutex_unlock(&ended.lock);
}

static void wait_for_end(void) {
    pthread_mutex_lock(&ended.lock);
    while (ended.count == 0)
        pthread_cond_wait(&ended.changed, &ended.lock);
    pthread_mutex_unlock(&ended.lock);
}

static void release_translator(void *argument) {
    calque_translator *translator = argument;
    CHECK_TEXT("Hello", text_of(translator, "hello"));
    CHECK_TEXT("missing", text_of(translator, "missing"));
    calque_translator_release(translator);
    CHECK(ended.count == 0);
}

static void load_in_child(void *argument) {
    calque_translator *translator = argument;
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_load(translator, NULL, 0, NULL, NULL));
    CHECK_TEXT("Loaded", text_of(translator, "hello"));
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_load(
                     translator, "{\"onlyMissing\":true,\"ns\":\"other\"}",
                     CALQUE_NTS, NULL, NULL));
    calque_translator_release(translator);
    CHECK(ended.count == 0);
}

static void test_pending_load(void) {
    calque_services given = services();
    calque_host host = {.struct_size = sizeof host, .services = &given};
    calque_translator *translator = translator_with(URL_OPTIONS, &host);
    CHECK_STATUS(CALQUE_OK, calque_translator_load_async(
                                translator, NULL, 0, NULL, on_complete, NULL,
                                NULL, NULL, NULL));
    CHECK_TEXT("missing", text_of(translator, "missing"));
    wait_for_requests(1);
    for (int round = 0; round < ROUNDS; round++) {
        CHECK(in_child(release_translator, translator));
        CHECK(in_child(load_in_child, translator));
    }
    answer_held();
    wait_for_end();
    CHECK(ended.count == 1 && ended.status == CALQUE_OK);
    CHECK_TEXT("Loaded", text_of(translator, "hello"));
    calque_translator_release(translator);
}

static void release_texts(void *argument) {
    calque_texts *texts = argument;
    calque_string text = {0};
    calque_texts_await(texts, "licence", CALQUE_NTS, 50, &text, NULL, NULL);
    calque_string_dispose(&text);
    calque_texts_release(texts);
}

static void test_pending_texts(void) {
    calque_services given = services();
    calque_texts *texts = NULL;
    char options[512];
    snprintf(options, sizeof options, "{\"cacheDirectory\":\"%s\"}",
             folder_new());
    CHECK_STATUS(CALQUE_OK, calque_texts_create(options, CALQUE_NTS, &given,
                                                &texts, NULL));
    calque_text_source source = {.struct_size = sizeof source,
                                 .identifier = {"licence", 7},
                                 .remote_file = {"http://h/licence", 16}};
    CHECK_STATUS(CALQUE_OK, calque_texts_register(texts, &source, NULL));
    CHECK_STATUS(CALQUE_OK, calque_texts_set_version_source(
                                texts, NULL, 0, "http://h/versions", CALQUE_NTS,
                                NULL, NULL, NULL, NULL));
    wait_for_requests(1);
    for (int round = 0; round < ROUNDS; round++) {
        CHECK(in_child(release_texts, texts));
    }
    answer_held();
    calque_texts_release(texts);
}

static void on_outcome(void *user_data, calque_status status, calque_str result,
                       const calque_error *error) {
    (void)user_data;
    (void)status;
    (void)result;
    (void)error;
    pthread_mutex_lock(&ended.lock);
    ended.count += 1;
    pthread_cond_broadcast(&ended.changed);
    pthread_mutex_unlock(&ended.lock);
}

static void use_localization(void *argument) {
    calque_localization *localization = argument;
    CHECK_TEXT("Welcome", localization_text(localization, "home.title"));
    CHECK_STATUS(CALQUE_OK, calque_localization_update(localization, on_outcome,
                                                       NULL, NULL, NULL, NULL));
    wait_for_end();
    calque_localization_release(localization);
}

static void test_pending_update(void) {
    calque_services given = services();
    ended.count = 0;
    calque_localization *localization = localization_open(&given);
    CHECK_STATUS(CALQUE_OK, calque_localization_update(localization, on_outcome,
                                                       NULL, NULL, NULL, NULL));
    wait_for_requests(1);
    for (int round = 0; round < ROUNDS; round++) {
        CHECK(in_child(use_localization, localization));
    }
    answer_held();
    wait_for_end();
    calque_localization_release(localization);
}

/* A thread that waits for a file: forks do not wait for it. */
static _Atomic bool is_registered;

static void *register_text(void *argument) {
    calque_text_source source = {.struct_size = sizeof source,
                                 .identifier = {"licence", 7}};
    CHECK_STATUS(CALQUE_OK, calque_texts_register(argument, &source, NULL));
    is_registered = true;
    return NULL;
}

static void do_nothing(void *argument) { (void)argument; }

static void test_files_that_are_waited_for(void) {
    const char *folder = folder_new();
    char options[512], path[512];
    snprintf(options, sizeof options, "{\"cacheDirectory\":\"%s\"}", folder);
    calque_texts *texts = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_texts_create(options, CALQUE_NTS, NULL, &texts, NULL));
    /* As another process would have it. */
    snprintf(path, sizeof path, "%s/Default", folder);
    CHECK(mkdir(path, 0700) == 0);
    snprintf(path, sizeof path, "%s/Default/.lock", folder);
    int lock = open(path, O_RDWR | O_CREAT, 0600);
    CHECK(lock >= 0 && flock(lock, LOCK_EX) == 0);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, register_text, texts) == 0);
    for (int round = 0; round < 10 * ROUNDS && !is_registered; round++) {
        CHECK(in_child(do_nothing, NULL));
        usleep(1000);
    }
    CHECK(!is_registered);
    CHECK(flock(lock, LOCK_UN) == 0);
    pthread_join(thread, NULL);
    close(lock);
    CHECK(is_registered);
    calque_texts_release(texts);
}

/* Threads that change a translator all the time: none of its locks may stay
 * taken in the child, and nothing may be half changed there. */
static _Atomic bool is_over;
static _Atomic uint64_t changes;

static void *change_always(void *argument) {
    for (int round = 0; !is_over; round++) {
        calque_translator_change_language(
            argument, round % 2 == 0 ? "en" : "de", CALQUE_NTS, NULL);
        calque_translator_add_resource(
            argument, "en", CALQUE_NTS, "translation", CALQUE_NTS, "other",
            CALQUE_NTS, round % 2 == 0 ? "\"a\"" : "\"b\"", CALQUE_NTS, 0,
            NULL);
        changes += 1;
    }
    return NULL;
}

/* The thread that forks may lose its core for a while before it does. */
static void count_changes(void *before) {
    CHECK(changes - *(uint64_t *)before < 5000);
}

static void change_in_child(void *argument) {
    calque_translator *translator = argument;
    CHECK_STATUS(CALQUE_OK, calque_translator_change_language(
                                translator, "en", CALQUE_NTS, NULL));
    CHECK_TEXT("Hello", text_of(translator, "hello"));
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_resource(
                     translator, "en", CALQUE_NTS, "translation", CALQUE_NTS,
                     "hello", CALQUE_NTS, "\"Hi\"", CALQUE_NTS, 0, NULL));
    CHECK_TEXT("Hi", text_of(translator, "hello"));
    calque_translator_release(translator);
}

static void test_forks_amid_changes(void) {
    calque_translator *translator = translator_with(
        "{\"lng\":\"en\",\"resources\":{\"en\":{\"translation\":{\"hello\":"
        "\"Hello\"}},\"de\":{\"translation\":{\"hello\":\"Hallo\"}}}}",
        NULL);
    pthread_t threads[16];
    is_over = false;
    for (size_t at = 0; at < COUNT_OF(threads); at++) {
        CHECK(pthread_create(&threads[at], NULL, change_always, translator) ==
              0);
    }
    for (int round = 0; round < 10 * ROUNDS; round++) {
        CHECK(in_child(change_in_child, translator));
    }
    /* A fork waits for the changes that are being made, not for those that
     * come: the child sees how many were made meanwhile. */
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t before = changes;
        CHECK(in_child(count_changes, &before));
    }
    is_over = true;
    for (size_t at = 0; at < COUNT_OF(threads); at++) {
        pthread_join(threads[at], NULL);
    }
    calque_translator_release(translator);
}

int main(void) {
    test_pending_load();
    test_pending_texts();
    test_pending_update();
    test_files_that_are_waited_for();
    test_forks_amid_changes();
    return check_end();
}
