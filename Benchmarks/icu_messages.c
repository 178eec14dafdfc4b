#include "icu_messages.h"

#include <stdlib.h>
#include <string.h>

#include <unicode/umsg.h>
#include <unicode/upluralrules.h>
#include <unicode/ustring.h>

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
static UMessageFormat *open_format(enum catalog_language language,
                                   size_t message, const char *locale) {
    char pattern[4096] = "{0, plural,";
    UChar wide[4096];
    UErrorCode code = U_ZERO_ERROR;
    int32_t length = 0;
    size_t used = strlen(pattern);
    struct text text;
    for (int form = 0; form < PLURAL_FORMS; form += 1) {
        int has_form = catalog_has_form(language, (enum plural_form)form);
        if (!has_form && form != FORM_OTHER) continue;
        if (has_form) catalog_text(language, message, form, &text);
        used += (size_t)snprintf(pattern + used, sizeof pattern - used,
                                 " %s {%s#%s}", FORM_NAMES[form], text.before,
                                 text.after);
    }
    snprintf(pattern + used, sizeof pattern - used, "}");
    u_strFromUTF8(wide, 4096, &length, pattern, -1, &code);
    UMessageFormat *format = umsg_open(wide, length, locale, NULL, &code);
    if (U_FAILURE(code)) exit(1);
    return format;
}

static struct plurals open_plurals(const struct catalog *catalog,
                                   const struct floor *floor,
                                   enum catalog_language language) {
    UErrorCode code = U_ZERO_ERROR;
    struct plurals plurals = {.floor = floor};
    uint64_t seed = 11;
    char locale[32];
    /* Digits as all others write them. */
    snprintf(locale, sizeof locale, "%s@numbers=latn", LANGUAGE_TAGS[language]);
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
    free(plurals->formats);
    free(plurals->keys);
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
                                {.run = rule_loop, .subject = &plurals}};
        if (format_loop(&plurals, 4096) != floor_loop(&plurals, 4096)) {
            fprintf(stderr, "ICU does not write %s as the floor does\n", lng);
            exit(1);
        }
        time_loops(loops, 3, rounds);
        printf("{\"size\": %zu, \"row\": \"plural, %s\", \"icu\": %.1f}\n",
               messages, lng, loops[0].ns);
        printf("{\"size\": %zu, \"row\": \"plural rule, %s\", \"icu\": %.1f}\n",
               messages, lng, loops[2].ns);
        close_plurals(&plurals);
        floor_free(floor);
    }
    catalog_free(&catalog);
}
