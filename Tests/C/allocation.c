/* A million lookups allocate nothing. */
#include "formatting.h"
#include "fixture.h"

#include <stdlib.h>

/* The names of glibc's own functions; this program's replace them. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static size_t allocations;

void *malloc(size_t size) {
    allocations += 1;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations += 1;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    allocations += 1;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations += 1;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    allocations += 1;
    *memory = __libc_memalign(alignment, size);
    return *memory == NULL;
}

#define LOOKUPS 1000000

static const char *const CATALOG = CALQUE_JSON({
    "lng": "de",
    "fallbackLng": ["fr", "en"],
    "resources": {
        "de": {"translation": {"plain": "schlicht"}},
        "fr": {"translation": {"menu": {"open": "Ouvrir"}}},
        "en": {
            "translation": {
                "long": "a text of more than the sixty-four bytes that are moved in one piece",
                "who": "Hello {{name}}, {{number}}!",
                "both": "$t(plain) text",
                "file_one": "{{count}} file",
                "file_other": "{{count}} files",
                "friend_male": "his",
                "friend": "their"
            }
        }
    }
});

static void the_hook_sees_what_the_library_allocates(void) {
    size_t before = allocations;
    calque_translator *translator = translator_with(CATALOG, NULL);
    CHECK(allocations > before + 100);
    calque_translator_release(translator);
}

static void a_million_lookups_allocate_nothing(void) {
    static const struct {
        const char *key, *text;
        calque_arg args[2];
        size_t count;
    } calls[] = {
        {"plain", "schlicht", {{0}}, 0},
        {"menu.open", "Ouvrir", {{0}}, 0},
        {"long",
         "a text of more than the sixty-four bytes that are moved in one piece",
         {{0}},
         0},
        {"who",
         "Hello Ann &amp; Bo, -12345678901!",
         {CALQUE_ARG_TEXT("name", "Ann & Bo"),
          CALQUE_ARG_INT("number", -12345678901)},
         2},
        {"both", "schlicht text", {{0}}, 0},
        {"file", "1 file", {CALQUE_ARG_INT("count", 1)}, 1},
        {"file", "17 files", {CALQUE_ARG_INT("count", 17)}, 1},
        {"friend", "his", {CALQUE_ARG_TEXT("context", "male")}, 1},
        {"friend", "their", {CALQUE_ARG_TEXT("context", "none")}, 1},
        {"nowhere", "nowhere", {{0}}, 0},
    };
    char buffer[256];
    calque_view *view = NULL;
    size_t wrong = 0;
    calque_translator *translator = translator_with(CATALOG, NULL);
    CHECK_STATUS(CALQUE_OK, calque_view_create(translator, NULL, 0, NULL, 0,
                                               NULL, 0, &view, NULL));
    size_t before = allocations;
    for (size_t lookup = 0; lookup < LOOKUPS; lookup += 1) {
        size_t at = lookup % COUNT_OF(calls);
        calque_view_translate(view, calls[at].key, CALQUE_NTS, calls[at].args,
                              calls[at].count, buffer, sizeof buffer, NULL);
        wrong += strcmp(buffer, calls[at].text) != 0;
    }
    for (size_t lookup = 0; lookup < LOOKUPS; lookup += 1) {
        calque_translator_translate(translator, "plain", CALQUE_NTS, NULL, 0,
                                    buffer, sizeof buffer, NULL);
        wrong += strcmp(buffer, "schlicht") != 0;
        wrong += calque_view_text(view, "plain", CALQUE_NTS, NULL) == NULL;
    }
    CHECK(allocations == before);
    CHECK(wrong == 0);
    calque_view_release(view);
    calque_translator_release(translator);
}

static void plural_categories_allocate_nothing(void) {
    static const struct {
        const char *locale, *count;
        calque_plural category;
    } cases[] = {
        {"en", "1", CALQUE_PLURAL_ONE},
        {"pt_PT", "0", CALQUE_PLURAL_OTHER},
        {"zh-Hant-TW", "7", CALQUE_PLURAL_OTHER},
        {"ru-RU", "-22", CALQUE_PLURAL_FEW},
        {"fr", "1.2c6", CALQUE_PLURAL_MANY},
    };
    size_t wrong = 0;
    size_t before = allocations;
    for (size_t at = 0; at < LOOKUPS; at += 1) {
        const char *locale = cases[at % COUNT_OF(cases)].locale;
        const char *count = cases[at % COUNT_OF(cases)].count;
        calque_plural wanted = cases[at % COUNT_OF(cases)].category;
        calque_plural found = -1;
        calque_plural_rule rule;
        calque_plural_category(locale, CALQUE_NTS, count, CALQUE_NTS,
                               CALQUE_PLURAL_CARDINAL, &found, NULL);
        wrong += found != wanted;
        calque_plural_rule_find(locale, CALQUE_NTS, CALQUE_PLURAL_CARDINAL,
                                &rule, NULL);
        found = calque_plural_rule_select(rule, 1);
        wrong += found != CALQUE_PLURAL_ONE && strncmp(locale, "zh", 2) != 0 &&
                 strncmp(locale, "pt", 2) != 0;
    }
    CHECK(allocations == before);
    CHECK(wrong == 0);
}

static void formatters_allocate_nothing(const char *path) {
    static const char options[] = CALQUE_JSON(
        {"lng": "de", "resources": {"de": {"translation": {
            "n": "{{v, number(maximumFractionDigits: 1)}}", "m": "{{v, currency(EUR)}}",
            "d": "{{v, datetime(dateStyle: long)}}", "r": "{{v, relativetime(day)}}"}}}});
    static const char *const keys[] = {"n", "m", "d", "r"};
    static const struct {
        calque_formatter_kind kind;
        const char *locale, *options;
    } kinds[] = {
        {CALQUE_FORMATTER_NUMBER, "ar", "{\"notation\":\"compact\"}"},
        {CALQUE_FORMATTER_NUMBER, "ja",
         "{\"style\":\"unit\",\"unit\":\"liter\"}"},
        {CALQUE_FORMATTER_DATETIME, "ru", "{\"dateStyle\":\"full\"}"},
        {CALQUE_FORMATTER_RELATIVETIME, "pl", "{\"unit\":\"hour\"}"},
    };
    calque_locale_data *data = NULL;
    CHECK_STATUS(CALQUE_OK, calque_locale_data_open(path, &data, NULL));
    calque_translator *translator = translator_with(options, NULL);
    calque_translator_set_locale_data(translator, data, NULL);
    calque_formatter *formatters[COUNT_OF(kinds)] = {0};
    for (size_t at = 0; at < COUNT_OF(kinds); at += 1) {
        CHECK_STATUS(CALQUE_OK, calque_formatter_create(
                                    kinds[at].kind, kinds[at].locale,
                                    CALQUE_NTS, kinds[at].options, CALQUE_NTS,
                                    data, &formatters[at], NULL));
    }
    char text[128];
    size_t failed = 0, before = 0;
    /* The first round makes the formatters of the texts. */
    for (size_t at = 0; at < 40000; at += 1) {
        calque_arg value = CALQUE_ARG_DOUBLE("v", 1234.5 + (double)(at % 1000));
        failed += calque_translator_translate(translator, keys[at % 4],
                                              CALQUE_NTS, &value, 1, text,
                                              sizeof text, NULL) != CALQUE_OK;
        failed +=
            format_double(formatters[at % COUNT_OF(kinds)], (double)at * 1.25,
                          text, sizeof text, NULL) != CALQUE_OK;
        if (at == 3) before = allocations;
    }
    CHECK(failed == 0);
    CHECK(allocations == before);
    for (size_t at = 0; at < COUNT_OF(kinds); at += 1) {
        calque_formatter_release(formatters[at]);
    }
    calque_translator_release(translator);
    calque_locale_data_release(data);
}

/* A file of locale data with the names of three languages, by hand: the lists
 * for all locales, the row of one, and its names and patterns. */
static const char NAMES[] = "calqueL2"
                            "48__"
                            "\x0D"
                            "\x16\0\0\0"
                            "\x10\0\0\0"
                            "\x29\0\0\0"
                            "\0\0\0\0"
                            "de en he\0"
                            "IL US\0"
                            "\0\0\0"
                            "en\0"
                            "\0\0\0"
                            "\0\x09"
                            "\x01\0\0\0"
                            "\x1A\0\0\0"
                            "\0"
                            "German\0\0"
                            "English\0\0"
                            "Hebrew\0\0"
                            "\x04 (\x05)\0"
                            "\x04, \x05\0"
                            "\0\0\0\0";

static void display_names_allocate_nothing(void) {
    static const struct {
        const char *code, *name;
        calque_status status;
    } codes[] = {
        {"en-Latn-us", "English (Latn, US)", CALQUE_OK},
        {"iw-il", "Hebrew (IL)", CALQUE_OK},
        {"EN-qaai", "English (Zinh)", CALQUE_OK},
        {"DE-1996-dd", NULL, CALQUE_INVALID_ARGUMENT},
        {"de-dd-1996", "German (DE, 1996)", CALQUE_OK},
        {"de-u-co-phonebk-ca-islamicc", "de-u-ca-islamic-civil-co-phonebk",
         CALQUE_NOT_FOUND},
        {"SGN-be-x-A", "sgn-BE-x-a", CALQUE_NOT_FOUND},
    };
    calque_locale_data *data = NULL;
    calque_formatter *formatter = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_locale_data_open_memory(NAMES, sizeof NAMES - 1, 0,
                                                NULL, NULL, &data, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_formatter_create(CALQUE_FORMATTER_DISPLAYNAME, "en",
                                         CALQUE_NTS, "{\"type\":\"language\"}",
                                         CALQUE_NTS, data, &formatter, NULL));
    size_t before = allocations;
    char text[64];
    for (size_t at = 0; at < COUNT_OF(codes); at += 1) {
        CHECK_STATUS(codes[at].status, format_name(formatter, codes[at].code,
                                                   text, sizeof text, NULL));
        CHECK_TEXT(codes[at].name ? codes[at].name : "", text);
    }
    CHECK(allocations == before);
    calque_formatter_release(formatter);
    calque_locale_data_release(data);
}

static void lists_allocate_nothing(void) {
    static const char *const texts[] = {"Brot", "K\xC3\xA4se", "Milch", "Salz"};
    calque_formatter *formatter = NULL;
    CHECK_STATUS(CALQUE_OK, calque_formatter_create(CALQUE_FORMATTER_LIST, "de",
                                                    CALQUE_NTS, NULL, 0, NULL,
                                                    &formatter, NULL));
    size_t before = allocations;
    char text[64];
    CHECK_STATUS(CALQUE_OK,
                 format_list(formatter, texts, 4, text, sizeof text, NULL));
    CHECK_TEXT("Brot, K\xC3\xA4se, Milch und Salz", text);
    CHECK(allocations == before);
    calque_formatter_release(formatter);
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    formatters_allocate_nothing(arguments[1]);
    display_names_allocate_nothing();
    lists_allocate_nothing();
    the_hook_sees_what_the_library_allocates();
    a_million_lookups_allocate_nothing();
    plural_categories_allocate_nothing();
    return check_end();
}
