#include "doors.h"

#include <calque/arrow.h>

/* Tables whose buffers have the sizes that the interface takes on trust; what
 * is in them, and what the structures say, is anything. */

enum { MOST_ROWS = 9, MOST_COLUMNS = 3, MOST_BUFFERS = 5, WIDEST = 32 };

static calque_renderer *renderers[HANDLES];

static void *made[128];
static size_t made_count;

/* Zeroed memory until the call has ended. */
static void *lasting(size_t size) {
    void *memory = calloc(1, size == 0 ? 1 : size);
    must(memory != NULL && made_count < COUNT_OF(made), "memory");
    made[made_count++] = memory;
    return memory;
}

static void forget_memory(void) {
    while (made_count > 0)
        free(made[--made_count]);
}

static void no_schema_release(struct ArrowSchema *schema) {
    schema->release = NULL;
}

static void no_array_release(struct ArrowArray *array) {
    array->release = NULL;
}

static void *anything(size_t size) {
    unsigned char *memory = lasting(size);
    for (size_t at = 0; at < size; at++)
        memory[at] = (unsigned char)(next(3) ? next(256) : 0);
    return memory;
}

/* Offsets into a text: good ones but for a few, the last within it. */
static void *any_offsets(size_t count, size_t length, bool is_large) {
    char *memory = lasting((count + 1) * 8);
    for (size_t at = 0; at <= count; at++) {
        int64_t offset = count == 0 ? 0 : (int64_t)(length * at / count);
        if (at < count && next(16) == 15)
            offset = (int64_t)next(UINT32_MAX) - 99;
        if (at == count && next(16) == 15) offset = -1;
        int32_t narrow = (int32_t)offset;
        if (is_large)
            memcpy(memory + 8 * at, &offset, 8);
        else
            memcpy(memory + 4 * at, &narrow, 4);
    }
    return memory;
}

static void any_values(struct ArrowArray *array, const char *format,
                       size_t count) {
    input text = any_text();
    size_t length = text.bytes == NULL          ? 0
                    : text.length == CALQUE_NTS ? strlen(text.bytes)
                                                : text.length;
    const void **buffers = lasting(MOST_BUFFERS * sizeof(void *));
    buffers[0] = next(2) ? anything(count / 8 + 1) : NULL;
    array->buffers = buffers;
    array->n_buffers = 3;
    if (strcmp(format, "u") == 0 || strcmp(format, "U") == 0) {
        buffers[1] = any_offsets(count, length, format[0] == 'U');
        buffers[2] = text.bytes;
        /* What is not there is not long. */
        if (text.bytes == NULL) buffers[1] = lasting((count + 1) * 8);
    } else if (strcmp(format, "vu") == 0) {
        int64_t *sizes = lasting(sizeof *sizes);
        sizes[0] = (int64_t)length;
        buffers[1] = anything(count * 16);
        buffers[2] = text.bytes;
        buffers[3] = sizes;
        array->n_buffers = 4;
    } else {
        buffers[1] = anything(count * WIDEST);
    }
}

static void any_column(struct ArrowArray *array, struct ArrowSchema *schema,
                       size_t rows, bool may_nest) {
    static const char *const FORMATS[] = {
        "u",          "U",       "vu",          "u",        "n",   "b",
        "c",          "C",       "s",           "S",        "i",   "I",
        "l",          "L",       "e",           "f",        "g",   "d:9,2,32",
        "d:18,18,64", "d:38,-5", "d:76,70,256", "tdD",      "tdm", "tss:",
        "tsu:UTC",    "tsn:x",   "d:5",         "d:9,99",   "+l",  "z",
        "",           "ts",      "w:4",         "d:1,2,3,4"};
    static const char *const NAMES[] = {
        "key",  "lng",     "count",   "a",    "context",  "",
        "name", "ordinal", "replace", "\xff", "keyPrefix"};
    const char *format = FORMATS[next((uint32_t)COUNT_OF(FORMATS))];
    size_t offset = next(4), count = rows + offset;
    *schema =
        (struct ArrowSchema){.format = format,
                             .name = NAMES[next((uint32_t)COUNT_OF(NAMES))],
                             .release = next(64) ? no_schema_release : NULL};
    *array = (struct ArrowArray){.length = (int64_t)rows,
                                 .null_count = (int64_t)next(3) - 1,
                                 .offset = (int64_t)offset,
                                 .release = next(64) ? no_array_release : NULL};
    any_values(array, format, count);
    if (may_nest && next(3) == 0) {
        static const char *const INDICES[] = {"c", "C", "s", "S",
                                              "i", "I", "l", "L"};
        schema->format = INDICES[next(8)];
        any_values(array, schema->format, count);
        struct ArrowArray *values = lasting(sizeof *values);
        struct ArrowSchema *type = lasting(sizeof *type);
        any_column(values, type, next(MOST_ROWS), false);
        array->dictionary = next(32) ? values : NULL;
        schema->dictionary = type;
    }
    if (next(24) == 0) array->length = (int64_t)next(MOST_ROWS) - 2;
    if (array->length > (int64_t)rows) array->length = (int64_t)rows;
    if (next(24) == 0) array->n_buffers = (int64_t)next(4) - 1;
    if (next(48) == 0) array->buffers = NULL;
    if (next(48) == 0) array->offset = INT64_MIN;
}

static void any_table(struct ArrowArray *array, struct ArrowSchema *schema) {
    size_t rows = next(MOST_ROWS), count = next(MOST_COLUMNS + 1),
           start = next(3);
    struct ArrowArray **arrays = lasting((count + 1) * sizeof(void *));
    struct ArrowSchema **schemas = lasting((count + 1) * sizeof(void *));
    for (size_t at = 0; at < count; at++) {
        arrays[at] = lasting(sizeof(struct ArrowArray));
        schemas[at] = lasting(sizeof(struct ArrowSchema));
        any_column(arrays[at], schemas[at], rows + start, true);
        if (at == 0 && next(8)) schemas[at]->name = "key";
        if (next(64) == 0) arrays[at] = NULL;
    }
    const void **buffers = lasting(sizeof(void *));
    if (next(2)) buffers[0] = anything((rows + start) / 8 + 1);
    *schema = (struct ArrowSchema){.format = next(32) ? "+s" : "u",
                                   .name = "",
                                   .n_children = (int64_t)count,
                                   .children = schemas,
                                   .release = no_schema_release};
    *array = (struct ArrowArray){.length = (int64_t)rows,
                                 .null_count = -1,
                                 .offset = (int64_t)start,
                                 .n_buffers = 1,
                                 .n_children = (int64_t)count,
                                 .buffers = buffers,
                                 .children = arrays,
                                 .release = no_array_release};
    if (schema->format[0] == 'u') array->n_buffers = next(2);
    if (next(48) == 0) array->n_children = (int64_t)next(3) - 1;
}

static void make(void) {
    static const char *const OPTIONS[] = {
        "{}", "{\"output\":\"large_utf8\",\"statuses\":true}",
        "{\"output\":\"utf8_view\",\"missing\":\"null\"}", "{\"key\":\"a\"}"};
    uint32_t at = next(HANDLES);
    calque_renderer_release(renderers[at]);
    renderers[at] = NULL;
    input options = any_json();
    bool is_usual = next(8);
    calque_error *error = NULL;
    calque_status status = calque_renderer_create(
        ANY(views), is_usual ? OPTIONS[next(4)] : options.bytes,
        is_usual ? CALQUE_NTS : options.length, &renderers[at], &error);
    MADE(renderers[at], status);
    ended(status, error);
}

static void check(const struct ArrowArray *out) {
    must(out->length >= 0 && out->offset == 0 && out->release != NULL,
         "a result that is none");
    if (out->n_children > 0 || out->n_buffers != 3 || out->length == 0) return;
    const int32_t *offsets = out->buffers[1];
    must(offsets[0] == 0, "offsets that do not begin at 0");
}

static void render(void) {
    struct ArrowArray array, out;
    struct ArrowSchema schema, type;
    any_table(&array, &schema);
    calque_error *error = NULL;
    bool has_type = next(2);
    calque_status status = calque_renderer_render(
        ANY(renderers), &schema, &array, has_type ? &type : NULL, &out, &error);
    if (status < CALQUE_INVALID_ARGUMENT) {
        check(&out);
        out.release(&out);
        if (has_type) type.release(&type);
    }
    ended(status, error);
    forget_memory();
}

/* A stream of one table, again and again. */

static struct ArrowArray array_of_stream;
static struct ArrowSchema schema_of_stream;

static int next_schema(struct ArrowArrayStream *stream,
                       struct ArrowSchema *out) {
    (void)stream;
    *out = schema_of_stream;
    return next(16) ? 0 : 5;
}

static int next_table(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    (void)stream;
    *out = array_of_stream;
    if (next(3) == 0) out->release = NULL;
    return next(16) ? 0 : 5;
}

static const char *any_error(struct ArrowArrayStream *stream) {
    (void)stream;
    return next(2) ? "an error" : NULL;
}

static void no_stream_release(struct ArrowArrayStream *stream) {
    stream->release = NULL;
}

static void stream(void) {
    struct ArrowArrayStream out,
        rows = {next_schema, next_table, any_error, no_stream_release, NULL};
    any_table(&array_of_stream, &schema_of_stream);
    calque_error *error = NULL;
    calque_status status =
        calque_renderer_stream(ANY(renderers), &rows, &out, &error);
    for (size_t at = 0; status == CALQUE_OK && at < 3; at++) {
        struct ArrowArray array;
        if (out.get_next(&out, &array) != 0) {
            must(out.get_last_error(&out) != NULL, "an error without a text");
            break;
        }
        if (array.release == NULL) break;
        check(&array);
        array.release(&array);
    }
    if (status == CALQUE_OK) out.release(&out);
    ended(status, error);
    forget_memory();
}

void call_table(void) {
    switch (next(8)) {
    case 0:
    case 1: make(); break;
    case 2: stream(); break;
    default: render();
    }
}

void release_tables(bool all) {
    RELEASE(renderers, calque_renderer_release, all);
}
