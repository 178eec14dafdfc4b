/*
 * One operation of the translator after another, each in a function of its own
 * whose name begins with `operation_`: tools/checks/check_speed.py has
 * callgrind count the instructions of each.
 *
 * usage: operations --list | OPERATION [ROUNDS]
 */
#include <string.h>

#include <calque.h>

#include "catalog.h"
#include "memory.h"

#define MESSAGES 500
#define BUFFER 1024
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static struct {
    struct catalog catalog;
    calque_translator *translator;
    calque_view *english;
    calque_view *escaped;
    calque_view *arabic;
    calque_view *chain;
    calque_plural_rule rule;
    char missing[MESSAGES][32];
} stage;

/* Results go here, so that the compiler cannot leave out the work. */
static volatile size_t kept;

static void translate(const calque_view *view, const char *key,
                      const calque_arg *args, size_t count) {
    char buffer[BUFFER];
    size_t length;
    calque_view_translate(view, key, CALQUE_NTS, args, count, buffer, BUFFER,
                          &length);
    kept += length;
}

/* Calls `call` for each message of a kind. */
#define OPERATION(name, kind, call)                                            \
    __attribute__((noinline)) static void operation_##name(void) {             \
        for (size_t at = 0; at < MESSAGES; at += 1) {                          \
            if (catalog_kind(at) != (kind)) continue;                          \
            const char *key = stage.catalog.keys[at];                          \
            (void)key;                                                         \
            call;                                                              \
        }                                                                      \
    }

static void translate_name(const calque_view *view, const char *key) {
    const calque_arg name = CALQUE_ARG_TEXT("name", "Alice");
    translate(view, key, &name, 1);
}

static void translate_count(const calque_view *view, const char *key,
                            int64_t number) {
    const calque_arg count = CALQUE_ARG_INT("count", number);
    translate(view, key, &count, 1);
}

static void translate_context(const char *key, const char *context) {
    const calque_arg arg = CALQUE_ARG_TEXT("context", context);
    translate(stage.english, key, &arg, 1);
}

static void find_category(size_t number) {
    static const char *const texts[] = {"0", "1", "17", "1.5"};
    calque_plural category;
    calque_plural_category("ru", CALQUE_NTS, texts[number % 4], CALQUE_NTS,
                           CALQUE_PLURAL_CARDINAL, &category, NULL);
    kept += (size_t)category;
}

static void translate_without_view(const char *key) {
    char buffer[BUFFER];
    size_t length;
    calque_translator_translate(stage.translator, key, CALQUE_NTS, NULL, 0,
                                buffer, BUFFER, &length);
    kept += length;
}

OPERATION(plain, MESSAGE_PLAIN, translate(stage.english, key, NULL, 0))
OPERATION(variable, MESSAGE_VARIABLE, translate_name(stage.english, key))
OPERATION(escaped, MESSAGE_VARIABLE, translate_name(stage.escaped, key))
OPERATION(plural_en, MESSAGE_PLURAL,
          translate_count(stage.english, key, (int64_t)at % 201))
OPERATION(plural_ar, MESSAGE_PLURAL,
          translate_count(stage.arabic, key, (int64_t)at % 201))
OPERATION(plural_category, MESSAGE_PLURAL, find_category(at / 10))
OPERATION(plural_rule, MESSAGE_PLURAL,
          kept += (size_t)calque_plural_rule_select(stage.rule, (int64_t)at))
OPERATION(nested, MESSAGE_NESTED, translate(stage.english, key, NULL, 0))
OPERATION(context, MESSAGE_CONTEXT,
          translate_context(key, CONTEXTS[at / 20 % 2]))
OPERATION(missing, MESSAGE_PLAIN,
          translate(stage.english, stage.missing[at], NULL, 0))
OPERATION(chain, MESSAGE_PLAIN, translate(stage.chain, key, NULL, 0))
OPERATION(missing_in_chain, MESSAGE_PLAIN,
          translate(stage.chain, stage.missing[at], NULL, 0))
OPERATION(without_view, MESSAGE_PLAIN, translate_without_view(key))

static const struct {
    const char *name;
    enum message_kind kind;
    void (*run)(void);
} OPERATIONS[] = {
    {"plain", MESSAGE_PLAIN, operation_plain},
    {"variable", MESSAGE_VARIABLE, operation_variable},
    {"escaped", MESSAGE_VARIABLE, operation_escaped},
    {"plural_en", MESSAGE_PLURAL, operation_plural_en},
    {"plural_ar", MESSAGE_PLURAL, operation_plural_ar},
    {"plural_category", MESSAGE_PLURAL, operation_plural_category},
    {"plural_rule", MESSAGE_PLURAL, operation_plural_rule},
    {"nested", MESSAGE_NESTED, operation_nested},
    {"context", MESSAGE_CONTEXT, operation_context},
    {"missing", MESSAGE_PLAIN, operation_missing},
    {"chain", MESSAGE_PLAIN, operation_chain},
    {"missing_in_chain", MESSAGE_PLAIN, operation_missing_in_chain},
    {"without_view", MESSAGE_PLAIN, operation_without_view},
};

/* Each operation and how many messages it translates. */
static int list(void) {
    for (size_t at = 0; at < COUNT_OF(OPERATIONS); at += 1) {
        size_t count = 0;
        for (size_t message = 0; message < MESSAGES; message += 1) {
            count += catalog_kind(message) == OPERATIONS[at].kind;
        }
        printf("%s %zu\n", OPERATIONS[at].name, count);
    }
    return 0;
}

/* The stage */

static void require(calque_status status, calque_error *error) {
    if (status == CALQUE_OK) return;
    fprintf(stderr, "%s\n", calque_error_message(error));
    exit(1);
}

static void add_bundle(calque_translator *translator, const char *lng,
                       enum catalog_language language,
                       struct selection selection) {
    calque_error *error = NULL;
    char *json = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&json, &length);
    if (file == NULL) exit(1);
    catalog_write_json(&stage.catalog, language, selection, file);
    fclose(file);
    require(calque_translator_add_resource_bundle(translator, lng, CALQUE_NTS,
                                                  "translation", CALQUE_NTS,
                                                  json, length, 0, &error),
            error);
    free(json);
}

static calque_translator *open_translator(const char *options) {
    calque_error *error = NULL;
    calque_translator *translator = NULL;
    require(calque_translator_create(CALQUE_FORMAT_V4, options, CALQUE_NTS,
                                     NULL, &translator, &error),
            error);
    return translator;
}

static calque_view *open_view(calque_translator *translator, const char *lngs) {
    calque_error *error = NULL;
    calque_view *view = NULL;
    require(calque_view_create(translator, lngs, CALQUE_NTS, NULL, 0, NULL, 0,
                               &view, &error),
            error);
    return view;
}

static void open_stage(void) {
    static const struct selection all = {1, 0};
    static const struct selection first = {4, 0};
    static const struct selection second = {4, 1};
    stage.catalog = catalog_create(MESSAGES);
    stage.translator = open_translator(
        CALQUE_JSON({"lng": "en", "interpolation": {"escapeValue": false}}));
    add_bundle(stage.translator, "en", LANGUAGE_EN, all);
    add_bundle(stage.translator, "ar", LANGUAGE_AR, all);
    add_bundle(stage.translator, "de", LANGUAGE_EN, first);
    add_bundle(stage.translator, "fr", LANGUAGE_EN, second);
    stage.english = open_view(stage.translator, "en");
    stage.arabic = open_view(stage.translator, "ar");
    stage.chain = open_view(stage.translator, "[\"de\", \"fr\", \"en\"]");
    calque_plural_rule_find("ru", CALQUE_NTS, CALQUE_PLURAL_CARDINAL,
                            &stage.rule, NULL);
    calque_translator *escaping = open_translator(CALQUE_JSON({"lng": "en"}));
    add_bundle(escaping, "en", LANGUAGE_EN, all);
    stage.escaped = open_view(escaping, "en");
    calque_translator_release(escaping);
    for (size_t at = 0; at < MESSAGES; at += 1) {
        const char *key = stage.catalog.keys[at];
        memcpy(stage.missing[at], key, sizeof stage.missing[at]);
        stage.missing[at][0] = 'x';
    }
}

static void close_stage(void) {
    calque_view_release(stage.english);
    calque_view_release(stage.escaped);
    calque_view_release(stage.arabic);
    calque_view_release(stage.chain);
    calque_translator_release(stage.translator);
    catalog_free(&stage.catalog);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0) return list();
    if (argc < 2) {
        fprintf(stderr, "usage: %s --list | OPERATION [ROUNDS]\n", argv[0]);
        return 2;
    }
    long rounds = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
    open_stage();
    for (size_t at = 0; at < COUNT_OF(OPERATIONS); at += 1) {
        if (strcmp(argv[1], OPERATIONS[at].name) != 0) continue;
        for (long round = 0; round < rounds; round += 1)
            OPERATIONS[at].run();
    }
    close_stage();
    return 0;
}
