/*
 * i18next-ios, as its own documentation shows it.
 *
 * usage: i18next_ios URL of a server with the folder `locales`
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <calque.h>
#include <calque/http.h>

static calque_translator *i18n;

static void fail(calque_error *error) {
    fprintf(stderr, "%s\n", error ? calque_error_message(error) : "failed");
    exit(EXIT_FAILURE);
}

/* Options with resources; nothing else is loaded. */
static void load(const char *options) {
    calque_error *error = NULL;
    if (calque_translator_set_options(i18n, options, CALQUE_NTS, &error) !=
        CALQUE_OK) {
        fail(error);
    }
}

/* A text in the buffer of this function. */
static const char *translated(const char *key, const calque_arg *args,
                              size_t count) {
    static char text[128];
    calque_translator_translate(i18n, key, CALQUE_NTS, args, count, text,
                                sizeof text, NULL);
    return text;
}

static void show(const char *key) { puts(translated(key, NULL, 0)); }

static void show_with(const char *key, calque_arg argument) {
    puts(translated(key, &argument, 1));
}

static void show_namespaces(void) {
    load(CALQUE_JSON({"lang": "en-US",
        "namespaces": ["namespace1", "namespace2", "namespace3"],
        "defaultNamespace": "namespace1",
        "resourcesStore": {"en": {
            "namespace1": {"key1": "value of key 1 - ns1"},
            "namespace2": {"keys": {"2": "value of key 2",
                                    "3": "value of key 3"}}}}}));
    calque_string json = {0};
    show("key1");
    show("keys.2");
    show("namespace2:keys.2");
    show("namespace2:keys.3");
    calque_translator_translate_json(
        i18n, CALQUE_JSON(["notExists", "key1"]), CALQUE_NTS, NULL, 0,
                          CALQUE_RESULT_TEXT, &json, NULL);
    puts(json.data);
    calque_string_dispose(&json);
    load(CALQUE_JSON({"lang": "en-US",
        "namespaces": ["namespace1", "namespace2", "namespace3"],
        "fallbackNamespaces": ["namespace1", "namespace2"],
        "resourcesStore": {"en": {
            "namespace1": {"key1": "value of key 1 - ns1"},
            "namespace2": {"key1": "value of key 1 - ns2",
                           "key2": "value of key 2 - ns2"},
            "namespace3": {"keys": {"2": "value of key 2"}}}}}));
    show("namespace3:key1");
    show("namespace3:key2");
}

/* null falls back, or is empty. */
static void show_null(void) {
    load(CALQUE_JSON({"lang": "en-US", "fallbackOnNull": true,
        "resourcesStore": {"dev": {"translation": {"key1": "fallback"}},
                           "en": {"translation": {"key1": null}}}}));
    show("key1");
    load(CALQUE_JSON({"lang": "en-US", "fallbackOnNull": false,
        "resourcesStore": {"dev": {"translation": {"key1": "fallback"}},
                           "en": {"translation": {"key1": null}}}}));
    printf("'%s'\n", translated("key1", NULL, 0));
}

/* Arrays are lines; a default value; nesting; variables; sprintf; plurals;
 * context. */
static void show_features(void) {
    load(CALQUE_JSON({"lang": "en-US", "resourcesStore": {
        "en-US": {"translation": {
            "lines": ["line1", "line2", "line3"], "nesting3": "3",
            "vars": "__myVar__ are important",
            "letters": "The first 4 letters of the english alphabet are: %s, %s, %s and %s",
            "child": "__count__ child", "child_plural": "__count__ children",
            "friend": "A friend", "friend_male": "A boyfriend",
            "friend_female": "A girlfriend"}},
        "en": {"translation": {
            "nesting2": "2 $t(nesting3)",
            "girlsAndBoys": "$t(girls, {\"count\": __girls__}) and __count__ boy",
            "girlsAndBoys_plural": "$t(girls, {\"count\": __girls__}) and __count__ boys",
            "girls": "__count__ girl", "girls_plural": "__count__ girls"}},
        "dev": {"translation": {"nesting1": "1 $t(nesting2)"}}}}));
    char lines[128];
    strcpy(lines, translated("lines", NULL, 0));
    for (char *each = lines; *each; each += 1) {
        if (*each == '\n') *each = '|';
    }
    puts(lines);
    show_with("key", (calque_arg)CALQUE_ARG_TEXT("defaultValue", "my text"));
    show("nesting1");
    calque_arg both[] = {
        CALQUE_ARG_INT("count", 2),
        CALQUE_ARG_JSON("variables", CALQUE_JSON({"girls": "3"}))};
    puts(translated("girlsAndBoys", both, 2));
    show_with("vars", (calque_arg)CALQUE_ARG_JSON(
                          "variables", CALQUE_JSON({"myVar": "variables"})));
    show_with("letters", (calque_arg)CALQUE_ARG_JSON(
                             "sprintf", CALQUE_JSON(["a", "b", "c", "d"])));
    show_with("child", (calque_arg)CALQUE_ARG_INT("count", 0));
    show_with("child", (calque_arg)CALQUE_ARG_INT("count", 1));
    show_with("child", (calque_arg)CALQUE_ARG_INT("count", 5));
    show_with("friend", (calque_arg)CALQUE_ARG_INT("count", 0));
    show_with("friend", (calque_arg)CALQUE_ARG_TEXT("context", "male"));
    show_with("friend", (calque_arg)CALQUE_ARG_TEXT("context", "female"));
}

/* Arabic has six plural forms. */
static void show_arabic(void) {
    static const int counts[] = {0, 1, 2, 3, 4, 104, 11, 99, 199, 100};
    load(CALQUE_JSON({"lang": "ar", "resourcesStore": {"ar": {"translation": {
        "key": "singular", "key_plural_0": "zero", "key_plural_2": "two",
        "key_plural_3": "few", "key_plural_11": "many",
        "key_plural_100": "plural"}}}}));
    for (size_t each = 0; each < 10; each += 1) {
        calque_arg count = CALQUE_ARG_INT("count", counts[each]);
        printf("%s%s", each == 0 ? "" : " ", translated("key", &count, 1));
    }
    puts("");
}

/* From a server: en-US, en and dev, one file each. A translator that is to load
 * over the network is given a transport when it is made. */
static void show_remote(const char *server) {
    calque_http *http = NULL;
    calque_error *error = NULL;
    calque_transport transport = {.struct_size = sizeof transport};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    calque_translator *shared = i18n;
    char options[256];
    snprintf(options, sizeof options,
             "{\"lang\": \"en-US\", \"resourcesBaseURL\": \"%s\","
             " \"resourcesGetPathTemplate\": \"locales/__lng__/__ns__.json\"}",
             server);
    if (calque_http_create(NULL, 0, &http, &error) != CALQUE_OK ||
        calque_http_transport(http, &transport) != CALQUE_OK ||
        calque_translator_create(CALQUE_FORMAT_IOS, options, CALQUE_NTS, &host,
                                 &i18n, &error) != CALQUE_OK ||
        calque_translator_load(i18n, NULL, 0, NULL, &error) != CALQUE_OK) {
        fail(error);
    }
    show("key");
    show("other");
    show("last");
    calque_translator_release(i18n);
    calque_http_release(http);
    i18n = shared;
}

/* From the lproj folders of a bundle, before the call returns. */
static void show_bundle(void) {
    load(CALQUE_JSON({"lang": "en", "fallbackLang": null,
        "loadFromLanguageBundles": true, "languageBundlesPath": ".",
        "loadFromLocalCache": true, "localCachePath": "cache",
        "synchronousLocalLoad": true}));
    show("key");
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
    i18n = calque_translator_shared();
    load(CALQUE_JSON({"lang": "en-US", "resourcesStore": {
        "dev": {"translation": {"key": "value"}},
        "en": {"translation": {"key": "value"}},
        "en-US": {"translation": {"key": "value"}}}}));
    show("key");
    show_namespaces();
    show_null();
    show_features();
    show_arabic();
    show_remote(arguments[1]);
    show_bundle();

    /* Another instance in place of the shared one. */
    calque_translator_set_shared(NULL);
    calque_translator_release(i18n);
    i18n = calque_translator_shared();
    show("key");
    calque_translator_release(i18n);
    return 0;
}
