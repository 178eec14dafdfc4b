#include "doors.h"

static calque_messages *tables[HANDLES];

static bool on_pair(void *user_data, calque_messages_kind kind, calque_str key,
                    calque_str text) {
    (void)user_data;
    (void)kind;
    return key.data[key.length] == 0 && text.data[text.length] == 0;
}

static bool on_key(void *user_data, calque_str key, calque_str arguments,
                   calque_sink *out) {
    must(key.data[key.length] == 0 && arguments.data[arguments.length] == 0,
         "a key to resolve");
    put_answer(user_data, out);
    return ((answer *)user_data)->yields;
}

static void make(void) {
    uint32_t at = next(HANDLES);
    calque_messages_release(tables[at]);
    static const char *const OPTIONS[] = {
        "{}", "{\"mode\":\"ios\"}", "{\"mode\":\"js\",\"maxDepth\":3}",
        "{\"maxOutput\":100,\"maxSteps\":20}"};
    input options =
        next(8) == 7
            ? any_json()
            : (input){OPTIONS[next((uint32_t)COUNT_OF(OPTIONS))], CALQUE_NTS};
    calque_error *error = NULL;
    calque_status status = calque_messages_create(options.bytes, options.length,
                                                  &tables[at], &error);
    MADE(tables[at], status);
    ended(status, error);
}

static void change(void) {
    calque_messages *table = ANY(tables);
    input key = any_name(), value = any_text(), json = any_json();
    calque_error *error = NULL;
    calque_status status = CALQUE_OK;
    answer *answers = NULL;
    switch (next(8)) {
    case 0:
        status = calque_messages_load_json(
            table, (calque_messages_kind)next(3), next(2) ? key.bytes : NULL,
            key.length, json.bytes, json.length, NULL, &error);
        break;
    case 1:
    case 2:
        status =
            calque_messages_set(table, (calque_messages_kind)next(3), key.bytes,
                                key.length, value.bytes, value.length, &error);
        break;
    case 3:
        status = calque_messages_remove(table, key.bytes, key.length, &error);
        break;
    case 4:
        status = calque_messages_set_parent(table, ANY(tables), &error);
        break;
    case 5:
        answers = any_answer();
        status =
            calque_messages_set_resolver(table, on_key, answers, free, &error);
        taken(status, answers);
        break;
    case 6:
        status =
            calque_messages_set_translator(table, ANY(translators), &error);
        break;
    default: {
        calque_messages_pair pairs[] = {
            {key.bytes, key.length, value.bytes, value.length},
            {value.bytes, value.length, key.bytes, key.length}};
        status = calque_messages_load_pairs(
            table, (calque_messages_kind)next(3), pairs, next(3), &error);
    }
    }
    ended(status, error);
}

static void ask(void) {
    const calque_messages *table = ANY(tables);
    input text = any_text();
    calque_arg arguments[4];
    size_t count = any_arguments(arguments);
    calque_error *error = NULL;
    output room = any_room();
    calque_status status = CALQUE_OK;
    switch (next(3)) {
    case 0:
        status = calque_messages_get(table, text.bytes, text.length, room.bytes,
                                     room.capacity, &room.needed);
        break;
    case 1:
        status =
            calque_messages_decode(table, text.bytes, text.length, room.bytes,
                                   room.capacity, &room.needed);
        break;
    default:
        status = calque_messages_format(table, text.bytes, text.length,
                                        arguments, count, room.bytes,
                                        room.capacity, &room.needed, &error);
    }
    calque_error_release(error);
    filled(status, &room);
}

static void inspect(void) {
    const calque_messages *table = ANY(tables);
    input text = any_text();
    calque_error *error = NULL;
    calque_string out = {0};
    calque_status status = CALQUE_OK;
    switch (next(5)) {
    case 0:
    case 1:
        status = calque_messages_tokenize(table, text.bytes, text.length, &out,
                                          &error);
        break;
    case 2:
        status =
            calque_messages_check(table, text.bytes, text.length, &out, &error);
        break;
    case 3:
        status = calque_messages_compare(table, ANY(tables), &out, &error);
        break;
    default: status = calque_messages_each(table, on_pair, NULL);
    }
    given(status, &out, error);
}

void call_messages(void) {
    switch (next(8)) {
    case 0: make(); break;
    case 1:
    case 2:
    case 3: change(); break;
    case 4:
    case 5: inspect(); break;
    default: ask();
    }
}

void release_messages(bool all) {
    RELEASE(tables, calque_messages_release, all);
}
