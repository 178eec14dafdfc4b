/* Tables of random cells: of each layout, with nulls, slices, constants,
 * missing keys and bytes that are not UTF-8, in 20 languages. */
#ifndef CALQUE_TESTS_ARROW_CELLS_H
#define CALQUE_TESTS_ARROW_CELLS_H

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

#define ASCII_NAMES 7
static const char *const NAMES[] = {"",
                                    "Bo",
                                    "Alice",
                                    "<b>Tom & \"Jerry\"</b>",
                                    "exactly 12 by",
                                    "a name that is longer than a register",
                                    "{{count}} $t(plain)",
                                    "Zo\xC3\xAB",
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

/* Whether the column that is made has nulls. */
static bool has_nulls = true;

static struct cell made_cell(size_t at, const char *const *texts,
                             size_t count) {
    const char *format = FORMATS[at].format;
    struct cell cell = {0};
    if (FORMATS[at].value == NULLS || (has_nulls && one_in(9))) return cell;
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
    /* Half of the counts are integers. */
    if (strcmp(name, "count") == 0 && one_in(2)) at = 3 + random_below(8);
    const char *format = FORMATS[at].format;
    has_nulls = one_in(2);
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
            if (has_nulls && one_in(8)) made->cells[row] = (struct cell){0};
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
        size_t texts_count = one_in(2) ? ASCII_NAMES : COUNT_OF(NAMES);
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

#endif
