/* Random sequences of calls over the C interface, on the library as it is
 * shipped: whatever comes in, every call returns a status that is one, every
 * text is UTF-8 and ends in NUL, and every handle can be released in any order.
 *
 * usage: fuzz_abi [SECONDS] [SEED]; with 0 seconds, 3,000 rounds of seed 1. A
 * crash leaves the seed and the round on standard error. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../C/check.h"

enum { HANDLES = 8, LONGEST = 64 << 10, ROUNDS = 3000, CALLS = 60, DEPTH = 3 };

static const char *const WORDS[] = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\"\"",
    "null",
    "true",
    "1",
    "-0",
    "1e308",
    "1e400",
    "9223372036854775808",
    "\"a\":",
    "\"b\":\"",
    "{\"a\":\"x\"}",
    "\"lng\":\"en\"",
    "\"en\":",
    "\"de-CH\":",
    "\"translation\":",
    "\"resources\":",
    "\"fallbackLng\":",
    "\"ns\":",
    "\"keySeparator\":",
    "\"nsSeparator\":\"::\"",
    "\"count\":",
    "\"context\":",
    "\"replace\":",
    "\"interpolation\":{\"prefix\":\"<\"}",
    "\"returnObjects\":true",
    "\"joinArrays\":",
    "\"postProcess\":\"sprintf\"",
    "\"sprintf\":[",
    "\"data\":{",
    "\"meta\":{\"language\":{\"locale\":\"en\"}}",
    "{{",
    "}}",
    "{{a}}",
    "{{- a}}",
    "{{a.b}}",
    "{{a, number}}",
    "{{a, number(minimumFractionDigits: 2)}}",
    "{{a, datetime}}",
    "$t(",
    ")",
    "$t(a)",
    "$t(b, {\"count\": 2})",
    "__a__",
    "__count__",
    "_one",
    "_other",
    "_plural",
    "_0",
    "a",
    "b",
    "a.b",
    "a:b",
    ".",
    "::",
    "###",
    "%s",
    "%d",
    "%(a)s",
    "%1$s",
    "%99999999999d",
    "%{a}",
    "%{BKY_A}",
    "%%",
    "%1",
    "\\u0000",
    "\\ud800",
    "\\n",
    "\n",
    "\t",
    "\x01",
    "\x7f",
    "\xc3\xa9",
    "\xf0\x9f\x98\x80",
    "\xe2\x80\xa8",
    "\xff",
    "\xc3",
    "\xed\xa0\x80",
    "(0)[none];(1-inf)[many]",
    "en",
    "de",
    "zh-Hant-TW",
    "x-",
    "*",
    "dev",
    "cimode",
    "1.0",
    "2.5e3",
    "0x",
    "\"version\":1,",
    "\"kind\":\"message\",",
    "\"id\":\"",
    "00112233445566778899aabbccddeeff\"",
    "\"sequence\":",
    "\"url\":\"https://e/?a=1\"",
    "\"layout\":{\"caption\":\"c\"}",
    "\"summaryText\":\"s\"",
    "\"home\":{\"title\":\"t\"}",
};

static uint64_t state = 1;
static uint64_t seed = 1;
static long place;

static uint32_t next(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 16) % below);
}

static void on_signal(int number) {
    char line[96];
    int length =
        snprintf(line, sizeof line, "signal %d, seed %llu, round %ld\n", number,
                 (unsigned long long)seed, place);
    if (write(STDERR_FILENO, line, (size_t)length) < 0) _exit(2);
    signal(number, SIG_DFL);
    raise(number);
}

/* A text of words, now and then a long one; may hold any byte. In one of
 * several buffers, so that a call can have some at a time. */
static const char *any_text(size_t *length) {
    static char buffers[4][LONGEST];
    static unsigned turn;
    char *buffer = buffers[turn++ % 4];
    uint32_t words = next(200) == 0 ? 4000 : next(12);
    size_t used = 0;
    for (uint32_t at = 0; at < words; at++) {
        const char *word = WORDS[next((uint32_t)COUNT_OF(WORDS))];
        size_t count = strlen(word);
        if (used + count + 1 >= LONGEST) break;
        memcpy(buffer + used, word, count);
        used += count;
    }
    buffer[used] = 0;
    if (next(20) == 0 && used > 0)
        buffer[next((uint32_t)used)] = (char)next(256);
    *length = used;
    return buffer;
}

/* A JSON object of few members, some of which are texts of words. */
static const char *any_object(size_t *length, int depth) {
    static char buffers[DEPTH + 1][LONGEST];
    char *buffer = buffers[depth];
    static const char *const NAMES[] = {"a",       "b",        "a.b",  "a_one",
                                        "a_other", "a_plural", "c",    "count",
                                        "a_0",     "",         "list", "home"};
    size_t used = (size_t)snprintf(buffer, LONGEST, "{");
    uint32_t members = 1 + next(6);
    for (uint32_t at = 0; at < members && used < LONGEST / 4; at++) {
        used += (size_t)snprintf(buffer + used, LONGEST - used,
                                 "%s\"%s\":", at == 0 ? "" : ",",
                                 NAMES[next((uint32_t)COUNT_OF(NAMES))]);
        size_t count = 0;
        if (depth > 0 && next(4) == 0) {
            const char *inner = any_object(&count, depth - 1);
            if (used + count + 8 > LONGEST) break;
            memcpy(buffer + used, inner, count);
            used += count;
            continue;
        }
        const char *text = any_text(&count);
        buffer[used++] = '"';
        for (size_t byte = 0; byte < count && used + 8 < LONGEST / 2; byte++) {
            unsigned char value = (unsigned char)text[byte];
            if (value == '"' || value == '\\') buffer[used++] = '\\';
            if (value < 0x20) value = ' ';
            buffer[used++] = (char)value;
        }
        buffer[used++] = '"';
    }
    buffer[used++] = '}';
    buffer[used] = 0;
    *length = used;
    return buffer;
}

static const char *any_json(size_t *length) {
    return next(3) == 0 ? any_text(length) : any_object(length, DEPTH);
}

/* Whether bytes are UTF-8, as far as lengths and continuations go. */
static bool is_utf8(const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        unsigned char lead = (unsigned char)text[at];
        size_t width = lead < 0x80   ? 1
                       : lead < 0xC2 ? 0
                       : lead < 0xE0 ? 2
                       : lead < 0xF0 ? 3
                       : lead < 0xF5 ? 4
                                     : 0;
        if (width == 0 || at + width > length) return false;
        for (size_t rest = 1; rest < width; rest++) {
            if (((unsigned char)text[at + rest] & 0xC0) != 0x80) return false;
        }
        at += width;
    }
    return true;
}

static void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "%s: seed %llu, round %ld\n", what,
            (unsigned long long)seed, place);
    abort();
}

static void ended(calque_status status, calque_error *error) {
    must(strcmp(calque_status_name(status), "") != 0,
         "a status without a name");
    if (error != NULL) {
        const char *message = calque_error_message(error);
        must(is_utf8(message, strlen(message)), "a message that is not UTF-8");
        must(status >= CALQUE_INVALID_ARGUMENT, "an error without a failure");
    }
    calque_error_release(error);
}

static void given(calque_status status, calque_string *text,
                  calque_error *error) {
    if (text->data != NULL) {
        must(text->data[text->length] == 0, "a text without an end");
        must(is_utf8(text->data, text->length), "a text that is not UTF-8");
    }
    calque_string_dispose(text);
    ended(status, error);
}

static calque_translator *translators[HANDLES];
static calque_view *views[HANDLES];
static calque_catalog *catalogs[HANDLES];
static calque_messages *messages[HANDLES];
static calque_localization *localizations[HANDLES];

static void make(uint32_t at) {
    size_t length;
    const char *json = any_json(&length);
    calque_error *error = NULL;
    calque_status status = CALQUE_OK;
    switch (next(5)) {
    case 0:
        calque_translator_release(translators[at]);
        status = calque_translator_create(
            (calque_format)next(7), next(2) ? json : "{}",
            next(2) ? CALQUE_NTS : 2, NULL, &translators[at], &error);
        must((translators[at] != NULL) == (status == CALQUE_OK),
             "a translator and a failure");
        break;
    case 1:
        calque_view_release(views[at]);
        views[at] = NULL;
        if (translators[at] != NULL) {
            const char *prefix = next(2) ? "a" : NULL;
            status = calque_view_create(
                translators[at], next(2) ? "en" : NULL, 0, NULL, 0, prefix,
                prefix == NULL ? 0 : 1, &views[at], &error);
        }
        break;
    case 2:
        calque_messages_release(messages[at]);
        status = calque_messages_create(next(2) ? "{}" : json, CALQUE_NTS,
                                        &messages[at], &error);
        break;
    case 3:
        calque_localization_release(localizations[at]);
        status = calque_localization_create(
            "{\"applicationId\":\"a\",\"restAPIKey\":\"k\",\"guid\":\"g\","
            "\"updateMode\":\"manual\"}",
            CALQUE_NTS, NULL, &localizations[at], &error);
        break;
    default: {
        calque_string bytes = {0};
        char resources[2 * LONGEST];
        snprintf(resources, sizeof resources, "{\"en\":{\"translation\":%.*s}}",
                 (int)length, json);
        status = calque_catalog_compile((calque_format)(1 + next(5)), NULL, 0,
                                        resources, CALQUE_NTS, &bytes, &error);
        if (status != CALQUE_OK) break;
        bool is_whole = next(2) == 0;
        for (uint32_t flips = is_whole ? 0 : 1 + next(4); flips > 0; flips--) {
            bytes.data[next((uint32_t)bytes.length)] ^= (char)(1 << next(8));
        }
        calque_catalog_release(catalogs[at]);
        status = calque_catalog_open_memory(
            bytes.data,
            is_whole ? bytes.length : bytes.length - next(2) * next(64),
            CALQUE_CATALOG_COPY | next(2), NULL, NULL, &catalogs[at], &error);
        must(!is_whole || status == CALQUE_OK,
             "what was compiled cannot be opened");
        calque_string_dispose(&bytes);
    }
    }
    ended(status, error);
}

static void change(uint32_t at) {
    size_t length, key_length;
    const char *json = any_json(&length);
    const char *key = any_text(&key_length);
    calque_error *error = NULL;
    calque_status status = CALQUE_OK;
    calque_translator *translator = translators[at];
    switch (next(8)) {
    case 0:
        status = calque_translator_add_bundle(translator, "en", 2,
                                              "translation", CALQUE_NTS, json,
                                              length, next(8), &error);
        break;
    case 1:
        status = calque_translator_add_resource(
            translator, "en", 2, "translation", CALQUE_NTS, key, key_length,
            json, length, 0, &error);
        break;
    case 2:
        status = calque_translator_change_language(translator, key, key_length,
                                                   &error);
        break;
    case 3:
        status = calque_translator_add_catalog(
            translator, catalogs[next(HANDLES)], NULL, 0, 0, NULL, &error);
        break;
    case 4:
        status = calque_messages_load_json(
            messages[at], (calque_messages_kind)next(3), next(2) ? key : NULL,
            next(2) ? key_length : 0, json, length, NULL, &error);
        break;
    case 5:
        status = calque_localization_load_resource(localizations[at], json,
                                                   length, NULL, 0, &error);
        break;
    case 6:
        calque_translator_remove_bundle(translator, "en", 2, "translation",
                                        CALQUE_NTS, &error);
        status = calque_error_status(error);
        break;
    default:
        status = calque_localization_load_index(localizations[at], json, length,
                                                NULL, &error);
        break;
    }
    ended(status, error);
}

static void ask(uint32_t at) {
    size_t length, key_length = 0;
    const char *json = any_json(&length);
    const char *key = next(2) ? "a" : any_text(&key_length);
    if (key[0] == 'a' && key[1] == 0) key_length = 1;
    char buffer[256];
    size_t needed = 0;
    uint32_t capacity = next(2) ? sizeof buffer : next(16);
    calque_error *error = NULL;
    calque_string text = {0};
    calque_arg args[] = {CALQUE_ARG_INT("count", (int64_t)next(5) - 1),
                         CALQUE_ARG_TEXT("a", "x"),
                         CALQUE_ARG_TEXT("context", "b")};
    memset(buffer, 1, sizeof buffer);
    calque_status status = CALQUE_OK;
    switch (next(6)) {
    case 0:
        status = calque_translator_translate_json(translators[at], key,
                                                  key_length, json, length,
                                                  next(5), &text, &error);
        given(status, &text, error);
        return;
    case 1:
        status =
            calque_translator_translate(translators[at], key, key_length, args,
                                        next(4), buffer, capacity, &needed);
        break;
    case 2:
        if (views[at] == NULL) return;
        status = calque_view_translate(views[at], key, key_length, args,
                                       next(4), buffer, capacity, &needed);
        break;
    case 3:
        status =
            calque_messages_format(messages[at], json, length, args, next(4),
                                   buffer, capacity, &needed, &error);
        ended(status, error);
        break;
    case 4:
        status = calque_messages_get(messages[at], key, key_length, buffer,
                                     capacity, &needed);
        break;
    default:
        status = calque_localization_text(localizations[at], key, key_length,
                                          buffer, capacity, &needed, NULL);
    }
    must(strcmp(calque_status_name(status), "") != 0,
         "a status without a name");
    if (capacity > 0 && (status == CALQUE_OK || status == CALQUE_MISSING_KEY)) {
        must(needed < capacity && buffer[needed] == 0,
             "a buffer without an end");
        must(is_utf8(buffer, needed), "a buffer that is not UTF-8");
    }
}

static void release_all(void) {
    for (uint32_t at = 0; at < HANDLES; at++) {
        if (next(2))
            calque_translator_release(translators[at]), translators[at] = NULL;
        if (next(2)) calque_catalog_release(catalogs[at]), catalogs[at] = NULL;
        if (next(2)) calque_view_release(views[at]), views[at] = NULL;
        if (next(2)) calque_messages_release(messages[at]), messages[at] = NULL;
        if (next(2))
            calque_localization_release(localizations[at]),
                localizations[at] = NULL;
    }
}

int main(int count, char **arguments) {
    long seconds = count > 1 ? atol(arguments[1]) : 0;
    seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    time_t end = time(NULL) + seconds;
    static const int numbers[] = {SIGSEGV, SIGILL, SIGBUS, SIGTRAP, SIGFPE};
    for (size_t at = 0; at < COUNT_OF(numbers); at++)
        signal(numbers[at], on_signal);
    long calls = 0;
    for (place = 0; seconds == 0 ? place < ROUNDS : time(NULL) < end; place++) {
        state = seed * 0x9E3779B97F4A7C15u +
                (uint64_t)place * 0xD1B54A32D192ED03u + 1;
        for (int call = 0; call < CALLS; call++, calls++) {
            uint32_t at = next(HANDLES);
            switch (next(8)) {
            case 0: make(at); break;
            case 1:
            case 2: change(at); break;
            default: ask(at);
            }
        }
        if (next(4) == 0) release_all();
    }
    for (int pass = 0; pass < 64; pass++)
        release_all();
    CHECK(calls > 0);
    printf("seed %llu: %ld rounds, %ld calls\n", (unsigned long long)seed,
           place, calls);
    return check_end();
}
