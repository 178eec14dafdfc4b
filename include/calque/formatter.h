/**
 * @file formatter.h
 * @brief Formatting numbers, dates, lists, relative times and names for a
 * locale.
 *
 * Options have the names and values of ECMA-402 (the `Intl` of browsers); the
 * locale data is that of CLDR. The library contains the data for numbers,
 * percentages, amounts with a currency code, and lists. Everything else needs a
 * file of locale data, which `tools/locales/generate_locales.py` makes from
 * CLDR for all languages or for some. `docs/formatting.md` lists the options,
 * and those that need the file.
 *
 * Create a formatter once and use it often: formatting allocates no memory,
 * except for the names of some language tags (display names).
 */
#ifndef CALQUE_FORMATTER_H
#define CALQUE_FORMATTER_H

#include "arg.h"
#include "error.h"

CALQUE_BEGIN

/** A file of locale data: reference counted, immutable, may be shared between
 * threads. */
typedef struct calque_locale_data calque_locale_data;
/** A formatter: reference counted, immutable, may be shared between threads. */
typedef struct calque_formatter calque_formatter;

/** The kind of a formatter: one of the CALQUE_FORMATTER_ constants. */
typedef int32_t calque_formatter_kind;
/** Numbers, percentages, currencies and units. */
#define CALQUE_FORMATTER_NUMBER ((calque_formatter_kind)0)
/** Dates and times of the Gregorian calendar. */
#define CALQUE_FORMATTER_DATETIME ((calque_formatter_kind)1)
/** Relative times, such as "in 2 hours"; the option `unit` is required. */
#define CALQUE_FORMATTER_RELATIVETIME ((calque_formatter_kind)2)
/** Lists of texts. */
#define CALQUE_FORMATTER_LIST ((calque_formatter_kind)3)
/** Names of languages, regions, scripts and currencies; `type` is required. */
#define CALQUE_FORMATTER_DISPLAYNAME ((calque_formatter_kind)4)

/** A flag of calque_locale_data_open_memory(): copy the bytes. */
#define CALQUE_LOCALE_DATA_COPY ((uint32_t)1)

/**
 * Opens a file of locale data: maps it for reading and checks its header. The
 * rest is checked when it is used.
 *
 * @param path NUL-terminated path of a regular file.
 * @param out set to the data, NULL on failure; release it.
 * @param error may be NULL; names the path as its source.
 * @return #CALQUE_OK; #CALQUE_IO_ERROR; #CALQUE_CORRUPT for a truncated file,
 *         or one that is not locale data; #CALQUE_UNSUPPORTED for another
 *         version of CLDR or of the layout; #CALQUE_INVALID_ARGUMENT.
 * @blocks Reads a file.
 */
CALQUE_API calque_status calque_locale_data_open(const char *path,
                                                 calque_locale_data **out,
                                                 calque_error **error);

/**
 * Opens locale data that is in memory. Without #CALQUE_LOCALE_DATA_COPY the
 * bytes are used in place: they must not change or be freed until
 * `user_data_free` is called.
 *
 * @param bytes the file.
 * @param size its size in bytes.
 * @param flags #CALQUE_LOCALE_DATA_COPY or 0.
 * @param user_data handed to `user_data_free`; may be NULL.
 * @param user_data_free called once when the bytes are no longer needed, on
 *        the thread that released the last user of them; may be NULL. Not
 *        called on failure. With #CALQUE_LOCALE_DATA_COPY it is called before
 *        this function returns.
 * @param out set to the data, NULL on failure; release it.
 * @return as calque_locale_data_open(), except #CALQUE_IO_ERROR.
 */
CALQUE_API calque_status calque_locale_data_open_memory(
    const void *bytes, size_t size, uint32_t flags, void *user_data,
    void (*user_data_free)(void *user_data), calque_locale_data **out,
    calque_error **error);

/**
 * Releases a reference. Formatters copy the data they need, except formatters
 * of names, which keep a reference.
 *
 * @param data may be NULL.
 */
CALQUE_API void calque_locale_data_release(calque_locale_data *data);

/**
 * Creates a formatter.
 *
 * @param kind one of the CALQUE_FORMATTER_ constants.
 * @param locale language tag; the keywords `-u-nu-` and `-u-hc-` are used.
 * @param options JSON object with the options of ECMA-402; NULL for none.
 * @param data locale data that the library does not contain; NULL for none.
 * @param out set to the formatter, NULL on failure; release it.
 * @param error may be NULL; its path is the option's name.
 * @return #CALQUE_OK; #CALQUE_INVALID_LOCALE when the tag is ill-formed or CLDR
 *         does not know the language; #CALQUE_INVALID_OPTION;
 *         #CALQUE_UNSUPPORTED for an option that is not supported, or that
 *         needs locale data that is missing; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_formatter_create(
    calque_formatter_kind kind, const char *locale, size_t locale_length,
    const char *options, size_t options_length, const calque_locale_data *data,
    calque_formatter **out, calque_error **error);

/**
 * Adds a reference.
 *
 * @param formatter may be NULL.
 * @return the same formatter.
 */
CALQUE_API calque_formatter *
calque_formatter_retain(calque_formatter *formatter);

/**
 * Releases a reference; releasing the last one frees the formatter.
 *
 * @param formatter may be NULL.
 */
CALQUE_API void calque_formatter_release(calque_formatter *formatter);

/**
 * Formats a value, or joins texts as a list.
 *
 * - Numbers take an integer, a double (its digits are those of the shortest
 *   decimal number that is read as the same double) or a decimal text of any
 *   length, such as "-1234.50" or "12e3", exactly.
 * - Relative times take an integer or a double.
 * - Dates take milliseconds since 1970, an integer or a double.
 * - Lists take any number of texts.
 * - Display names take the text of a code: language tag, region, script or
 *   currency.
 *
 * @param formatter the formatter.
 * @param values the value, or the texts of a list; their names are ignored.
 *        NULL when `count` is 0.
 * @param count the number of values; 1 unless the formatter is of lists.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK; #CALQUE_TRUNCATED; #CALQUE_NOT_FOUND when there is no
 *         display name: the text is the code then, or empty with the option
 *         `fallback: none`; with an empty text #CALQUE_INVALID_ARGUMENT for a
 *         value of another kind, a text that is NULL or no numeral or code, and
 *         a time beyond 8.64e15 milliseconds on either side of 1970;
 *         #CALQUE_INVALID_UTF8 for a text of a list that is not UTF-8.
 * @threadsafety Safe from any thread; no lock, no allocation except for
 * numerals of more than 800 bytes.
 */
CALQUE_API calque_status calque_formatter_format(
    const calque_formatter *formatter, const calque_arg *values, size_t count,
    char *buffer, size_t capacity, size_t *length);

CALQUE_END

#endif
