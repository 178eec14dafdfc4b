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
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_bundle(translator, "de", 2, "n", 1, "{}",
                                              2, CALQUE_BUNDLE_SILENT, NULL));
    CHECK(all.calls == before);
    CHECK_STATUS(CALQUE_OK, calque_translator_add_bundle(
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
    CHECK_STATUS(CALQUE_OK, calque_translator_add_bundle(
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
    events_reach_their_subscribers();
    callbacks_may_use_the_translator();
    return check_end();
}
