/* formatter.h */
#include "formatting.h"
#include "check.h"

#include <stdlib.h>

/* The bytes of a file, to be freed. */
static unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) exit(2);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size);
    if (bytes == NULL || fread(bytes, 1, *size, file) != *size) exit(2);
    fclose(file);
    return bytes;
}

static calque_locale_data *data_of(const char *path) {
    calque_locale_data *data = NULL;
    CHECK_STATUS(CALQUE_OK, calque_locale_data_open(path, &data, NULL));
    return data;
}

static calque_formatter *made(calque_formatter_kind kind, const char *locale,
                              const char *options,
                              const calque_locale_data *data) {
    calque_formatter *formatter = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_formatter_create(kind, locale, CALQUE_NTS, options,
                                         CALQUE_NTS, data, &formatter, NULL));
    return formatter;
}

static const char *number(const char *locale, const char *options,
                          const char *digits) {
    static char text[128];
    calque_formatter *formatter = made(0, locale, options, NULL);
    format_decimal(formatter, digits, text, sizeof text, NULL);
    calque_formatter_release(formatter);
    return text;
}

static void numbers_need_no_data(void) {
    CHECK_TEXT("1,234.5", number("en", NULL, "1234.5"));
    CHECK_TEXT("1.234,5", number("de", NULL, "1234.5"));
    CHECK_TEXT("12,34,567", number("hi", NULL, "1234567"));
    CHECK_TEXT("1234", number("es", NULL, "1234"));
    CHECK_TEXT("12.345", number("es", NULL, "12345"));
    CHECK_TEXT("1\u202f234", number("fr", NULL, "1234"));
    CHECK_TEXT("\u0661\u066c\u0662\u0663\u0664", number("ar-EG", NULL, "1234"));
    CHECK_TEXT("\u0967,\u0968\u0969\u096a",
               number("en-u-nu-deva", NULL, "1234"));
    CHECK_TEXT("12\u00a0%", number("de", "{\"style\":\"percent\"}", "0.12"));
    CHECK_TEXT("-0", number("en", NULL, "-0.0"));
    CHECK_TEXT("+7", number("en", "{\"signDisplay\":\"always\"}", "7"));
    CHECK_TEXT("1.2E4", number("en",
                               "{\"notation\":\"scientific\","
                               "\"maximumFractionDigits\":1}",
                               "12345"));
    /* Digits that are not counted from the point; nothing of it is lost. */
    CHECK_TEXT("1,230",
               number("en", "{\"maximumSignificantDigits\":3}", "1234"));
    CHECK_TEXT("123456789012345678901234567890.123",
               number("en", "{\"useGrouping\":false}",
                      "123456789012345678901234567890.1234"));
    CHECK_TEXT("12,00\u00a0EUR",
               number("de",
                      "{\"style\":\"currency\",\"currency\":\"EUR\","
                      "\"currencyDisplay\":\"code\"}",
                      "12"));
}

static void integers_and_doubles_are_shown(void) {
    char text[64];
    size_t length = 0;
    calque_formatter *formatter = made(0, "de", NULL, NULL);
    CHECK_STATUS(CALQUE_OK,
                 format_int(formatter, INT64_MIN, text, sizeof text, NULL));
    CHECK_TEXT("-9.223.372.036.854.775.808", text);
    CHECK_STATUS(CALQUE_OK,
                 format_double(formatter, 0.1 + 0.2, text, sizeof text, NULL));
    CHECK_TEXT("0,3", text);
    CHECK_STATUS(CALQUE_TRUNCATED,
                 format_int(formatter, 123456, text, 4, &length));
    CHECK_TEXT("123", text);
    CHECK(length == 7);
    CHECK_STATUS(CALQUE_TRUNCATED,
                 format_double(formatter, 1e300, NULL, 0, &length));
    CHECK(length == 301 + 100);
    calque_formatter_release(calque_formatter_retain(formatter));
    calque_formatter_release(formatter);
}

/* Integers are written without rounding; decimals with the same digits are not.
 */
static void integers_are_written_as_decimals(void) {
    static const char *const locales[] = {
        "en", "de", "hi", "es", "fr", "ar-EG", "en-IN", "pl", "de-CH", "ja"};
    static const char *const options[] = {
        NULL,
        "{\"useGrouping\":false}",
        "{\"useGrouping\":\"always\"}",
        "{\"useGrouping\":\"min2\"}",
        "{\"minimumFractionDigits\":3}",
        "{\"minimumIntegerDigits\":8}",
        "{\"signDisplay\":\"always\"}",
        "{\"minimumFractionDigits\":2,\"trailingZeroDisplay\":"
        "\"stripIfInteger\"}",
        "{\"style\":\"currency\",\"currency\":\"EUR\",\"currencyDisplay\":\"code\"}",
        "{\"style\":\"currency\",\"currency\":\"JPY\","
        "\"currencySign\":\"accounting\",\"currencyDisplay\":\"code\"}",
    };
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
            calque_formatter *formatter = made(0, locales[i], options[k], NULL);
            /* 0, each power of ten, the number before it, both ends. */
            int64_t power = 0;
            for (int step = 0; step < 20; step++) {
                int64_t values[] = {power, -power, power - 1};
                if (step == 19) values[0] = INT64_MAX, values[1] = INT64_MIN;
                for (int of = 0; of < 3; of++) {
                    char digits[24], text[64], expected[64];
                    snprintf(digits, sizeof digits, "%lld",
                             (long long)values[of]);
                    format_int(formatter, values[of], text, sizeof text, NULL);
                    format_decimal(formatter, digits, expected, sizeof expected,
                                   NULL);
                    CHECK_TEXT(expected, text);
                }
                power = step == 0 ? 1 : step < 19 ? power * 10 : power;
            }
            calque_formatter_release(formatter);
        }
    }
}

static void lists_are_joined(void) {
    const char *const texts[] = {"a", "b", "c"};
    char text[64];
    calque_formatter *formatter = made(CALQUE_FORMATTER_LIST, "de", NULL, NULL);
    format_list(formatter, texts, 3, text, sizeof text, NULL);
    CHECK_TEXT("a, b und c", text);
    format_list(formatter, NULL, 0, text, sizeof text, NULL);
    CHECK_TEXT("", text);
    const char *const broken[] = {"a", "b\xff"};
    text[0] = 'x';
    CHECK_STATUS(CALQUE_INVALID_UTF8,
                 format_list(formatter, broken, 2, text, sizeof text, NULL));
    CHECK_TEXT("", text);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 format_int(formatter, 1, text, sizeof text, NULL));
    calque_formatter_release(formatter);
}

static void what_is_not_supported_is_named(void) {
    const struct {
        calque_formatter_kind kind;
        const char *locale, *options, *path;
        calque_status status;
    } cases[] = {
        {0, "en", "{\"style\":\"money\"}", "style", CALQUE_INVALID_OPTION},
        {0, "en", "{\"roundingIncrement\":5}", "roundingIncrement",
         CALQUE_UNSUPPORTED},
        {0, "en", "{\"minimumFractionDigits\":101}", "minimumFractionDigits",
         CALQUE_INVALID_OPTION},
        {0, "en", "{\"colour\":\"red\"}", "colour", CALQUE_UNSUPPORTED},
        {0, "en", "{\"notation\":\"compact\"}", "", CALQUE_UNSUPPORTED},
        {0, "xx", NULL, "", CALQUE_INVALID_LOCALE},
        {0, "en_US!", NULL, "", CALQUE_INVALID_LOCALE},
        {1, "en", NULL, "", CALQUE_UNSUPPORTED},
        {1, "en", "{\"calendar\":\"buddhist\"}", "calendar",
         CALQUE_UNSUPPORTED},
        {9, "en", NULL, "", CALQUE_INVALID_ARGUMENT},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_formatter *formatter = NULL;
        calque_error *error = NULL;
        CHECK_STATUS(cases[at].status,
                     calque_formatter_create(cases[at].kind, cases[at].locale,
                                             CALQUE_NTS, cases[at].options,
                                             CALQUE_NTS, NULL, &formatter,
                                             &error));
        CHECK(formatter == NULL);
        CHECK_TEXT(cases[at].path, calque_error_path(error));
        calque_error_release(error);
    }
}

static void dates_come_from_data(const char *path) {
    calque_locale_data *data = data_of(path);
    char text[128];
    calque_formatter *formatter =
        made(CALQUE_FORMATTER_DATETIME, "de",
             "{\"dateStyle\":\"long\",\"timeStyle\":\"short\","
             "\"timeZone\":\"+02:00\"}",
             data);
    calque_formatter *relative =
        made(CALQUE_FORMATTER_RELATIVETIME, "pl", "{\"unit\":\"day\"}", data);
    /* Formatters have read what they need. */
    calque_locale_data_release(data);
    format_int(formatter, 1715951045678, text, sizeof text, NULL);
    CHECK_TEXT("17. Mai 2024 um 15:04", text);
    format_int(relative, -5, text, sizeof text, NULL);
    CHECK_TEXT("5 dni temu", text);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 format_int(formatter, INT64_MAX, text, sizeof text, NULL));
    calque_formatter_release(formatter);
    calque_formatter_release(relative);
}

/* All that a formatter of each kind reads, from whatever the bytes are. */
static void read_all(const calque_locale_data *data) {
    static const char *const options[] = {
        "{\"notation\":\"compact\"}", "{\"dateStyle\":\"full\"}",
        "{\"unit\":\"day\",\"numeric\":\"auto\"}"};
    for (int kind = 0; kind < 3; kind += 1) {
        calque_formatter *formatter = NULL;
        char text[256];
        if (calque_formatter_create(kind, "de", CALQUE_NTS, options[kind],
                                    CALQUE_NTS, data, &formatter,
                                    NULL) == CALQUE_OK)
            format_int(formatter, 12345, text, sizeof text, NULL);
        calque_formatter_release(formatter);
    }
}

static void damaged_data_does_no_harm(const char *path) {
    size_t size = 0;
    unsigned char *bytes = read_file(path, &size);
    calque_locale_data *data = NULL;
    CHECK_STATUS(CALQUE_CORRUPT, calque_locale_data_open_memory(
                                     bytes, size - 1, CALQUE_LOCALE_DATA_COPY,
                                     NULL, NULL, &data, NULL));
    size_t step = size / 400 + 1, opened = 0;
    for (size_t at = 0; at < size; at += at < 200 ? 1 : step) {
        bytes[at] ^= 0x5A;
        if (calque_locale_data_open_memory(bytes, size, CALQUE_LOCALE_DATA_COPY,
                                           NULL, NULL, &data,
                                           NULL) == CALQUE_OK) {
            read_all(data);
            calque_locale_data_release(data);
            opened += 1;
        }
        bytes[at] ^= 0x5A;
    }
    CHECK(opened > 100);
    free(bytes);
}

/* Files of an earlier layout would be read wrongly. */
static void another_layout_is_refused(const char *path) {
    size_t size = 0;
    unsigned char *bytes = read_file(path, &size);
    calque_locale_data *data = NULL;
    calque_error *error = NULL;
    CHECK(memcmp(bytes, "calqueL2", 8) == 0);
    bytes[7] = '1';
    CHECK_STATUS(CALQUE_UNSUPPORTED, calque_locale_data_open_memory(
                                         bytes, size, CALQUE_LOCALE_DATA_COPY,
                                         NULL, NULL, &data, &error));
    CHECK_TEXT("the locale data was made for another version of the library",
               calque_error_message(error));
    calque_error_release(error);
    free(bytes);
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    numbers_need_no_data();
    integers_and_doubles_are_shown();
    integers_are_written_as_decimals();
    lists_are_joined();
    what_is_not_supported_is_named();
    dates_come_from_data(arguments[1]);
    damaged_data_does_no_harm(arguments[1]);
    another_layout_is_refused(arguments[1]);
    return check_end();
}
