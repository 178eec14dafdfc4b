/* catalog.h */
#include "folder.h"

#include "fixture.h"

static const char *const RESOURCES = CALQUE_JSON({
    "en": {
        "translation": {
            "plain": "plain",
            "who": "Hello {{name}}!",
            "both": "$t(plain) text",
            "file_one": "{{count}} file",
            "file_other": "{{count}} files",
            "menu": {"open": "Open", "list": ["a", 1, null]}
        },
        "other": {"plain": "other plain"}
    },
    "de": {"translation": {"plain": "schlicht"}}
});

static const char *const OPTIONS = CALQUE_JSON({"lng": "en", "fallbackLng": "en"});

static calque_string compiled(calque_format format, const char *options) {
    calque_string bytes = {0};
    CHECK_STATUS(CALQUE_OK,
                 calque_catalog_compile(format, options, CALQUE_NTS, RESOURCES,
                                        CALQUE_NTS, &bytes, NULL));
    return bytes;
}

static calque_catalog *opened(const calque_string *bytes) {
    calque_catalog *catalog = NULL;
    CHECK_STATUS(CALQUE_OK, calque_catalog_open_memory(
                                bytes->data, bytes->length, CALQUE_CATALOG_COPY,
                                NULL, NULL, &catalog, NULL));
    return catalog;
}

static size_t added(calque_translator *translator,
                    const calque_catalog *catalog, const char *lngs,
                    uint32_t flags) {
    size_t in_place = 99;
    CHECK_STATUS(CALQUE_OK, calque_translator_add_catalog(
                                translator, catalog, lngs, CALQUE_NTS, flags,
                                &in_place, NULL));
    return in_place;
}

/* A path in a new folder; the same text until the next call. */
static const char *new_path(const char *name) {
    static char path[512];
    const char *folder = folder_new();
    if (!CHECK(folder != NULL)) return name;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void a_file_answers_as_its_json_does(void) {
    const char *const calls[][2] = {
        {"plain", "{}"},
        {"who", "{\"name\": \"<Bo>\"}"},
        {"both", "{}"},
        {"file", "{\"count\": 1}"},
        {"file", "{\"count\": 5}"},
        {"menu.open", "{}"},
        {"menu", "{\"returnObjects\": true}"},
        {"other:plain", "{}"},
        {"plain", "{\"lng\": \"de\"}"},
        {"menu.open", "{\"lng\": \"de\"}"},
        {"none", "{}"},
    };
    calque_string bytes = compiled(CALQUE_FORMAT_V4, OPTIONS);
    calque_catalog *catalog = opened(&bytes);
    calque_string_dispose(&bytes);
    calque_translator *one = translator_with(OPTIONS, NULL);
    calque_translator *two = translator_with(OPTIONS, NULL);
    CHECK(added(one, catalog, NULL, 0) == 3);
    calque_catalog_release(catalog);
    const char *const trees[][3] = {
        {"en", "translation",
         "{\"plain\":\"plain\",\"who\":\"Hello {{name}}!\",\"both\":\"$t(plain) "
         "text\",\"file_one\":\"{{count}} file\",\"file_other\":\"{{count}} "
         "files\",\"menu\":{\"open\":\"Open\",\"list\":[\"a\",1,null]}}"},
        {"en", "other", "{\"plain\":\"other plain\"}"},
        {"de", "translation", "{\"plain\":\"schlicht\"}"},
    };
    for (size_t at = 0; at < COUNT_OF(trees); at += 1) {
        calque_translator_add_resource_bundle(
            two, trees[at][0], CALQUE_NTS, trees[at][1], CALQUE_NTS,
            trees[at][2], CALQUE_NTS, 0, NULL);
    }
    for (size_t at = 0; at < COUNT_OF(calls); at += 1) {
        char expected[4096];
        snprintf(expected, sizeof expected, "%s",
                 text_with(two, calls[at][0], calls[at][1]));
        CHECK_TEXT(expected, text_with(one, calls[at][0], calls[at][1]));
    }
    calque_string json[2] = {{0}, {0}};
    calque_translator_get_resource(one, NULL, 0, NULL, 0, NULL, 0, &json[0],
                                   NULL);
    calque_translator_get_resource(two, NULL, 0, NULL, 0, NULL, 0, &json[1],
                                   NULL);
    CHECK_TEXT(json[1].data, json[0].data);
    calque_string_dispose(&json[0]);
    calque_string_dispose(&json[1]);
    calque_translator_release(one);
    calque_translator_release(two);
}

static void a_file_is_written_whole_and_used_in_place(void) {
    const char *path = new_path("texts.calque");
    calque_catalog *catalog = NULL;
    CHECK_STATUS(CALQUE_OK, calque_catalog_compile_file(
                                CALQUE_FORMAT_V4, NULL, 0, RESOURCES,
                                CALQUE_NTS, path, NULL));
    CHECK_STATUS(CALQUE_OK, calque_catalog_open(path, 0, &catalog, NULL));
    /* Replaced while it is open: what is open stays as it was. */
    CHECK_STATUS(CALQUE_OK,
                 calque_catalog_compile_file(
                     CALQUE_FORMAT_V4, NULL, 0,
                     "{\"en\":{\"translation\":{\"plain\":\"new\"}}}",
                     CALQUE_NTS, path, NULL));
    calque_translator *translator = translator_with(OPTIONS, NULL);
    CHECK(added(translator, catalog, NULL, 0) == 3);
    calque_catalog_release(catalog);
    CHECK_TEXT("plain", text_of(translator, "plain"));
    CHECK_STATUS(CALQUE_OK, calque_catalog_open(path, CALQUE_CATALOG_DEFER,
                                                &catalog, NULL));
    CHECK_STATUS(CALQUE_OK, calque_catalog_verify(catalog, NULL));
    /* There is a bundle already: they are merged, not in place. */
    CHECK(added(translator, catalog, NULL, 0) == 0);
    CHECK_TEXT("new", text_of(translator, "plain"));
    CHECK_TEXT("Open", text_of(translator, "menu.open"));
    calque_catalog_release(catalog);
    calque_translator_release(translator);
}

static void only_the_wanted_languages_are_added(void) {
    const struct {
        const char *lngs;
        size_t in_place;
        const char *en, *de;
    } cases[] = {
        {NULL, 3, "plain", "schlicht"},
        {"de", 1, "plain", "schlicht"},
        {"[\"de\"]", 1, "plain", "schlicht"},
        {"en", 2, "plain", "plain"},
        {"[\"de\",\"en\"]", 3, "plain", "schlicht"},
        {"fr", 0, "plain", "plain"},
        {"[]", 0, "plain", "plain"},
    };
    calque_string bytes = compiled(CALQUE_FORMAT_V4, NULL);
    calque_catalog *catalog = opened(&bytes);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_translator *translator = translator_with(OPTIONS, NULL);
        CHECK(added(translator, catalog, cases[at].lngs, 0) ==
              cases[at].in_place);
        CHECK_TEXT(cases[at].en, text_of(translator, "plain"));
        CHECK_TEXT(cases[at].de,
                   text_with(translator, "plain", "{\"lng\":\"de\"}"));
        calque_translator_release(translator);
    }
    calque_catalog_release(catalog);
    calque_string_dispose(&bytes);
}

static void other_options_are_compiled_for_anew(void) {
    const struct {
        const char *options, *key, *text;
        size_t in_place;
    } cases[] = {
        {"{\"lng\":\"en\"}", "menu.open", "Open", 3},
        {"{\"lng\":\"en\",\"keySeparator\":\"/\"}", "menu/open", "Open", 0},
        {"{\"lng\":\"en\",\"keySeparator\":false}", "menu.open", "menu.open",
         0},
        {"{\"lng\":\"en\",\"interpolation\":{\"prefix\":\"<\"}}", "who",
         "Hello {{name}}!", 0},
        {"{\"lng\":\"en\",\"saveMissing\":true}", "menu.open", "Open", 3},
    };
    calque_string bytes = compiled(CALQUE_FORMAT_V4, NULL);
    calque_catalog *catalog = opened(&bytes);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_translator *translator =
            translator_with(cases[at].options, NULL);
        size_t in_place = 99;
        CHECK_STATUS(cases[at].in_place == 0 ? CALQUE_PARTIAL : CALQUE_OK,
                     calque_translator_add_catalog(translator, catalog, NULL, 0,
                                                   0, &in_place, NULL));
        CHECK(in_place == cases[at].in_place);
        CHECK_TEXT(cases[at].text, text_of(translator, cases[at].key));
        calque_translator_release(translator);
    }
    calque_catalog_release(catalog);
    calque_string_dispose(&bytes);
}

/* The tree is three levels deep. */
static void limits_of_the_translator_hold(void) {
    const struct {
        const char *options;
        calque_status status;
    } cases[] = {
        {"{\"lng\":\"en\",\"limits\":{\"maxCatalogDepth\":2}}",
         CALQUE_LIMIT_EXCEEDED},
        {"{\"lng\":\"en\",\"limits\":{\"maxCatalogDepth\":3}}", CALQUE_OK},
        {"{\"lng\":\"en\",\"limits\":{\"maxCatalogDepth\":4}}", CALQUE_OK},
    };
    calque_string bytes = compiled(CALQUE_FORMAT_V4, NULL), other = {0};
    calque_catalog *catalog = opened(&bytes);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_translator *translator =
            translator_with(cases[at].options, NULL);
        bool is_taken = cases[at].status == CALQUE_OK;
        CHECK_STATUS(cases[at].status,
                     calque_translator_add_catalog(translator, catalog, NULL, 0,
                                                   0, NULL, NULL));
        CHECK_TEXT(is_taken ? "schlicht" : "plain",
                   text_with(translator, "plain", "{\"lng\":\"de\"}"));
        CHECK_STATUS(cases[at].status,
                     calque_catalog_compile(CALQUE_FORMAT_V4, cases[at].options,
                                            CALQUE_NTS, RESOURCES, CALQUE_NTS,
                                            &other, NULL));
        CHECK((other.data != NULL) == is_taken);
        calque_string_dispose(&other);
        calque_translator_release(translator);
    }
    calque_catalog_release(catalog);
    calque_string_dispose(&bytes);
}

static void another_format_is_refused(void) {
    calque_string bytes = compiled(CALQUE_FORMAT_V3, NULL);
    calque_catalog *catalog = opened(&bytes);
    calque_translator *translator = translator_with(OPTIONS, NULL);
    calque_error *error = NULL;
    size_t in_place = 99;
    CHECK_STATUS(CALQUE_CONFLICT,
                 calque_translator_add_catalog(translator, catalog, NULL, 0, 0,
                                               &in_place, &error));
    CHECK(error != NULL && in_place == 0);
    CHECK_TEXT("plain", text_of(translator, "plain"));
    calque_error_release(error);
    calque_translator_release(translator);
    calque_catalog_release(catalog);
    calque_string_dispose(&bytes);
}

/* The last bundle of the file is German; a byte of its texts is wrong. */
static void a_damaged_bundle_is_told_when_it_is_first_needed(void) {
    calque_string bytes = compiled(CALQUE_FORMAT_V4, NULL);
    calque_catalog *catalog = NULL;
    calque_error *error = NULL;
    calque_view *view = NULL;
    for (size_t at = 0; at + 8 < bytes.length; at += 1) {
        if (memcmp(bytes.data + at, "schlicht", 8) == 0) bytes.data[at] ^= 1;
    }
    CHECK_STATUS(CALQUE_CORRUPT,
                 calque_catalog_open_memory(bytes.data, bytes.length, 0, NULL,
                                            NULL, &catalog, NULL));
    CHECK_STATUS(CALQUE_OK, calque_catalog_open_memory(
                                bytes.data, bytes.length, CALQUE_CATALOG_DEFER,
                                NULL, NULL, &catalog, NULL));
    calque_translator *translator = translator_with(OPTIONS, NULL);
    CHECK(added(translator, catalog, NULL, 0) == 3);
    CHECK_TEXT("plain", text_of(translator, "plain"));
    CHECK_STATUS(CALQUE_CORRUPT, calque_view_create(translator, "de", 2, NULL,
                                                    0, NULL, 0, &view, &error));
    CHECK(view == NULL);
    CHECK_TEXT("de.translation", calque_error_path(error));
    calque_error_release(error);
    CHECK_STATUS(CALQUE_OK, calque_view_create(translator, "en", 2, NULL, 0,
                                               NULL, 0, &view, NULL));
    CHECK_TEXT("plain", calque_view_text(view, "plain", 5, NULL));
    calque_view_release(view);
    CHECK_STATUS(CALQUE_CORRUPT, calque_translator_change_language(
                                     translator, "de", 2, &error));
    calque_error_release(error);
    char language[8];
    calque_translator_language(translator, false, language, sizeof language,
                               NULL);
    CHECK_TEXT("en", language);
    /* A translation goes without it. */
    CHECK_TEXT("plain", text_with(translator, "plain", "{\"lng\":\"de\"}"));
    calque_translator_release(translator);
    /* It is checked at once where it is in use. */
    translator =
        translator_with("{\"lng\":\"de\",\"fallbackLng\":\"en\"}", NULL);
    CHECK_STATUS(CALQUE_CORRUPT,
                 calque_translator_add_catalog(translator, catalog, NULL, 0, 0,
                                               NULL, NULL));
    CHECK_STATUS(CALQUE_CORRUPT, calque_catalog_verify(catalog, NULL));
    calque_translator_release(translator);
    calque_catalog_release(catalog);
    calque_string_dispose(&bytes);
}

/* The host vouches for it: a wrong byte shows, and only a check finds it. */
static void a_trusted_file_is_not_checked(void) {
    calque_string bytes = compiled(CALQUE_FORMAT_V4, NULL);
    calque_catalog *catalog = NULL;
    for (size_t at = 0; at + 8 < bytes.length; at += 1) {
        if (memcmp(bytes.data + at, "schlicht", 8) == 0) bytes.data[at] ^= 1;
    }
    CHECK_STATUS(CALQUE_OK, calque_catalog_open_memory(
                                bytes.data, bytes.length, CALQUE_CATALOG_TRUST,
                                NULL, NULL, &catalog, NULL));
    calque_translator *translator = translator_with("{\"lng\":\"de\"}", NULL);
    CHECK(added(translator, catalog, NULL, 0) == 3);
    CHECK_TEXT("rchlicht", text_of(translator, "plain"));
    CHECK_STATUS(CALQUE_CORRUPT, calque_catalog_verify(catalog, NULL));
    CHECK_TEXT("rchlicht", text_of(translator, "plain"));
    calque_translator_release(translator);
    calque_catalog_release(catalog);
    /* The head of the file is checked all the same, and its length. */
    CHECK_STATUS(CALQUE_CORRUPT,
                 calque_catalog_open_memory(bytes.data, bytes.length - 64,
                                            CALQUE_CATALOG_TRUST, NULL, NULL,
                                            &catalog, NULL));
    CHECK(catalog == NULL);
    bytes.data[33] ^= 1;
    CHECK_STATUS(CALQUE_UNSUPPORTED,
                 calque_catalog_open_memory(bytes.data, bytes.length,
                                            CALQUE_CATALOG_TRUST, NULL, NULL,
                                            &catalog, NULL));
    calque_string_dispose(&bytes);
}

static int freed;

static void count_free(void *user_data) {
    freed += 1;
    free(user_data);
}

static void bytes_of_the_host_are_freed_once(void) {
    calque_string bytes = compiled(CALQUE_FORMAT_V4, NULL);
    calque_catalog *catalog = NULL;
    calque_translator *translator = translator_with(OPTIONS, NULL);
    char *copy = malloc(bytes.length);
    memcpy(copy, bytes.data, bytes.length);
    freed = 0;
    CHECK_STATUS(CALQUE_OK,
                 calque_catalog_open_memory(copy, bytes.length, 0, copy,
                                            count_free, &catalog, NULL));
    added(translator, catalog, NULL, 0);
    calque_view *view = NULL;
    calque_view_create(translator, NULL, 0, NULL, 0, NULL, 0, &view, NULL);
    calque_catalog_release(catalog);
    calque_translator_release(translator);
    CHECK(freed == 0);
    CHECK_TEXT("plain", calque_view_text(view, "plain", 5, NULL));
    calque_view_release(view);
    CHECK(freed == 1);
    /* Not on failure; at once when it is copied. */
    copy = malloc(bytes.length);
    memcpy(copy, bytes.data, bytes.length);
    CHECK_STATUS(CALQUE_CORRUPT,
                 calque_catalog_open_memory(copy, bytes.length - 64, 0, copy,
                                            count_free, &catalog, NULL));
    CHECK(freed == 1 && catalog == NULL);
    CHECK_STATUS(CALQUE_OK, calque_catalog_open_memory(
                                copy, bytes.length, CALQUE_CATALOG_COPY, copy,
                                count_free, &catalog, NULL));
    CHECK(freed == 2);
    CHECK_STATUS(CALQUE_OK, calque_catalog_verify(catalog, NULL));
    calque_catalog_release(catalog);
    calque_string_dispose(&bytes);
}

static void a_file_describes_itself(void) {
    calque_string bytes =
        compiled(CALQUE_FORMAT_V2, "{\"keySeparator\":\"::\"}");
    calque_catalog *catalog = opened(&bytes);
    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK, calque_catalog_describe(catalog, &json, NULL));
    const char *const parts[] = {
        "\"format\":\"v2\"", "\"keySeparator\":\"::\"",
        "\"prefix\":\"{{\"", "\"lng\":\"en\",\"ns\":\"other\"",
        "\"messages\":9",
    };
    for (size_t at = 0; at < COUNT_OF(parts); at += 1) {
        if (!CHECK(json.data != NULL && strstr(json.data, parts[at]) != NULL)) {
            printf("%s is not in %s\n", parts[at], json.data);
        }
    }
    calque_string_dispose(&json);
    calque_catalog_release(catalog);
    calque_string_dispose(&bytes);
}

/* Opens bytes at an address behind which nothing may be read. */
static calque_status status_of(const char *bytes, size_t size) {
    char *copy = malloc(size > 0 ? size : 1);
    calque_catalog *catalog = NULL;
    calque_error *error = NULL;
    memcpy(copy, bytes, size);
    calque_status status =
        calque_catalog_open_memory(copy, size, 0, copy, free, &catalog, &error);
    CHECK((status == CALQUE_OK) == (catalog != NULL));
    CHECK((status == CALQUE_OK) == (error == NULL));
    if (status != CALQUE_OK) free(copy);
    calque_error_release(error);
    calque_catalog_release(catalog);
    return status;
}

static void every_damage_is_refused(void) {
    calque_string bytes = {0};
    calque_catalog_compile(CALQUE_FORMAT_V4, NULL, 0,
                           "{\"en\":{\"a\":{\"k\":\"Hi {{name}}\"}}}",
                           CALQUE_NTS, &bytes, NULL);
    int accepted = 0;
    CHECK_STATUS(CALQUE_OK, status_of(bytes.data, bytes.length));
    for (size_t at = 0; at < bytes.length; at += 1) {
        const unsigned char masks[] = {1, 4, 0x10, 0x80, 0xFF};
        for (size_t mask = 0; mask < COUNT_OF(masks); mask += 1) {
            bytes.data[at] ^= (char)masks[mask];
            calque_status status = status_of(bytes.data, bytes.length);
            accepted +=
                status != CALQUE_CORRUPT && status != CALQUE_UNSUPPORTED;
            bytes.data[at] ^= (char)masks[mask];
        }
    }
    for (size_t size = 0; size < bytes.length; size += 1) {
        accepted += status_of(bytes.data, size) != CALQUE_CORRUPT;
    }
    CHECK(accepted == 0);
    calque_string_dispose(&bytes);
}

static void wrong_arguments_open_nothing(void) {
    calque_catalog *catalog = NULL;
    calque_translator *translator = translator_with(OPTIONS, NULL);
    calque_error *error = NULL;
    calque_string bytes = {0};
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_catalog_open("/nowhere/texts", 0, &catalog, &error));
    CHECK_TEXT("/nowhere/texts", calque_error_source(error));
    calque_error_release(error);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_catalog_open(NULL, 0, &catalog, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_catalog_open("x", 0, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_catalog_open("x", 8, &catalog, NULL));
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_catalog_open_memory(NULL, 0, 0, NULL, NULL, &catalog, NULL));
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_catalog_open_memory("x", 1, 8, NULL, NULL, &catalog, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_catalog_open_memory("x", SIZE_MAX, 0, NULL, NULL,
                                            &catalog, NULL));
    CHECK_STATUS(CALQUE_CORRUPT, calque_catalog_open_memory(
                                     "x", 1, 0, NULL, NULL, &catalog, NULL));
    CHECK(catalog == NULL);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_catalog_verify(NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_catalog_describe(NULL, &bytes, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_add_catalog(translator, NULL, NULL, 0, 0,
                                               NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_catalog_compile(0, NULL, 0, RESOURCES, CALQUE_NTS,
                                        &bytes, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_catalog_compile(CALQUE_FORMAT_V4, NULL, 0, NULL, 0,
                                        &bytes, NULL));
    CHECK_STATUS(CALQUE_INVALID_TYPE,
                 calque_catalog_compile(CALQUE_FORMAT_V4, NULL, 0, "{\"en\":1}",
                                        CALQUE_NTS, &bytes, NULL));
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_catalog_compile_file(CALQUE_FORMAT_V4, NULL, 0, "{}", 2,
                                             "/nowhere/texts", NULL));
    calque_catalog_release(NULL);
    calque_translator_release(translator);
}

int main(void) {
    a_file_answers_as_its_json_does();
    a_file_is_written_whole_and_used_in_place();
    only_the_wanted_languages_are_added();
    other_options_are_compiled_for_anew();
    limits_of_the_translator_hold();
    another_format_is_refused();
    a_damaged_bundle_is_told_when_it_is_first_needed();
    a_trusted_file_is_not_checked();
    bytes_of_the_host_are_freed_once();
    a_file_describes_itself();
    every_damage_is_refused();
    wrong_arguments_open_nothing();
    return check_end();
}
