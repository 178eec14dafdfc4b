/* Sequences of calls whose callbacks call again, on one thread and on three: a
 * callback translates, changes, clones and releases the translator that asks
 * it. Every call returns, with a status that is one and a text that ends.
 *
 * usage: fuzz_reentrant [SECONDS [SEED]]; with 0 seconds, 200 rounds of seed 1,
 * half of them with three threads. What breaks leaves the seed and the round
 * on standard error. Compiled with CALQUE_LIBFUZZER the calls come from the
 * bytes of libFuzzer: scripts/fuzz.sh. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <calque.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { ROUNDS = 200, CALLS = 40, THREADS = 3, DEPTH = 3, MOST_INSIDE = 200 };

/* Of a thread: its choices, and how far it is inside of callbacks. */
typedef struct chance {
    uint64_t state;
    const uint8_t *bytes;
    size_t left;
    int depth;
    int inside;
    calque_translator *translator;
} chance;

static _Thread_local chance own;

static uint32_t next(uint32_t below) {
    if (own.bytes != NULL) {
        if (own.left == 0) return 0;
        own.left -= 1;
        return *own.bytes++ % below;
    }
    own.state ^= own.state << 13;
    own.state ^= own.state >> 7;
    own.state ^= own.state << 17;
    return (uint32_t)((own.state >> 16) % below);
}

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

#define PICK(list) ((list)[next((uint32_t)COUNT_OF(list))])

static const char *const KEYS[] = {"plain",  "asks", "nested", "object",
                                   "absent", "loop", "deep",   "a.b"};
static const char *const LANGUAGES[] = {"en", "de", "pl", "xx", "en-GB", ""};
static const char *const TREES[] = {
    "{\"asks\":\"{{x, ask}} {{y, ask}} {{z}}\",\"plain\":\"p\"}",
    "{\"nested\":\"$t(asks, {\\\"x\\\": 1}) $t(nested)\",\"object\":{\"a\":1}}",
    "{\"loop\":\"$t(loop) {{x, ask}}\",\"deep\":{\"a\":{\"b\":\"{{x}}\"}}}",
    "{\"asks_one\":\"one {{count, ask}}\",\"asks_other\":\"{{count}}\"}", "{}"};
static const char *const OPTIONS[] = {
    ("{\"lng\":\"en\",\"fallbackLng\":\"de\",\"saveMissing\":true,"
     "\"returnObjects\":true,\"postProcess\":[\"again\"]}"),
    "{\"lng\":\"de\",\"interpolation\":{\"alwaysFormat\":true}}",
    "{\"lng\":\"pl\",\"saveMissing\":true,\"debug\":true}", "{}"};
static const char *const CALL_OPTIONS[] = {
    "{\"x\":1,\"y\":[1],\"count\":2}", "{\"lng\":\"pl\",\"x\":{\"a\":1}}",
    "{\"postProcess\":\"again\",\"x\":\"t\"}", "{\"returnObjects\":true}"};

static void call(void);

/* A callback calls again, unless it is deep inside of others. */
static void again(void) {
    if (own.depth >= DEPTH || own.inside >= MOST_INSIDE) return;
    own.depth += 1;
    own.inside += 1;
    for (uint32_t calls = next(3); calls > 0; calls--)
        call();
    own.depth -= 1;
}

static bool ask(calque_sink *out) {
    again();
    if (next(3) == 0) return false;
    if (next(4) == 0) {
        calque_sink_set_json(out, "[1,\"two\"]", 9);
    } else {
        calque_sink_append(out, "asked $t(asks) {{x}}", 20);
    }
    again();
    return true;
}

static void on_missing(void *data, const calque_missing_key *missing) {
    (void)data;
    must(missing->key.data[missing->key.length] == 0, "a missing key");
    again();
}

static bool on_two(void *data, calque_str a, calque_str b, calque_sink *out) {
    (void)data, (void)a, (void)b;
    return ask(out);
}

static bool on_three(void *data, calque_str a, calque_str b, calque_str c,
                     calque_sink *out) {
    (void)data, (void)a, (void)b, (void)c;
    return ask(out);
}

static bool on_code(void *data, calque_str code, calque_sink *out) {
    (void)data, (void)code;
    again();
    calque_sink_append(out, "[\"de\"]", 6);
    return true;
}

static bool on_escape(void *data, calque_str value, calque_sink *out) {
    (void)data, (void)value;
    return ask(out);
}

static bool on_value(void *data, calque_str a, calque_str b, calque_str c,
                     calque_str d, calque_sink *out) {
    (void)data, (void)a, (void)b, (void)c, (void)d;
    return ask(out);
}

static void on_log(void *data, calque_str line) {
    (void)data, (void)line;
    again();
}

static void on_event(void *data, calque_str name, calque_str arguments) {
    (void)data, (void)name, (void)arguments;
    again();
}

static calque_translator *made(void) {
    static const calque_format FORMATS[] = {
        CALQUE_FORMAT_IOS, CALQUE_FORMAT_V1, CALQUE_FORMAT_V2,
        CALQUE_FORMAT_V3,  CALQUE_FORMAT_V4, CALQUE_FORMAT_V4};
    uint32_t mask = next(256);
    calque_host host = {
        .struct_size = sizeof host,
        .missing_key = mask & 1 ? on_missing : NULL,
        .parse_missing_key = mask & 2 ? on_two : NULL,
        .missing_interpolation = mask & 4 ? on_three : NULL,
        .returned_object = mask & 8 ? on_three : NULL,
        .fallback_lng = mask & 16 ? on_code : NULL,
        .escape = mask & 32 ? on_escape : NULL,
        .log = mask & 64 ? on_log : NULL,
        .format_value = mask & 128 ? on_value : NULL,
    };
    calque_translator *translator = NULL;
    calque_status status = calque_translator_create(
        PICK(FORMATS), PICK(OPTIONS), CALQUE_NTS, &host, &translator, NULL);
    must(status == CALQUE_OK, "a translator");
    calque_translator_add_formatter(translator, "ask", 3, on_three, NULL, NULL,
                                    NULL);
    calque_translator_add_post_processor(translator, "again", 5, on_three, NULL,
                                         NULL, NULL);
    return translator;
}

static void check_text(calque_status status, const char *buffer, size_t size,
                       size_t length) {
    must(status >= 0 && status < 100, "a status");
    must(memchr(buffer, 0, size) != NULL, "a text without an end");
    must(status == CALQUE_TRUNCATED || length < size, "a length");
}

static void translate(calque_translator *translator) {
    char buffer[48];
    size_t length = 0;
    calque_arg args[] = {CALQUE_ARG_INT("count", next(3)),
                         CALQUE_ARG_TEXT("x", "x"),
                         CALQUE_ARG_JSON("y", "{\"a\":[1]}")};
    const char *key = PICK(KEYS);
    if (next(2)) {
        check_text(calque_translator_translate(translator, key, CALQUE_NTS,
                                               args, next(4), buffer,
                                               sizeof buffer, &length),
                   buffer, sizeof buffer, length);
        return;
    }
    calque_view *view = NULL;
    calque_view_create(translator, PICK(LANGUAGES), CALQUE_NTS, NULL, 0, NULL,
                       0, &view, NULL);
    check_text(calque_view_translate(view, key, CALQUE_NTS, args, next(4),
                                     buffer, sizeof buffer, &length),
               buffer, sizeof buffer, length);
    calque_view_release(view);
}

static void translate_json(calque_translator *translator) {
    calque_string out = {0};
    calque_status status = calque_translator_translate_json(
        translator, PICK(KEYS), CALQUE_NTS, PICK(CALL_OPTIONS), CALQUE_NTS,
        (calque_result_form)next(3), &out, NULL);
    must((out.data != NULL) == (status < CALQUE_INVALID_ARGUMENT), "a text");
    calque_string_dispose(&out);
}

static void change(calque_translator *translator) {
    const char *lng = PICK(LANGUAGES);
    switch (next(5)) {
    case 0:
        calque_translator_change_language(translator, lng, CALQUE_NTS, NULL);
        break;
    case 1:
        calque_translator_add_resource_bundle(
            translator, lng, CALQUE_NTS, "translation", CALQUE_NTS, PICK(TREES),
            CALQUE_NTS, next(4), NULL);
        break;
    case 2:
        calque_translator_add_resource(
            translator, lng, CALQUE_NTS, "translation", CALQUE_NTS, PICK(KEYS),
            CALQUE_NTS, "\"{{x, ask}}\"", CALQUE_NTS, 0, NULL);
        break;
    case 3:
        calque_translator_remove_resource_bundle(
            translator, lng, CALQUE_NTS, "translation", CALQUE_NTS, NULL);
        break;
    default:
        calque_translator_add_formatter(translator, "ask", 3, on_three, NULL,
                                        NULL, NULL);
    }
}

static void listen(calque_translator *translator) {
    uint64_t number = 0;
    calque_translator_on(translator, "added removed languageChanged changed",
                         CALQUE_NTS, on_event, NULL, NULL, &number, NULL);
    if (next(2)) change(translator);
    calque_translator_off(translator, number);
}

static void clone(calque_translator *translator) {
    calque_translator *copy = NULL;
    calque_translator_clone(translator, PICK(CALL_OPTIONS), CALQUE_NTS, &copy,
                            NULL);
    if (copy == NULL) return;
    translate(copy);
    change(copy);
    calque_translator_release(copy);
}

/* One call, with a reference of its own. */
static void call(void) {
    calque_translator *translator = calque_translator_retain(own.translator);
    switch (next(10)) {
    case 0:
    case 1: change(translator); break;
    case 2: listen(translator); break;
    case 3: clone(translator); break;
    case 4:
    case 5: translate_json(translator); break;
    case 6: {
        bool exists = false;
        calque_translator_exists(translator, PICK(KEYS), CALQUE_NTS,
                                 PICK(CALL_OPTIONS), CALQUE_NTS, &exists, NULL);
        break;
    }
    default: translate(translator);
    }
    calque_translator_release(translator);
}

#ifdef CALQUE_LIBFUZZER

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    own = (chance){.bytes = bytes, .left = count};
    own.translator = made();
    while (own.left > 0) {
        own.inside = 0;
        call();
    }
    calque_translator_release(own.translator);
    return 0;
}

#else

static uint64_t seed = 1;
static long place;

static void on_signal(int number) {
    char line[96];
    int length =
        snprintf(line, sizeof line, "signal %d, seed %llu, round %ld\n", number,
                 (unsigned long long)seed, place);
    if (write(STDERR_FILENO, line, (size_t)length) < 0) _exit(2);
    signal(number, SIG_DFL);
    raise(number);
}

static void run(chance given) {
    own = given;
    for (int calls = 0; calls < CALLS; calls++) {
        own.inside = 0;
        call();
    }
    calque_translator_release(own.translator);
}

static void *run_thread(void *given) {
    run(*(chance *)given);
    return NULL;
}

/* Calls of one thread, or of three that share a translator. */
static void run_round(void) {
    uint64_t start =
        seed * 0x9E3779B97F4A7C15u + (uint64_t)place * 0xD1B54A32D192ED03u + 1;
    own = (chance){.state = start};
    calque_translator *translator = made();
    chance chances[THREADS];
    pthread_t threads[THREADS];
    size_t count = place % 2 ? THREADS : 1;
    for (size_t at = 0; at < count; at++) {
        chances[at] =
            (chance){.state = start + 7919 * (at + 1),
                     .translator = calque_translator_retain(translator)};
    }
    calque_translator_release(translator);
    if (count == 1) return run(chances[0]);
    for (size_t at = 0; at < count; at++)
        must(pthread_create(&threads[at], NULL, run_thread, &chances[at]) == 0,
             "a thread");
    for (size_t at = 0; at < count; at++)
        pthread_join(threads[at], NULL);
}

int main(int count, char **arguments) {
    long seconds = count > 1 ? atol(arguments[1]) : 0;
    if (count > 2) seed = strtoull(arguments[2], NULL, 10);
    time_t end = time(NULL) + seconds;
    static const int numbers[] = {SIGSEGV, SIGILL, SIGBUS, SIGTRAP, SIGFPE};
    for (size_t at = 0; at < COUNT_OF(numbers); at++)
        signal(numbers[at], on_signal);
    for (place = 0; seconds == 0 ? place < ROUNDS : time(NULL) < end; place++)
        run_round();
    printf("seed %llu: %ld rounds\n", (unsigned long long)seed, place);
    printf("%d passed, 0 failed\n", place > 0);
    return place > 0 ? 0 : 1;
}

#endif
