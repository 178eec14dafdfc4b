/* host.h: callbacks, post processors, formatters, events */
#include "fixture.h"

/* The arguments that the callbacks received; `user_data` of all of them. */
typedef struct record {
    calque_translator *translator;
    int calls;
    int freed;
    char log[1024];
} record;

static void note(record *seen, const char *form, calque_str text) {
    size_t used = strlen(seen->log);
    seen->calls += 1;
    snprintf(seen->log + used, sizeof seen->log - used, form,
             text.data == NULL ? "(undefined)" : text.data);
}

static void on_free(void *user_data) { ((record *)user_data)->freed += 1; }

static void on_missing_key(void *user_data, const calque_missing_key *missing) {
    note(user_data, "%s ", missing->lngs);
    note(user_data, "%s ", missing->ns);
    note(user_data, "%s ", missing->key);
    note(user_data, "%s;", missing->fallback_value);
}

static bool on_parse_missing_key(void *user_data, calque_str key,
                                 calque_str default_value, calque_sink *out) {
    note(user_data, "%s ", key);
    note(user_data, "%s;", default_value);
    if (strcmp(key.data, "keep") == 0) return false;
    calque_sink_append(out, "<", 1);
    calque_sink_append(out, key.data, key.length);
    calque_sink_append(out, ">", CALQUE_NTS);
    calque_sink_append(out, "\xff", 1);
    calque_sink_append(out, NULL, 0);
    return true;
}

static bool on_missing_interpolation(void *user_data, calque_str text,
                                     calque_str match, calque_str variable,
                                     calque_sink *out) {
    note(user_data, "%s ", text);
    note(user_data, "%s ", match);
    note(user_data, "%s;", variable);
    calque_sink_append(out, "?", 1);
    return true;
}

static bool on_returned_object(void *user_data, calque_str key,
                               calque_str value, calque_str options,
                               calque_sink *out) {
    (void)options;
    note(user_data, "%s ", key);
    note(user_data, "%s;", value);
    calque_sink_append(out, "object", CALQUE_NTS);
    return true;
}

static bool on_fallback(void *user_data, calque_str code, calque_sink *out) {
    note(user_data, "%s;", code);
    calque_sink_append(out, "[\"fr\"]", CALQUE_NTS);
    return true;
}

static bool on_escape(void *user_data, calque_str value, calque_sink *out) {
    note(user_data, "%s;", value);
    calque_sink_append(out, "esc", CALQUE_NTS);
    return true;
}

static const char *const CATALOG =
    CALQUE_JSON({
    "lng": "en",
    "fallbackLng": "en",
    "saveMissing": true,
    "resources": {"en": {"translation": {
        "who": "Hello {{name}}!",
        "raw": "Hello {{- name}}!",
        "up": "{{name, shout}}",
        "tree": {"leaf": "green"}
    }}}
});

static void missing_keys_are_told(void) {
    record seen = {0};
    calque_host host = {.struct_size = sizeof host,
                        .user_data = &seen,
                        .user_data_free = on_free,
                        .missing_key = on_missing_key,
                        .parse_missing_key = on_parse_missing_key};
    calque_translator *translator = translator_with(CATALOG, &host);
    CHECK_TEXT("<none>", text_of(translator, "none"));
    CHECK_TEXT("[\"en\"] translation none none;none (undefined);", seen.log);
    seen.log[0] = '\0';
    CHECK_TEXT("D", text_with(translator, "keep", "{\"defaultValue\": \"D\"}"));
    CHECK_TEXT("[\"en\"] translation keep D;keep D;", seen.log);
    CHECK(seen.freed == 0);
    calque_translator_release(translator);
    CHECK(seen.freed == 1);
}

static void variables_escapes_and_objects_are_asked_for(void) {
    record seen = {0};
    calque_host host = {.struct_size = sizeof host,
                        .user_data = &seen,
                        .missing_interpolation = on_missing_interpolation,
                        .returned_object = on_returned_object,
                        .escape = on_escape};
    calque_translator *translator = translator_with(CATALOG, &host);
    /* A value from the host is escaped as the variable is. */
    CHECK_TEXT("Hello esc!", text_of(translator, "who"));
    CHECK_TEXT("Hello {{name}}! {{name}} name;?;", seen.log);
    CHECK_TEXT("Hello ?!", text_of(translator, "raw"));
    seen.log[0] = '\0';
    CHECK_TEXT("Hello esc!", text_with(translator, "who", "{\"name\": \"<\"}"));
    CHECK_TEXT("<;", seen.log);
    seen.log[0] = '\0';
    CHECK_TEXT("object", text_of(translator, "tree"));
    CHECK_TEXT("tree {\"leaf\":\"green\"};", seen.log);
    calque_translator_release(translator);
}

static void fallbacks_can_be_computed(void) {
    record seen = {0};
    calque_string json = {0};
    calque_host host = {.struct_size = sizeof host,
                        .user_data = &seen,
                        .fallback_lng = on_fallback};
    calque_translator *translator =
        translator_with("{\"lng\": \"de-CH\"}", &host);
    CHECK_STATUS(CALQUE_OK, calque_translator_languages(
                                translator, "de-CH", CALQUE_NTS, &json, NULL));
    CHECK_TEXT("[\"de-CH\",\"de\",\"fr\"]", json.data);
    CHECK(seen.calls > 0);
    calque_string_dispose(&json);
    calque_translator_release(translator);
}

static void a_failed_creation_frees_nothing(void) {
    record seen = {0};
    calque_translator *translator = NULL;
    calque_host host = {.struct_size = sizeof host,
                        .user_data = &seen,
                        .user_data_free = on_free};
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_translator_create(CALQUE_FORMAT_V4, "{", 1, &host,
                                          &translator, NULL));
    CHECK(seen.freed == 0);
    host.struct_size = 0;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_create(CALQUE_FORMAT_V4, "{}", 2, &host,
                                          &translator, NULL));
    CHECK(seen.freed == 0 && translator == NULL);
}

/* A program that was compiled with the header of a later version. */
static void a_later_host_may_only_ask_for_what_is_known(void) {
    struct {
        calque_host host;
        void (*later)(void *user_data);
    } table = {.host = {.struct_size = sizeof table}};
    calque_translator *translator = translator_with("{}", &table.host);
    calque_translator_release(translator);
    table.later = on_free;
    CHECK_STATUS(CALQUE_UNSUPPORTED,
                 calque_translator_create(CALQUE_FORMAT_V4, "{}", 2,
                                          &table.host, &translator, NULL));
    CHECK(translator == NULL);
}

static bool shout(void *user_data, calque_str value, calque_str lng,
                  calque_str options, calque_sink *out) {
    (void)options;
    note(user_data, "%s ", value);
    note(user_data, "%s;", lng);
    calque_sink_append(out, "SHOUT", CALQUE_NTS);
    return true;
}

static bool frame(void *user_data, calque_str value, calque_str key,
                  calque_str options, calque_sink *out) {
    (void)options;
    note(user_data, "%s;", key);
    calque_sink_append(out, "[", 1);
    calque_sink_append(out, value.data, value.length);
    calque_sink_append(out, "]", 1);
    return true;
}

static void formatters_and_post_processors_are_registered(void) {
    record seen = {0};
    calque_translator *translator = translator_with(CATALOG, NULL);
    CHECK_STATUS(CALQUE_OK, calque_translator_add_formatter(
                                translator, "Shout", CALQUE_NTS, shout, &seen,
                                on_free, NULL));
    CHECK_TEXT("SHOUT", text_with(translator, "up", "{\"name\": \"Bo\"}"));
    CHECK_TEXT("\"Bo\" en;", seen.log);
    CHECK_STATUS(CALQUE_OK, calque_translator_add_formatter(translator, "shout",
                                                            CALQUE_NTS, NULL,
                                                            NULL, NULL, NULL));
    CHECK(seen.freed == 1);
    CHECK_TEXT("Bo", text_with(translator, "up", "{\"name\": \"Bo\"}"));
    seen.log[0] = '\0';
    CHECK_STATUS(CALQUE_OK, calque_translator_add_post_processor(
                                translator, "frame", CALQUE_NTS, frame, &seen,
                                on_free, NULL));
    CHECK_TEXT("[Hello Bo!]",
               text_with(translator, "who",
                         "{\"name\": \"Bo\", \"postProcess\": \"frame\"}"));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_add_post_processor(
                     translator, NULL, 0, frame, &seen, on_free, NULL));
    CHECK(seen.freed == 1);
    calque_translator_release(translator);
    CHECK(seen.freed == 2);
}

/* Answers a list, or the number of its elements. */
static bool pieces(void *user_data, calque_str value, calque_str lng,
                   calque_str options, calque_sink *out) {
    (void)lng;
    (void)options;
    note(user_data, "%s;", value);
    calque_sink_set_json(out, "[\"a\", \"b\", \"c\"]", CALQUE_NTS);
    /* Text that is not JSON changes nothing. */
    calque_sink_set_json(out, "[", CALQUE_NTS);
    return true;
}

static void a_formatter_may_answer_any_value(void) {
    record seen = {0};
    calque_translator *translator = translator_with(CALQUE_JSON({"lng": "en", "resources": {"en": {"translation": {
            "list": "{{name, pieces, list}}", "bare": "{{- name, pieces}}"}}}}),
         NULL);
    calque_translator_add_formatter(translator, "pieces", CALQUE_NTS, pieces,
                                    &seen, NULL, NULL);
    CHECK_TEXT("a, b, and c", text_with(translator, "list", "{\"name\": 5}"));
    CHECK_TEXT("5;", seen.log);
    CHECK_TEXT("a,b,c", text_with(translator, "bare", "{\"name\": 5}"));
    calque_translator_release(translator);
}

static bool on_format(void *user_data, calque_str value, calque_str format,
                      calque_str lng, calque_str options, calque_sink *out) {
    note(user_data, "%s ", value);
    note(user_data, "%s ", format);
    note(user_data, "%s;", lng);
    CHECK(strstr(options.data, "\"interpolationkey\":\"name\"") != NULL);
    if (format.data != NULL && strcmp(format.data, "number") == 0) return false;
    calque_sink_append(out, "formatted", CALQUE_NTS);
    return true;
}

static void one_function_stands_for_all_formatters(void) {
    record seen = {0};
    calque_host host = {.struct_size = sizeof host,
                        .user_data = &seen,
                        .format_value = on_format};
    calque_translator *translator = translator_with(CALQUE_JSON({"lng": "en", "interpolation": {"alwaysFormat": true},
            "resources": {"en": {"translation": {
                "all": "{{name, Money(unit: Cent), UPPER}}", "none": "{{name}}",
                "number": "{{name, number}}"}}}}),
         &host);
    CHECK_TEXT("formatted", text_with(translator, "all", "{\"name\": 5}"));
    CHECK_TEXT("5 Money(unit: Cent), UPPER en;", seen.log);
    seen.log[0] = '\0';
    CHECK_TEXT("formatted", text_with(translator, "none", "{\"name\": [1]}"));
    CHECK_TEXT("[1] (undefined) en;", seen.log);
    /* With nothing to say, the built-in formatter is called. */
    CHECK_TEXT("1,234.5",
               text_with(translator, "number", "{\"name\": 1234.5}"));
    calque_translator_release(translator);
}

static void on_log(void *user_data, calque_str message) {
    note(user_data, "%s\n", message);
}

static void mistakes_are_logged_once(void) {
    record seen = {0};
    calque_host host = {
        .struct_size = sizeof host, .user_data = &seen, .log = on_log};
    calque_translator *translator = translator_with(CALQUE_JSON({"lng": "en", "fallbackLng": false, "debug": true,
            "resources": {"en": {"translation": {
                "greeting": "Hello {{name}}", "loud": "{{name, uper}}",
                "nested": "$t(inner, {\"n\": \"{{- x}}\"}) {{- y}}",
                "inner": "{{n}}", "menu": {"files_one": "{{count}} file"}}}}}),
         &host);
    record formatters = {0};
    calque_translator_add_formatter(translator, "upper", CALQUE_NTS, shout,
                                    &formatters, NULL, NULL);
    for (int time = 0; time < 2; time += 1) {
        CHECK_TEXT("greting", text_of(translator, "greting"));
        CHECK_TEXT("menu.file", text_of(translator, "menu.file"));
        CHECK_TEXT("Hello {{name}}",
                   text_with(translator, "greeting", "{\"nam\": \"Bo\"}"));
        CHECK_TEXT("Bo", text_with(translator, "loud", "{\"name\": \"Bo\"}"));
        CHECK_TEXT("{{- x}} {{- y}}", text_of(translator, "nested"));
    }
    CHECK_TEXT(
        "\"translation:greting\" in en: the key is missing; did you mean \"greeting\"?\n"
        "\"translation:menu.file\" in en: the key is missing; did you mean \"menu.files\"?\n"
        "\"greeting\" in en: no variable \"name\" is given; did you mean \"nam\"?\n"
        "\"loud\" in en: there is no formatter \"uper\"; did you mean \"upper\"?\n"
        "\"nested\" in en: no variable \"x\" is given\n"
        "\"nested\" in en: no variable \"y\" is given\n",
        seen.log);
    calque_translator_release(translator);
}

/* Of a reference's options too, where the text is looked at more than once. */
static void a_variable_is_asked_for_once(void) {
    record seen = {0};
    calque_host host = {.struct_size = sizeof host,
                        .user_data = &seen,
                        .missing_interpolation = on_missing_interpolation};
    calque_translator *translator = translator_with(CALQUE_JSON({"lng": "en", "resources": {"en": {"translation": {
            "nested": "$t(inner, {\"n\": \"{{- x}}\"}) {{- y}}",
            "inner": "<{{n}}>"}}}}),
         &host);
    CHECK_TEXT("<?> ?", text_of(translator, "nested"));
    CHECK_TEXT("$t(inner, {\"n\": \"{{- x}}\"}) {{- y}} {{- x}} x;"
               "$t(inner, {\"n\": \"?\"}) {{- y}} {{- y}} y;",
               seen.log);
    calque_translator_release(translator);
}

static void on_event(void *user_data, calque_str name, calque_str arguments) {
    note(user_data, "%s ", name);
    note(user_data, "%s;", arguments);
}

static void events_reach_their_subscribers(void) {
    record all = {0}, language = {0};
    uint64_t every = 0, some = 0;
    calque_translator *translator = translator_with(CATALOG, NULL);
    CHECK_STATUS(CALQUE_OK, calque_translator_on(translator, "*", 1, on_event,
                                                 &all, on_free, &every, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_on(translator, "languageChanged missingKey",
                                      CALQUE_NTS, on_event, &language, on_free,
                                      &some, NULL));
    CHECK(every != 0 && some != 0 && every != some);
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_change_language(translator, "de", 2, NULL));
    CHECK_TEXT("languageChanged [\"de\"];", language.log);
    CHECK(strstr(all.log, "languageChanging [\"de\"];") != NULL);
    CHECK(strstr(all.log, "languageChanged [\"de\"];") != NULL);
    CHECK_STATUS(CALQUE_OK, calque_translator_off(translator, some));
    CHECK(language.freed == 1);
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_translator_off(translator, some));
    int before = all.calls;
    CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                translator, "de", 2, "n", 1, "{}", 2,
                                CALQUE_BUNDLE_SILENT, NULL));
    CHECK(all.calls == before);
    CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                translator, "de", 2, "n", 1, "{}", 2, 0, NULL));
    CHECK(strstr(all.log, "added [\"de\",\"n\"") != NULL);
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_translator_on(translator, "*", 1, NULL, &all, NULL, NULL, NULL));
    calque_translator_release(translator);
    CHECK(all.freed == 1);
}

/* Handlers use the translator that calls them, and end their subscription. */
static void on_event_again(void *user_data, calque_str name,
                           calque_str arguments) {
    record *seen = user_data;
    (void)name;
    (void)arguments;
    seen->calls += 1;
    CHECK_TEXT("Hello Bo!",
               text_with(seen->translator, "who", "{\"name\": \"Bo\"}"));
    CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                seen->translator, "xx", 2, "y", 1, "{}", 2,
                                CALQUE_BUNDLE_SILENT, NULL));
}

static void callbacks_may_use_the_translator(void) {
    record seen = {0};
    calque_translator *translator = translator_with(CATALOG, NULL);
    seen.translator = translator;
    CHECK_STATUS(CALQUE_OK, calque_translator_on(translator, "languageChanging",
                                                 CALQUE_NTS, on_event_again,
                                                 &seen, NULL, NULL, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_change_language(translator, "en", 2, NULL));
    CHECK(seen.calls == 1);
    calque_translator_release(translator);
}

int main(void) {
    missing_keys_are_told();
    variables_escapes_and_objects_are_asked_for();
    fallbacks_can_be_computed();
    a_failed_creation_frees_nothing();
    a_later_host_may_only_ask_for_what_is_known();
    formatters_and_post_processors_are_registered();
    a_formatter_may_answer_any_value();
    one_function_stands_for_all_formatters();
    mistakes_are_logged_once();
    a_variable_is_asked_for_once();
    events_reach_their_subscribers();
    callbacks_may_use_the_translator();
    return check_end();
}
