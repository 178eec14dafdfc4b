/*
 * Calls that need more than a text or a variable, each beside the plain call by
 * the same function in the same run: nanoseconds, or one call of each for
 * callgrind to count (tools/checks/check_speed.py).
 *
 * usage: benchmark_general [ROUNDS [texts]] | --list | --once
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <calque.h>

#define BUFFER 1024
#define CALLS 2000
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define TEXT(name, value) CALQUE_ARG_TEXT(name, value)
#define INT(name, value) CALQUE_ARG_INT(name, value)
#define DOUBLE(name, value) CALQUE_ARG_DOUBLE(name, value)
#define TRUTH(name, value) CALQUE_ARG_BOOL(name, value)
#define DECIMAL(name, value)                                                   \
    {(name), CALQUE_NTS, CALQUE_ARG_KIND_DECIMAL, 0, 0, 0, (value), CALQUE_NTS}
#define JSON(name, value)                                                      \
    {(name), CALQUE_NTS, CALQUE_ARG_KIND_JSON, 0, 0, 0, (value), CALQUE_NTS}

/* The calls of 18 arguments. */
#define SIXTEEN                                                                \
    INT("a", 1), INT("b", 1), INT("c", 1), INT("d", 1), INT("e", 1),           \
        INT("f", 1), INT("g", 1), INT("h", 1), INT("i", 1), INT("j", 1),       \
        INT("k", 1), INT("l", 1), INT("m", 1), INT("n", 1), INT("o", 1),       \
        TEXT("name", "Alice")

enum translator { PLAIN, COLON, SAVING, OLD_3, OLD_1, IOS, TRANSLATORS };

enum door { VIEW, TRANSLATOR, AS_JSON };

struct row {
    const char *name;
    enum translator translator;
    enum door door;
    const char *key;
    const char *options;
    calque_arg args[18];
    size_t count;
    /* The row that this one is a multiple of. */
    const char *base;
};

static const char CATALOG[] = CALQUE_JSON(
    {"plain": "Save", "v": "Hi {{name}}!", "raw": "Hi {{- name}}!",
     "k_one": "{{count}} file", "k_other": "{{count}} files",
     "k_ordinal_one": "{{count}}st", "k_ordinal_other": "{{count}}th",
     "f_male_one": "{{count}} friend", "f_male_other": "{{count}} friends",
     "path": "Hi {{user.name}}!", "number": "{{n, number}}",
     "currency": "{{n, currency(EUR)}}", "date": "{{n, datetime}}",
     "ref": "$t(plain)", "refcount": "$t(k, {\"count\": 3})",
     "refvar": "$t(k, {\"count\": {{n}}})", "three": "<$t(two)>",
     "two": "<$t(one)>", "one": "<$t(k, {\"count\": 3})>",
     "list": ["one", "two", "three"], "sprintf": "%s of %d",
     "i_interval": "(1)[one];(2-7)[a few];(7-inf)[a lot];"});

#define V(name, key, base, ...)                                                \
    {name,                                                                     \
     PLAIN,                                                                    \
     VIEW,                                                                     \
     key,                                                                      \
     NULL,                                                                     \
     {__VA_ARGS__},                                                            \
     sizeof((calque_arg[]){__VA_ARGS__}) / sizeof(calque_arg),                 \
     base}

static const struct row ROWS[] = {
    {"plain", PLAIN, VIEW, "plain", NULL, {{0}}, 0, NULL},
    V("variable", "v", NULL, TEXT("name", "Alice")),
    V("plural", "k", NULL, INT("count", 5)),
    {"ns:key", PLAIN, VIEW, "common:plain", NULL, {{0}}, 0, "plain"},
    V("ns", "plain", "plain", TEXT("ns", "common")),
    V("lng", "plain", "plain", TEXT("lng", "de")),
    V("plural, lng", "k", "plural", TEXT("lng", "de"), INT("count", 5)),
    V("list of ns", "plain", "plain", JSON("ns", "[\"common\", \"other\"]")),
    V("list of fallbackLng", "plain", "plain", TEXT("lng", "de"),
      JSON("fallbackLng", "[\"fr\", \"en\"]")),
    V("defaultValue, found", "plain", "plain", TEXT("defaultValue", "Save")),
    V("defaultValue, missing", "none", "plain", TEXT("defaultValue", "Save")),
    V("ordinal", "k", "plural", INT("count", 5), TRUTH("ordinal", 1)),
    V("count, double", "k", "plural", DOUBLE("count", 5)),
    V("count, double with fraction", "k", "plural", DOUBLE("count", 2.5)),
    V("count, decimal", "k", "plural", DECIMAL("count", "1.0")),
    V("context with count", "f", "plural", TEXT("context", "male"),
      INT("count", 5)),
    V("context without a form", "plain", "plain", TEXT("context", "male")),
    V("keySeparator: false", "plain", "plain", TRUTH("keySeparator", 0)),
    V("{{user.name}}", "path", "plural", JSON("user", "{\"name\": \"Alice\"}")),
    V("{{user.name}}, not given", "path", "plural", TEXT("name", "Alice")),
    V("{{- x}}", "raw", "plural", TEXT("name", "Alice")),
    V("value beyond ASCII", "v", "plural", TEXT("name", "Zoë")),
    V("value to escape", "v", "plural", TEXT("name", "<Alice>")),
    V("{{n, number}}", "number", "plain", INT("n", 1234567)),
    V("{{n, currency(EUR)}}", "currency", "plain", INT("n", 1234567)),
    V("{{n, datetime}}", "date", "plain", INT("n", 1234567000000)),
    {"reference", PLAIN, VIEW, "ref", NULL, {{0}}, 0, NULL},
    {"reference with options",
     PLAIN,
     VIEW,
     "refcount",
     NULL,
     {{0}},
     0,
     "plain"},
    V("variable in the options", "refvar", "plain", INT("n", 3)),
    {"references, three deep", PLAIN, VIEW, "three", NULL, {{0}}, 0, "plain"},
    V("joined array", "list", "plain", TEXT("joinArrays", ", ")),
    V("sprintf", "sprintf", "plain", TEXT("postProcess", "sprintf"),
      JSON("sprintf", "[\"one\", 2]")),
    V("interval", "i_interval", "plain", TEXT("postProcess", "interval"),
      INT("count", 3)),
    {"missing", PLAIN, VIEW, "none", NULL, {{0}}, 0, "plain"},
    V("missing, with a variable", "none", "missing", TEXT("name", "Alice")),
    {"missing, saveMissing", SAVING, VIEW, "none", NULL, {{0}}, 0, "plain"},
    {"plain, saveMissing", SAVING, VIEW, "plain", NULL, {{0}}, 0, "plain"},
    {"plain, other keys have a colon",
     COLON,
     VIEW,
     "plain",
     NULL,
     {{0}},
     0,
     "plain"},
    V("16 arguments", "v", NULL, SIXTEEN),
    V("17 arguments", "v", "16 arguments", SIXTEEN, INT("p", 1)),
    {"no view: plain", PLAIN, TRANSLATOR, "plain", NULL, {{0}}, 0, NULL},
    {"no view: ns:key",
     PLAIN,
     TRANSLATOR,
     "common:plain",
     NULL,
     {{0}},
     0,
     "no view: plain"},
    {"no view: lng",
     PLAIN,
     TRANSLATOR,
     "plain",
     NULL,
     {TEXT("lng", "de")},
     1,
     "no view: plain"},
    {"JSON: plain", PLAIN, AS_JSON, "plain", NULL, {{0}}, 0, "no view: plain"},
    {"JSON: plural",
     PLAIN,
     AS_JSON,
     "k",
     "{\"count\": 5}",
     {{0}},
     0,
     "no view: plain"},
    {"JSON: variable",
     PLAIN,
     AS_JSON,
     "v",
     "{\"name\": \"Alice\"}",
     {{0}},
     0,
     "no view: plain"},
    {"v3: plain", OLD_3, VIEW, "plain", NULL, {{0}}, 0, "plain"},
    {"v3: variable",
     OLD_3,
     VIEW,
     "v",
     NULL,
     {TEXT("name", "Alice")},
     1,
     "variable"},
    {"v3: plural", OLD_3, VIEW, "k", NULL, {INT("count", 5)}, 1, "plural"},
    {"v1: variable",
     OLD_1,
     VIEW,
     "v",
     NULL,
     {TEXT("name", "Alice")},
     1,
     "variable"},
    {"v1: plural", OLD_1, VIEW, "k", NULL, {INT("count", 5)}, 1, "plural"},
    {"ios: variable",
     IOS,
     VIEW,
     "v",
     NULL,
     {TEXT("name", "Alice")},
     1,
     "variable"},
    {"ios: plural", IOS, VIEW, "k", NULL, {INT("count", 5)}, 1, "plural"},
};

static struct {
    calque_translator *translators[TRANSLATORS];
    calque_view *views[TRANSLATORS];
    double ns[COUNT_OF(ROWS)];
} stage;

static volatile size_t kept;

static void require(calque_status status, calque_error *error) {
    if (status == CALQUE_OK) return;
    fprintf(stderr, "%s\n", calque_error_message(error));
    exit(1);
}

static void add(calque_translator *translator, const char *lng, const char *ns,
                const char *json) {
    calque_error *error = NULL;
    require(calque_translator_add_resource_bundle(translator, lng, CALQUE_NTS,
                                                  ns, CALQUE_NTS, json,
                                                  CALQUE_NTS, 0, &error),
            error);
}

static void open_translator(enum translator place, calque_format format,
                            const char *options, const char *json) {
    calque_error *error = NULL;
    calque_translator *translator = NULL;
    require(calque_translator_create(format, options, CALQUE_NTS, NULL,
                                     &translator, &error),
            error);
    add(translator, "en", "translation", json);
    add(translator, "en", "common", json);
    add(translator, "de", "translation", json);
    require(calque_view_create(translator, "en", CALQUE_NTS, NULL, 0, NULL, 0,
                               &stage.views[place], &error),
            error);
    stage.translators[place] = translator;
}

static void open_stage(void) {
    static const char old[] =
        CALQUE_JSON(
        {"plain": "Save", "v": "Hi {{name}}!", "k": "{{count}} file",
         "k_plural": "{{count}} files"});
    static const char older[] =
        CALQUE_JSON(
        {"plain": "Save", "v": "Hi __name__!", "k": "__count__ file",
         "k_plural": "__count__ files"});
    open_translator(PLAIN, CALQUE_FORMAT_V4, "{\"lng\": \"en\"}", CATALOG);
    open_translator(COLON, CALQUE_FORMAT_V4, "{\"lng\": \"en\"}",
                    "{\"plain\": \"Save\", \"Really: all?\": \"x\"}");
    open_translator(SAVING, CALQUE_FORMAT_V4,
                    "{\"lng\": \"en\", \"saveMissing\": true}", CATALOG);
    open_translator(OLD_3, CALQUE_FORMAT_V3, "{\"lng\": \"en\"}", old);
    open_translator(OLD_1, CALQUE_FORMAT_V1, "{\"lng\": \"en\"}", older);
    open_translator(IOS, CALQUE_FORMAT_IOS, "{\"lang\": \"en\"}", older);
}

static calque_status call(const struct row *row, char *buffer, size_t *length) {
    calque_view *view = stage.views[row->translator];
    calque_translator *translator = stage.translators[row->translator];
    const calque_arg *args = row->count > 0 ? row->args : NULL;
    calque_string string = {0};
    calque_status status;
    *length = 0;
    switch (row->door) {
    case VIEW:
        return calque_view_translate(view, row->key, CALQUE_NTS, args,
                                     row->count, buffer, BUFFER, length);
    case TRANSLATOR:
        return calque_translator_translate(translator, row->key, CALQUE_NTS,
                                           args, row->count, buffer, BUFFER,
                                           length);
    default:
        status = calque_translator_translate_json(
            translator, row->key, CALQUE_NTS, row->options, CALQUE_NTS,
            CALQUE_RESULT_TEXT, &string, NULL);
        if (string.length < BUFFER) memcpy(buffer, string.data, string.length);
        buffer[string.length] = 0;
        calque_string_dispose(&string);
        return status;
    }
}

static double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double timed(const struct row *row) {
    char buffer[BUFFER];
    size_t length;
    double start = nanoseconds();
    for (int at = 0; at < CALLS; at += 1) {
        call(row, buffer, &length);
        kept += length;
    }
    return (nanoseconds() - start) / CALLS;
}

/* A name that callgrind counts in. */
__attribute__((noinline)) static void operation_general(const struct row *row) {
    char buffer[BUFFER];
    size_t length;
    call(row, buffer, &length);
    kept += length;
}

/* Each row and the one that it is a multiple of. */
static int list(void) {
    for (size_t at = 0; at < COUNT_OF(ROWS); at += 1) {
        printf("%s|%s\n", ROWS[at].name, ROWS[at].base ? ROWS[at].base : "");
    }
    return 0;
}

/* Each row once, when caches of the library have what it needs. */
static void count_once(void) {
    for (size_t at = 0; at < COUNT_OF(ROWS); at += 1) {
        char buffer[BUFFER];
        size_t length;
        call(ROWS + at, buffer, &length);
        call(ROWS + at, buffer, &length);
        operation_general(ROWS + at);
    }
}

static double base_of(const struct row *row) {
    for (size_t at = 0; row->base != NULL && at < COUNT_OF(ROWS); at += 1) {
        if (strcmp(ROWS[at].name, row->base) == 0) return stage.ns[at];
    }
    return 0;
}

static void close_stage(void) {
    for (size_t at = 0; at < TRANSLATORS; at += 1) {
        calque_view_release(stage.views[at]);
        calque_translator_release(stage.translators[at]);
    }
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0) return list();
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 20;
    open_stage();
    if (argc == 2 && strcmp(argv[1], "--once") == 0) {
        count_once();
        close_stage();
        return 0;
    }
    for (long round = 0; round <= rounds; round += 1) {
        for (size_t at = 0; at < COUNT_OF(ROWS); at += 1) {
            double ns = timed(ROWS + at);
            if (round == 0 || ns < stage.ns[at]) stage.ns[at] = ns;
        }
    }
    printf("| call | ns | multiple | of |\n|---|--:|--:|---|\n");
    for (size_t at = 0; at < COUNT_OF(ROWS); at += 1) {
        char buffer[BUFFER] = "";
        size_t length;
        calque_status status = call(ROWS + at, buffer, &length);
        double base = base_of(ROWS + at);
        printf("| %s | %.1f |", ROWS[at].name, stage.ns[at]);
        if (base > 0)
            printf(" %.1f | %s |", stage.ns[at] / base, ROWS[at].base);
        else
            printf(" | |");
        printf(argc > 2 ? " %d %s\n" : "\n", (int)status, buffer);
    }
    close_stage();
    return 0;
}
