/* SQL functions of an extension for DuckDB; see docs/scale.md.
 *
 *     calque_open(path, options)      opens a compiled catalog for a database
 *     calque(key, lng, arguments)     a text; NULL where a row has none
 */
#include <calque.h>
#include <calque/arrow.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "duckdb_api.h"

/* DuckDB's functions, the same for all databases; a copy, because DuckDB gives
 * its table for the time of loading. */
static struct duckdb_api duckdb;

/* What the functions of a database share. */
struct state {
    pthread_rwlock_t lock;
    calque_renderer *renderer;
    int owners;
};

static void release_state(void *data) {
    struct state *state = data;
    if (__atomic_sub_fetch(&state->owners, 1, __ATOMIC_ACQ_REL) > 0) return;
    calque_renderer_release(state->renderer);
    pthread_rwlock_destroy(&state->lock);
    free(state);
}

static const char *text_of(const struct duckdb_text *text) {
    if (text->length <= DUCKDB_INLINE) return text->bytes;
    const char *start;
    memcpy(&start, text->bytes + 4, sizeof start);
    return start;
}

/* Opening */

static calque_status open_catalog(const char *path, const char *options,
                                  size_t options_length,
                                  calque_renderer **renderer,
                                  calque_error **error) {
    calque_catalog *catalog = NULL;
    calque_translator *translator = NULL;
    calque_view *view = NULL;
    calque_status status = calque_catalog_open(path, 0, &catalog, error);
    if (status == CALQUE_OK)
        status =
            calque_translator_create(CALQUE_FORMAT_V4, options, options_length,
                                     NULL, &translator, error);
    if (status == CALQUE_OK)
        status = calque_translator_add_catalog(translator, catalog, NULL, 0, 0,
                                               NULL, error);
    if (status == CALQUE_OK || status == CALQUE_PARTIAL)
        status = calque_view_create(translator, NULL, 0, NULL, 0, NULL, 0,
                                    &view, error);
    if (status == CALQUE_OK)
        status = calque_renderer_create(view, NULL, 0, renderer, error);
    calque_view_release(view);
    calque_translator_release(translator);
    calque_catalog_release(catalog);
    return status;
}

/* The answer is NULL, or what is wrong. */
static void run_open(void *info, void *chunk, void *result) {
    struct state *state = duckdb.scalar_function_get_extra_info(info);
    uint64_t rows = duckdb.data_chunk_get_size(chunk);
    const struct duckdb_text *texts[2];
    for (uint64_t at = 0; at < 2; at += 1)
        texts[at] =
            duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk, at));
    for (uint64_t row = 0; row < rows; row += 1) {
        const struct duckdb_text *path = texts[0] + row,
                                 *options = texts[1] + row;
        char *name = strndup(text_of(path), path->length);
        calque_renderer *renderer = NULL;
        calque_error *error = NULL;
        char answer[600];
        int length;
        if (open_catalog(name, text_of(options), options->length, &renderer,
                         &error) == CALQUE_OK) {
            length = snprintf(answer, sizeof answer, "opened %s", name);
            pthread_rwlock_wrlock(&state->lock);
            calque_renderer_release(state->renderer);
            state->renderer = renderer;
            pthread_rwlock_unlock(&state->lock);
        } else {
            length = snprintf(answer, sizeof answer, "%s: %s", name,
                              calque_error_message(error));
        }
        if (length >= (int)sizeof answer) length = sizeof answer - 1;
        duckdb.vector_assign_string_element_len(result, row, answer,
                                                (uint64_t)length);
        calque_error_release(error);
        free(name);
    }
}

/* Columns */

struct column {
    struct ArrowArray array;
    struct ArrowSchema schema;
    const void *buffers[3];
    void *owned[2];
    char *name;
};

static void no_release(struct ArrowArray *array) { array->release = NULL; }
static void no_schema_release(struct ArrowSchema *schema) {
    schema->release = NULL;
}

/* Arrow's type for one of DuckDB; NULL for one that is no argument. */
static const char *format_of(uint32_t type) {
    static const char *const FORMATS[] = {
        [1] = "b",     [2] = "c",       [3] = "s",        [4] = "i",
        [5] = "l",     [6] = "C",       [7] = "S",        [8] = "I",
        [9] = "L",     [10] = "f",      [11] = "g",       [12] = "tsu:",
        [13] = "tdD",  [16] = "d:38,0", [17] = "u",       [20] = "tss:",
        [21] = "tsm:", [22] = "tsn:",   [31] = "tsu:UTC", [36] = "n"};
    return type < sizeof FORMATS / sizeof *FORMATS ? FORMATS[type] : NULL;
}

/* Texts lie one after another, with offsets; those of nulls are not there. */
static bool set_texts(struct column *column, const struct duckdb_text *texts,
                      const uint64_t *validity, uint64_t rows) {
    int32_t *offsets = malloc((rows + 1) * sizeof *offsets);
    uint64_t total = 0;
    for (uint64_t row = 0; row < rows; row += 1)
        if (validity == NULL || (validity[row / 64] >> row % 64 & 1) != 0)
            total += texts[row].length;
    /* Short texts are moved with what lies behind them. */
    char *bytes = total <= INT32_MAX ? malloc(total + 16) : NULL;
    column->owned[0] = offsets;
    column->owned[1] = bytes;
    if (offsets == NULL || bytes == NULL) return false;
    int32_t end = 0;
    offsets[0] = 0;
    for (uint64_t row = 0; row < rows; row += 1) {
        if (validity == NULL || (validity[row / 64] >> row % 64 & 1) != 0) {
            const struct duckdb_text *text = texts + row;
            if (text->length <= DUCKDB_INLINE)
                memcpy(bytes + end, text->bytes, DUCKDB_INLINE);
            else
                memcpy(bytes + end, text_of(text), text->length);
            end += (int32_t)text->length;
        }
        offsets[row + 1] = end;
    }
    column->buffers[1] = offsets;
    column->buffers[2] = bytes;
    return true;
}

static bool set_booleans(struct column *column, const uint8_t *values,
                         uint64_t rows) {
    uint8_t *bits = calloc(rows / 8 + 1, 1);
    column->owned[0] = bits;
    if (bits == NULL) return false;
    for (uint64_t row = 0; row < rows; row += 1)
        bits[row / 8] |= (uint8_t)(values[row] << row % 8);
    column->buffers[1] = bits;
    return true;
}

/* Fills a column from a vector; false for a type that is no argument. */
static bool set_column(struct column *column, void *vector, uint64_t rows) {
    void *type = duckdb.vector_get_column_type(vector);
    const char *format = format_of(duckdb.get_type_id(type));
    duckdb.destroy_logical_type(&type);
    if (format == NULL) return false;
    const void *data = duckdb.vector_get_data(vector);
    const uint64_t *validity = duckdb.vector_get_validity(vector);
    int64_t buffers = format[0] == 'u' ? 3 : format[0] == 'n' ? 0 : 2;
    column->schema = (struct ArrowSchema){.format = format,
                                          .name = column->name,
                                          .flags = ARROW_FLAG_NULLABLE,
                                          .release = no_schema_release};
    column->array = (struct ArrowArray){.length = (int64_t)rows,
                                        .null_count = validity ? -1 : 0,
                                        .n_buffers = buffers,
                                        .buffers = column->buffers,
                                        .release = no_release};
    column->buffers[0] = validity;
    column->buffers[1] = data;
    if (format[0] == 'u') return set_texts(column, data, validity, rows);
    return format[0] != 'b' || set_booleans(column, data, rows);
}

static void free_columns(struct column *columns, uint64_t count) {
    for (uint64_t at = 0; at < count; at += 1) {
        free(columns[at].owned[0]);
        free(columns[at].owned[1]);
        if (at >= 2) duckdb.free(columns[at].name);
    }
    free(columns);
}

/* The columns of a chunk: keys, languages, and the members of a struct.
 * Returns NULL, and what is wrong. */
static struct column *columns_of(void *chunk, uint64_t *count,
                                 const char **problem) {
    uint64_t rows = duckdb.data_chunk_get_size(chunk);
    uint64_t given = duckdb.data_chunk_get_column_count(chunk);
    void *arguments = NULL, *type = NULL;
    *count = 2;
    if (given > 2) {
        arguments = duckdb.data_chunk_get_vector(chunk, 2);
        type = duckdb.vector_get_column_type(arguments);
        if (given > 3 || duckdb.get_type_id(type) != DUCKDB_STRUCT) {
            *problem = "calque: the arguments are one struct";
            duckdb.destroy_logical_type(&type);
            return NULL;
        }
        *count += duckdb.struct_type_child_count(type);
    }
    struct column *columns = calloc(*count, sizeof *columns);
    *problem = columns == NULL ? "calque: no memory" : NULL;
    for (uint64_t at = 0; at < *count && columns != NULL; at += 1) {
        columns[at].name = at == 0 ? "key"
                           : at == 1
                               ? "lng"
                               : duckdb.struct_type_child_name(type, at - 2);
        void *vector = at < 2
                           ? duckdb.data_chunk_get_vector(chunk, at)
                           : duckdb.struct_vector_get_child(arguments, at - 2);
        if (!set_column(columns + at, vector, rows))
            *problem = "calque: an argument has a type that is not rendered";
    }
    if (type != NULL) duckdb.destroy_logical_type(&type);
    if (*problem == NULL) return columns;
    if (columns != NULL) free_columns(columns, *count);
    return NULL;
}

/* Rendering */

static void set_null(void *result, uint64_t row) {
    duckdb.vector_ensure_validity_writable(result);
    duckdb.vector_get_validity(result)[row / 64] &= ~((uint64_t)1 << row % 64);
}

/* The texts are copied into the vector at once, as the text of the first row;
 * those of all rows then lie in it. */
static void give(const struct ArrowArray *texts, void *result) {
    const uint8_t *present = texts->buffers[0];
    const int32_t *offsets = texts->buffers[1];
    const char *bytes = texts->buffers[2];
    uint64_t rows = (uint64_t)texts->length;
    if (rows == 0) return;
    struct duckdb_text *out = duckdb.vector_get_data(result);
    duckdb.vector_assign_string_element_len(result, 0, bytes,
                                            (uint64_t)offsets[rows]);
    struct duckdb_text all = *out;
    const char *start = text_of(&all);
    for (uint64_t row = 0; row < rows; row += 1) {
        struct duckdb_text text = {
            .length = (uint32_t)(offsets[row + 1] - offsets[row])};
        const char *from = start + offsets[row];
        if (text.length <= DUCKDB_INLINE) {
            memcpy(text.bytes, from, text.length);
        } else {
            memcpy(text.bytes, from, 4);
            memcpy(text.bytes + 4, &from, sizeof from);
        }
        out[row] = text;
        if (present != NULL && (present[row / 8] >> row % 8 & 1) == 0)
            set_null(result, row);
    }
}

static const char *render(const calque_renderer *renderer, void *chunk,
                          void *result) {
    if (renderer == NULL) return "calque: calque_open() has opened no catalog";
    uint64_t count;
    const char *problem;
    struct column *columns = columns_of(chunk, &count, &problem);
    if (columns == NULL) return problem;
    struct ArrowArray **arrays = malloc(count * sizeof *arrays);
    struct ArrowSchema **schemas = malloc(count * sizeof *schemas);
    if (arrays == NULL || schemas == NULL) abort();
    for (uint64_t at = 0; at < count; at += 1) {
        arrays[at] = &columns[at].array;
        schemas[at] = &columns[at].schema;
    }
    const void *no_validity[] = {NULL};
    struct ArrowArray out, table = {.length = columns[0].array.length,
                                    .n_buffers = 1,
                                    .n_children = (int64_t)count,
                                    .buffers = no_validity,
                                    .children = arrays,
                                    .release = no_release};
    struct ArrowSchema schema = {.format = "+s",
                                 .n_children = (int64_t)count,
                                 .children = schemas,
                                 .release = no_schema_release};
    calque_status status =
        calque_renderer_render(renderer, &schema, &table, NULL, &out, NULL);
    if (status < CALQUE_INVALID_ARGUMENT) {
        give(&out, result);
        out.release(&out);
    } else {
        problem = "calque: the rows cannot be rendered";
    }
    free(arrays);
    free(schemas);
    free_columns(columns, count);
    return problem;
}

static void run_render(void *info, void *chunk, void *result) {
    struct state *state = duckdb.scalar_function_get_extra_info(info);
    pthread_rwlock_rdlock(&state->lock);
    const char *problem = render(state->renderer, chunk, result);
    pthread_rwlock_unlock(&state->lock);
    if (problem != NULL) duckdb.scalar_function_set_error(info, problem);
}

/* Registering */

static bool add_function(void *connection, const char *name,
                         struct state *state, duckdb_function body) {
    void *function = duckdb.create_scalar_function();
    void *text = duckdb.create_logical_type(DUCKDB_VARCHAR);
    void *any = duckdb.create_logical_type(DUCKDB_ANY);
    duckdb.scalar_function_set_name(function, name);
    duckdb.scalar_function_add_parameter(function, text);
    duckdb.scalar_function_add_parameter(function, text);
    duckdb.scalar_function_set_return_type(function, text);
    duckdb.scalar_function_set_function(function, body);
    duckdb.scalar_function_set_extra_info(function, state, release_state);
    if (body == run_open) {
        duckdb.scalar_function_set_volatile(function);
    } else {
        duckdb.scalar_function_set_varargs(function, any);
        /* A null argument is for the renderer to see. */
        duckdb.scalar_function_set_special_handling(function);
    }
    int failure = duckdb.register_scalar_function(connection, function);
    duckdb.destroy_logical_type(&text);
    duckdb.destroy_logical_type(&any);
    duckdb.destroy_scalar_function(&function);
    return failure == 0;
}

/* DuckDB calls this by its name, which is that of the file. */
__attribute__((visibility("default"))) bool
calque_init_c_api(void *info, const struct duckdb_access *access) {
    const struct duckdb_api *given = access->get_api(info, DUCKDB_API_VERSION);
    if (given == NULL) return false;
    duckdb = *given;
    void *connection = NULL;
    struct state *state = calloc(1, sizeof *state);
    if (state == NULL ||
        duckdb.connect(*access->get_database(info), &connection) != 0) {
        free(state);
        access->set_error(info, "calque: no connection");
        return false;
    }
    pthread_rwlock_init(&state->lock, NULL);
    state->owners = 2;
    bool is_right = add_function(connection, "calque_open", state, run_open);
    is_right =
        add_function(connection, "calque", state, run_render) && is_right;
    duckdb.disconnect(&connection);
    if (!is_right) access->set_error(info, "calque: no function was added");
    return is_right;
}
