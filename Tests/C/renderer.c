/* renderer.h, beside calque_view_translate() row by row.
 *
 * usage: test_renderer [ROWS] */
#include "arrow_cells.h"

/* The text and the status of a row by a call of its own. */
static calque_status expected(const calque_view *view,
                              const struct table *table, size_t row,
                              char *buffer, size_t capacity) {
    size_t place = table->start + row;
    const struct cell *key = cell_of(table, 0, row);
    if (table->present != NULL &&
        (table->present[place / 8] >> place % 8 & 1) == 0)
        return CALQUE_INVALID_ARGUMENT;
    if (key->kind == CALQUE_ARG_KIND_NULL) return CALQUE_INVALID_ARGUMENT;
    calque_arg args[PARAMETERS] = {0};
    size_t count = table->column_count - 1;
    for (size_t at = 0; at < count; at += 1) {
        const struct cell *cell = cell_of(table, at + 1, row);
        bool is_moment = cell->kind == CALQUE_ARG_KIND_INT && cell->digits != 0;
        args[at] = (calque_arg){.name = COLUMNS[at + 1],
                                .name_length = CALQUE_NTS,
                                .kind = cell->kind,
                                .integer = is_moment ? (int64_t)cell->digits
                                                     : cell->integer,
                                .number = cell->number,
                                .text = cell->text,
                                .length = cell->length};
    }
    return calque_view_translate(view, key->text, key->length, args, count,
                                 buffer, capacity, NULL);
}

/* Reading a result, whatever its type is. */
static const char *text_at(const struct ArrowArray *array, const char *format,
                           size_t row, size_t *length) {
    const uint8_t *validity = array->buffers[0];
    if (validity != NULL && (validity[row / 8] >> row % 8 & 1) == 0)
        return NULL;
    if (strcmp(format, "vu") == 0) {
        const char *view = (const char *)array->buffers[1] + row * 16;
        int32_t parts[4];
        memcpy(parts, view, 16);
        *length = (size_t)parts[0];
        if (parts[0] <= 12) return view + 4;
        const int64_t *sizes = array->buffers[array->n_buffers - 1];
        CHECK(parts[2] < array->n_buffers - 3 &&
              parts[3] + parts[0] <= sizes[parts[2]]);
        return (const char *)array->buffers[2 + parts[2]] + parts[3];
    }
    int64_t ends[2];
    for (size_t at = 0; at < 2; at += 1)
        ends[at] = format[0] == 'u'
                       ? ((const int32_t *)array->buffers[1])[row + at]
                       : ((const int64_t *)array->buffers[1])[row + at];
    *length = (size_t)(ends[1] - ends[0]);
    return (const char *)array->buffers[2] + ends[0];
}

static bool same_row(const calque_view *view, const struct table *table,
                     size_t row, const char *format,
                     const struct ArrowArray *texts,
                     const struct ArrowArray *statuses, size_t at) {
    static char buffer[1 << 16];
    size_t length = 0;
    calque_status status = expected(view, table, row, buffer, sizeof buffer);
    const char *text = text_at(texts, format, at, &length);
    bool is_text = status == CALQUE_OK || status == CALQUE_MISSING_KEY;
    bool same = is_text ? text != NULL && strlen(buffer) == length &&
                              memcmp(buffer, text, length) == 0
                        : text == NULL;
    if (statuses != NULL)
        same = same && ((const int32_t *)statuses->buffers[1])[at] == status;
    if (!same)
        printf("row %zu: \"%s\" %s, not \"%.*s\"\n", row, buffer,
               calque_status_name(status), (int)length,
               text == NULL ? "" : text);
    return same;
}

static const char *const OUTPUTS[] = {"utf8", "large_utf8", "utf8_view"};
static const char *const OUTPUT_FORMATS[] = {"u", "U", "vu"};

static calque_renderer *renderer_of(const calque_view *view, size_t output,
                                    bool has_statuses) {
    char options[80];
    snprintf(options, sizeof options, "{\"output\":\"%s\",\"statuses\":%s}",
             OUTPUTS[output], has_statuses ? "true" : "false");
    calque_renderer *renderer = NULL;
    CHECK_STATUS(CALQUE_OK, calque_renderer_create(view, options, CALQUE_NTS,
                                                   &renderer, NULL));
    return renderer;
}

static calque_view *view_of(const calque_translator *translator) {
    calque_view *view = NULL;
    CHECK_STATUS(CALQUE_OK, calque_view_create(translator, NULL, 0, NULL, 0,
                                               NULL, 0, &view, NULL));
    return view;
}

/* The number of rows that are other than by calls. */
static size_t wrong_rows(calque_renderer *renderer, const calque_view *view,
                         const struct table *table, size_t output,
                         bool has_statuses) {
    const char *format = OUTPUT_FORMATS[output];
    struct ArrowArray out;
    struct ArrowSchema schema;
    calque_error *error = NULL;
    calque_status status = calque_renderer_render(
        renderer, &table->schema, &table->array, &schema, &out, &error);
    if (!CHECK(status < CALQUE_INVALID_ARGUMENT)) {
        printf("%s: %s\n", calque_error_path(error),
               calque_error_message(error));
        calque_error_release(error);
        return table->rows;
    }
    CHECK(out.length == (int64_t)table->rows && out.offset == 0);
    CHECK_TEXT(has_statuses ? "+s" : format, schema.format);
    const struct ArrowArray *texts = has_statuses ? out.children[0] : &out;
    size_t wrong = 0;
    for (size_t row = 0; row < table->rows; row += 1)
        wrong += !same_row(view, table, row, format, texts,
                           has_statuses ? out.children[1] : NULL, row);
    out.release(&out);
    schema.release(&schema);
    CHECK(out.release == NULL && schema.release == NULL);
    return wrong;
}

static void tables_equal_calls(size_t rows) {
    static struct table table;
    calque_translator *translator = made_translator();
    calque_view *view = view_of(translator);
    size_t done = 0, wrong = 0;
    while (done < rows && wrong <= 20) {
        size_t output = random_below(3);
        bool has_statuses = one_in(2);
        calque_renderer *renderer = renderer_of(view, output, has_statuses);
        make_table(&table, MOST - 40);
        /* Once more, when the texts of the rows are prepared. */
        for (int round = 0; round < 2; round += 1)
            wrong += wrong_rows(renderer, view, &table, output, has_statuses);
        calque_renderer_release(renderer);
        done += table.rows + 1;
        free_table(&table);
    }
    CHECK(wrong == 0);
    CHECK(arrays_alive == 0);
    calque_view_release(view);
    calque_translator_release(translator);
}

/* Streams */

struct source {
    struct table *tables;
    size_t count, next;
    int fails_at;
};

static int source_schema(struct ArrowArrayStream *stream,
                         struct ArrowSchema *out) {
    struct source *source = stream->private_data;
    *out = source->tables[0].schema;
    source->tables[0].schema.release = NULL;
    return 0;
}

static int source_next(struct ArrowArrayStream *stream,
                       struct ArrowArray *out) {
    struct source *source = stream->private_data;
    if ((int)source->next == source->fails_at) return 5;
    out->release = NULL;
    if (source->next == source->count) return 0;
    *out = source->tables[source->next].array;
    source->tables[source->next].array.release = NULL;
    source->next += 1;
    return 0;
}

static const char *source_error(struct ArrowArrayStream *stream) {
    (void)stream;
    return "the disk is gone";
}

static int streams_alive;

static void source_release(struct ArrowArrayStream *stream) {
    streams_alive -= 1;
    stream->release = NULL;
}

static struct ArrowArrayStream stream_of(struct source *source) {
    streams_alive += 1;
    return (struct ArrowArrayStream){source_schema, source_next, source_error,
                                     source_release, source};
}

/* A table of texts alone, whose type does not change from one to the next. */
static void make_simple(struct table *table, size_t rows) {
    table->rows = rows;
    table->start = 0;
    table->column_count = 2;
    table->present = NULL;
    table->array = array_of((int64_t)rows, 0, 1);
    table->schema = schema_of("+s", "");
    table->array.n_children = table->schema.n_children = 2;
    table->array.children = calloc(2, sizeof(void *));
    table->schema.children = calloc(2, sizeof(void *));
    for (size_t at = 0; at < 2; at += 1) {
        struct made *made = table->columns + at;
        made->is_constant = false;
        made->array = malloc(sizeof *made->array);
        made->schema = malloc(sizeof *made->schema);
        for (size_t row = 0; row < rows; row += 1)
            made->cells[row] =
                at == 0 ? made_cell(0, KEYS, COUNT_OF(KEYS))
                        : made_cell(0, LANGUAGES, COUNT_OF(LANGUAGES));
        *made->array = array_with("u", made->cells, rows, 0);
        *made->schema = schema_of("u", COLUMNS[at]);
        table->array.children[at] = made->array;
        table->schema.children[at] = made->schema;
    }
}

static void a_stream_has_the_rows_of_its_tables(void) {
    static struct table tables[4];
    calque_translator *translator = made_translator();
    calque_view *view = view_of(translator);
    for (size_t output = 0; output < 3; output += 1) {
        calque_renderer *renderer = renderer_of(view, output, true);
        struct source source = {tables, COUNT_OF(tables), 0, -1};
        for (size_t at = 0; at < source.count; at += 1)
            make_simple(tables + at, at == 1 ? 0 : 500 + 100 * at);
        struct ArrowArrayStream rows = stream_of(&source), out;
        CHECK_STATUS(CALQUE_OK,
                     calque_renderer_stream(renderer, &rows, &out, NULL));
        CHECK(rows.release == NULL);
        /* The stream keeps what it needs. */
        calque_renderer_release(renderer);
        struct ArrowSchema schema;
        CHECK(out.get_schema(&out, &schema) == 0);
        CHECK_TEXT(OUTPUT_FORMATS[output], schema.children[0]->format);
        schema.release(&schema);
        size_t table = 0, row = 0, wrong = 0;
        for (;;) {
            struct ArrowArray array;
            CHECK(out.get_next(&out, &array) == 0);
            if (array.release == NULL) break;
            /* A child may be moved out, and outlives its parent. */
            struct ArrowArray texts = *array.children[0];
            array.children[0]->release = NULL;
            for (int64_t at = 0; at < array.length; at += 1, row += 1) {
                while (row == tables[table].rows)
                    table += 1, row = 0;
                wrong +=
                    !same_row(view, tables + table, row, OUTPUT_FORMATS[output],
                              &texts, array.children[1], (size_t)at);
            }
            array.release(&array);
            texts.release(&texts);
        }
        CHECK(wrong == 0 && table == 3 && row == tables[3].rows);
        out.release(&out);
        CHECK(arrays_alive == 0 && streams_alive == 0);
        for (size_t at = 0; at < source.count; at += 1)
            free_table(tables + at);
    }
    calque_view_release(view);
    calque_translator_release(translator);
}

static void a_stream_passes_errors_on(void) {
    static struct table tables[2];
    calque_translator *translator = made_translator();
    calque_view *view = view_of(translator);
    calque_renderer *renderer = renderer_of(view, 0, false);
    struct source source = {tables, COUNT_OF(tables), 0, 1};
    make_simple(tables, 3);
    make_simple(tables + 1, 3);
    struct ArrowArrayStream rows = stream_of(&source), out;
    calque_renderer_stream(renderer, &rows, &out, NULL);
    struct ArrowArray array;
    CHECK(out.get_next(&out, &array) == 0);
    array.release(&array);
    CHECK(out.get_next(&out, &array) == 5 && array.release == NULL);
    CHECK_TEXT("the disk is gone", out.get_last_error(&out));
    out.release(&out);
    CHECK(out.release == NULL && streams_alive == 0);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_renderer_stream(renderer, &out, &rows, NULL));
    free_table(tables);
    free_table(tables + 1);
    CHECK(arrays_alive == 0);
    calque_renderer_release(renderer);
    calque_view_release(view);
    calque_translator_release(translator);
}

/* Tables that are damaged */

static const calque_renderer *shared;

/* The status of a table of one column of keys, after `spoil`. */
static calque_status spoilt(const char *format,
                            void (*spoil)(struct ArrowArray *keys,
                                          struct ArrowSchema *schema)) {
    struct cell cells[3] = {0};
    for (size_t at = 0; at < 3; at += 1)
        set_text(cells + at, CALQUE_ARG_KIND_TEXT, "a key of some length");
    struct ArrowArray array = array_with(format, cells, 3, 0), out, before;
    struct ArrowSchema schema = schema_of(format, "key"), as_it_was = schema;
    before = array;
    const void *buffers[5];
    memcpy(buffers, array.buffers, sizeof(void *) * (size_t)array.n_buffers);
    spoil(&array, &schema);
    calque_error *error = NULL;
    calque_status status =
        calque_renderer_render(shared, &schema, &array, NULL, &out, &error);
    CHECK((status >= CALQUE_INVALID_ARGUMENT) == (error != NULL));
    if (status < CALQUE_INVALID_ARGUMENT) out.release(&out);
    calque_error_release(error);
    memcpy(before.buffers, buffers, sizeof(void *) * (size_t)before.n_buffers);
    release_array(&before);
    (void)as_it_was;
    return status;
}

#define SPOIL(name, change)                                                    \
    static void name(struct ArrowArray *keys, struct ArrowSchema *schema) {    \
        (void)keys;                                                            \
        (void)schema;                                                          \
        change;                                                                \
    }

SPOIL(nothing, (void)0)
SPOIL(no_values, keys->buffers[1] = NULL)
SPOIL(no_bytes, keys->buffers[2] = NULL)
SPOIL(no_buffers, keys->buffers = NULL)
SPOIL(two_buffers, keys->n_buffers = 2)
SPOIL(negative_buffers, keys->n_buffers = -1)
SPOIL(negative_length, keys->length = -1)
SPOIL(negative_offset, keys->offset = -1)
SPOIL(huge_length, keys->length = INT64_MAX)
SPOIL(huge_offset, keys->offset = INT64_MAX)
SPOIL(no_format, schema->format = NULL)
SPOIL(unknown_format, schema->format = "w:16")
SPOIL(empty_format, schema->format = "")
SPOIL(released, keys->release = NULL)
SPOIL(released_schema, schema->release = NULL)
SPOIL(no_dictionary, schema->format = "i"; schema->dictionary = schema)
SPOIL(odd_decimal, schema->format = "d:1")
SPOIL(backwards, ((int32_t *)keys->buffers[1])[1] = 90)
SPOIL(negative, ((int32_t *)keys->buffers[1])[1] = -90)
SPOIL(all_backwards, ((int32_t *)keys->buffers[1])[3] = -1)
SPOIL(view_length, ((int32_t *)keys->buffers[1])[0] = -5)
SPOIL(view_buffer, ((int32_t *)keys->buffers[1])[2] = 7)
SPOIL(view_negative, ((int32_t *)keys->buffers[1])[2] = -7)
SPOIL(view_offset, ((int32_t *)keys->buffers[1])[3] = INT32_MAX)

static void damaged_arrays_are_refused(void) {
    void (*const wrong[])(struct ArrowArray *, struct ArrowSchema *) = {
        no_values,        no_bytes,        no_buffers,      two_buffers,
        negative_buffers, negative_length, negative_offset, huge_length,
        huge_offset,      released,        released_schema, no_dictionary,
        all_backwards};
    CHECK_STATUS(CALQUE_MISSING_KEY, spoilt("u", nothing));
    CHECK_STATUS(CALQUE_MISSING_KEY, spoilt("vu", nothing));
    for (size_t at = 0; at < COUNT_OF(wrong); at += 1) {
        calque_status status = spoilt("u", wrong[at]);
        if (!CHECK(status == CALQUE_INVALID_ARGUMENT ||
                   status == CALQUE_LIMIT_EXCEEDED))
            printf("%zu: %s\n", at, calque_status_name(status));
    }
    CHECK_STATUS(CALQUE_UNSUPPORTED, spoilt("u", no_format));
    CHECK_STATUS(CALQUE_UNSUPPORTED, spoilt("u", unknown_format));
    CHECK_STATUS(CALQUE_UNSUPPORTED, spoilt("u", empty_format));
    CHECK_STATUS(CALQUE_UNSUPPORTED, spoilt("u", odd_decimal));
    /* Rows that the array does not hold are its only fault. */
    CHECK_STATUS(CALQUE_PARTIAL, spoilt("u", backwards));
    CHECK_STATUS(CALQUE_PARTIAL, spoilt("u", negative));
    CHECK_STATUS(CALQUE_PARTIAL, spoilt("vu", view_length));
    CHECK_STATUS(CALQUE_PARTIAL, spoilt("vu", view_buffer));
    CHECK_STATUS(CALQUE_PARTIAL, spoilt("vu", view_negative));
    CHECK_STATUS(CALQUE_PARTIAL, spoilt("vu", view_offset));
    CHECK(arrays_alive == 0);
}

/* One name whose end lies before its start, in rows that have the same text. */
static void a_damaged_name_is_one_row(const calque_renderer *renderer) {
    enum { ROWS = 40, WRONG = 27 };
    for (int negative = 0; negative < 2; negative += 1) {
        struct cell keys[ROWS] = {0}, names[ROWS] = {0};
        for (size_t at = 0; at < ROWS; at += 1) {
            set_text(keys + at, CALQUE_ARG_KIND_TEXT, "hi");
            set_text(names + at, CALQUE_ARG_KIND_TEXT, "Ada");
        }
        struct ArrowArray columns[] = {array_with("u", keys, ROWS, 0),
                                       array_with("u", names, ROWS, 0)};
        struct ArrowSchema types[] = {schema_of("u", "key"),
                                      schema_of("u", "name")};
        struct ArrowArray *arrays[] = {columns, columns + 1};
        struct ArrowSchema *schemas[] = {types, types + 1};
        struct ArrowArray table = {.length = ROWS,
                                   .n_buffers = 1,
                                   .n_children = 2,
                                   .buffers = (const void *[]){NULL},
                                   .children = arrays,
                                   .release = columns[0].release};
        struct ArrowSchema schema = {.format = "+s",
                                     .n_children = 2,
                                     .children = schemas,
                                     .release = types[0].release};
        int32_t *offsets = (int32_t *)columns[1].buffers[1];
        offsets[WRONG + 1] = negative ? -3 : offsets[WRONG] - 1;
        struct ArrowArray out;
        CHECK_STATUS(CALQUE_PARTIAL,
                     calque_renderer_render(renderer, &schema, &table, NULL,
                                            &out, NULL));
        size_t length;
        CHECK(out.null_count == (negative ? 2 : 1));
        CHECK(text_at(&out, "u", WRONG, &length) == NULL);
        CHECK(text_at(&out, "u", WRONG - 1, &length) != NULL);
        out.release(&out);
        columns[0].release(columns);
        columns[1].release(columns + 1);
    }
}

static void options_are_checked(const calque_view *view) {
    calque_renderer *renderer = NULL;
    const char *const wrong[] = {"{\"output\":\"text\"}", "{\"key\":1}",
                                 "{\"missing\":\"error\"}", "{\"keys\":\"k\"}",
                                 "{\"statuses\":1}"};
    for (size_t at = 0; at < COUNT_OF(wrong); at += 1) {
        CHECK_STATUS(CALQUE_INVALID_OPTION,
                     calque_renderer_create(view, wrong[at], CALQUE_NTS,
                                            &renderer, NULL));
        CHECK(renderer == NULL);
    }
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_renderer_create(NULL, NULL, 0, &renderer, NULL));
    CHECK_STATUS(CALQUE_OK, calque_renderer_create(
                                view, "{\"key\":\"k\",\"missing\":\"null\"}",
                                CALQUE_NTS, &renderer, NULL));
    struct cell cell = {0};
    set_text(&cell, CALQUE_ARG_KIND_TEXT, "not there");
    struct ArrowArray array = array_with("u", &cell, 1, 0), out;
    struct ArrowSchema schema = schema_of("u", "");
    CHECK_STATUS(
        CALQUE_MISSING_KEY,
        calque_renderer_render(renderer, &schema, &array, NULL, &out, NULL));
    size_t length;
    CHECK(text_at(&out, "u", 0, &length) == NULL && out.null_count == 1);
    out.release(&out);
    array.release(&array);
    calque_renderer_release(renderer);
}

/* A column of nulls has no buffers to read a key from. */
static void keys_of_the_null_type_are_null(const calque_renderer *renderer) {
    struct cell cells[40] = {0};
    struct ArrowArray array = array_with("n", cells, 40, 0), out;
    struct ArrowSchema schema = schema_of("n", "");
    CHECK(calque_renderer_render(renderer, &schema, &array, NULL, &out, NULL) <
          CALQUE_INVALID_ARGUMENT);
    CHECK(out.length == 40 && out.null_count == 40);
    out.release(&out);
    array.release(&array);
}

int main(int count, char **arguments) {
    size_t rows = count > 1 ? (size_t)atol(arguments[1]) : 20000;
    calque_translator *translator = made_translator();
    calque_view *view = view_of(translator);
    calque_renderer *renderer = renderer_of(view, 0, false);
    shared = renderer;
    options_are_checked(view);
    damaged_arrays_are_refused();
    keys_of_the_null_type_are_null(renderer);
    a_damaged_name_is_one_row(renderer);
    calque_renderer_release(renderer);
    calque_view_release(view);
    calque_translator_release(translator);
    tables_equal_calls(rows);
    a_stream_has_the_rows_of_its_tables();
    a_stream_passes_errors_on();
    return check_end();
}
