/* Formatting beside ICU4C, with formatters that were made before: nanoseconds
 * of CPU time a call, the best of seven rounds.
 *
 * usage: bench_formatters LOCALE_DATA */
#include "../Tests/C/formatting.h"
#include <calque.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unicode/udat.h>
#include <unicode/ulistformatter.h>
#include <unicode/unum.h>
#include <unicode/ureldatefmt.h>
#include <unicode/ustring.h>
#include <unistd.h>

enum { CALLS = 10000, ROUNDS = 7, ROOM = 256 };

static const char *const locales[] = {"en", "de", "hi", "ar"};
static const double numbers[] = {1234.5,      -98765.432, 7,      0.25,
                                 1234567.891, 42.1,       999999, 3.14159};
static const char *const texts[] = {"Ada", "Grace", "Alan"};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Runs a body CALLS times, ROUNDS times over, and keeps the best in `best`. */
#define MEASURE(best, body)                                                    \
    do {                                                                       \
        (best) = 1e18;                                                         \
        for (int round = 0; round < ROUNDS; round += 1) {                      \
            double start = now();                                              \
            for (int at = 0; at < CALLS; at += 1) {                            \
                body;                                                          \
            }                                                                  \
            double each = (now() - start) / CALLS;                             \
            if (each < (best)) (best) = each;                                  \
        }                                                                      \
    } while (0)

static calque_formatter *made(calque_formatter_kind kind, const char *locale,
                              const char *options,
                              const calque_locale_data *data) {
    calque_formatter *formatter = NULL;
    if (calque_formatter_create(kind, locale, CALQUE_NTS, options, CALQUE_NTS,
                                data, &formatter, NULL) != CALQUE_OK)
        fprintf(stderr, "no formatter %d for %s\n", (int)kind, locale);
    return formatter;
}

static void report(const char *locale, const char *what, double calque,
                   double icu) {
    printf("%s %-16s %8.0f %8.0f %6.2f\n", locale, what, calque, icu,
           calque / icu);
}

static void measure_number(const char *locale, const char *what,
                           const char *options, UNumberFormatStyle style,
                           const calque_locale_data *data) {
    UErrorCode status = U_ZERO_ERROR;
    UNumberFormat *icu = unum_open(style, NULL, 0, locale, NULL, &status);
    if (style == UNUM_CURRENCY)
        unum_setTextAttribute(icu, UNUM_CURRENCY_CODE, u"EUR", 3, &status);
    calque_formatter *formatter =
        made(CALQUE_FORMATTER_NUMBER, locale, options, data);
    char text[ROOM];
    UChar wide[ROOM];
    double own, other;
    MEASURE(own, format_double(formatter, numbers[at & 7], text, ROOM, NULL));
    MEASURE(other,
            unum_formatDouble(icu, numbers[at & 7], wide, ROOM, NULL, &status));
    report(locale, what, own, other);
    calque_formatter_release(formatter);
    unum_close(icu);
}

static void measure_date(const char *locale, const char *what,
                         const char *options, UDateFormatStyle date,
                         UDateFormatStyle time,
                         const calque_locale_data *data) {
    UErrorCode status = U_ZERO_ERROR;
    UDateFormat *icu =
        udat_open(time, date, locale, u"UTC", 3, NULL, 0, &status);
    calque_formatter *formatter =
        made(CALQUE_FORMATTER_DATETIME, locale, options, data);
    char text[ROOM];
    UChar wide[ROOM];
    double own, other;
    MEASURE(own, format_int(formatter, 1715951045678 + at * 86400000LL, text,
                            ROOM, NULL));
    MEASURE(other, udat_format(icu, 1715951045678.0 + at * 86400000.0, wide,
                               ROOM, NULL, &status));
    report(locale, what, own, other);
    calque_formatter_release(formatter);
    udat_close(icu);
}

static void measure_rest(const char *locale, const calque_locale_data *data) {
    UErrorCode status = U_ZERO_ERROR;
    char text[ROOM];
    UChar wide[ROOM];
    double own, other;
    URelativeDateTimeFormatter *relative = ureldatefmt_open(
        locale, NULL, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_NONE, &status);
    calque_formatter *formatter =
        made(CALQUE_FORMATTER_RELATIVETIME, locale, "{\"unit\":\"day\"}", data);
    MEASURE(own, format_int(formatter, (at & 31) + 2, text, ROOM, NULL));
    MEASURE(other,
            ureldatefmt_formatNumeric(relative, (at & 31) + 2,
                                      UDAT_REL_UNIT_DAY, wide, ROOM, &status));
    report(locale, "relative", own, other);
    calque_formatter_release(formatter);
    ureldatefmt_close(relative);

    UChar names[3][16];
    const UChar *pointers[3];
    int32_t lengths[3];
    for (int at = 0; at < 3; at += 1) {
        u_strFromUTF8(names[at], 16, &lengths[at], texts[at], -1, &status);
        pointers[at] = names[at];
    }
    UListFormatter *list = ulistfmt_open(locale, &status);
    formatter = made(CALQUE_FORMATTER_LIST, locale, NULL, data);
    MEASURE(own, format_list(formatter, texts, 3, text, ROOM, NULL));
    MEASURE(other,
            ulistfmt_format(list, pointers, lengths, 3, wide, ROOM, &status));
    report(locale, "list", own, other);
    calque_formatter_release(formatter);
    ulistfmt_close(list);
}

/* Writes a compiled catalog of some 60 KiB. */
static bool write_catalog(const char *path) {
    static char json[1 << 16];
    size_t length = 0;
    length += (size_t)sprintf(json, "{\"en\":{\"translation\":{");
    for (int at = 0; at < 1000; at += 1) {
        length += (size_t)sprintf(json + length, "%s\"key %d\":\"text %d\"",
                                  at ? "," : "", at, at);
    }
    sprintf(json + length, "}}}");
    return calque_catalog_compile_file(CALQUE_FORMAT_V4, NULL, 0, json,
                                       CALQUE_NTS, path, NULL) == CALQUE_OK;
}

/* Opening and closing a file of locale data, beside a compiled catalog. */
static void measure_opening(const char *locale_data) {
    static const struct {
        const char *what;
        uint32_t flags;
    } ways[] = {{"catalog, checked", 0},
                {"catalog, deferred", CALQUE_CATALOG_DEFER},
                {"catalog, trusted", CALQUE_CATALOG_TRUST}};
    char path[] = "/tmp/calque-bench-XXXXXX";
    int file = mkstemp(path);
    double opening;
    MEASURE(opening, {
        calque_locale_data *opened = NULL;
        if (calque_locale_data_open(locale_data, &opened, NULL) == CALQUE_OK)
            calque_locale_data_release(opened);
    });
    printf("open and close: %-18s %8.0f\n", "locale data", opening);
    if (file < 0 || !write_catalog(path)) return;
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way += 1) {
        MEASURE(opening, {
            calque_catalog *opened = NULL;
            if (calque_catalog_open(path, ways[way].flags, &opened, NULL) ==
                CALQUE_OK)
                calque_catalog_release(opened);
        });
        printf("open and close: %-18s %8.0f\n", ways[way].what, opening);
    }
    close(file);
    unlink(path);
}

int main(int count, char **arguments) {
    calque_locale_data *data = NULL;
    if (count != 2 ||
        calque_locale_data_open(arguments[1], &data, NULL) != CALQUE_OK)
        return 2;
    printf("%-19s %8s %8s %6s\n", "", "calque", "icu", "ratio");
    for (size_t at = 0; at < sizeof locales / sizeof *locales; at += 1) {
        const char *locale = locales[at];
        measure_number(locale, "number", NULL, UNUM_DECIMAL, data);
        measure_number(locale, "currency",
                       "{\"style\":\"currency\",\"currency\":\"EUR\"}",
                       UNUM_CURRENCY, data);
        measure_date(locale, "date short", "{\"dateStyle\":\"short\"}",
                     UDAT_SHORT, UDAT_NONE, data);
        measure_date(locale, "date long", "{\"dateStyle\":\"long\"}", UDAT_LONG,
                     UDAT_NONE, data);
        measure_date(locale, "date full, time",
                     "{\"dateStyle\":\"full\",\"timeStyle\":\"short\"}",
                     UDAT_FULL, UDAT_SHORT, data);
        measure_rest(locale, data);
    }
    measure_opening(arguments[1]);
    calque_locale_data_release(data);
    return 0;
}
