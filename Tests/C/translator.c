/* translator.h and resources.h: creating, resources, languages */
#include "fixture.h"

#include <stdlib.h>
#include <unistd.h>

static const char *const BASICS = CALQUE_JSON({
    "lng": "en",
    "fallbackLng": "en",
    "resources": {"en": {"translation": {"hello": "Hello", "a": {"b": "deep"}}}}
});

static void creation_checks_its_arguments(void) {
    calque_translator *made = NULL;
    const struct {
        calque_format format;
        const char *options;
        size_t length;
        calque_status status;
    } cases[] = {
        {CALQUE_FORMAT_IOS, NULL, 0, CALQUE_OK},
        {CALQUE_FORMAT_V1, "{}", CALQUE_NTS, CALQUE_OK},
        {CALQUE_FORMAT_V2, "{} beyond", 2, CALQUE_OK},
        {CALQUE_FORMAT_V3, NULL, CALQUE_NTS, CALQUE_OK},
        {CALQUE_FORMAT_V4, "\xef\xbb\xbf{}", CALQUE_NTS, CALQUE_OK},
        {CALQUE_FORMAT_V4, "{\"unknownName\": [1]}", CALQUE_NTS, CALQUE_OK},
        {0, "{}", CALQUE_NTS, CALQUE_INVALID_ARGUMENT},
        {6, "{}", CALQUE_NTS, CALQUE_INVALID_ARGUMENT},
        {-1, "{}", CALQUE_NTS, CALQUE_INVALID_ARGUMENT},
        {CALQUE_FORMAT_V4, "{", CALQUE_NTS, CALQUE_INVALID_JSON},
        {CALQUE_FORMAT_V4, "{}", 1, CALQUE_INVALID_JSON},
        {CALQUE_FORMAT_V4, "[]", CALQUE_NTS, CALQUE_INVALID_TYPE},
        {CALQUE_FORMAT_V4, "{\"\xfe\": 1}", CALQUE_NTS, CALQUE_INVALID_UTF8},
        {CALQUE_FORMAT_V4, "{\"lng\": {}}", CALQUE_NTS, CALQUE_INVALID_OPTION},
        {CALQUE_FORMAT_V4, "{\"resources\": 1}", CALQUE_NTS,
         CALQUE_INVALID_OPTION},
        {CALQUE_FORMAT_V4, "{\"interpolation\": true}", CALQUE_NTS,
         CALQUE_INVALID_OPTION},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        made = NULL;
        calque_error *error = NULL;
        if (!CHECK_STATUS(cases[at].status,
                          calque_translator_create(
                              cases[at].format, cases[at].options,
                              cases[at].length, NULL, &made, &error))) {
            printf("case %zu\n", at);
        }
        CHECK((made != NULL) == (cases[at].status == CALQUE_OK));
        CHECK((error != NULL) == (cases[at].status != CALQUE_OK));
        calque_error_release(error);
        calque_translator_release(made);
    }
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_translator_create(CALQUE_FORMAT_V4, NULL, 0, NULL, NULL, NULL));
}

static void modern_translators_have_modern_formats(void) {
    const calque_format formats[] = {CALQUE_FORMAT_IOS, CALQUE_FORMAT_V1,
                                     CALQUE_FORMAT_V2,  CALQUE_FORMAT_V3,
                                     CALQUE_FORMAT_V4,  6};
    for (size_t at = 0; at < COUNT_OF(formats); at += 1) {
        bool is_modern = at >= 2 && at <= 4;
        calque_translator *made = NULL, *clone = NULL;
        calque_error *error = NULL;
        CHECK_STATUS(is_modern ? CALQUE_OK : CALQUE_INVALID_ARGUMENT,
                     calque_translator_create_modern(
                         formats[at], BASICS, CALQUE_NTS, NULL, &made, &error));
        CHECK((made != NULL) == is_modern && (error != NULL) != is_modern);
        calque_error_release(error);
        if (made == NULL) continue;
        CHECK(calque_translator_format(made) == formats[at]);
        CHECK_TEXT("deep", text_of(made, "a.b"));
        CHECK_STATUS(CALQUE_OK, calque_translator_set_options(
                                    made, BASICS, CALQUE_NTS, NULL));
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_clone(made, NULL, 0, &clone, NULL));
        CHECK_TEXT("Hello", text_of(clone, "hello"));
        calque_translator_release(clone);
        calque_translator_release(made);
    }
}

static void every_call_lets_null_through(void) {
    calque_string text = {0};
    char buffer[8] = "x";
    size_t length = 7;
    bool exists = true;
    calque_view *view = (calque_view *)&text;
    uint64_t number = 7;
    calque_translator *clone = (calque_translator *)&text;
    calque_translator_release(NULL);
    CHECK(calque_translator_retain(NULL) == NULL);
    CHECK(!calque_translator_has_loaded_namespace(NULL, "a", 1, NULL, 0));
    const calque_status statuses[] = {
        calque_translator_clone(NULL, NULL, 0, &clone, NULL),
        calque_translator_add_resource_bundle(NULL, "a", 1, "b", 1, "{}", 2, 0,
                                              NULL),
        calque_translator_add_file(NULL, "a", 1, "b", 1, "c", 0, NULL),
        calque_translator_add_resource(NULL, "a", 1, "b", 1, "c", 1, "1", 1, 0,
                                       NULL),
        calque_translator_add_resources(NULL, "a", 1, "b", 1, "{}", 2, 0, NULL),
        calque_translator_remove_resource_bundle(NULL, "a", 1, "b", 1, NULL),
        calque_translator_get_resource(NULL, "a", 1, "b", 1, "c", 1, &text,
                                       NULL),
        calque_translator_change_language(NULL, "a", 1, NULL),
        calque_translator_language(NULL, false, buffer, sizeof buffer, &length),
        calque_translator_language(NULL, true, buffer, sizeof buffer, &length),
        calque_translator_languages(NULL, NULL, 0, &text, NULL),
        calque_translator_options(NULL, &text, NULL),
        calque_translator_add_post_processor(NULL, "a", 1, NULL, NULL, NULL,
                                             NULL),
        calque_translator_add_formatter(NULL, "a", 1, NULL, NULL, NULL, NULL),
        calque_translator_on(NULL, "*", 1, NULL, NULL, NULL, &number, NULL),
        calque_translator_off(NULL, 1),
        calque_translator_translate(NULL, "a", 1, NULL, 0, buffer,
                                    sizeof buffer, &length),
        calque_translator_translate_json(NULL, "a", 1, NULL, 0, 0, &text, NULL),
        calque_translator_exists(NULL, "a", 1, NULL, 0, &exists, NULL),
        calque_translator_explain(NULL, "a", 1, NULL, 0, &text, NULL),
        calque_view_create(NULL, NULL, 0, NULL, 0, NULL, 0, &view, NULL),
    };
    for (size_t at = 0; at < COUNT_OF(statuses); at += 1) {
        if (!CHECK_STATUS(CALQUE_INVALID_ARGUMENT, statuses[at])) {
            printf("call %zu\n", at);
        }
    }
    CHECK(clone == NULL && view == NULL && number == 0 && !exists);
    CHECK(text.data == NULL && length == 0);
    CHECK_TEXT("", buffer);
}

static void bundles_merge_as_their_flags_say(void) {
    const struct {
        uint32_t flags;
        const char *tree, *all;
    } cases[] = {
        {0,
         CALQUE_JSON({"hello": "Hi", "c": "new"}),
                     "{\"hello\":\"Hi\",\"a\":{\"b\":\"deep\"},\"c\":\"new\"}"},
         {0, CALQUE_JSON({"a": {"x": "1"}}),
                          "{\"hello\":\"Hello\",\"a\":{\"x\":\"1\"}}"},
          {CALQUE_BUNDLE_DEEP,
           CALQUE_JSON({"hello": "Hi", "a": {"b": "2", "x": "1"}}),
                "{\"hello\":\"Hello\",\"a\":{\"b\":\"deep\",\"x\":\"1\"}}"},
           {CALQUE_BUNDLE_DEEP | CALQUE_BUNDLE_OVERWRITE,
            CALQUE_JSON({"hello": "Hi", "a": {"b": "2", "x": "1"}}),
                         "{\"hello\":\"Hi\",\"a\":{\"b\":\"2\",\"x\":\"1\"}}"},
            {CALQUE_BUNDLE_DEEP | CALQUE_BUNDLE_OVERWRITE,
             CALQUE_JSON({"__proto__": {"p": "1"}, "constructor": {"p": "1"}}),
                          "{\"hello\":\"Hello\",\"a\":{\"b\":\"deep\"}}"},
            };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_translator *translator = translator_with(BASICS, NULL);
        calque_string json = {0};
        CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                    translator, "en", CALQUE_NTS, "translation",
                                    CALQUE_NTS, cases[at].tree, CALQUE_NTS,
                                    cases[at].flags, NULL));
        CHECK_STATUS(CALQUE_OK, calque_translator_get_resource(
                                    translator, "en", CALQUE_NTS, "translation",
                                    CALQUE_NTS, NULL, 0, &json, NULL));
        CHECK_TEXT(cases[at].all, json.data);
        calque_string_dispose(&json);
        calque_translator_release(translator);
    }
}

static void a_failed_load_changes_nothing(void) {
    const struct {
        const char *tree;
        size_t length;
        calque_status status;
    } cases[] = {
        {"{\"hello\": \"gone\"", CALQUE_NTS, CALQUE_INVALID_JSON},
        {"{\"hello\": \"gone\"} x", CALQUE_NTS, CALQUE_INVALID_JSON},
        {"{\"hello\": \"gone\xc0\x80\"}", CALQUE_NTS, CALQUE_INVALID_UTF8},
        {"[\"gone\"]", CALQUE_NTS, CALQUE_INVALID_TYPE},
        {"\"gone\"", CALQUE_NTS, CALQUE_INVALID_TYPE},
        {"null", CALQUE_NTS, CALQUE_INVALID_TYPE},
        {"{\"hello\": \"g\0ne\"}", 18, CALQUE_INVALID_JSON},
        {NULL, 0, CALQUE_INVALID_ARGUMENT},
    };
    calque_translator *translator = translator_with(BASICS, NULL);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        if (!CHECK_STATUS(cases[at].status,
                          calque_translator_add_resource_bundle(
                              translator, "en", CALQUE_NTS, "translation",
                              CALQUE_NTS, cases[at].tree, cases[at].length, 0,
                              NULL))) {
            printf("case %zu\n", at);
        }
        CHECK_TEXT("Hello", text_of(translator, "hello"));
        CHECK_TEXT("deep", text_of(translator, "a.b"));
    }
    CHECK_STATUS(CALQUE_INVALID_UTF8,
                 calque_translator_add_resource_bundle(
                     translator, "\xff", 1, "translation", CALQUE_NTS, "{}",
                     CALQUE_NTS, 0, NULL));
    calque_translator_release(translator);
}

static void single_values_are_added_and_read(void) {
    calque_translator *translator = translator_with(BASICS, NULL);
    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_resource(
                     translator, "en", CALQUE_NTS, "translation", CALQUE_NTS,
                     "a.c", CALQUE_NTS, "\"set\"", CALQUE_NTS, 0, NULL));
    CHECK_TEXT("set", text_of(translator, "a.c"));
    CHECK_STATUS(
        CALQUE_OK,
        calque_translator_add_resources(
            translator, "en", CALQUE_NTS, "translation", CALQUE_NTS,
            CALQUE_JSON({"m": "M", "n": 1, "l": ["x"]}), CALQUE_NTS, 0, NULL));
    CHECK_TEXT("M", text_of(translator, "m"));
    CHECK_TEXT("n", text_of(translator, "n"));
    CHECK_STATUS(CALQUE_OK, calque_translator_get_resource(
                                translator, "en", CALQUE_NTS, "translation",
                                CALQUE_NTS, "l", CALQUE_NTS, &json, NULL));
    CHECK_TEXT("[\"x\"]", json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_translator_get_resource(
                     translator, "en", CALQUE_NTS, "translation", CALQUE_NTS,
                     "none", CALQUE_NTS, &json, NULL));
    CHECK(json.data == NULL);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_translator_get_resource(translator, "xx", CALQUE_NTS,
                                                NULL, 0, NULL, 0, &json, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_get_resource(translator, NULL, 0, NULL, 0,
                                                NULL, 0, &json, NULL));
    CHECK(json.data != NULL && strstr(json.data, "\"deep\"") != NULL);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_OK, calque_translator_remove_resource_bundle(
                                translator, "en", CALQUE_NTS, "translation",
                                CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_translator_remove_resource_bundle(
                                       translator, "en", CALQUE_NTS,
                                       "translation", CALQUE_NTS, NULL));
    CHECK_TEXT("hello", text_of(translator, "hello"));
    calque_translator_release(translator);
}

static void prototype_names_are_plain_keys(void) {
    const char *const names[] = {"__proto__", "constructor", "toString",
                                 "hasOwnProperty", "prototype"};
    calque_translator *translator = translator_with(BASICS, NULL);
    for (size_t at = 0; at < COUNT_OF(names); at += 1) {
        char deep[64];
        snprintf(deep, sizeof deep, "a.%s.%s", names[at], names[at]);
        CHECK_TEXT(names[at], text_of(translator, names[at]));
        CHECK_TEXT(deep, text_of(translator, deep));
    }
    calque_translator_release(translator);
}

static void files_load_like_bundles(void) {
    /* The same test runs beside this one, over the static library. */
    char path[] = "translator-XXXXXX";
    calque_translator *translator = translator_with(BASICS, NULL);
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (!CHECK(file != NULL)) return;
    CHECK(fputs("\xef\xbb\xbf{\"from\": \"a file\"}", file) >= 0);
    CHECK(fclose(file) == 0);
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_file(translator, "en", CALQUE_NTS, "f",
                                            CALQUE_NTS, path, 0, NULL));
    CHECK_TEXT("a file", text_of(translator, "f:from"));
    CHECK(remove(path) == 0);
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_translator_add_file(translator, "en", CALQUE_NTS, "f",
                                            CALQUE_NTS, path, 0, NULL));
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_translator_add_file(translator, "en", CALQUE_NTS, "f",
                                            CALQUE_NTS, "/", 0, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_add_file(translator, "en", CALQUE_NTS, "f",
                                            CALQUE_NTS, NULL, 0, NULL));
    CHECK_TEXT("a file", text_of(translator, "f:from"));
    calque_translator_release(translator);
}

static void languages_change_and_fall_back(void) {
    calque_translator *translator = translator_with(CALQUE_JSON({
            "lng": "de-AT",
            "fallbackLng": "en",
            "resources": {
                "en": {"translation": {"k": "en"}},
                "de": {"translation": {"k": "de"}},
                "ar": {"translation": {"k": "ar"}}
            }
        }),
                      NULL);
    char code[16] = "";
    size_t length = 0;
    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK, calque_translator_language(translator, false, code,
                                                       sizeof code, &length));
    CHECK_TEXT("de-AT", code);
    CHECK(length == 5);
    CHECK_STATUS(CALQUE_TRUNCATED, calque_translator_language(
                                       translator, false, code, 5, &length));
    CHECK_TEXT("de-A", code);
    CHECK(length == 5);
    CHECK_STATUS(CALQUE_OK, calque_translator_language(translator, true, code,
                                                       sizeof code, NULL));
    CHECK_TEXT("de", code);
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_languages(translator, NULL, 0, &json, NULL));
    CHECK_TEXT("[\"de-AT\",\"de\",\"en\"]", json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_languages(translator, "ar", 2, &json, NULL));
    CHECK_TEXT("[\"ar\",\"en\"]", json.data);
    calque_string_dispose(&json);
    CHECK(calque_translator_dir(translator, NULL, 0) == CALQUE_LTR);
    CHECK(calque_translator_dir(translator, "ar", 2) == CALQUE_RTL);
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_change_language(translator, "ar", 2, NULL));
    CHECK_TEXT("ar", text_of(translator, "k"));
    CHECK(calque_translator_dir(translator, NULL, 0) == CALQUE_RTL);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_change_language(translator, NULL, 0, NULL));
    CHECK_TEXT("ar", text_of(translator, "k"));
    calque_translator_release(translator);
}

static void namespaces_are_known_when_loaded(void) {
    calque_translator *translator = translator_with(CALQUE_JSON({
            "lng": "en",
            "ns": ["one", "two"],
            "resources": {"en": {"one": {"k": "1"}, "two": {"k": "2"}}}
        }), NULL);
    CHECK(calque_translator_has_loaded_namespace(translator, "one", CALQUE_NTS,
                                                 NULL, 0));
    CHECK_TEXT("1", text_of(translator, "k"));
    CHECK_TEXT("2", text_of(translator, "two:k"));
    CHECK_STATUS(CALQUE_OK, calque_translator_set_default_namespace(
                                translator, "two", CALQUE_NTS, NULL));
    CHECK_TEXT("2", text_of(translator, "k"));
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_set_default_namespace(
                     translator, "[\"none\", \"one\"]", CALQUE_NTS, NULL));
    CHECK_TEXT("1", text_of(translator, "k"));
    calque_translator_release(translator);
}

static void a_clone_has_a_language_of_its_own(void) {
    calque_translator *translator = translator_with(CALQUE_JSON({
            "lng": "en",
            "resources": {
                "en": {"translation": {"k": "en"}},
                "de": {"translation": {"k": "de"}}
            }
        }),
         NULL);
    calque_translator *clone = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_clone(translator, "{\"lng\": \"de\"}",
                                         CALQUE_NTS, &clone, NULL));
    CHECK_TEXT("en", text_of(translator, "k"));
    CHECK_TEXT("de", text_of(clone, "k"));
    CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                translator, "de", 2, "translation", CALQUE_NTS,
                                "{\"k\": \"neu\"}", CALQUE_NTS, 0, NULL));
    CHECK_TEXT("neu", text_of(clone, "k"));
    calque_translator_release(translator);
    CHECK_TEXT("neu", text_of(clone, "k"));
    calque_translator_release(clone);
}

int main(void) {
    creation_checks_its_arguments();
    modern_translators_have_modern_formats();
    every_call_lets_null_through();
    bundles_merge_as_their_flags_say();
    a_failed_load_changes_nothing();
    single_values_are_added_and_read();
    prototype_names_are_plain_keys();
    files_load_like_bundles();
    languages_change_and_fall_back();
    namespaces_are_known_when_loaded();
    a_clone_has_a_language_of_its_own();
    return check_end();
}
