/*
 * Nanoseconds for one call of the translator, beside hand-written C on the same
 * data (the floor) and glibc's gettext, in one process and run.
 *
 * usage: translator [--only ROW] [--size MESSAGES] [--rounds N] [--json FILE]
 *
 * With 0 rounds it only checks that all of them do the same work.
 */
#include <libintl.h>
#include <string.h>

#include <calque.h>

#include "catalog.h"
#include "floor.h"
#include "glibc.h"
#include "memory.h"
#include "timing.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define COUNTS 4096
#define BUFFER 1024
#define CHECKED_CALLS 4096

/* What one row is measured on: keys in the order of look-up, and all owners. */
struct subject {
    const calque_translator *translator;
    const calque_view *view;
    const struct floor *floor;
    size_t count;
    const char **keys;
    const char **references;
    const char **contexts;
    calque_key *resolved;
    uint32_t *slots;
    uint32_t counts[COUNTS];
    uint64_t name;
};

/* The workload that makes one call after another. */
#define WORKLOAD(call)                                                         \
    static uint64_t call##_loop(const void *subject, size_t calls) {           \
        const struct subject *row = subject;                                   \
        char buffer[BUFFER];                                                   \
        uint64_t total = 0;                                                    \
        size_t at = 0;                                                         \
        for (size_t number = 0; number < calls; number += 1) {                 \
            total += call(row, at, row->counts[number % COUNTS], buffer);      \
            at = at + 1 < row->count ? at + 1 : 0;                             \
        }                                                                      \
        return total;                                                          \
    }

/* Calque */

static inline size_t view_plain(const struct subject *row, size_t at,
                                uint32_t count, char *buffer) {
    size_t length;
    (void)count;
    calque_view_translate(row->view, row->keys[at], CALQUE_NTS, NULL, 0, buffer,
                          BUFFER, &length);
    return length;
}
WORKLOAD(view_plain)

static inline size_t view_resolved(const struct subject *row, size_t at,
                                   uint32_t count, char *buffer) {
    size_t length;
    (void)count;
    calque_view_translate_key(row->view, row->resolved[at], NULL, 0, buffer,
                              BUFFER, &length);
    return length;
}
WORKLOAD(view_resolved)

static inline size_t view_variable(const struct subject *row, size_t at,
                                   uint32_t count, char *buffer) {
    const calque_arg name = CALQUE_ARG_TEXT("name", "Alice");
    size_t length;
    (void)count;
    calque_view_translate(row->view, row->keys[at], CALQUE_NTS, &name, 1,
                          buffer, BUFFER, &length);
    return length;
}
WORKLOAD(view_variable)

static inline size_t view_plural(const struct subject *row, size_t at,
                                 uint32_t count, char *buffer) {
    const calque_arg number = CALQUE_ARG_INT("count", count);
    size_t length;
    calque_view_translate(row->view, row->keys[at], CALQUE_NTS, &number, 1,
                          buffer, BUFFER, &length);
    return length;
}
WORKLOAD(view_plural)

static inline size_t view_context(const struct subject *row, size_t at,
                                  uint32_t count, char *buffer) {
    const calque_arg context = CALQUE_ARG_TEXT("context", row->contexts[at]);
    size_t length;
    (void)count;
    calque_view_translate(row->view, row->keys[at], CALQUE_NTS, &context, 1,
                          buffer, BUFFER, &length);
    return length;
}
WORKLOAD(view_context)

static inline size_t translate_plain(const struct subject *row, size_t at,
                                     uint32_t count, char *buffer) {
    size_t length;
    (void)count;
    calque_translate(row->translator, row->keys[at], CALQUE_NTS, NULL, 0,
                     buffer, BUFFER, &length);
    return length;
}
WORKLOAD(translate_plain)

static inline size_t translate_variable(const struct subject *row, size_t at,
                                        uint32_t count, char *buffer) {
    const calque_arg name = CALQUE_ARG_TEXT("name", "Alice");
    size_t length;
    (void)count;
    calque_translate(row->translator, row->keys[at], CALQUE_NTS, &name, 1,
                     buffer, BUFFER, &length);
    return length;
}
WORKLOAD(translate_variable)

static inline size_t translate_plural(const struct subject *row, size_t at,
                                      uint32_t count, char *buffer) {
    const calque_arg number = CALQUE_ARG_INT("count", count);
    size_t length;
    calque_translate(row->translator, row->keys[at], CALQUE_NTS, &number, 1,
                     buffer, BUFFER, &length);
    return length;
}
WORKLOAD(translate_plural)

/* The floor */

static inline size_t c_plain(const struct subject *row, size_t at,
                             uint32_t count, char *buffer) {
    (void)count;
    return floor_text(row->floor, row->keys[at], buffer);
}
WORKLOAD(c_plain)

static inline size_t c_resolved(const struct subject *row, size_t at,
                                uint32_t count, char *buffer) {
    (void)count;
    return floor_text_at(row->floor, row->slots[at], buffer);
}
WORKLOAD(c_resolved)

static inline size_t c_variable(const struct subject *row, size_t at,
                                uint32_t count, char *buffer) {
    (void)count;
    return floor_variable(row->floor, row->keys[at], row->name, "Alice",
                          buffer);
}
WORKLOAD(c_variable)

static inline size_t c_plural(const struct subject *row, size_t at,
                              uint32_t count, char *buffer) {
    return floor_plural(row->floor, row->keys[at], count, buffer);
}
WORKLOAD(c_plural)

static inline size_t c_context(const struct subject *row, size_t at,
                               uint32_t count, char *buffer) {
    (void)count;
    return floor_context(row->floor, row->keys[at], row->contexts[at], buffer);
}
WORKLOAD(c_context)

/* glibc */

static inline size_t glibc_plain(const struct subject *row, size_t at,
                                 uint32_t count, char *buffer) {
    const char *text = gettext(row->keys[at]);
    size_t length = strlen(text);
    (void)count;
    memcpy(buffer, text, length + 1);
    return length;
}
WORKLOAD(glibc_plain)

static inline size_t glibc_variable(const struct subject *row, size_t at,
                                    uint32_t count, char *buffer) {
    (void)count;
    return (size_t)snprintf(buffer, BUFFER, gettext(row->keys[at]), "Alice");
}
WORKLOAD(glibc_variable)

static inline size_t glibc_plural(const struct subject *row, size_t at,
                                  uint32_t count, char *buffer) {
    const char *key = row->keys[at];
    return (size_t)snprintf(buffer, BUFFER, ngettext(key, key, count),
                            (unsigned long)count);
}
WORKLOAD(glibc_plural)

static inline size_t glibc_nested(const struct subject *row, size_t at,
                                  uint32_t count, char *buffer) {
    (void)count;
    return (size_t)snprintf(buffer, BUFFER, gettext(row->keys[at]),
                            gettext(row->references[at]));
}
WORKLOAD(glibc_nested)

/* As the macro pgettext of gettext.h does it for texts that are not literals. */
static inline size_t glibc_context(const struct subject *row, size_t at,
                                   uint32_t count, char *buffer) {
    char whole[128];
    size_t context = strlen(row->contexts[at]);
    size_t key = strlen(row->keys[at]);
    (void)count;
    memcpy(whole, row->contexts[at], context);
    whole[context] = '\004';
    memcpy(whole + context + 1, row->keys[at], key + 1);
    const char *text = gettext(whole);
    size_t length = strlen(text);
    memcpy(buffer, text, length + 1);
    return length;
}
WORKLOAD(glibc_context)

/* Catalogs and translators of one size */

enum place { PLACE_EN, PLACE_ESCAPED, PLACE_AR, PLACE_CHAIN, PLACES };

/* A translator with its view, and what gettext is told to see the same. */
struct setting {
    calque_translator *translator;
    calque_view *view;
    struct floor *floor;
    char domain[32];
    const char *lngs;
};

struct stage {
    struct catalog catalog;
    struct setting settings[PLACES];
    int has_glibc;
};

static const struct selection ALL = {1, 0};
/* Of the chain de, fr, en the first two have a quarter of the messages each. */
static const struct selection FIRST = {4, 0};
static const struct selection SECOND = {4, 1};

static void require(calque_status status, calque_error *error) {
    if (status == CALQUE_OK) return;
    fprintf(stderr, "%s\n", calque_error_message(error));
    exit(1);
}

static void add_bundle(calque_translator *translator,
                       const struct catalog *catalog, const char *lng,
                       enum catalog_language language,
                       struct selection selection) {
    char *json = NULL;
    size_t length = 0;
    calque_error *error = NULL;
    FILE *file = open_memstream(&json, &length);
    if (file == NULL) exit(1);
    catalog_write_json(catalog, language, selection, file);
    fclose(file);
    require(calque_translator_add_bundle(translator, lng, CALQUE_NTS,
                                         "translation", CALQUE_NTS, json,
                                         length, 0, &error),
            error);
    free(json);
}

static void open_setting(struct stage *stage, enum place place,
                         const struct glibc *glibc) {
    static const char plain[] =
        CALQUE_JSON({"lng": "en", "interpolation": {"escapeValue": false}});
    static const char escaped[] = CALQUE_JSON({"lng": "en"});
    static const char arabic[] =
        CALQUE_JSON({"lng": "ar", "interpolation": {"escapeValue": false}});
    static const char *const options[] = {plain, escaped, arabic, plain};
    static const char *const lngs[] = {"en", "en", "ar", "de:fr:en"};
    struct setting *setting = stage->settings + place;
    enum catalog_language language =
        place == PLACE_AR ? LANGUAGE_AR : LANGUAGE_EN;
    const char *lng = place == PLACE_AR ? "ar" : "en";
    calque_error *error = NULL;
    require(calque_translator_create(CALQUE_FORMAT_V4, options[place],
                                     CALQUE_NTS, NULL, &setting->translator,
                                     &error),
            error);
    snprintf(setting->domain, sizeof setting->domain, "d%zu-%d",
             stage->catalog.count, place);
    setting->lngs = lngs[place];
    add_bundle(setting->translator, &stage->catalog, lng, language, ALL);
    stage->has_glibc = stage->has_glibc &&
                       glibc_add(glibc, setting->domain, lng, &stage->catalog,
                                 language, ALL);
    if (place == PLACE_CHAIN) {
        add_bundle(setting->translator, &stage->catalog, "de", language, FIRST);
        add_bundle(setting->translator, &stage->catalog, "fr", language,
                   SECOND);
        stage->has_glibc = stage->has_glibc &&
                           glibc_add(glibc, setting->domain, "de",
                                     &stage->catalog, language, FIRST) &&
                           glibc_add(glibc, setting->domain, "fr",
                                     &stage->catalog, language, SECOND);
    }
    require(calque_view_create(
                setting->translator,
                place == PLACE_CHAIN ? "[\"de\", \"fr\", \"en\"]" : lng,
                CALQUE_NTS, NULL, 0, NULL, 0, &setting->view, &error),
            error);
    setting->floor = floor_create(&stage->catalog, language);
}

static void close_stage(struct stage *stage) {
    for (int place = 0; place < PLACES; place += 1) {
        calque_view_release(stage->settings[place].view);
        calque_translator_release(stage->settings[place].translator);
        floor_free(stage->settings[place].floor);
    }
    catalog_free(&stage->catalog);
}

/* Rows */

struct row {
    const char *name;
    enum place place;
    enum message_kind kind;
    /* Keys that are nowhere. */
    int is_missing;
    workload *calque;
    workload *floor;
    workload *glibc;
};

static const struct row ROWS[] = {
    {"plain", PLACE_EN, MESSAGE_PLAIN, 0, view_plain_loop, c_plain_loop,
     glibc_plain_loop},
    {"plain, key resolved", PLACE_EN, MESSAGE_PLAIN, 0, view_resolved_loop,
     c_resolved_loop, glibc_plain_loop},
    {"one variable", PLACE_EN, MESSAGE_VARIABLE, 0, view_variable_loop,
     c_variable_loop, glibc_variable_loop},
    {"one variable, escaped", PLACE_ESCAPED, MESSAGE_VARIABLE, 0,
     view_variable_loop, c_variable_loop, glibc_variable_loop},
    {"plural, en", PLACE_EN, MESSAGE_PLURAL, 0, view_plural_loop, c_plural_loop,
     glibc_plural_loop},
    {"plural, ar", PLACE_AR, MESSAGE_PLURAL, 0, view_plural_loop, c_plural_loop,
     glibc_plural_loop},
    {"nested", PLACE_EN, MESSAGE_NESTED, 0, view_plain_loop, c_variable_loop,
     glibc_nested_loop},
    {"context", PLACE_EN, MESSAGE_CONTEXT, 0, view_context_loop, c_context_loop,
     glibc_context_loop},
    {"missing", PLACE_EN, MESSAGE_PLAIN, 1, view_plain_loop, c_plain_loop,
     glibc_plain_loop},
    {"third language", PLACE_CHAIN, MESSAGE_PLAIN, 0, view_plain_loop,
     c_plain_loop, glibc_plain_loop},
    {"missing in all three", PLACE_CHAIN, MESSAGE_PLAIN, 1, view_plain_loop,
     c_plain_loop, glibc_plain_loop},
    {"no view, plain", PLACE_EN, MESSAGE_PLAIN, 0, translate_plain_loop,
     c_plain_loop, glibc_plain_loop},
    {"no view, one variable", PLACE_EN, MESSAGE_VARIABLE, 0,
     translate_variable_loop, c_variable_loop, glibc_variable_loop},
    {"no view, plural, en", PLACE_EN, MESSAGE_PLURAL, 0, translate_plural_loop,
     c_plural_loop, glibc_plural_loop},
};

/* Whether a message is among those of a row. */
static int is_of_row(const struct row *row, size_t message) {
    if (catalog_kind(message) != row->kind) return 0;
    return row->place != PLACE_CHAIN || row->is_missing || message % 4 >= 2;
}

/* The messages of a row, shuffled. */
static size_t *messages_of(const struct stage *stage, const struct row *row,
                           size_t *count) {
    size_t *messages = take(stage->catalog.count, sizeof *messages);
    uint64_t seed = 7;
    *count = 0;
    for (size_t message = 0; message < stage->catalog.count; message += 1) {
        if (!is_of_row(row, message)) continue;
        messages[*count] = message;
        *count += 1;
    }
    for (size_t left = *count; left > 1; left -= 1) {
        size_t other = (size_t)(next_random(&seed) % left);
        size_t message = messages[left - 1];
        messages[left - 1] = messages[other];
        messages[other] = message;
    }
    return messages;
}

static void fill_subject(struct subject *subject, const struct stage *stage,
                         const struct row *row) {
    const struct setting *setting = stage->settings + row->place;
    uint64_t seed = 11;
    size_t *messages = messages_of(stage, row, &subject->count);
    subject->translator = setting->translator;
    subject->view = setting->view;
    subject->floor = setting->floor;
    subject->name = floor_name("name");
    subject->keys = take(subject->count, sizeof *subject->keys);
    subject->references = take(subject->count, sizeof *subject->references);
    subject->contexts = take(subject->count, sizeof *subject->contexts);
    subject->resolved = take(subject->count, sizeof *subject->resolved);
    subject->slots = take(subject->count, sizeof *subject->slots);
    /* Key strings lie in the order of look-up. */
    char(*keys)[32] = take(subject->count, sizeof *keys);
    for (size_t at = 0; at < subject->count; at += 1) {
        memcpy(keys[at], stage->catalog.keys[messages[at]], sizeof *keys);
        if (row->is_missing) keys[at][0] = 'x';
        size_t reference = catalog_reference(&stage->catalog, messages[at]);
        subject->keys[at] = keys[at];
        subject->references[at] = stage->catalog.keys[reference];
        subject->contexts[at] = CONTEXTS[next_random(&seed) & 1];
        subject->slots[at] = floor_find(setting->floor, keys[at]);
        calque_view_resolve(setting->view, keys[at], CALQUE_NTS,
                            subject->resolved + at);
    }
    for (size_t at = 0; at < COUNTS; at += 1) {
        subject->counts[at] = (uint32_t)(next_random(&seed) % 201);
    }
    free(messages);
}

static void empty_subject(struct subject *subject) {
    if (subject->count > 0) free((void *)(uintptr_t)subject->keys[0]);
    free(subject->keys);
    free(subject->references);
    free(subject->contexts);
    free(subject->resolved);
    free(subject->slots);
}

enum peer { PEER_CALQUE, PEER_FLOOR, PEER_GLIBC, PEERS };

/* Whether all peers put out as much. */
static int is_same_work(const struct row *row, const struct timed *loops) {
    uint64_t wanted = loops[PEER_CALQUE].run(loops->subject, CHECKED_CALLS);
    for (int peer = PEER_FLOOR; peer < PEERS; peer += 1) {
        if (loops[peer].run == NULL) continue;
        uint64_t total = loops[peer].run(loops->subject, CHECKED_CALLS);
        if (total == wanted) continue;
        fprintf(stderr, "%s: lengths sum up to %llu, but to %llu for peer %d\n",
                row->name, (unsigned long long)wanted,
                (unsigned long long)total, peer);
        return 0;
    }
    return 1;
}

/* Where the rows go as lines of JSON; NULL for nowhere. */
static FILE *rows_file;

static void write_row(const struct row *row, size_t messages,
                      const struct timed *loops, double threads) {
    static const char *const names[PEERS] = {"calque", "floor", "glibc"};
    if (rows_file == NULL) return;
    fprintf(rows_file, "{\"size\": %zu, \"row\": \"%s\", \"threads\": %.2f",
            messages, row->name, threads);
    for (int peer = 0; peer < PEERS; peer += 1) {
        if (loops[peer].run == NULL) continue;
        fprintf(rows_file, ", \"%s\": %.2f, \"%s_spread\": %.3f", names[peer],
                loops[peer].ns, names[peer], loops[peer].spread);
    }
    fputs("}\n", rows_file);
}

static void print_head(size_t messages) {
    printf("\n%zu messages\n", messages);
    printf("%-24s %9s %9s %9s %9s %9s %9s\n", "", "Calque ns", "floor ns",
           "x floor", "glibc ns", "x glibc", "2 threads");
}

static void print_row(const struct row *row, const struct timed *loops,
                      double threads) {
    double ns = loops[PEER_CALQUE].ns;
    printf("%-24s %9.1f %9.1f %9.2f", row->name, ns, loops[PEER_FLOOR].ns,
           ns / loops[PEER_FLOOR].ns);
    if (loops[PEER_GLIBC].run != NULL) {
        printf(" %9.1f %9.3f", loops[PEER_GLIBC].ns,
               ns / loops[PEER_GLIBC].ns);
    } else {
        printf(" %9s %9s", "-", "-");
    }
    if (threads > 0) {
        printf(" %9.2f\n", threads);
    } else {
        printf(" %9s\n", "-");
    }
    fflush(stdout);
}

/* False when the peers do not agree. */
static int measure(const struct stage *stage, const struct row *row,
                   int rounds) {
    struct subject subject = {0};
    const struct setting *setting = stage->settings + row->place;
    fill_subject(&subject, stage, row);
    struct timed loops[PEERS] = {
        {.run = row->calque, .subject = &subject},
        {.run = row->floor, .subject = &subject},
        {.run = stage->has_glibc ? row->glibc : NULL, .subject = &subject},
    };
    if (stage->has_glibc) glibc_choose(setting->domain, setting->lngs);
    int agrees = is_same_work(row, loops);
    if (agrees && rounds > 0) {
        time_loops(loops, PEERS, rounds);
        double threads = speed_up(loops + PEER_CALQUE, rounds);
        print_row(row, loops, threads);
        write_row(row, stage->catalog.count, loops, threads);
    }
    empty_subject(&subject);
    return agrees;
}

static int measure_size(size_t messages, const char *only, int rounds,
                        const struct glibc *glibc) {
    struct stage stage = {.catalog = catalog_create(messages),
                          .has_glibc = glibc != NULL};
    int agrees = 1;
    for (int place = 0; place < PLACES; place += 1) {
        open_setting(&stage, (enum place)place, glibc);
    }
    if (rounds > 0) print_head(messages);
    for (size_t at = 0; at < COUNT_OF(ROWS); at += 1) {
        if (only != NULL && strcmp(only, ROWS[at].name) != 0) continue;
        agrees = measure(&stage, ROWS + at, rounds) && agrees;
    }
    close_stage(&stage);
    return agrees;
}

struct options {
    const char *only;
    size_t size;
    int rounds;
};

static int read_options(struct options *options, int argc, char **argv) {
    *options = (struct options){NULL, 0, 11};
    for (int at = 1; at + 1 < argc; at += 2) {
        if (strcmp(argv[at], "--only") == 0) {
            options->only = argv[at + 1];
        } else if (strcmp(argv[at], "--size") == 0) {
            options->size = strtoul(argv[at + 1], NULL, 10);
        } else if (strcmp(argv[at], "--json") == 0) {
            rows_file = fopen(argv[at + 1], "w");
        } else if (strcmp(argv[at], "--rounds") == 0) {
            options->rounds = (int)strtol(argv[at + 1], NULL, 10);
        } else {
            return 0;
        }
    }
    return argc % 2 == 1 && (options->size == 0 || options->size >= 100);
}

int main(int argc, char **argv) {
    static const size_t sizes[] = {500, 5000, 50000};
    struct options options;
    struct glibc glibc = {""};
    int agrees = 1;
    if (!read_options(&options, argc, argv)) {
        fprintf(stderr,
                "usage: %s [--only ROW] [--size MESSAGES] [--rounds N]"
                " [--json FILE]\n",
                argv[0]);
        return 2;
    }
    int has_glibc = glibc_open(&glibc);
    const struct glibc *peer = has_glibc ? &glibc : NULL;
    if (options.size > 0) {
        agrees =
            measure_size(options.size, options.only, options.rounds, peer);
    } else {
        for (size_t at = 0; at < COUNT_OF(sizes); at += 1) {
            agrees = measure_size(sizes[at], options.only, options.rounds,
                                  peer) &&
                     agrees;
        }
    }
    glibc_close(&glibc);
    if (rows_file != NULL) fclose(rows_file);
    if (agrees) puts("\nAll did the same work.");
    return agrees ? 0 : 1;
}
