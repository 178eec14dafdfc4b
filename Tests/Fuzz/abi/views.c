#include "doors.h"

#include <calque/interpreter.h>

enum { ROWS = 4 };

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

/* Offsets into a text: good ones, or any. */
static void cut(const input *whole, int32_t *offsets, size_t count) {
    size_t length = whole->bytes == NULL          ? 0
                    : whole->length == CALQUE_NTS ? strlen(whole->bytes)
                                                  : whole->length;
    for (size_t at = 0; at <= count; at++)
        offsets[at] = (int32_t)(length * at / count);
    if (next(16) == 15) offsets[next((uint32_t)count)] = INT32_MIN;
    if (next(16) == 15) offsets[0] = offsets[count];
}

/* A column of values whose texts are those of one row or of each. */
static calque_column any_column(int32_t *offsets) {
    static const int64_t INTEGERS[ROWS] = {0, 1, -1, INT64_MAX};
    static const double NUMBERS[ROWS] = {0.5, -0.0, 1e308, 1};
    static const uint8_t BOOLS[ROWS] = {0, 1, 2, 255};
    static const char *const NAMES[] = {"count", "a", "context"};
    calque_column column = {.name = NAMES[next(3)],
                            .name_length = CALQUE_NTS,
                            .kind = (calque_arg_kind)next(8),
                            .count = next(8) == 7 ? next(6)
                                     : next(2)    ? ROWS
                                                  : 1};
    input whole = any_text();
    switch (column.kind) {
    case CALQUE_ARG_KIND_INT: column.values = INTEGERS; break;
    case CALQUE_ARG_KIND_DOUBLE: column.values = NUMBERS; break;
    case CALQUE_ARG_KIND_BOOL: column.values = BOOLS; break;
    default:
        cut(&whole, offsets, column.count > 0 ? column.count : 1);
        column.values = whole.bytes;
        column.offsets = offsets;
    }
    return column;
}

static void ask_batch(void) {
    input keys = any_text();
    output room = any_room();
    int32_t key_offsets[ROWS + 1], offsets[ROWS + 1], columns_cut[2][ROWS + 4];
    int64_t large[ROWS + 1];
    calque_status statuses[ROWS];
    calque_column columns[2] = {any_column(columns_cut[0]),
                                any_column(columns_cut[1])};
    size_t key_count = next(2) ? ROWS : 1;
    cut(&keys, key_offsets, key_count);
    calque_batch batch = {.struct_size = sizeof batch,
                          .rows = ROWS,
                          .keys = keys.bytes,
                          .key_offsets = next(4) ? key_offsets : NULL,
                          .key_count = key_count,
                          .columns = columns,
                          .column_count = next(3),
                          .buffer = next(8) ? room.bytes : NULL,
                          .capacity = room.capacity,
                          .offsets = next(2) ? offsets : NULL,
                          .large_offsets = next(2) ? large : NULL,
                          .statuses = next(2) ? statuses : NULL,
                          .separator = next(4) ? 0 : next(256),
                          .keys_length = keys.length};
    calque_error *error = NULL;
    calque_status status =
        calque_view_translate_batch(ANY(views), &batch, &room.needed, &error);
    ended(status, error);
    must(status != CALQUE_OK || batch.offsets == NULL || offsets[0] == 0,
         "offsets that do not begin at 0");
    room.capacity = batch.buffer == NULL ? 0 : room.capacity;
    if (batch.buffer == NULL) {
        free(room.bytes);
    } else {
        filled(status, &room);
    }
}

void call_view(void) {
    switch (next(8)) {
    case 0:
    case 1: make(); break;
    case 2:
    case 3: ask_batch(); break;
    default: ask();
    }
}

void release_views(bool all) { RELEASE(views, calque_view_release, all); }
