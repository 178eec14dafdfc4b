/*
 * Tables of 20 languages through a renderer, beside what hand-written C takes
 * for the same texts: tools/checks/check_speed.py has callgrind count the
 * instructions of the functions whose names begin with `operation_`.
 *
 * Of 500 messages a quarter are plain, a quarter have a name, half are plurals
 * with a name and a number. Rows are in random order. The floor is given
 * numbers for languages and messages, and has its texts cut; it checks nothing.
 *
 * usage: tables [--list | OPERATION | --rows ROWS]
 */
#include <calque.h>
#include <calque/arrow.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"

#define MESSAGES 500
#define LANGUAGES 20
#define FORMS 6
#define COUNTED_ROWS 20000
#define TEXT_BYTES 160

static const char *const TAGS[LANGUAGES] = {
    "en", "de", "nl", "sv", "fi", "et", "nb", "da", "el", "hu",
    "tr", "bg", "eu", "ka", "sq", "ru", "uk", "be", "pl", "ar"};
static const char *const FORM_NAMES[FORMS] = {"zero", "one",  "two",
                                              "few",  "many", "other"};
static const char *const NAMES[] = {"Ada",     "Grace",    "Linus",
                                    "Barbara", "Margaret", "Edsger"};

/* A text: parts with a name between the first two and a number behind the
 * second. */
struct parts {
    char before[64], between[64], after[64];
    size_t before_length, between_length, after_length;
};

static struct {
    struct parts texts[LANGUAGES][MESSAGES][FORMS];
    calque_view *view;
    calque_view *views[LANGUAGES];
    calque_renderer *renderer;
    size_t rows;
    /* Rows as numbers. */
    uint8_t *languages;
    uint16_t *messages;
    uint8_t *names;
    int64_t *counts;
    /* Columns. */
    struct ArrowArray columns[6];
    struct ArrowArray texts_of_keys, texts_of_languages;
} stage;

static int kind_of(size_t message) { return (int)(message % 4); }

static uint64_t state = 41;

static uint64_t random_below(uint64_t limit) {
    return next_random(&state) % limit;
}

static void key_of(size_t message, char key[32]) {
    static const char *const AREAS[] = {"cart", "account", "order", "mail"};
    snprintf(key, 32, "%s.message_%zu", AREAS[message / 7 % 4], message);
}

/* The floor */

static int form_of(size_t language, int64_t count) {
    int64_t last = count % 10, two = count % 100;
    /* i18next shows a text for nothing where there is one. */
    if (count == 0) return 0;
    if (language < 15) return count == 1 ? 1 : 5;
    if (language < 19) {
        if (language == 18 ? count == 1 : last == 1 && two != 11) return 1;
        return last >= 2 && last <= 4 && (two < 12 || two > 14) ? 3 : 4;
    }
    if (count < 3) return (int)count;
    return two >= 3 && two <= 10 ? 3 : two >= 11 ? 4 : 5;
}

static char *move(char *out, const char *from, size_t length) {
    memcpy(out, from, 64);
    return out + length;
}

static char *write_number(char *out, int64_t number) {
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    for (; first < sizeof digits; first += 1, out += 1)
        *out = digits[first];
    return out;
}

static char *floor_row(size_t row, char *out) {
    size_t language = stage.languages[row], message = stage.messages[row];
    int kind = kind_of(message);
    int form = kind < 2 ? 0 : form_of(language, stage.counts[row]);
    const struct parts *text = &stage.texts[language][message][form];
    out = move(out, text->before, text->before_length);
    if (kind == 0) return out;
    const char *name = NAMES[stage.names[row]];
    size_t length = strlen(name);
    memcpy(out, name, length);
    out = move(out + length, text->between, text->between_length);
    if (kind < 2) return out;
    out = write_number(out, stage.counts[row]);
    return move(out, text->after, text->after_length);
}

/* Operations */

static struct ArrowArray result;
static char *floor_bytes;
static int32_t *floor_offsets;

__attribute__((noinline)) static void operation_table_floor(void) {
    char *out = floor_bytes;
    for (size_t row = 0; row < stage.rows; row += 1) {
        out = floor_row(row, out);
        floor_offsets[row + 1] = (int32_t)(out - floor_bytes);
    }
}

static void no_release(struct ArrowSchema *schema) { schema->release = NULL; }
static void no_array_release(struct ArrowArray *array) {
    array->release = NULL;
}

static void render(bool has_dictionaries) {
    struct ArrowSchema texts = {
        .format = "u", .name = "", .release = no_release};
    struct ArrowSchema schemas[4] = {
        {.format = "u", .name = "key", .release = no_release},
        {.format = "u", .name = "lng", .release = no_release},
        {.format = "l", .name = "count", .release = no_release},
        {.format = "u", .name = "name", .release = no_release}};
    struct ArrowSchema *children[4];
    struct ArrowArray *arrays[4];
    for (size_t at = 0; at < 4; at += 1) {
        children[at] = schemas + at;
        arrays[at] = stage.columns + at;
    }
    if (has_dictionaries) {
        schemas[0].format = schemas[1].format = "i";
        schemas[0].dictionary = schemas[1].dictionary = &texts;
        arrays[0] = stage.columns + 4;
        arrays[1] = stage.columns + 5;
    }
    struct ArrowSchema schema = {.format = "+s",
                                 .name = "",
                                 .n_children = 4,
                                 .children = children,
                                 .release = no_release};
    const void *buffers[1] = {NULL};
    struct ArrowArray table = {.length = (int64_t)stage.rows,
                               .n_buffers = 1,
                               .n_children = 4,
                               .buffers = buffers,
                               .children = arrays,
                               .release = no_array_release};
    if (result.release != NULL) result.release(&result);
    calque_error *error = NULL;
    if (calque_renderer_render(stage.renderer, &schema, &table, NULL, &result,
                               &error) != CALQUE_OK) {
        fprintf(stderr, "tables: %s\n", calque_error_message(error));
        exit(1);
    }
}

__attribute__((noinline)) static void operation_table_utf8(void) {
    render(false);
}

__attribute__((noinline)) static void operation_table_dictionary(void) {
    render(true);
}

/* A call for each row, through the view of its language. */
__attribute__((noinline)) static void operation_table_calls(void) {
    char *out = floor_bytes;
    const int32_t *keys = stage.columns[0].buffers[1];
    const char *bytes = stage.columns[0].buffers[2];
    for (size_t row = 0; row < stage.rows; row += 1) {
        const calque_arg args[] = {
            {"count", 5, CALQUE_ARG_KIND_INT, 0, stage.counts[row], 0, NULL, 0},
            {"name", 4, CALQUE_ARG_KIND_TEXT, 0, 0, 0, NAMES[stage.names[row]],
             CALQUE_NTS}};
        size_t length;
        calque_view_translate(stage.views[stage.languages[row]],
                              bytes + keys[row],
                              (size_t)(keys[row + 1] - keys[row]), args, 2, out,
                              TEXT_BYTES * 2, &length);
        out += length;
        floor_offsets[row + 1] = (int32_t)(out - floor_bytes);
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} OPERATIONS[] = {{"table_utf8", operation_table_utf8},
                  {"table_dictionary", operation_table_dictionary},
                  {"table_calls", operation_table_calls},
                  {"table_floor", operation_table_floor}};

/* The stage */

static void make_texts(void) {
    static const char *const WORDS[] = {"your ",  "order ", "has ",    "been ",
                                        "sent ",  "with ",  "thanks ", "again ",
                                        "today ", "soon "};
    for (size_t language = 0; language < LANGUAGES; language += 1)
        for (size_t message = 0; message < MESSAGES; message += 1)
            for (size_t form = 0; form < FORMS; form += 1) {
                struct parts *text = &stage.texts[language][message][form];
                char *const places[] = {text->before, text->between,
                                        text->after};
                size_t *const lengths[] = {&text->before_length,
                                           &text->between_length,
                                           &text->after_length};
                size_t words = kind_of(message) == 0 ? 8 : 4;
                for (size_t part = 0; part < 3; part += 1) {
                    size_t end = (size_t)snprintf(places[part], 64, "%s%zu ",
                                                  TAGS[language], form);
                    for (size_t word = 0; word < words; word += 1)
                        end += (size_t)snprintf(places[part] + end, 64 - end,
                                                "%s", WORDS[random_below(10)]);
                    *lengths[part] = end < 63 ? end : 63;
                }
            }
}

static void write_bundle(FILE *file, size_t language) {
    fprintf(file, "{\"catalog\":\"\"");
    for (size_t message = 0; message < MESSAGES; message += 1) {
        char key[32];
        key_of(message, key);
        const struct parts *texts = stage.texts[language][message];
        if (kind_of(message) == 0) {
            fprintf(file, ",\"%s\":\"%s\"", key, texts[0].before);
        } else if (kind_of(message) == 1) {
            fprintf(file, ",\"%s\":\"%s{{name}}%s\"", key, texts[0].before,
                    texts[0].between);
        } else {
            for (size_t form = 0; form < FORMS; form += 1)
                fprintf(file, ",\"%s_%s\":\"%s{{name}}%s{{count}}%s\"", key,
                        FORM_NAMES[form], texts[form].before,
                        texts[form].between, texts[form].after);
        }
    }
    fprintf(file, "}");
}

static void require(calque_status status, calque_error *error) {
    if (status == CALQUE_OK) return;
    fprintf(stderr, "tables: %s\n", calque_error_message(error));
    exit(1);
}

static void open_views(void) {
    calque_translator *translator = NULL;
    calque_error *error = NULL;
    require(calque_translator_create(
        CALQUE_FORMAT_V4, CALQUE_JSON({
                    "lng": "en",
                    "keySeparator": false,
                    "interpolation": {"escapeValue": false}
                }),
                                       CALQUE_NTS, NULL, &translator, &error),
        error);
    for (size_t language = 0; language < LANGUAGES; language += 1) {
        char *json = NULL;
        size_t length = 0;
        FILE *file = open_memstream(&json, &length);
        if (file == NULL) exit(1);
        write_bundle(file, language);
        fclose(file);
        require(calque_translator_add_resource_bundle(
                    translator, TAGS[language], CALQUE_NTS, "translation",
                    CALQUE_NTS, json, length, 0, &error),
                error);
        free(json);
    }
    for (size_t language = 0; language < LANGUAGES; language += 1)
        require(calque_view_create(translator, TAGS[language], CALQUE_NTS, NULL,
                                   0, NULL, 0, stage.views + language, &error),
                error);
    require(calque_view_create(translator, NULL, 0, NULL, 0, NULL, 0,
                               &stage.view, &error),
            error);
    require(
        calque_renderer_create(stage.view, NULL, 0, &stage.renderer, &error),
        error);
    calque_translator_release(translator);
}

/* A column of texts: those that `text_of` puts out for each row. */
static struct ArrowArray
texts_column(size_t rows, void (*text_of)(size_t row, char text[32])) {
    int32_t *offsets = take(rows + 1, sizeof *offsets);
    char *bytes = take(rows + 1, 32);
    for (size_t row = 0; row < rows; row += 1) {
        char text[32];
        text_of(row, text);
        size_t length = strlen(text);
        memcpy(bytes + offsets[row], text, length);
        offsets[row + 1] = offsets[row] + (int32_t)length;
    }
    const void **buffers = take(3, sizeof *buffers);
    buffers[1] = offsets;
    buffers[2] = bytes;
    return (struct ArrowArray){.length = (int64_t)rows,
                               .n_buffers = 3,
                               .buffers = buffers,
                               .release = no_array_release};
}

static struct ArrowArray numbers_column(const void *numbers) {
    const void **buffers = take(2, sizeof *buffers);
    buffers[1] = numbers;
    return (struct ArrowArray){.length = (int64_t)stage.rows,
                               .n_buffers = 2,
                               .buffers = buffers,
                               .release = no_array_release};
}

static void row_key(size_t row, char text[32]) {
    key_of(stage.messages[row], text);
}
static void row_language(size_t row, char text[32]) {
    snprintf(text, 32, "%s", TAGS[stage.languages[row]]);
}
static void row_name(size_t row, char text[32]) {
    snprintf(text, 32, "%s", NAMES[stage.names[row]]);
}
static void a_language(size_t row, char text[32]) {
    snprintf(text, 32, "%s", TAGS[row]);
}

static void make_rows(size_t rows) {
    stage.rows = rows;
    stage.languages = take(rows, 1);
    stage.messages = take(rows, 2);
    stage.names = take(rows, 1);
    stage.counts = take(rows, 8);
    int32_t *messages = take(rows, 4), *languages = take(rows, 4);
    for (size_t row = 0; row < rows; row += 1) {
        stage.languages[row] = (uint8_t)(random_below(LANGUAGES));
        stage.messages[row] = (uint16_t)(random_below(MESSAGES));
        stage.names[row] = (uint8_t)(random_below(6));
        stage.counts[row] = (int64_t)(random_below(200));
        messages[row] = stage.messages[row];
        languages[row] = stage.languages[row];
    }
    stage.columns[0] = texts_column(rows, row_key);
    stage.columns[1] = texts_column(rows, row_language);
    stage.columns[2] = numbers_column(stage.counts);
    stage.columns[3] = texts_column(rows, row_name);
    stage.columns[4] = numbers_column(messages);
    stage.columns[5] = numbers_column(languages);
    stage.texts_of_keys = texts_column(MESSAGES, key_of);
    stage.texts_of_languages = texts_column(LANGUAGES, a_language);
    stage.columns[4].dictionary = &stage.texts_of_keys;
    stage.columns[5].dictionary = &stage.texts_of_languages;
    floor_bytes = take(rows + 4, TEXT_BYTES);
    floor_offsets = take(rows + 1, sizeof *floor_offsets);
}

/* Ends the program unless a table has the texts of the floor. What a renderer
 * finds once is known afterwards. */
static void compare(bool has_dictionaries) {
    operation_table_floor();
    render(has_dictionaries);
    const int32_t *offsets = result.buffers[1];
    size_t rows = stage.rows, length = (size_t)floor_offsets[rows];
    if (memcmp(offsets, floor_offsets, (rows + 1) * 4) == 0 &&
        memcmp(result.buffers[2], floor_bytes, length) == 0)
        return;
    size_t row = 0;
    while (offsets[row + 1] == floor_offsets[row + 1] &&
           memcmp((const char *)result.buffers[2] + offsets[row],
                  floor_bytes + offsets[row],
                  (size_t)(offsets[row + 1] - offsets[row])) == 0)
        row += 1;
    fprintf(stderr, "tables: row %zu is \"%.*s\", not \"%.*s\"\n", row,
            offsets[row + 1] - offsets[row],
            (const char *)result.buffers[2] + offsets[row],
            floor_offsets[row + 1] - floor_offsets[row],
            floor_bytes + floor_offsets[row]);
    exit(1);
}

static double nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

int main(int count, char **arguments) {
    const char *wanted = count > 1 ? arguments[1] : "";
    size_t rows = COUNTED_ROWS;
    if (strcmp(wanted, "--list") == 0) {
        for (size_t at = 0; at < 2; at += 1)
            printf("%s %d\n", OPERATIONS[at].name, COUNTED_ROWS);
        return 0;
    }
    if (strcmp(wanted, "--rows") == 0 && count > 2)
        rows = (size_t)atol(arguments[2]);
    make_texts();
    open_views();
    make_rows(rows);
    compare(false);
    compare(true);
    double floor = 0;
    for (size_t at = sizeof OPERATIONS / sizeof *OPERATIONS; at-- > 0;) {
        if (wanted[0] != '-' && wanted[0] != 0) {
            if (strcmp(wanted, OPERATIONS[at].name) == 0) OPERATIONS[at].run();
            continue;
        }
        double best = 0;
        for (int round = 0; round < 7; round += 1) {
            double start = nanoseconds();
            OPERATIONS[at].run();
            double taken = (nanoseconds() - start) / (double)rows;
            if (round == 0 || taken < best) best = taken;
        }
        if (floor == 0) floor = best;
        printf("%-18s %7.1f ns a row, %4.1f of the floor\n",
               OPERATIONS[at].name, best, best / floor);
    }
    return 0;
}
