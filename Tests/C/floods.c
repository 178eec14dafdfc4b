/* Texts that one pattern fills, in every format and at every door by which a
 * stranger's text comes in. Each ends in a text; how many steps that takes is
 * counted by tools/checks/check_floods.py, which has this run one of them:
 *
 * test_floods                  all of them, short
 * test_floods list             their numbers and names, one a line
 * test_floods times SIZE       the milliseconds of each
 * test_floods count SIZE N...  some by their numbers, each in `flood_measured`
 */
#include <stdlib.h>
#include <time.h>

#include "check.h"

/* In front of the units, and behind them. */
typedef struct {
    const char *head, *unit, *tail;
} flood_pattern;

static const flood_pattern patterns[] = {
    /* References. */
    {"", "$t(k2)", ""},
    {"", "$t(k2, {\"n\": 1})", ""},
    {"", "$t(k2, {\"v\": \"{{v}}\"})", ""},
    {"", "$t(nowhere)", ""},
    {"", "$t(k2, uppercase)", ""},
    {"", "$t(k3)", ""},
    {"", "$t(k2) ", "{{v}} __v__"},
    /* Parts that end late, or never. */
    {"", "$t(", ""},
    {"", "$t(", ")"},
    {"", "$t('", ""},
    {"", "$t(\"", ")"},
    {"", "$t(k2)$t(\"", ""},
    {"", "$t(a(", ""},
    {"$t(", "(\"", ""},
    {"", "$t({{v}}", ""},
    {"$t(", "k, ", ")"},
    {"$t(k2, ", "{", ")"},
    {"", "(\"')$t('\")", ""},
    /* Variables. */
    {"", "{{v}}", ""},
    {"", "{{- v}}", ""},
    {"", "{{nowhere}}", ""},
    {"", "{{o.p}}", ""},
    {"", "{{n, number}}", ""},
    {"", "{{n, number(minimumFractionDigits: 100)}}", ""},
    {"", "__v__", ""},
    {"", "__vHTML__", ""},
    {"", "__nowhere__ ", ""},
    {"", "{{", ""},
    {"", "{{", "}}"},
    {"", "{{\n", "}}"},
    {"", "{{v, ", "}}"},
    {"{{v, ", "number(", ")}}"},
    {"{{v, number(", "a: 1; ", ")}}"},
    {"{{v, number(", "a", ": 1)}}"},
    {"", "__", ""},
    {"", "_", "a"},
    {"__", "a", ""},
    {"", "__a\n", ""},
    {"{{", "a.", "b}}"},
    {"{{o.", "a.", "b}}"},
    {"{{v", ", uppercase", "}}"},
    {"{{n", ", number", "}}"},
    {"$t(k2", ", lowercase", ")"},
    {"__", "a.", "b__"},
    /* Post processors. */
    {"", "%s", ""},
    {"", "%1$s", ""},
    {"", "%1$999s", ""},
    {"", "%(a", ""},
    {"", "%(a.b)s", ""},
    {"", "%5$-9", ""},
    {"", "%999d ", ""},
    {"", "(1)[a];", ""},
    {"", "(1 ", ""},
    {"", "(1)\n", "["},
    {"", ";", ""},
    /* Messages. */
    {"", "%{k2}", ""},
    {"", "%{bky_k2}", ""},
    {"", "%{bky_loop}", ""},
    {"", "%{", ""},
    {"", "%{bky_", "}"},
    {"", "%1", ""},
    {"", "%1 \n", ""},
    {"", "%%", ""},
    {"", "%\xCC\x81", ""},
    {"%", "1", ""},
};

enum door {
    CATALOG, /* a text of a catalog */
    SCANNED, /* the same, scanned at the call */
    DEFAULT, /* the default of a call */
    KEY,     /* a key */
    SPRINTF, /* the text of a catalog, with a post processor */
    INTERVAL,
    JOINED,  /* an array of texts, joined */
    MESSAGE, /* a message of a table, with arguments */
    DOORS
};

static const char *const door_names[] = {"catalog", "scanned", "default",
                                         "key",     "sprintf", "interval",
                                         "joined",  "message"};

static const struct {
    const char *name;
    calque_format format;
} formats[] = {{"v4", CALQUE_FORMAT_V4},
               {"v3", CALQUE_FORMAT_V3},
               {"v2", CALQUE_FORMAT_V2},
               {"v1", CALQUE_FORMAT_V1},
               {"ios", CALQUE_FORMAT_IOS}};

enum { FLOODS = COUNT_OF(patterns) * DOORS * COUNT_OF(formats) };

typedef struct {
    const flood_pattern *pattern;
    enum door door;
    size_t format;
} flood;

static flood flood_at(size_t number) {
    return (flood){&patterns[number / DOORS / COUNT_OF(formats)],
                   (enum door)(number / COUNT_OF(formats) % DOORS),
                   number % COUNT_OF(formats)};
}

static void print_on_line(const char *text) {
    for (; *text != 0; text++)
        *text == '\n' ? printf("\\n") : printf("%c", *text);
}

static void print_flood(size_t number) {
    flood one = flood_at(number);
    printf("%zu %s %s ", number,
           one.door == MESSAGE ? one.format == 0 ? "js" : "ios"
                               : formats[one.format].name,
           door_names[one.door]);
    print_on_line(one.pattern->head);
    printf("...");
    print_on_line(one.pattern->unit);
    printf("...");
    print_on_line(one.pattern->tail);
    printf("\n");
}

/* Text growing at the end. */
typedef struct {
    char *data;
    size_t length;
} text;

static void put(text *to, const char *more) {
    size_t length = strlen(more);
    memcpy(to->data + to->length, more, length + 1);
    to->length += length;
}

/* As inside a string of JSON. */
static void put_escaped(text *to, const char *more) {
    for (; *more != 0; more++) {
        char escaped[3] = {'\\', *more, 0};
        put(to, *more == '\n'                   ? "\\n"
                : *more == '"' || *more == '\\' ? escaped
                                                : (char[]){*more, 0});
    }
}

static text filled(const flood_pattern *pattern, size_t size, bool isJSON,
                   bool isArray) {
    text made = {malloc(size * 4 + 1024), 0};
    put(&made, isArray ? "[\"" : isJSON ? "\"" : "");
    void (*add)(text *, const char *) = isJSON ? put_escaped : put;
    add(&made, pattern->head);
    size_t unit = strlen(pattern->unit), more = isArray ? 3 : 0;
    for (size_t at = 0; at + unit <= size; at += unit + more) {
        add(&made, pattern->unit);
        if (isArray) put(&made, "\",\"");
    }
    add(&made, pattern->tail);
    put(&made, isArray ? "\"]" : isJSON ? "\"" : "");
    return made;
}

#define VARIABLES                                                              \
    "\"v\":\"value\",\"n\":1.5,\"count\":3,\"o\":{\"p\":\"q\"},"               \
    "\"variables\":{\"v\":\"value\",\"o\":{\"p\":\"q\"}}"

static const char *options_of(enum door door) {
    switch (door) {
    case SCANNED: return "{" VARIABLES ",\"w\":\"it's $t(\"}";
    case SPRINTF:
        return "{" VARIABLES ",\"postProcess\":[\"sprintf\"],"
               "\"sprintf\":[\"a\",{\"b\":2},3]}";
    case INTERVAL: return "{" VARIABLES ",\"postProcess\":[\"interval\"]}";
    case JOINED: return "{" VARIABLES ",\"joinArrays\":\" \"}";
    default: return "{" VARIABLES "}";
    }
}

/* Adding the text, and asking for it: typed first, where there is a way. */
static size_t __attribute__((noinline))
flood_measured(calque_translator *translator, calque_messages *messages,
               enum door door, const text *given, const char *options) {
    static char buffer[64];
    size_t length = 0;
    if (door == MESSAGE) {
        const calque_arg args[] = {CALQUE_ARG_TEXT("", "first"),
                                   CALQUE_ARG_INT("", 2)};
        calque_messages_decode(messages, given->data, given->length, buffer,
                               sizeof buffer, &length);
        calque_messages_format(messages, given->data, given->length, args, 2,
                               buffer, sizeof buffer, &length, NULL);
        return length;
    }
    const char *key = "flood";
    size_t key_length = CALQUE_NTS;
    if (door == KEY) {
        key = given->data;
        key_length = given->length;
    } else if (door != DEFAULT) {
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_add_resource(
                         translator, "en", 2, "translation", CALQUE_NTS, key,
                         CALQUE_NTS, given->data, given->length, 0, NULL));
        const calque_arg args[] = {CALQUE_ARG_TEXT("v", "value"),
                                   CALQUE_ARG_DOUBLE("n", 1.5)};
        calque_translator_translate(translator, key, CALQUE_NTS, args, 2,
                                    buffer, sizeof buffer, &length);
    }
    calque_string out = {0};
    calque_status status = calque_translator_translate_json(
        translator, key, key_length, options, CALQUE_NTS, CALQUE_RESULT_TEXT,
        &out, NULL);
    CHECK(status == CALQUE_OK || status == CALQUE_MISSING_KEY);
    length = out.length;
    calque_string_dispose(&out);
    return length;
}

/* The milliseconds that a flood takes. */
static double run(size_t number, size_t size) {
    flood one = flood_at(number);
    calque_translator *translator = NULL;
    calque_messages *messages = NULL;
    if (one.door == MESSAGE) {
        calque_messages_create(one.format == 0 ? "{\"mode\":\"js\"}"
                                               : "{\"mode\":\"ios\"}",
                               CALQUE_NTS, &messages, NULL);
        calque_messages_load_json(messages, CALQUE_MESSAGES_MESSAGE, NULL, 0,
                                  "{\"k2\":\"two\",\"BKY_K2\":\"two\","
                                  "\"BKY_LOOP\":\"%{bky_loop}\"}",
                                  CALQUE_NTS, NULL, NULL);
    } else {
        calque_translator_create(formats[one.format].format,
                                 "{\"lng\":\"en\",\"lang\":\"en\"}", CALQUE_NTS,
                                 NULL, &translator, NULL);
        calque_translator_add_resource_bundle(
            translator, "en", 2, "translation", CALQUE_NTS,
            "{\"k2\":\"two\",\"k3\":\"3 $t(k2)\"}", CALQUE_NTS, 0, NULL);
    }
    bool isJSON = one.door != MESSAGE && one.door != KEY && one.door != DEFAULT;
    text made = filled(one.pattern, size, isJSON, one.door == JOINED);
    text options = {malloc(made.length * 2 + 1024), 0};
    put(&options, options_of(one.door));
    if (one.door == DEFAULT) {
        options.length -= 1;
        put(&options, ",\"defaultValue\":\"");
        put_escaped(&options, made.data);
        put(&options, "\"}");
    }
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    size_t length =
        flood_measured(translator, messages, one.door, &made, options.data);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    /* Parts over the limit stay, and no part is longer than a text. */
    if (!CHECK(length <= made.length + (2u << 20))) print_flood(number);
    free(made.data);
    free(options.data);
    calque_messages_release(messages);
    calque_translator_release(translator);
    return (double)(end.tv_sec - start.tv_sec) * 1e3 +
           (double)(end.tv_nsec - start.tv_nsec) / 1e6;
}

/* Only the first two formats of messages are any. */
static bool is_there(size_t number) {
    flood one = flood_at(number);
    return one.door != MESSAGE || one.format < 2;
}

int main(int count, char **arguments) {
    const char *wish = count > 1 ? arguments[1] : "";
    size_t size = count > 2 ? strtoul(arguments[2], NULL, 10) : 1000;
    for (int at = 3; at < count; at++)
        run(strtoul(arguments[at], NULL, 10) % FLOODS, size);
    for (size_t number = 0; count <= 3 && number < FLOODS; number++) {
        if (!is_there(number)) continue;
        if (strcmp(wish, "list") != 0) {
            double taken = run(number, size);
            if (count == 1) continue;
            printf("%9.1f ", taken);
        }
        print_flood(number);
    }
    return strcmp(wish, "list") == 0 ? 0 : check_end();
}
