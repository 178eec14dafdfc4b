/* renderer.h, beside calque_view_translate() row by row.
 *
 * usage: test_renderer [ROWS] */
#include "arrow_table.h"
#include "fixture.h"

#define MOST 3000
#define PARAMETERS 9

static const char *const LANGUAGES[] = {
    "en", "de", "fr", "es", "it", "nl", "pl", "ru", "ar", "ja",
    "zh", "ko", "tr", "cs", "sv", "da", "fi", "pt", "he", "uk"};

static uint64_t state = 41;

static uint64_t random_below(uint64_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 8) % limit;
}

static bool one_in(uint64_t times) { return random_below(times) == 0; }

#define ONE_OF(array) ((array)[random_below(COUNT_OF(array))])

/* The catalog: each language lacks some texts, for which there is English. */

static calque_translator *made_translator(void) {
    static char json[1 << 16];
    size_t end = 0;
#define WRITE(...)                                                             \
    end += (size_t)snprintf(json + end, sizeof json - end, __VA_ARGS__)
    WRITE("{\"lng\":\"en\",\"fallbackLng\":\"en\",\"resources\":{");
    for (size_t at = 0; at < COUNT_OF(LANGUAGES); at += 1) {
        const char *lng = LANGUAGES[at];
        WRITE("%s\"%s\":{\"translation\":{\"plain\":\"%s plain text\"",
              at == 0 ? "" : ",", lng, lng);
        if (at % 3 != 1) WRITE(",\"hi\":\"%s: hi {{name}}\"", lng);
        WRITE(",\"raw\":\"%s {{- name}}|{{share}}|{{done}}|{{big}}\"", lng);
        WRITE(",\"when\":\"%s {{when}} {{when, datetime}}\"", lng);
        WRITE(",\"gone\":\"%s {{gone}}.\",\"ref\":\"[$t(plain)]\"", lng);
        if (at % 4 != 3) {
            const char *const forms[] = {"zero", "one",  "two",
                                         "few",  "many", "other"};
            for (size_t form = 0; form < COUNT_OF(forms); form += 1)
                WRITE(",\"file_%s\":\"%s %s {{count}} of {{name}}\"",
                      forms[form], lng, forms[form]);
        }
        WRITE(",\"who_male\":\"%s he {{count}}\",\"who\":\"%s they\"", lng,
              lng);
        WRITE(",\"deep\":{\"key\":\"%s deep\"},\"list\":[1,\"b\"]}}", lng);
    }
    WRITE("}}");
#undef WRITE
    return translator_with(json, NULL);
}

static const char *const KEYS[] = {
    "plain", "hi",  "raw",  "when",     "gone", "ref",       "file", "file",
    "file",  "who", "deep", "deep.key", "list", "not there", "",     "tr\xC3"};

static const char *const NAMES[] = {"",
                                    "Bo",
                                    "Alice",
                                    "Zo\xC3\xAB",
                                    "<b>Tom & \"Jerry\"</b>",
                                    "exactly 12 by",
                                    "a name that is longer than a register",
                                    "{{count}} $t(plain)",
                                    "cut \xC3",
                                    "\xED\xA0\x80",
                                    "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E"};

/* Columns */

enum value { TEXTS, INTEGERS, NUMBERS, DECIMALS, BOOLS, MOMENTS, NULLS };

static const struct {
    const char *format;
    enum value value;
} FORMATS[] = {{"u", TEXTS},
               {"U", TEXTS},
               {"vu", TEXTS},
               {"c", INTEGERS},
               {"C", INTEGERS},
               {"s", INTEGERS},
               {"S", INTEGERS},
               {"i", INTEGERS},
               {"I", INTEGERS},
               {"l", INTEGERS},
               {"L", INTEGERS},
               {"f", NUMBERS},
               {"g", NUMBERS},
               {"e", NUMBERS},
               {"d:9,2,32", DECIMALS},
               {"d:18,3,64", DECIMALS},
               {"d:38,5", DECIMALS},
               {"d:30,-2", DECIMALS},
               {"d:76,0,256", DECIMALS},
               {"b", BOOLS},
               {"tss:", MOMENTS},
               {"tsm:UTC", MOMENTS},
               {"tsu:", MOMENTS},
               {"tsn:Europe/Paris", MOMENTS},
               {"tdD", MOMENTS},
               {"tdm", MOMENTS},
               {"n", NULLS}};
#define TEXT_FORMATS 3

static void set_text(struct cell *cell, calque_arg_kind kind,
                     const char *text) {
    cell->kind = kind;
    cell->length = (size_t)snprintf(cell->text, sizeof cell->text, "%s", text);
}

/* What the digits of a decimal read as, told in another way than by dividing.
 */
static void set_decimal(struct cell *cell, __int128 digits, int scale) {
    char all[64] = "", text[128] = "";
    unsigned __int128 rest =
        digits < 0 ? -(unsigned __int128)digits : (unsigned __int128)digits;
    size_t count = 0;
    do {
        memmove(all + 1, all, ++count);
        all[0] = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest > 0);
    while (scale > 0 && count <= (size_t)scale) {
        memmove(all + 1, all, ++count);
        all[0] = '0';
    }
    const char *zeros = scale < 0 && digits != 0 ? "00" : "";
    int whole = (int)count - (scale > 0 ? scale : 0);
    snprintf(text, sizeof text, "%s%.*s%s%s%s", digits < 0 ? "-" : "", whole,
             all, zeros, scale > 0 ? "." : "", scale > 0 ? all + whole : "");
    cell->digits = digits;
    set_text(cell, CALQUE_ARG_KIND_DECIMAL, text);
}

static void set_integer(struct cell *cell, const char *format) {
    static const int64_t INTERESTING[] = {0,  1,   2,         3,         5,
                                          11, 100, INT64_MAX, INT64_MIN, -1};
    int64_t number =
        one_in(3) ? ONE_OF(INTERESTING) : (int64_t)random_below(300);
    cell->kind = CALQUE_ARG_KIND_INT;
    switch (format[0]) {
    case 'c': number = (int8_t)number; break;
    case 'C': number = (uint8_t)number; break;
    case 's': number = (int16_t)number; break;
    case 'S': number = (uint16_t)number; break;
    case 'i': number = (int32_t)number; break;
    case 'I': number = (uint32_t)number; break;
    default: break;
    }
    cell->integer = number;
    if (format[0] != 'L' || number >= 0) return;
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    set_text(cell, CALQUE_ARG_KIND_DECIMAL, text);
}

/* The cell has the bits that are stored; `number` of the argument follows. */
static void set_number(struct cell *cell, const char *format) {
    static const double INTERESTING[] = {0.0, 1.0, -0.0, 0.5, 1e21, 1.25e-7};
    cell->kind = CALQUE_ARG_KIND_DOUBLE;
    cell->number =
        one_in(2) ? ONE_OF(INTERESTING) : (double)random_below(10000) / 16;
    if (format[0] == 'f') cell->number = (double)(float)cell->number;
    if (format[0] != 'e') return;
    /* Halves: 1, -2.5, the smallest, infinity. */
    static const struct {
        int64_t bits;
        double number;
    } HALVES[] = {
        {0x3C00, 1}, {0xC100, -2.5}, {0x0001, 0x1p-24}, {0x3555, 0x1.554p-2}};
    size_t at = random_below(COUNT_OF(HALVES));
    cell->integer = HALVES[at].bits;
    cell->number = HALVES[at].number;
}

/* Stored units in `digits`, milliseconds in `integer`. */
static void set_moment(struct cell *cell, const char *format) {
    int64_t moment = (int64_t)random_below(4000000000000) - 1000000000000;
    cell->kind = CALQUE_ARG_KIND_INT;
    if (strcmp(format, "tdD") == 0) {
        moment = (int64_t)(int32_t)(moment / 86400000);
        cell->digits = moment * 86400000;
    } else if (format[2] == 's') {
        moment /= 1000;
        cell->digits = moment * 1000;
    } else if (format[2] == 'm') {
        cell->digits = moment;
    } else {
        int64_t units = format[2] == 'u' ? 1000 : 1000000;
        cell->digits = moment;
        moment = moment * units + (int64_t)random_below((uint64_t)units);
    }
    cell->integer = moment;
}

static struct cell made_cell(size_t at, const char *const *texts,
                             size_t count) {
    const char *format = FORMATS[at].format;
    struct cell cell = {0};
    if (FORMATS[at].value == NULLS || one_in(9)) return cell;
    switch (FORMATS[at].value) {
    case TEXTS:
        set_text(&cell, CALQUE_ARG_KIND_TEXT, texts[random_below(count)]);
        break;
    case INTEGERS: set_integer(&cell, format); break;
    case NUMBERS: set_number(&cell, format); break;
    case BOOLS:
        cell.kind = CALQUE_ARG_KIND_BOOL;
        cell.integer = (int64_t)random_below(2);
        break;
    case MOMENTS: set_moment(&cell, format); break;
    default: {
        int scale = atoi(strchr(format, ',') + 1);
        __int128 digits = (__int128)random_below(999999999);
        if (strcmp(format, "d:9,2,32") != 0) digits = digits * 900000007;
        if (strchr(format, '3') != NULL && strchr(format, '4') == NULL &&
            one_in(2))
            digits =
                digits * (strcmp(format, "d:9,2,32") == 0 ? 1 : 1000000000000);
        set_decimal(&cell, one_in(2) ? digits : -digits, scale);
    }
    }
    return cell;
}

/* The cells of a column, and their array in a layout. */
struct made {
    struct cell cells[MOST];
    bool is_constant;
    struct ArrowArray *array;
    struct ArrowSchema *schema;
};

static struct ArrowArray indices(const char *format, const size_t *places,
                                 const struct cell *cells, size_t count,
                                 size_t offset) {
    static struct cell numbers[MOST];
    for (size_t at = 0; at < count; at += 1) {
        numbers[at].kind = cells[at].kind;
        numbers[at].integer = (int64_t)places[at];
    }
    return array_with(format, numbers, count, offset);
}

static void make(struct made *made, const char *name, bool is_text,
                 const char *const *texts, size_t text_count, size_t rows,
                 size_t start) {
    static const char *const INDICES[] = {"c", "C", "s", "S",
                                          "i", "I", "l", "L"};
    static struct cell entries[100];
    static size_t places[MOST];
    size_t at = random_below(is_text ? TEXT_FORMATS : COUNT_OF(FORMATS));
    const char *format = FORMATS[at].format;
    made->is_constant = rows + start != 1 && one_in(6);
    size_t count = made->is_constant ? 1 : rows + start;
    size_t offset = one_in(2) ? 0 : random_below(20);
    made->array = malloc(sizeof *made->array);
    made->schema = malloc(sizeof *made->schema);
    if (one_in(3)) {
        size_t size = 1 + random_below(COUNT_OF(entries));
        for (size_t entry = 0; entry < size; entry += 1)
            entries[entry] = made_cell(at, texts, text_count);
        for (size_t row = 0; row < count; row += 1) {
            places[row] = random_below(size);
            made->cells[row] = entries[places[row]];
        }
        const char *index = ONE_OF(INDICES);
        /* A value may be null, and so may an index. */
        for (size_t row = 0; row < count; row += 1)
            if (one_in(8)) made->cells[row] = (struct cell){0};
        static struct cell given[MOST];
        for (size_t row = 0; row < count; row += 1) {
            given[row] = made->cells[row];
            if (entries[places[row]].kind == CALQUE_ARG_KIND_NULL && one_in(2))
                given[row].kind = CALQUE_ARG_KIND_INT;
        }
        *made->array = indices(index, places, given, count, offset);
        made->array->dictionary = malloc(sizeof *made->array);
        *made->array->dictionary =
            array_with(format, entries, size, random_below(5));
        *made->schema = schema_of(index, name);
        made->schema->dictionary = malloc(sizeof *made->schema);
        *made->schema->dictionary = schema_of(format, "");
        return;
    }
    for (size_t row = 0; row < count; row += 1)
        made->cells[row] = made_cell(at, texts, text_count);
    *made->array = array_with(format, made->cells, count, offset);
    *made->schema = schema_of(format, name);
}

/* Tables */

static const char *const COLUMNS[PARAMETERS] = {
    "key", "lng", "count", "name", "share", "done", "big", "when", "context"};

struct table {
    struct made columns[PARAMETERS];
    size_t column_count, rows, start;
    uint8_t *present;
    struct ArrowArray array;
    struct ArrowSchema schema;
};

static void make_table(struct table *table, size_t most) {
    static const char *const CONTEXTS[] = {"male", "female", ""};
    table->rows = random_below(most + 1);
    table->start = one_in(2) ? 0 : random_below(9);
    table->column_count = 1 + random_below(PARAMETERS);
    size_t rows = table->rows, start = table->start,
           count = table->column_count;
    table->array = array_of((int64_t)rows, (int64_t)start, 1);
    table->schema = schema_of("+s", "");
    table->array.n_children = table->schema.n_children = (int64_t)count;
    table->array.children = calloc(count, sizeof(void *));
    table->schema.children = calloc(count, sizeof(void *));
    for (size_t at = 0; at < count; at += 1) {
        const char *name = COLUMNS[at];
        const char *const *texts = NAMES;
        size_t texts_count = COUNT_OF(NAMES);
        if (at == 0) texts = KEYS, texts_count = COUNT_OF(KEYS);
        if (at == 1) texts = LANGUAGES, texts_count = COUNT_OF(LANGUAGES);
        if (at == 8) texts = CONTEXTS, texts_count = COUNT_OF(CONTEXTS);
        make(table->columns + at, name,
             at == 0 || at == 8 || (at == 1 && !one_in(5)), texts, texts_count,
             rows, start);
        table->array.children[at] = table->columns[at].array;
        table->schema.children[at] = table->columns[at].schema;
    }
    table->present = NULL;
    table->array.null_count = 0;
    if (!one_in(4)) return;
    table->present = filled((rows + start + 7) / 8);
    table->array.buffers[0] = table->present;
    table->array.null_count = -1;
}

static void free_table(struct table *table) {
    if (table->array.release != NULL) table->array.release(&table->array);
    if (table->schema.release != NULL) table->schema.release(&table->schema);
}

static const struct cell *cell_of(const struct table *table, size_t column,
                                  size_t row) {
    const struct made *made = table->columns + column;
    return made->cells + (made->is_constant ? 0 : table->start + row);
}

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

static void tables_equal_calls(size_t rows) {
    static struct table table;
    calque_translator *translator = made_translator();
    calque_view *view = view_of(translator);
    size_t done = 0, wrong = 0;
    while (done < rows) {
        size_t output = random_below(3);
        bool has_statuses = one_in(2);
        const char *format = OUTPUT_FORMATS[output];
        calque_renderer *renderer = renderer_of(view, output, has_statuses);
        make_table(&table, MOST - 40);
        struct ArrowArray out;
        struct ArrowSchema schema;
        calque_error *error = NULL;
        calque_status status = calque_renderer_render(
            renderer, &table.schema, &table.array, &schema, &out, &error);
        if (!CHECK(status < CALQUE_INVALID_ARGUMENT)) {
            printf("%s: %s\n", calque_error_path(error),
                   calque_error_message(error));
            calque_error_release(error);
            return;
        }
        CHECK(out.length == (int64_t)table.rows && out.offset == 0);
        CHECK_TEXT(has_statuses ? "+s" : format, schema.format);
        const struct ArrowArray *texts = has_statuses ? out.children[0] : &out;
        for (size_t row = 0; row < table.rows; row += 1)
            wrong += !same_row(view, &table, row, format, texts,
                               has_statuses ? out.children[1] : NULL, row);
        calque_renderer_release(renderer);
        out.release(&out);
        schema.release(&schema);
        CHECK(out.release == NULL && schema.release == NULL);
        done += table.rows + 1;
        free_table(&table);
        if (wrong > 20) break;
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

int main(int count, char **arguments) {
    size_t rows = count > 1 ? (size_t)atol(arguments[1]) : 20000;
    calque_translator *translator = made_translator();
    calque_view *view = view_of(translator);
    calque_renderer *renderer = renderer_of(view, 0, false);
    shared = renderer;
    options_are_checked(view);
    damaged_arrays_are_refused();
    calque_renderer_release(renderer);
    calque_view_release(view);
    calque_translator_release(translator);
    tables_equal_calls(rows);
    a_stream_has_the_rows_of_its_tables();
    a_stream_passes_errors_on();
    return check_end();
}
