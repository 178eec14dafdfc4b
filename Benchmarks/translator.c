/*
 * Nanoseconds for one call of the translator, beside hand-written C on the same
 * data (the floor) and glibc's gettext, in one process and run.
 *
 * usage: translator [--only ROW] [--size MESSAGES] [--rounds N] [--json FILE]
 *                   [--places N]
 *
 * With 0 rounds it only checks that all of them do the same work. With 1 place
 * there is nothing but English, and gettext has seen no other catalog; then
 * sizes are 100 to 1,000,000 messages where none is given.
 */
#include <string.h>

#include <calque.h>

#include "calls.h"
#include "cold.h"
#include "memory.h"
#include "stage.h"
#include "timing.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define CHECKED_CALLS 4096
#define COLD_MESSAGES 5000

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
    {"one variable", PLACE_EN, MESSAGE_VARIABLE, 0, view_variable_loop,
     c_variable_loop, glibc_variable_loop},
    {"one variable, escaped", PLACE_ESCAPED, MESSAGE_VARIABLE, 0,
     view_variable_loop, c_variable_loop, glibc_variable_loop},
    {"plural, en", PLACE_EN, MESSAGE_PLURAL, 0, view_plural_loop, c_plural_loop,
     glibc_plural_loop},
    {"plural, ar", PLACE_AR, MESSAGE_PLURAL, 0, view_plural_loop, c_plural_loop,
     glibc_plural_loop},
    {"plural, ru", PLACE_RU, MESSAGE_PLURAL, 0, view_plural_loop, c_plural_loop,
     glibc_plural_loop},
    {"plural, pl", PLACE_PL, MESSAGE_PLURAL, 0, view_plural_loop, c_plural_loop,
     glibc_plural_loop},
    {"plural rule, en", PLACE_EN, MESSAGE_PLURAL, 0, plural_rule_loop,
     c_form_loop, NULL},
    {"plural rule, ru", PLACE_RU, MESSAGE_PLURAL, 0, plural_rule_loop,
     c_form_loop, NULL},
    {"plural rule, ar", PLACE_AR, MESSAGE_PLURAL, 0, plural_rule_loop,
     c_form_loop, NULL},
    {"plural category, en", PLACE_EN, MESSAGE_PLURAL, 0, plural_category_loop,
     c_form_loop, NULL},
    {"plural category, ru", PLACE_RU, MESSAGE_PLURAL, 0, plural_category_loop,
     c_form_loop, NULL},
    {"plural category, ar", PLACE_AR, MESSAGE_PLURAL, 0, plural_category_loop,
     c_form_loop, NULL},
    {"nested", PLACE_EN, MESSAGE_NESTED, 0, view_plain_loop, c_variable_loop,
     glibc_nested_loop},
    {"context", PLACE_EN, MESSAGE_CONTEXT, 0, view_context_loop, c_context_loop,
     glibc_context_loop},
    {"mixed languages", PLACE_CHAIN, MESSAGE_PLAIN, 0, view_mixed_loop,
     c_mixed_loop, glibc_mixed_loop},
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
    {"no view, plural, ar", PLACE_AR, MESSAGE_PLURAL, 0, translate_plural_loop,
     c_plural_loop, glibc_plural_loop},
    {"no view, nested", PLACE_EN, MESSAGE_NESTED, 0, translate_plain_loop,
     c_variable_loop, glibc_nested_loop},
};

/* Where each language is spoken alone. */
static const enum place SPOKEN[LANGUAGES] = {PLACE_EN, PLACE_AR, PLACE_RU,
                                             PLACE_PL};

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
    subject->lng = LANGUAGE_TAGS[PLACE_LANGUAGES[row->place]];
    for (int number = 0; number < LANGUAGES; number += 1) {
        const struct setting *spoken = stage->settings + SPOKEN[number];
        subject->views[number] = spoken->view;
        subject->floors[number] = spoken->floor;
        subject->domains[number] = spoken->domain;
    }
    subject->keys = take(subject->count, sizeof *subject->keys);
    subject->references = take(subject->count, sizeof *subject->references);
    subject->contexts = take(subject->count, sizeof *subject->contexts);
    calque_plural_rule_find(subject->lng, CALQUE_NTS, CALQUE_PLURAL_CARDINAL,
                            &subject->rule, NULL);
    /* Key strings lie in the order of look-up. */
    char (*keys)[32] = take(subject->count, sizeof *keys);
    for (size_t at = 0; at < subject->count; at += 1) {
        memcpy(keys[at], stage->catalog.keys[messages[at]], sizeof *keys);
        if (row->is_missing) keys[at][0] = 'x';
        size_t reference = catalog_reference(&stage->catalog, messages[at]);
        subject->keys[at] = keys[at];
        subject->references[at] = stage->catalog.keys[reference];
        subject->contexts[at] = CONTEXTS[next_random(&seed) & 1];
    }
    for (size_t at = 0; at < COUNTS; at += 1) {
        subject->counts[at] = (uint32_t)(next_random(&seed) % COUNT_LIMIT);
    }
    for (unsigned count = 0; count < COUNT_LIMIT; count += 1) {
        snprintf(subject->decimals[count], sizeof subject->decimals[count],
                 "%u", count);
    }
    free(messages);
}

static void empty_subject(struct subject *subject) {
    if (subject->count > 0) free((void *)(uintptr_t)subject->keys[0]);
    free(subject->keys);
    free(subject->references);
    free(subject->contexts);
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

/* How many places are opened. */
static int places = PLACES;

/* Where the rows go as lines of JSON; NULL for nowhere. */
static FILE *rows_file;

static void write_row(const struct row *row, size_t messages,
                      const struct timed *loops, double threads,
                      const double *cold) {
    static const char *const names[PEERS] = {"calque", "floor", "glibc"};
    if (rows_file == NULL) return;
    fprintf(rows_file,
            "{\"size\": %zu, \"places\": %d, \"row\": \"%s\","
            " \"threads\": %.2f",
            messages, places, row->name, threads);
    for (int peer = 0; peer < PEERS; peer += 1) {
        if (loops[peer].run == NULL) continue;
        fprintf(rows_file, ", \"%s\": %.2f, \"%s_spread\": %.3f", names[peer],
                loops[peer].ns, names[peer], loops[peer].spread);
        if (cold[peer] > 0) {
            fprintf(rows_file, ", \"%s_cold\": %.0f", names[peer], cold[peer]);
        }
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
        printf(" %9.1f %9.3f", loops[PEER_GLIBC].ns, ns / loops[PEER_GLIBC].ns);
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

static void measure_cold(struct subject *subject, const struct timed *loops,
                         double *cold) {
    for (int peer = 0; peer < PEERS; peer += 1) {
        if (loops[peer].run == NULL) continue;
        cold[peer] =
            cold_ns(loops[peer].run, subject, &subject->first, subject->count);
        printf("%24s %9.0f ns, peer %d\n", "caches cold", cold[peer], peer);
    }
    subject->first = 0;
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
    if (stage->has_glibc) {
        int is_mixed = row->calque == view_mixed_loop;
        glibc_choose(setting->domain, is_mixed ? "en:ar:ru:pl" : setting->lngs);
    }
    int agrees = is_same_work(row, loops);
    if (agrees && rounds > 0) {
        time_loops(loops, PEERS, rounds);
        double threads = speed_up(loops + PEER_CALQUE, rounds);
        double cold[PEERS] = {0};
        /* The first row is measured with cold caches too. */
        if (row == ROWS && stage->catalog.count == COLD_MESSAGES) {
            measure_cold(&subject, loops, cold);
        }
        print_row(row, loops, threads);
        write_row(row, stage->catalog.count, loops, threads, cold);
    }
    empty_subject(&subject);
    return agrees;
}

static int measure_size(size_t messages, const char *only, int rounds,
                        const struct glibc *glibc) {
    struct stage stage;
    int agrees = 1;
    stage_open(&stage, messages, places, glibc);
    if (rounds > 0) print_head(messages);
    for (size_t at = 0; at < COUNT_OF(ROWS); at += 1) {
        if (only != NULL && strcmp(only, ROWS[at].name) != 0) continue;
        if ((int)ROWS[at].place >= places) continue;
        agrees = measure(&stage, ROWS + at, rounds) && agrees;
    }
    stage_close(&stage);
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
        } else if (strcmp(argv[at], "--places") == 0) {
            places = (int)strtol(argv[at + 1], NULL, 10);
        } else if (strcmp(argv[at], "--rounds") == 0) {
            options->rounds = (int)strtol(argv[at + 1], NULL, 10);
        } else {
            return 0;
        }
    }
    return argc % 2 == 1 && (options->size == 0 || options->size >= 100) &&
           (places == 1 || places == PLACES);
}

int main(int argc, char **argv) {
    static const size_t sizes[] = {500, 5000, 50000};
    static const size_t english[] = {100, 1000, 10000, 100000, 1000000};
    struct options options;
    struct glibc glibc = {""};
    int agrees = 1;
    if (!read_options(&options, argc, argv)) {
        fprintf(stderr,
                "usage: %s [--only ROW] [--size MESSAGES] [--rounds N]"
                " [--json FILE] [--places 1]\n",
                argv[0]);
        return 2;
    }
    int has_glibc = glibc_open(&glibc);
    const struct glibc *peer = has_glibc ? &glibc : NULL;
    if (options.size > 0) {
        agrees = measure_size(options.size, options.only, options.rounds, peer);
    } else {
        size_t count = places == 1 ? COUNT_OF(english) : COUNT_OF(sizes);
        for (size_t at = 0; at < count; at += 1) {
            size_t size = places == 1 ? english[at] : sizes[at];
            agrees = measure_size(size, options.only, options.rounds, peer) &&
                     agrees;
        }
    }
    glibc_close(&glibc);
    if (rows_file != NULL) fclose(rows_file);
    if (agrees) puts("\nAll did the same work.");
    return agrees ? 0 : 1;
}
