#include "doors.h"

#include <calque/interpreter.h>

calque_translator *translators[HANDLES];

static void on_missing(void *user_data, const calque_missing_key *missing) {
    (void)user_data;
    must(missing->key.data[missing->key.length] == 0, "a missing key");
}

static bool on_text(void *user_data, calque_str a, calque_str b,
                    calque_sink *out) {
    (void)a;
    (void)b;
    put_answer(user_data, out);
    return ((answer *)user_data)->yields;
}

static bool on_variable(void *user_data, calque_str text, calque_str match,
                        calque_str variable, calque_sink *out) {
    (void)text;
    return on_text(user_data, match, variable, out);
}

static bool on_object(void *user_data, calque_str key, calque_str value,
                      calque_str options, calque_sink *out) {
    (void)key;
    return on_text(user_data, value, options, out);
}

static bool on_code(void *user_data, calque_str code, calque_sink *out) {
    return on_text(user_data, code, code, out);
}

static void on_log(void *user_data, calque_str message) {
    (void)user_data;
    must(memchr(message.data, '\n', message.length) == NULL,
         "a message of more than one line");
}

static bool on_value(void *user_data, calque_str value, calque_str format,
                     calque_str lng, calque_str options, calque_sink *out) {
    (void)lng;
    (void)options;
    return on_text(user_data, value, format, out);
}

static void on_event(void *user_data, calque_str name, calque_str arguments) {
    (void)user_data;
    must(arguments.data[arguments.length] == 0 && name.length > 0, "an event");
}

static void make(void) {
    uint32_t at = next(HANDLES);
    calque_translator_release(translators[at]);
    translators[at] = NULL;
    input options =
        next(4) ? any_json() : (input){"{\"lng\":\"en\"}", CALQUE_NTS};
    calque_error *error = NULL;
    answer *answers = any_answer();
    uint32_t mask = next(256);
    calque_host host = {
        .struct_size = sizeof host,
        .user_data = answers,
        .user_data_free = free,
        .missing_key = mask & 1 ? on_missing : NULL,
        .parse_missing_key = mask & 2 ? on_text : NULL,
        .missing_interpolation = mask & 4 ? on_variable : NULL,
        .returned_object = mask & 8 ? on_object : NULL,
        .fallback_lng = mask & 16 ? on_code : NULL,
        .escape = mask & 32 ? on_code : NULL,
        .log = mask & 64 ? on_log : NULL,
        .format_value = mask & 128 ? on_value : NULL,
    };
    calque_status status = calque_translator_create(
        (calque_format)next(7), options.bytes, options.length, &host,
        &translators[at], &error);
    MADE(translators[at], status);
    taken(status, answers);
    ended(status, error);
}

/* A translator whose files come over a transport. */
static void make_loading(void) {
    uint32_t at = next(HANDLES);
    calque_translator_release(translators[at]);
    answer *answers = any_answer();
    calque_transport transport = answering(answers);
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    static const char *const OPTIONS[] = {
        "{\"lng\":\"en\",\"ns\":[\"a\",\"translation\"],\"maxRetries\":0,"
        "\"loadPath\":\"http://h/{{lng}}/{{ns}}\",\"saveMissing\":true}",
        "{\"lng\":\"de-CH\",\"maxRetries\":0,\"allowMultiLoading\":true,"
        "\"loadPath\":\"http://h/?l={{lng}}&n={{ns}}\"}"};
    calque_error *error = NULL;
    calque_status status =
        calque_translator_create(CALQUE_FORMAT_V4, OPTIONS[next(2)], CALQUE_NTS,
                                 &host, &translators[at], &error);
    MADE(translators[at], status);
    taken(status, answers);
    ended(status, error);
}

static void load(void) {
    calque_translator *translator = ANY(translators);
    input request = next(2) ? any_json() : (input){NULL, 0};
    calque_error *error = NULL;
    calque_string report = {0};
    calque_status status = calque_translator_load(
        translator, request.bytes, request.length, &report, &error);
    calque_string_dispose(&report);
    ended(status < CALQUE_INVALID_ARGUMENT && error != NULL
              ? calque_error_status(error)
              : status,
          error);
}

static void change_bundles(void) {
    calque_translator *translator = ANY(translators);
    input lng = any_language(), ns = any_name(), key = any_name();
    input json = any_json();
    calque_error *error = NULL;
    calque_string out = {0};
    calque_status status = CALQUE_OK;
    switch (next(6)) {
    case 0:
        status = calque_translator_add_resource_bundle(
            translator, lng.bytes, lng.length, next(2) ? ns.bytes : NULL,
            ns.length, json.bytes, json.length, next(32), &error);
        break;
    case 1:
        status = calque_translator_add_resource_bundle(
            translator, "en", 2, "translation", CALQUE_NTS, json.bytes,
            json.length, next(16), &error);
        break;
    case 2:
        status = calque_translator_add_resource(
            translator, lng.bytes, lng.length, "translation", 11, key.bytes,
            key.length, json.bytes, json.length, next(16), &error);
        break;
    case 3:
        status = calque_translator_add_resources(
            translator, lng.bytes, lng.length, ns.bytes, ns.length, json.bytes,
            json.length, next(16), &error);
        break;
    case 4:
        status = calque_translator_get_resource(
            translator, lng.bytes, lng.length, ns.bytes, ns.length, key.bytes,
            key.length, &out, &error);
        break;
    default:
        status = calque_translator_remove_resource_bundle(
            translator, lng.bytes, lng.length, ns.bytes, ns.length, &error);
    }
    given(status, &out, error);
}

static void change(void) {
    calque_translator *translator = ANY(translators);
    input lng = any_language(), json = any_json();
    calque_error *error = NULL;
    calque_string out = {0};
    answer *answers = NULL;
    calque_status status = CALQUE_OK;
    switch (next(8)) {
    case 0:
        status = calque_translator_change_language(translator, lng.bytes,
                                                   lng.length, &error);
        break;
    case 1:
        status = calque_translator_set_options(translator, json.bytes,
                                               json.length, &error);
        break;
    case 3:
        status = calque_translator_languages(translator, lng.bytes, lng.length,
                                             &out, &error);
        break;
    case 4: status = calque_translator_options(translator, &out, &error); break;
    case 5:
        answers = any_answer();
        status = calque_translator_add_post_processor(
            translator, "sprintf", next(2) ? 7 : 3, on_object, answers, free,
            &error);
        break;
    case 6:
        answers = any_answer();
        status = calque_translator_add_formatter(
            translator, next(2) ? "number" : "list", CALQUE_NTS, on_object,
            answers, free, &error);
        break;
    default: {
        uint32_t at = next(HANDLES);
        if (translators[at] == translator) break;
        calque_translator_release(translators[at]);
        status = calque_translator_clone(translator, json.bytes, json.length,
                                         &translators[at], &error);
        MADE(translators[at], status);
    }
    }
    if (answers != NULL) taken(status, answers);
    given(status, &out, error);
}

static void listen(void) {
    static uint64_t number;
    calque_translator *translator = ANY(translators);
    input events = next(2)
                       ? (input){"[\"loaded\",\"languageChanged\"]", CALQUE_NTS}
                       : any_json();
    calque_error *error = NULL;
    if (next(2)) {
        ended(calque_translator_off(translator, number), NULL);
        return;
    }
    calque_status status =
        calque_translator_on(translator, events.bytes, events.length, on_event,
                             NULL, NULL, &number, &error);
    ended(status, error);
}

static void ask(void) {
    const calque_translator *translator = ANY(translators);
    input key = any_name();
    calque_arg arguments[4];
    size_t count = any_arguments(arguments);
    output room = any_room();
    calque_status status = CALQUE_OK;
    switch (next(5)) {
    case 0:
        status = calque_translator_try_translate(
            translator, key.bytes, key.length, arguments, count, room.bytes,
            room.capacity, &room.needed);
        break;
    case 1:
        status = calque_translator_language(translator, next(2), room.bytes,
                                            room.capacity, &room.needed);
        break;
    case 3:
        status = calque_translator_best_language(
            translator, key.bytes, key.length, next(3), room.bytes,
            room.capacity, &room.needed);
        break;
    default:
        status = calque_translator_translate(translator, key.bytes, key.length,
                                             arguments, count, room.bytes,
                                             room.capacity, &room.needed);
    }
    filled(status, &room);
}

static void ask_in_json(void) {
    const calque_translator *translator = ANY(translators);
    input keys = any_name(), options = any_json();
    calque_error *error = NULL;
    calque_string out = {0};
    calque_status status = CALQUE_OK;
    bool exists;
    switch (next(6)) {
    case 0:
        status = calque_translator_exists(translator, keys.bytes, keys.length,
                                          options.bytes, options.length,
                                          &exists, &error);
        break;
    case 1:
        status = calque_translator_explain(translator, keys.bytes, keys.length,
                                           options.bytes, options.length, &out,
                                           &error);
        break;
    default:
        status = calque_translator_translate_json(
            translator, keys.bytes, keys.length, options.bytes, options.length,
            next(5), &out, &error);
    }
    given(status, &out, error);
}

void call_translator(void) {
    switch (next(16)) {
    case 0: make(); break;
    case 1: make_loading(); break;
    case 2: load(); break;
    case 3:
    case 4:
    case 5: change_bundles(); break;
    case 6:
    case 7: change(); break;
    case 8: listen(); break;
    case 9:
    case 10:
    case 11: ask_in_json(); break;
    default: ask();
    }
}

void release_translators(bool all) {
    RELEASE(translators, calque_translator_release, all);
}
