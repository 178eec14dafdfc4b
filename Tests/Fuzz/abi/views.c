#include "doors.h"

#include <calque/interpreter.h>

calque_view *views[HANDLES];

static void make(void) {
    uint32_t at = next(HANDLES);
    calque_view_release(views[at]);
    input lng = any_language(), ns = any_name(), prefix = any_name();
    calque_error *error = NULL;
    calque_status status = calque_view_create(
        ANY(translators), next(2) ? lng.bytes : NULL, lng.length,
        next(2) ? ns.bytes : NULL, ns.length, next(2) ? prefix.bytes : NULL,
        prefix.length, &views[at], &error);
    MADE(views[at], status);
    ended(status, error);
}

static void ask(void) {
    calque_view *view = ANY(views);
    input key = any_name();
    calque_arg arguments[4];
    size_t count = any_arguments(arguments);
    output room = any_room();
    calque_status status = CALQUE_OK;
    switch (next(3)) {
    case 0: {
        size_t length = 0;
        const char *text =
            calque_view_text(view, key.bytes, key.length, &length);
        must(text == NULL || text[length] == 0, "a text without an end");
        status = CALQUE_NOT_FOUND;
        break;
    }
    case 1:
        status = calque_view_try_translate(view, key.bytes, key.length,
                                           arguments, count, room.bytes,
                                           room.capacity, &room.needed);
        break;
    default:
        status =
            calque_view_translate(view, key.bytes, key.length, arguments, count,
                                  room.bytes, room.capacity, &room.needed);
    }
    filled(status, &room);
}

void call_view(void) {
    switch (next(8)) {
    case 0:
    case 1: make(); break;
    default: ask();
    }
}

void release_views(bool all) { RELEASE(views, calque_view_release, all); }
