#include "icu_messages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <unicode/umsg.h>
#include <unicode/upluralrules.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

#include <calque.h>

#include "catalog.h"
#include "floor.h"
#include "memory.h"
#include "timing.h"

#define BUFFER 1024
#define COUNTS 4096
#define COUNT_LIMIT 201

/* Plural messages of a language, their patterns read before. */
struct plurals {
    UMessageFormat **formats;
    /* The patterns under their keys, as a program has them. */
    UResourceBundle *patterns;
    char locale[32];
    size_t count;
    UPluralRules *rules;
    const struct floor *floor;
    const char (**keys)[32];
    uint32_t counts[COUNTS];
};

static uint64_t format_loop(const void *given, size_t calls) {
    const struct plurals *plurals = given;
    UChar wide[BUFFER];
    char buffer[BUFFER];
    uint64_t total = 0;
    size_t at = 0;
    for (size_t number = 0; number < calls; number += 1) {
        UErrorCode code = U_ZERO_ERROR;
        int32_t bytes = 0;
        int32_t length = umsg_format(plurals->formats[at], wide, BUFFER, &code,
                                     (double)plurals->counts[number % COUNTS]);
        u_strToUTF8(buffer, BUFFER, &bytes, wide, length, &code);
        total += (uint64_t)bytes;
        at = at + 1 < plurals->count ? at + 1 : 0;
    }
    return total;
}

/* The pattern found by its key and read at each call. */
static uint64_t found_loop(const void *given, size_t calls) {
    const struct plurals *plurals = given;
    UChar wide[BUFFER];
    char buffer[BUFFER];
    uint64_t total = 0;
    size_t at = 0;
    for (size_t number = 0; number < calls; number += 1) {
        UErrorCode code = U_ZERO_ERROR;
        int32_t bytes = 0;
        int32_t size = 0;
        const UChar *pattern = ures_getStringByKey(
            plurals->patterns, *plurals->keys[at], &size, &code);
        int32_t length =
            u_formatMessage(plurals->locale, pattern, size, wide, BUFFER, &code,
                            (double)plurals->counts[number % COUNTS]);
        u_strToUTF8(buffer, BUFFER, &bytes, wide, length, &code);
        total += (uint64_t)bytes;
        at = at + 1 < plurals->count ? at + 1 : 0;
    }
    return total;
}

static uint64_t floor_loop(const void *given, size_t calls) {
    const struct plurals *plurals = given;
    char buffer[BUFFER];
    uint64_t total = 0;
    size_t at = 0;
    for (size_t number = 0; number < calls; number += 1) {
        total += floor_plural(plurals->floor, *plurals->keys[at],
                              plurals->counts[number % COUNTS], buffer);
        at = at + 1 < plurals->count ? at + 1 : 0;
    }
    return total;
}

static uint64_t rule_loop(const void *given, size_t calls) {
    const struct plurals *plurals = given;
    UChar name[16];
    uint64_t total = 0;
    for (size_t number = 0; number < calls; number += 1) {
        UErrorCode code = U_ZERO_ERROR;
        total += (uint64_t)uplrules_select(
            plurals->rules, plurals->counts[number % COUNTS], name, 16, &code);
    }
    return total;
}

/* The forms of a message as a pattern; other has the text of the last form. */
static void write_pattern(enum catalog_language language, size_t message,
                          char pattern[4096]) {
    size_t used = (size_t)snprintf(pattern, 4096, "{0, plural,");
    struct text text;
    for (int form = 0; form < PLURAL_FORMS; form += 1) {
        int has_form = catalog_has_form(language, (enum plural_form)form);
        if (!has_form && form != FORM_OTHER) continue;
        if (has_form) catalog_text(language, message, form, &text);
        used += (size_t)snprintf(pattern + used, 4096 - used, " %s {%s#%s}",
                                 FORM_NAMES[form], text.before, text.after);
    }
    snprintf(pattern + used, 4096 - used, "}");
}

static UMessageFormat *open_format(enum catalog_language language,
                                   size_t message, const char *locale) {
    char pattern[4096];
    UChar wide[4096];
    UErrorCode code = U_ZERO_ERROR;
    int32_t length = 0;
    write_pattern(language, message, pattern);
    u_strFromUTF8(wide, 4096, &length, pattern, -1, &code);
    UMessageFormat *format = umsg_open(wide, length, locale, NULL, &code);
    if (U_FAILURE(code)) exit(1);
    return format;
}

/* The patterns of a language as a bundle of resources, made by genrb. */
static UResourceBundle *open_patterns(const struct catalog *catalog,
                                      enum catalog_language language) {
    char folder[] = "/tmp/calque-icu-XXXXXX";
    char path[64];
    char command[256];
    UErrorCode code = U_ZERO_ERROR;
    if (mkdtemp(folder) == NULL) exit(1);
    snprintf(path, sizeof path, "%s/root.txt", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL) exit(1);
    fputs("root {\n", file);
    for (size_t message = 0; message < catalog->count; message += 1) {
        char pattern[4096];
        if (catalog_kind(message) != MESSAGE_PLURAL) continue;
        write_pattern(language, message, pattern);
        fprintf(file, "\"%s\" { \"%s\" }\n", catalog->keys[message], pattern);
    }
    fputs("}\n", file);
    fclose(file);
    snprintf(command, sizeof command, "genrb -q -d %s %s 2>/dev/null", folder,
             path);
    if (system(command) != 0) exit(1);
    UResourceBundle *patterns = ures_open(folder, "root", &code);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (U_FAILURE(code) || system(command) != 0) exit(1);
    return patterns;
}

static struct plurals open_plurals(const struct catalog *catalog,
                                   const struct floor *floor,
                                   enum catalog_language language) {
    UErrorCode code = U_ZERO_ERROR;
    struct plurals plurals = {.floor = floor};
    uint64_t seed = 11;
    char *locale = plurals.locale;
    /* Digits as all others write them. */
    snprintf(locale, sizeof plurals.locale, "%s@numbers=latn",
             LANGUAGE_TAGS[language]);
    plurals.patterns = open_patterns(catalog, language);
    plurals.formats = take(catalog->count, sizeof *plurals.formats);
    plurals.keys = take(catalog->count, sizeof *plurals.keys);
    plurals.rules = uplrules_open(locale, &code);
    if (U_FAILURE(code)) exit(1);
    for (size_t message = 0; message < catalog->count; message += 1) {
        if (catalog_kind(message) != MESSAGE_PLURAL) continue;
        plurals.keys[plurals.count] =
            (const char (*)[32])(catalog->keys + message);
        plurals.formats[plurals.count] = open_format(language, message, locale);
        plurals.count += 1;
    }
    for (size_t at = 0; at < COUNTS; at += 1) {
        plurals.counts[at] = (uint32_t)(next_random(&seed) % COUNT_LIMIT);
    }
    return plurals;
}

static void close_plurals(struct plurals *plurals) {
    for (size_t at = 0; at < plurals->count; at += 1) {
        umsg_close(plurals->formats[at]);
    }
    uplrules_close(plurals->rules);
    ures_close(plurals->patterns);
    free(plurals->formats);
    free(plurals->keys);
}

/* A number in a text: `{0,number}` beside `{{n, number}}`. */
struct numbers {
    UMessageFormat *format;
    calque_translator *translator;
    calque_view *view;
};

static uint64_t icu_number_loop(const void *given, size_t calls) {
    const struct numbers *numbers = given;
    UChar wide[BUFFER];
    char buffer[BUFFER];
    uint64_t total = 0;
    for (size_t number = 0; number < calls; number += 1) {
        UErrorCode code = U_ZERO_ERROR;
        int32_t bytes = 0;
        int32_t length = umsg_format(numbers->format, wide, BUFFER, &code,
                                     1000000.0 + (double)(number % COUNTS));
        u_strToUTF8(buffer, BUFFER, &bytes, wide, length, &code);
        total += (uint64_t)bytes;
    }
    return total;
}

static uint64_t calque_number_loop(const void *given, size_t calls) {
    const struct numbers *numbers = given;
    char buffer[BUFFER];
    uint64_t total = 0;
    for (size_t number = 0; number < calls; number += 1) {
        const calque_arg value =
            CALQUE_ARG_INT("n", 1000000 + (int64_t)(number % COUNTS));
        size_t length = 0;
        calque_view_translate(numbers->view, "files", CALQUE_NTS, &value, 1,
                              buffer, BUFFER, &length);
        total += length;
    }
    return total;
}

static void measure_numbers(int rounds) {
    static const char resources[] =
        "{\"lng\": \"en\", \"resources\": {\"en\": {\"translation\":"
        " {\"files\": \"There are {{n, number}} files.\"}}}}";
    UChar wide[64];
    int32_t length = 0;
    UErrorCode code = U_ZERO_ERROR;
    struct numbers numbers = {0};
    u_strFromUTF8(wide, 64, &length, "There are {0,number} files.", -1, &code);
    numbers.format = umsg_open(wide, length, "en", NULL, &code);
    if (U_FAILURE(code) ||
        calque_translator_create(CALQUE_FORMAT_V4, resources, CALQUE_NTS, NULL,
                                 &numbers.translator, NULL) != CALQUE_OK ||
        calque_view_create(numbers.translator, "en", CALQUE_NTS, NULL, 0, NULL,
                           0, &numbers.view, NULL) != CALQUE_OK) {
        exit(1);
    }
    struct timed loops[] = {{.run = icu_number_loop, .subject = &numbers},
                            {.run = calque_number_loop, .subject = &numbers}};
    if (icu_number_loop(&numbers, 4096) != calque_number_loop(&numbers, 4096)) {
        fputs("ICU does not write numbers as Calque does\n", stderr);
        exit(1);
    }
    time_loops(loops, 2, rounds);
    printf("{\"size\": 1, \"row\": \"number\", \"icu\": %.1f,"
           " \"calque\": %.1f}\n",
           loops[0].ns, loops[1].ns);
    umsg_close(numbers.format);
    calque_view_release(numbers.view);
    calque_translator_release(numbers.translator);
}

void icu_messages(size_t messages, int rounds) {
    struct catalog catalog = catalog_create(messages);
    for (int number = 0; number < LANGUAGES; number += 1) {
        enum catalog_language language = (enum catalog_language)number;
        const char *lng = LANGUAGE_TAGS[language];
        struct floor *floor = floor_create(&catalog, language);
        struct plurals plurals = open_plurals(&catalog, floor, language);
        struct timed loops[] = {{.run = format_loop, .subject = &plurals},
                                {.run = floor_loop, .subject = &plurals},
                                {.run = rule_loop, .subject = &plurals},
                                {.run = found_loop, .subject = &plurals}};
        if (format_loop(&plurals, 4096) != floor_loop(&plurals, 4096) ||
            found_loop(&plurals, 4096) != floor_loop(&plurals, 4096)) {
            fprintf(stderr, "ICU does not write %s as the floor does\n", lng);
            exit(1);
        }
        time_loops(loops, 4, rounds);
        printf("{\"size\": %zu, \"row\": \"plural, %s\", \"icu\": %.1f}\n",
               messages, lng, loops[0].ns);
        printf("{\"size\": %zu, \"row\": \"plural rule, %s\", \"icu\": %.1f}\n",
               messages, lng, loops[2].ns);
        printf(
            "{\"size\": %zu, \"row\": \"plural, found, %s\", \"icu\": %.1f}\n",
            messages, lng, loops[3].ns);
        close_plurals(&plurals);
        floor_free(floor);
    }
    catalog_free(&catalog);
    measure_numbers(rounds);
}
