#include "doors.h"

static calque_localization *localizations[HANDLES];

static void on_value(void *user_data, calque_str value, calque_str locale,
                     calque_localization_source source) {
    (void)user_data;
    (void)source;
    must(value.data[value.length] == 0 && locale.data[locale.length] == 0,
         "a value of a component");
}

static void on_editing(void *user_data, calque_sink *original) {
    put_answer(user_data, original);
}

static void on_end(void *user_data, calque_status status, calque_str result,
                   const calque_error *error) {
    (void)user_data;
    must(result.data == NULL || result.data[result.length] == 0, "a result");
    must(error == NULL || status >= CALQUE_INVALID_ARGUMENT,
         "an error without a failure");
}

static void make(void) {
    static const char OPTIONS[] =
        "{\"applicationId\":\"a\",\"restAPIKey\":\"k\",\"guid\":\"g\","
        "\"updateMode\":\"manual\",\"baseURL\":\"http://h\"}";
    uint32_t at = next(HANDLES);
    calque_localization_release(localizations[at]);
    answer *answers = any_answer();
    calque_transport transport = answering(answers);
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_error *error = NULL;
    calque_status status = calque_localization_create(
        OPTIONS, CALQUE_NTS, &services, &localizations[at], &error);
    MADE(localizations[at], status);
    taken(status, answers);
    ended(status, error);
}

static void change(void) {
    calque_localization *localization = ANY(localizations);
    input locale = any_language(), json = any_json(), name = any_name();
    calque_error *error = NULL;
    calque_string out = {0};
    calque_status status = CALQUE_OK;
    switch (next(10)) {
    case 0:
        status = calque_localization_load_index(localization, json.bytes,
                                                json.length, name.bytes,
                                                name.length, &out, &error);
        break;
    case 1:
    case 2:
        status = calque_localization_load_resource(
            localization, json.bytes, json.length,
            next(2) ? locale.bytes : NULL, locale.length, &error);
        break;
    case 3:
    case 4:
    case 5:
        status = calque_localization_set_options(localization, json.bytes,
                                                 json.length, &error);
        break;
    case 6: {
        char options[160];
        snprintf(options, sizeof options,
                 "{\"languageOverride\":\"%s\",\"fallbackLocale\":null}",
                 next(2) ? "de" : "zh-Hant-TW");
        status = calque_localization_set_options(localization, options,
                                                 CALQUE_NTS, &error);
        break;
    }
    case 7:
        status = calque_localization_clear(localization, next(2), &error);
        break;
    case 8:
        status = calque_localization_connect_translator(
            localization, ANY(translators), &error);
        break;
    default:
        status = calque_localization_accept_language(
            next(2) ? locale.bytes : NULL, locale.length, name.bytes,
            name.length, &out, &error);
    }
    given(status, &out, error);
}

static void ask(void) {
    const calque_localization *localization = ANY(localizations);
    input locale = any_language(), name = any_name(), key = any_name();
    calque_error *error = NULL;
    calque_string out = {0}, other = {0};
    calque_status status = CALQUE_OK;
    switch (next(6)) {
    case 0: {
        output room = any_room();
        status = calque_localization_text(localization, name.bytes, name.length,
                                          room.bytes, room.capacity,
                                          &room.needed, NULL);
        filled(status, &room);
        return;
    }
    case 1:
        status =
            calque_localization_lookup(localization, name.bytes, name.length,
                                       key.bytes, key.length, &out, &error);
        break;
    case 2:
        status = calque_localization_texts_json(localization, locale.bytes,
                                                locale.length, &out, &error);
        break;
    case 3:
        status = calque_localization_languages(localization, &out, &error);
        break;
    case 4:
        status = calque_localization_split_identifier(name.bytes, name.length,
                                                      &out, &other, &error);
        calque_string_dispose(&other);
        break;
    default:
        status = calque_localization_accept_language(name.bytes, name.length,
                                                     NULL, 0, &out, &error);
    }
    given(status, &out, error);
}

static void show(void) {
    static uint64_t number;
    calque_localization *localization = ANY(localizations);
    input name = any_name();
    if (next(3) == 2) {
        ended(calque_localization_unregister(localization, number), NULL);
        return;
    }
    answer *answers = any_answer();
    calque_component component = {.struct_size = sizeof component,
                                  .user_data = answers,
                                  .user_data_free = free,
                                  .set_value = on_value,
                                  .begin_editing = on_editing,
                                  .group = {"g", next(2)}};
    calque_error *error = NULL;
    calque_status status = calque_localization_register(
        localization, name.bytes, name.length, &component, &number, &error);
    taken(status, answers);
    ended(status, error);
}

static void propose(void) {
    calque_localization *localization = ANY(localizations);
    input locale = any_language(), name = any_name(), value = any_text();
    calque_error *error = NULL;
    calque_string out = {0};
    calque_status status = CALQUE_OK;
    switch (next(8)) {
    case 0:
        status = calque_proposals_store(localization, name.bytes, name.length,
                                        locale.bytes, locale.length,
                                        value.bytes, value.length, &error);
        break;
    case 1:
        status = calque_proposals_remove(localization, name.bytes, name.length,
                                         locale.bytes, locale.length, &error);
        break;
    case 2:
        status =
            calque_proposals_get(localization, name.bytes, name.length,
                                 locale.bytes, locale.length, &out, &error);
        break;
    case 3:
        status = calque_proposals_begin_editing(
            localization, next(2) ? name.bytes : NULL, name.length, &error);
        break;
    case 4:
        status = calque_proposals_end_editing(localization, &out, &error);
        break;
    case 5:
        status = calque_proposals_list(localization, name.bytes, name.length,
                                       next(2) ? value.bytes : NULL,
                                       value.length, NULL, 0, &out, &error);
        break;
    case 6:
        status = calque_proposals_summary(localization, &out, &error);
        break;
    default:
        status = calque_proposals_list(localization, NULL, 0, NULL, 0, "g", 1,
                                       &out, &error);
    }
    given(status, &out, error);
}

/* Calls that ask the backend. */
static void exchange(void) {
    calque_localization *localization = ANY(localizations);
    input json = any_json(), name = any_name();
    calque_error *error = NULL;
    calque_status status = CALQUE_OK;
    uint64_t number = 0;
    switch (next(4)) {
    case 0:
        status = calque_proposals_propose(localization, name.bytes, name.length,
                                          json.bytes, json.length, on_end, NULL,
                                          NULL, &number, &error);
        break;
    case 1:
        status = calque_localization_update(localization, on_end, NULL, NULL,
                                            &number, &error);
        break;
    default:
        status = calque_proposals_fetch(localization, NULL, 0, on_end, NULL,
                                        NULL, &number, &error);
    }
    if (number != 0 && next(2))
        calque_localization_cancel(localization, number);
    ended(status, error);
}

void call_localization(void) {
    switch (next(8)) {
    case 0: make(); break;
    case 1:
    case 2: change(); break;
    case 3: show(); break;
    case 4: propose(); break;
    case 5: exchange(); break;
    default: ask();
    }
}

void release_localizations(bool all) {
    RELEASE(localizations, calque_localization_release, all);
}
