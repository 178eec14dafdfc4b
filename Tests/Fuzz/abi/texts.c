#include "doors.h"

static calque_texts *collections[2];

static void on_result(void *user_data, calque_status status, calque_str result,
                      const calque_error *error) {
    (void)user_data;
    must(result.data == NULL || result.data[result.length] == 0,
         "a result without an end");
    must((status == CALQUE_OK) == (error == NULL), "a reason");
}

static int compare(const calque_text_version *a, const calque_text_version *b) {
    if (a->major != b->major) return a->major < b->major ? -1 : 1;
    if (a->minor != b->minor) return a->minor < b->minor ? -1 : 1;
    return a->patch < b->patch ? -1 : a->patch > b->patch;
}

static void on_increase(void *user_data, const calque_text_increase *increase) {
    (void)user_data;
    must(compare(&increase->version, &increase->previous) > 0,
         "an increase to an earlier version");
}

static void make(void) {
    const char *folder = getenv("TMPDIR");
    char options[512];
    snprintf(options, sizeof options,
             "{\"cacheDirectory\":\"%s/calque-fuzz-texts\","
             "\"resourceTimeout\":1000,\"sessionID\":\"%u\"}",
             folder == NULL ? "/tmp" : folder, next(4));
    uint32_t at = next((uint32_t)COUNT_OF(collections));
    calque_texts_release(collections[at]);
    answer *answers = any_answer();
    calque_transport transport = answering(answers);
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_error *error = NULL;
    calque_status status = calque_texts_create(options, CALQUE_NTS, &services,
                                               &collections[at], &error);
    MADE(collections[at], status);
    taken(status, answers);
    ended(status, error);
}

static calque_str borrowed(input given) {
    if (given.bytes == NULL) return (calque_str){NULL, 0};
    return (calque_str){given.bytes, given.length == CALQUE_NTS
                                         ? strlen(given.bytes)
                                         : given.length};
}

static void change(void) {
    calque_texts *texts = ANY(collections);
    input name = any_name(), file = any_text(), digest = any_text();
    calque_error *error = NULL;
    calque_status status = CALQUE_OK;
    static uint64_t number;
    switch (next(8)) {
    case 0:
    case 1: {
        calque_text_source source = {.struct_size = sizeof source,
                                     .identifier = borrowed(name),
                                     .bundle_file = borrowed(file),
                                     .remote_file = {"http://h/t", 10}};
        if (next(4) == 3) source.sha256 = borrowed(digest);
        status = calque_texts_register(texts, &source, &error);
        break;
    }
    case 2:
        status = calque_texts_unregister(texts, name.bytes, name.length);
        break;
    case 3:
        status = calque_texts_set_version_source(texts, NULL, 0, "http://h/v",
                                                 CALQUE_NTS, on_result, NULL,
                                                 NULL, &error);
        break;
    case 4: status = calque_texts_await_versions(texts, &error); break;
    case 5:
        status =
            calque_texts_on(texts, on_increase, NULL, NULL, &number, &error);
        break;
    case 6:
        status = calque_texts_mark_seen(texts, name.bytes, name.length, &error);
        break;
    default: status = calque_texts_off(texts, number);
    }
    ended(status, error);
}

static void ask(void) {
    calque_texts *texts = ANY(collections);
    input name = any_name();
    calque_error *error = NULL;
    calque_string out = {0};
    calque_text_info info = {0};
    calque_status status = CALQUE_OK;
    uint64_t number = 0;
    switch (next(6)) {
    case 0:
        status = calque_texts_get(texts, name.bytes, name.length, &out, &info,
                                  &error);
        break;
    case 1:
        status = calque_texts_await(texts, name.bytes, name.length, 1, &out,
                                    &info, &error);
        break;
    case 2:
        status =
            calque_texts_request(texts, name.bytes, name.length, next(3), 1,
                                 on_result, NULL, NULL, &number, &error);
        if (next(2)) calque_texts_cancel(texts, number);
        break;
    case 3: status = calque_texts_status(texts, &out, &error); break;
    default: {
        calque_text_version version = {0};
        output room = any_room();
        status = calque_text_version_parse(name.bytes, name.length, &version);
        ended(status, NULL);
        version.major_width += next(400);
        filled(calque_text_version_format(&version, room.bytes, room.capacity,
                                          &room.needed),
               &room);
    }
    }
    given(status, &out, error);
}

void call_texts(void) {
    switch (next(4)) {
    case 0: make(); break;
    case 1: change(); break;
    default: ask();
    }
}

void release_texts(bool all) {
    RELEASE(collections, calque_texts_release, all);
}
