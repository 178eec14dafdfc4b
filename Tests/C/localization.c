/* localization.h: look-up, payloads, components, events, translators */
#include "fixture.h"
#include "localization.h"

/* A component that records its calls: "=" shows, "(" begins, ")" ends. */
typedef struct label {
    calque_localization *localization;
    uint64_t number;
    int freed;
    int calls;
    bool leaves;
    char told[256];
} label;

static void label_note(label *self, const char *mark, calque_str text) {
    size_t length = strlen(self->told);
    self->calls += 1;
    snprintf(self->told + length, sizeof self->told - length, "%s%.*s", mark,
             (int)text.length, text.data);
}

static void label_set(void *user_data, calque_str value, calque_str locale,
                      calque_localization_source source) {
    label *self = user_data;
    CHECK(locale.length > 0);
    CHECK(source >= CALQUE_LOCALIZATION_PROPOSAL &&
          source <= CALQUE_LOCALIZATION_TRANSLATOR);
    label_note(self, "=", value);
    if (self->leaves) {
        CHECK_STATUS(CALQUE_OK, calque_localization_unregister(
                                    self->localization, self->number));
    }
}

static void label_begin(void *user_data, calque_sink *original) {
    calque_sink_append(original, "white", CALQUE_NTS);
    label_note(user_data, "(", (calque_str){"", 0});
}

static void label_end(void *user_data, calque_str original) {
    label_note(user_data, ")", original);
}

static void label_free(void *user_data) { ((label *)user_data)->freed += 1; }

static calque_component component_of(label *self) {
    calque_component component = {sizeof component, self,        label_free,
                                  label_set,        label_begin, label_end,
                                  {NULL, 0}};
    return component;
}

static void register_label(calque_localization *localization, label *self,
                           const char *identifier) {
    calque_component component = component_of(self);
    self->localization = localization;
    CHECK_STATUS(CALQUE_OK, calque_localization_register(
                                localization, identifier, CALQUE_NTS,
                                &component, &self->number, NULL));
}

static void test_look_up(void) {
    static const struct {
        const char *identifier;
        calque_status status;
        const char *text;
    } cases[] = {
        {"home.title", CALQUE_OK, "Welcome"},
        {"home.other", CALQUE_NOT_FOUND, ""},
        {"home.", CALQUE_NOT_FOUND, ""},
        {"", CALQUE_NOT_FOUND, ""},
        {"home", CALQUE_INVALID_ARGUMENT, ""},
        {"a.b.c", CALQUE_INVALID_ARGUMENT, ""},
        {"home.\xff", CALQUE_INVALID_UTF8, ""},
        {NULL, CALQUE_INVALID_ARGUMENT, ""},
    };
    calque_localization *localization = localization_open(NULL);
    for (size_t each = 0; each < COUNT_OF(cases); each += 1) {
        char buffer[32] = "x";
        size_t length = 99;
        calque_localization_source source = 99;
        CHECK_STATUS(cases[each].status,
                     calque_localization_text(
                         localization, cases[each].identifier, CALQUE_NTS,
                         buffer, sizeof buffer, &length, &source));
        CHECK_TEXT(cases[each].text, buffer);
        CHECK(length == strlen(cases[each].text));
        CHECK(source == (cases[each].status == CALQUE_OK
                             ? CALQUE_LOCALIZATION_RESOURCE
                             : 0));
    }
    char small[4];
    size_t length = 0;
    CHECK_STATUS(CALQUE_TRUNCATED, calque_localization_text(
                                       localization, "home.title", CALQUE_NTS,
                                       small, sizeof small, &length, NULL));
    CHECK_TEXT("Wel", small);
    CHECK(length == 7);
    calque_string json = {NULL, 0};
    CHECK_STATUS(CALQUE_OK,
                 calque_localization_lookup(localization, "home", CALQUE_NTS,
                                            "title", CALQUE_NTS, &json, NULL));
    CHECK_TEXT("{\"value\":\"Welcome\",\"locale\":\"en-GB\",\"source\":"
               "\"resource\"}",
               json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_OK, calque_localization_texts_json(
                                localization, "da", CALQUE_NTS, &json, NULL));
    CHECK_TEXT("{\"home\":{\"title\":\"Velkommen\"}}", json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_localization_texts_json(localization, "fr", CALQUE_NTS,
                                                &json, NULL));
    CHECK(json.data == NULL);
    CHECK_STATUS(CALQUE_OK,
                 calque_localization_languages(localization, &json, NULL));
    CHECK(strstr(json.data, "\"currentLocale\":\"en-GB\"") != NULL);
    calque_string_dispose(&json);
    calque_localization_release(localization);
}

static calque_status set_options(calque_localization *localization,
                                 const char *json) {
    return calque_localization_set_options(localization, json, CALQUE_NTS,
                                           NULL);
}

static bool is_editing(const calque_localization *localization) {
    calque_string summary = {NULL, 0};
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_summary(localization, &summary, NULL));
    bool is = strstr(summary.data, "\"isEditing\":true") != NULL;
    calque_string_dispose(&summary);
    return is;
}

static void test_languages(void) {
    static const char index[] =
        "{\"data\":[{\"id\":1,\"url\":\"u\",\"should_update\":true,"
        "\"language\":{\"locale\":\"da-DK\",\"is_best_fit\":true}},"
        "{\"id\":2,\"language\":{\"locale\":\"en-GB\"}},]}";
    calque_localization *localization = localization_open(NULL);
    calque_string json = {NULL, 0};
    CHECK_STATUS(CALQUE_OK, calque_localization_load_index(
                                localization, index, CALQUE_NTS, "fr;q=1.0",
                                CALQUE_NTS, &json, NULL));
    CHECK(json.data != NULL && strstr(json.data, "\"id\":1,") != NULL);
    CHECK(json.data != NULL && strstr(json.data, "\"id\":2,") == NULL);
    calque_string_dispose(&json);
    CHECK_TEXT("Velkommen", localization_text(localization, "home.title"));
    CHECK_STATUS(CALQUE_OK,
                 set_options(localization, "{\"languageOverride\":\"en_gb\"}"));
    CHECK_TEXT("Welcome", localization_text(localization, "home.title"));
    CHECK_STATUS(CALQUE_OK,
                 calque_localization_languages(localization, &json, NULL));
    CHECK(json.data != NULL &&
          strstr(json.data, "\"acceptLanguage\":\"en-gb;q=1.0,en-GB;q=0.9\""));
    CHECK(json.data != NULL && strstr(json.data, "\"bestFitLanguage\":null"));
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_OK,
                 set_options(localization, "{\"languageOverride\":null}"));
    CHECK_STATUS(CALQUE_OK,
                 set_options(localization,
                             "{\"preferredLanguages\":[\"fr\",\"da-DK\"]}"));
    CHECK_TEXT("Velkommen", localization_text(localization, "home.title"));
    CHECK_STATUS(
        CALQUE_OK,
        set_options(
            localization,
            "{\"preferredLanguages\":\"fr\",\"fallbackLocale\":\"en-GB\"}"));
    CHECK_STATUS(CALQUE_INVALID_OPTION,
                 set_options(localization, "{\"preferredLanguages\":[1]}"));
    CHECK_STATUS(CALQUE_INVALID_OPTION,
                 set_options(localization, "{\"guid\":\"other\"}"));
    CHECK_TEXT("Welcome", localization_text(localization, "home.title"));
    CHECK_STATUS(CALQUE_OK,
                 calque_localization_clear(localization, true, NULL));
    CHECK_TEXT("-", localization_text(localization, "home.title"));
    calque_localization_release(localization);
}

static void test_failures(void) {
    static const struct {
        const char *options;
        calque_status status;
        const char *path;
    } options[] = {
        {"{\"updateMode\":\"often\"}", CALQUE_INVALID_OPTION, "updateMode"},
        {"{\"limits\":{\"maximumTexts\":0}}", CALQUE_INVALID_OPTION,
         "limits.maximumTexts"},
        {"{\"persistProposals\":true}", CALQUE_INVALID_OPTION, "directory"},
        {"{\"directory\":\"/dev/null/here\"}", CALQUE_IO_ERROR, ""},
        {"[]", CALQUE_INVALID_TYPE, ""},
        {"{", CALQUE_INVALID_JSON, ""},
    };
    for (size_t each = 0; each < COUNT_OF(options); each += 1) {
        calque_localization *none = (calque_localization *)&none;
        calque_error *error = NULL;
        CHECK_STATUS(options[each].status,
                     calque_localization_create(options[each].options,
                                                CALQUE_NTS, NULL, &none,
                                                &error));
        CHECK(none == NULL);
        CHECK_TEXT(options[each].path, calque_error_path(error));
        calque_error_release(error);
    }
    static const struct {
        const char *json;
        calque_status status;
    } resources[] = {
        {"{}", CALQUE_INVALID_TYPE},
        {"{\"data\":{\"a\":{\"b\":1}}}", CALQUE_INVALID_TYPE},
        {"{\"data\":{\"a\":{\"b\":\"c\"}}}", CALQUE_INVALID_TYPE},
        {"{\"data\":", CALQUE_INVALID_JSON},
        {"{\"data\":\"\xc3\"}", CALQUE_INVALID_UTF8},
        {NULL, CALQUE_INVALID_ARGUMENT},
    };
    calque_localization *localization = localization_open(NULL);
    for (size_t each = 0; each < COUNT_OF(resources); each += 1) {
        CHECK_STATUS(
            resources[each].status,
            calque_localization_load_resource(
                localization, resources[each].json, CALQUE_NTS, NULL, 0, NULL));
    }
    CHECK_TEXT("Welcome", localization_text(localization, "home.title"));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_localization_create(NULL, 0, NULL, NULL, NULL));
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_localization_update(NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_localization_set_options(NULL, "{}", 2, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_localization_cancel(NULL, 1));
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_localization_cancel(localization, 1));
    CHECK(!calque_localization_contains_component(NULL, "a.b", CALQUE_NTS));
    calque_localization_refresh(NULL);
    calque_localization_enter_foreground(NULL);
    CHECK(calque_localization_retain(NULL) == NULL);
    calque_localization_release(NULL);
    calque_localization_release(localization);
}

static void test_components(void) {
    calque_localization *localization = localization_open(NULL);
    label first = {0}, second = {.leaves = true};
    register_label(localization, &first, "home.title");
    register_label(localization, &second, "home.title");
    CHECK_TEXT("=Welcome", first.told);
    CHECK_TEXT("=Welcome", second.told);
    CHECK(second.freed == 1);
    CHECK(calque_localization_contains_component(localization, "home.title",
                                                 CALQUE_NTS));
    set_options(localization, "{\"languageOverride\":\"da-DK\"}");
    calque_localization_refresh(localization);
    CHECK_TEXT("=Welcome=Velkommen=Velkommen", first.told);
    CHECK(second.calls == 1);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_localization_unregister(localization, second.number));
    CHECK_STATUS(CALQUE_OK,
                 calque_localization_unregister(localization, first.number));
    CHECK(first.freed == 1);
    CHECK(!calque_localization_contains_component(localization, "home.title",
                                                  CALQUE_NTS));
    label kept = {0}, refused = {0};
    register_label(localization, &kept, "home.none");
    CHECK(kept.calls == 0);
    calque_component component = component_of(&refused);
    uint64_t number = 99;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_localization_register(localization, "home", CALQUE_NTS,
                                              &component, &number, NULL));
    CHECK(number == 0);
    component.set_value = NULL;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_localization_register(localization, "a.b", CALQUE_NTS,
                                              &component, NULL, NULL));
    component = component_of(&refused);
    component.struct_size = 0;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_localization_register(localization, "a.b", CALQUE_NTS,
                                              &component, NULL, NULL));
    CHECK(refused.freed == 0);
    calque_localization_release(localization);
    CHECK(kept.freed == 1);
}

static void test_edit_mode(void) {
    calque_localization *localization = localization_open(NULL);
    label shown = {0};
    calque_string summary = {NULL, 0};
    register_label(localization, &shown, "home.title");
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_begin_editing(localization, NULL, 0, NULL));
    CHECK(is_editing(localization));
    CHECK_STATUS(CALQUE_OK, calque_proposals_store(
                                localization, "home.title", CALQUE_NTS, "en-GB",
                                CALQUE_NTS, "Hi", CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_end_editing(localization, &summary, NULL));
    CHECK_TEXT("{\"hasProposals\":true,\"listed\":0,\"shown\":1,\"queued\":0,"
               "\"isEditing\":false}",
               summary.data);
    calque_string_dispose(&summary);
    CHECK(!is_editing(localization));
    CHECK_TEXT("=Welcome(=Hi)white", shown.told);
    calque_localization_release(localization);
    CHECK_STATUS(CALQUE_OK, calque_localization_create("{}", CALQUE_NTS, NULL,
                                                       &localization, NULL));
    CHECK_STATUS(CALQUE_REFUSED,
                 calque_proposals_begin_editing(localization, NULL, 0, NULL));
    CHECK(!is_editing(localization));
    calque_localization_release(localization);
}

static void note_event(void *user_data, calque_str name, calque_str arguments) {
    char *told = user_data;
    size_t length = strlen(told);
    snprintf(told + length, 256 - length, "%.*s%.*s ", (int)name.length,
             name.data, (int)arguments.length, arguments.data);
}

static void test_events(void) {
    calque_localization *localization = localization_open(NULL);
    char told[256] = "";
    uint64_t number = 0;
    CHECK_STATUS(CALQUE_OK, calque_localization_on(localization, note_event,
                                                   told, NULL, &number, NULL));
    set_options(localization, "{\"languageOverride\":\"da-DK\"}");
    calque_localization_load_resource(localization, RESOURCE("fr", "Salut"),
                                      CALQUE_NTS, NULL, 0, NULL);
    CHECK_TEXT("languageChanged[\"da-DK\"] loaded[] ", told);
    CHECK_STATUS(CALQUE_OK, calque_localization_off(localization, number));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_localization_off(localization, number));
    set_options(localization, "{\"languageOverride\":\"fr\"}");
    CHECK_TEXT("languageChanged[\"da-DK\"] loaded[] ", told);
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_localization_on(localization, NULL, NULL, NULL, NULL, NULL));
    calque_localization_release(localization);
}

static void test_translator(void) {
    static const char options[] = CALQUE_JSON({
        "lng" : "en",
        "ns" : [ "home", "other" ],
        "defaultNS" : "home",
        "resources" : {
            "en" : {"home" : {"title" : "Welcome", "deep" : {"er" : "Deep"}}},
            "da" : {"home" : {"title" : "Velkommen"}}
        }
    });
    calque_translator *translator = translator_with(options, NULL);
    calque_localization *localization = NULL;
    label shown = {0};
    CHECK_STATUS(CALQUE_OK, calque_localization_create(NULL, 0, NULL,
                                                       &localization, NULL));
    CHECK_STATUS(CALQUE_OK, calque_localization_connect_translator(
                                localization, translator, NULL));
    register_label(localization, &shown, "home.title");
    CHECK_TEXT("=Welcome", shown.told);
    CHECK_TEXT("Welcome", localization_text(localization, "home.title"));
    CHECK_STATUS(CALQUE_OK, calque_proposals_store(localization, "home.title",
                                                   CALQUE_NTS, "en", CALQUE_NTS,
                                                   "Hello", CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_OK, calque_proposals_store(localization, "home.new",
                                                   CALQUE_NTS, "en", CALQUE_NTS,
                                                   "New", CALQUE_NTS, NULL));
    CHECK_TEXT("Hello", text_of(translator, "title"));
    CHECK_TEXT("New", text_of(translator, "new"));
    CHECK_TEXT("=Welcome=Hello", shown.told);

    /* A proposed value outlasts what is loaded below it. */
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_resource(
                     translator, "en", CALQUE_NTS, "home", CALQUE_NTS, "title",
                     CALQUE_NTS, "\"Loaded\"", CALQUE_NTS, 0, NULL));
    CHECK_TEXT("Hello", text_of(translator, "title"));
    CHECK_STATUS(CALQUE_OK, calque_translator_change_language(
                                translator, "da", CALQUE_NTS, NULL));
    CHECK_TEXT("Velkommen", text_of(translator, "title"));
    CHECK_TEXT("=Welcome=Hello=Velkommen", shown.told);
    CHECK_STATUS(CALQUE_OK, calque_translator_change_language(
                                translator, "en", CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_remove(localization, "home.title", CALQUE_NTS,
                                         "en", CALQUE_NTS, NULL));
    CHECK_TEXT("Loaded", text_of(translator, "title"));
    CHECK_STATUS(CALQUE_OK, calque_localization_connect_translator(localization,
                                                                   NULL, NULL));
    CHECK_TEXT("new", text_of(translator, "new"));
    CHECK_TEXT("Deep", text_of(translator, "deep.er"));
    CHECK_TEXT("-", localization_text(localization, "home.title"));

    /* Released in any order. */
    CHECK_STATUS(CALQUE_OK, calque_localization_connect_translator(
                                localization, translator, NULL));
    CHECK_TEXT("New", text_of(translator, "new"));
    calque_localization_release(localization);
    CHECK_TEXT("new", text_of(translator, "new"));
    calque_translator_release(translator);
    CHECK(shown.freed == 1);
}

static void test_pure_functions(void) {
    static const struct {
        const char *text;
        calque_status status;
        const char *section;
        const char *key;
    } cases[] = {
        {"a", CALQUE_NOT_FOUND, NULL, NULL},
        {"a.b.c", CALQUE_NOT_FOUND, NULL, NULL},
        {"defaultSection.x", CALQUE_OK, "default", "x"},
        {"a..b", CALQUE_OK, "a", "b"},
        {"\xff.b", CALQUE_INVALID_UTF8, NULL, NULL},
        {NULL, CALQUE_INVALID_ARGUMENT, NULL, NULL},
    };
    for (size_t each = 0; each < COUNT_OF(cases); each += 1) {
        calque_string section = {NULL, 0}, key = {NULL, 0};
        CHECK_STATUS(cases[each].status,
                     calque_localization_split_identifier(
                         cases[each].text, CALQUE_NTS, &section, &key, NULL));
        if (cases[each].status == CALQUE_OK) {
            CHECK_TEXT(cases[each].section, section.data);
            CHECK_TEXT(cases[each].key, key.data);
        } else {
            CHECK(section.data == NULL && key.data == NULL);
        }
        calque_string_dispose(&section);
        calque_string_dispose(&key);
    }
    calque_string header = {NULL, 0};
    CHECK_STATUS(CALQUE_OK, calque_localization_accept_language(
                                "pl-PL", CALQUE_NTS, "[\"da\",\"en\"]",
                                CALQUE_NTS, &header, NULL));
    CHECK_TEXT("pl-PL;q=1.0,da;q=0.9,en;q=0.8", header.data);
    calque_string_dispose(&header);
    CHECK_STATUS(CALQUE_OK, calque_localization_accept_language(
                                NULL, 0, NULL, 0, &header, NULL));
    CHECK_TEXT("en;q=1.0", header.data);
    calque_string_dispose(&header);
}

int main(void) {
    test_look_up();
    test_languages();
    test_failures();
    test_components();
    test_edit_mode();
    test_events();
    test_translator();
    test_pure_functions();
    return check_end();
}
