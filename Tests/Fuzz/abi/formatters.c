#include "doors.h"

calque_locale_data *locale_data[2];

static calque_formatter *formatters[HANDLES];

/* The bytes of samples/locales.ctd, where the program has been told of them. */
static unsigned char *file;
static size_t file_size;

void read_locales(const char *path) {
    FILE *opened = path == NULL ? NULL : fopen(path, "rb");
    if (opened == NULL) return;
    fseek(opened, 0, SEEK_END);
    file_size = (size_t)ftell(opened);
    rewind(opened);
    file = malloc(file_size + 1);
    if (file == NULL || fread(file, 1, file_size, opened) != file_size)
        file_size = 0;
    fclose(opened);
}

/* Locale data as it is, damaged or cut short. */
static void open_data(void) {
    if (file_size == 0) return;
    uint32_t at = next((uint32_t)COUNT_OF(locale_data));
    calque_locale_data_release(locale_data[at]);
    uint32_t changes = next(2) ? next(8) : 0;
    size_t size = next(8) == 7 ? next((uint32_t)file_size) : file_size;
    unsigned char *copy = malloc(size + 1);
    if (copy == NULL) abort();
    memcpy(copy, file, size);
    while (size > 0 && changes-- > 0) {
        size_t place = (size_t)next(0x10000) * 31 + next(31);
        copy[place % size] = (unsigned char)next(256);
    }
    calque_error *error = NULL;
    calque_status status = calque_locale_data_open_memory(
        copy, size, 0, copy, free, &locale_data[at], &error);
    MADE(locale_data[at], status);
    if (status != CALQUE_OK) free(copy);
    ended(status, error);
}

static void make(void) {
    static const char *const OPTIONS[] = {
        "{\"style\":\"currency\",\"currency\":\"EUR\","
        "\"currencyDisplay\":\"name\"}",
        "{\"style\":\"unit\",\"unit\":\"mile-per-hour\","
        "\"unitDisplay\":\"long\"}",
        "{\"notation\":\"compact\",\"compactDisplay\":\"long\"}",
        "{\"notation\":\"scientific\",\"maximumSignificantDigits\":3}",
        "{\"dateStyle\":\"full\",\"timeStyle\":\"long\"}",
        "{\"month\":\"long\",\"hour\":\"numeric\",\"timeZone\":\"Asia/Tokyo\"}",
        "{\"unit\":\"day\",\"numeric\":\"auto\"}",
        "{\"type\":\"disjunction\",\"style\":\"narrow\"}",
        "{\"type\":\"region\"}",
        "{}"};
    uint32_t at = next(HANDLES);
    calque_formatter_release(formatters[at]);
    input locale = any_language();
    input options =
        next(3) == 2
            ? any_json()
            : (input){OPTIONS[next((uint32_t)COUNT_OF(OPTIONS))], CALQUE_NTS};
    calque_error *error = NULL;
    calque_status status = calque_formatter_create(
        (calque_formatter_kind)next(6), locale.bytes, locale.length,
        options.bytes, options.length, next(4) ? ANY(locale_data) : NULL,
        &formatters[at], &error);
    MADE(formatters[at], status);
    ended(status, error);
}

static double any_number(void) {
    static const double NUMBERS[] = {0,
                                     -0.0,
                                     1,
                                     0.5,
                                     1234567.891,
                                     1e21,
                                     1.7976931348623157e308,
                                     5e-324,
                                     8.64e15,
                                     -8.64e15,
                                     8.65e15,
                                     1715951045678};
    uint32_t choice = next(COUNT_OF(NUMBERS) + 2);
    if (choice < COUNT_OF(NUMBERS)) return NUMBERS[choice];
    double zero = 0;
    return choice == COUNT_OF(NUMBERS) ? 0 / zero : -1 / zero;
}

static void format(void) {
    const calque_formatter *formatter = ANY(formatters);
    input text = any_text();
    output room = any_room();
    calque_status status = CALQUE_OK;
    static const char *const CODES[] = {"CH", "de-AT", "EUR", "Latn", "month"};
    calque_arg values[] = {CALQUE_ARG_INT("", next(2) ? next(4) : INT64_MIN),
                           CALQUE_ARG_TEXT("", "b"), CALQUE_ARG_TEXT("", "c")};
    size_t count = next(4) ? 1 : next(4);
    switch (next(5)) {
    case 0: break;
    case 1: values[0] = (calque_arg)CALQUE_ARG_DOUBLE("", any_number()); break;
    case 2:
        values[0].kind = CALQUE_ARG_KIND_DECIMAL;
        values[0].text = text.bytes;
        values[0].length = text.length;
        break;
    case 3:
        values[0].kind = CALQUE_ARG_KIND_TEXT;
        values[0].text = text.bytes;
        values[0].length = text.length;
        break;
    default:
        values[0].kind = CALQUE_ARG_KIND_TEXT;
        values[0].text = CODES[next((uint32_t)COUNT_OF(CODES))];
        values[0].length = CALQUE_NTS;
    }
    status = calque_formatter_format(formatter, values, count, room.bytes,
                                     room.capacity, &room.needed);
    filled(status, &room);
}

/* Calls that need no handle but a translator's: plurals, patterns, languages.
 */
static void tell(void) {
    input locale = any_language(), text = any_json();
    calque_error *error = NULL;
    calque_string out = {0};
    calque_status status = CALQUE_OK;
    calque_plural_kind kind = (calque_plural_kind)next(3);
    calque_plural category = 0;
    calque_plural_rule rule = {next(2) ? next(300) : next(0x10000) << 16};
    switch (next(7)) {
    case 0:
        status = calque_plural_category(locale.bytes, locale.length, text.bytes,
                                        text.length, kind, &category, &error);
        break;
    case 1:
        status = calque_plural_rule_find(locale.bytes, locale.length, kind,
                                         &rule, &error);
        break;
    case 2:
        category = calque_plural_rule_select(rule, (int64_t)next(300) - 9);
        must(calque_plural_name(category) != NULL, "a plural without a name");
        break;
    case 3:
    case 4:
        status =
            calque_plural_forms(locale.bytes, locale.length,
                                (calque_format)next(7), kind, &out, &error);
        break;
    case 5:
        status = calque_translator_set_locale_data(ANY(translators),
                                                   ANY(locale_data), &error);
        break;
    default:
        status = calque_pattern_describe((calque_format)next(7), NULL, 0,
                                         text.bytes, text.length, &out, &error);
    }
    given(status, &out, error);
}

void call_formatter(void) {
    switch (next(8)) {
    case 0: open_data(); break;
    case 1: make(); break;
    case 2:
    case 3: tell(); break;
    default: format();
    }
}

void release_formatters(bool all) {
    RELEASE(locale_data, calque_locale_data_release, all);
    RELEASE(formatters, calque_formatter_release, all);
}
