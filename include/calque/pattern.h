/**
 * @file pattern.h
 * @brief The parts of message patterns, for programs that check or convert
 *        catalogs.
 */
#ifndef CALQUE_PATTERN_H
#define CALQUE_PATTERN_H

#include "error.h"
#include "plural.h"
#include "string.h"
#include "translator.h"

CALQUE_BEGIN

/**
 * Describes many message patterns: their placeholders, references and
 * formatters, with byte offsets.
 *
 * The answer is a JSON array with an array of parts for each pattern. A part
 * is an object with `kind`, `start` and `end` (bytes of the UTF-8 pattern, end
 * excluded) and these members:
 *
 * | kind | members |
 * |---|---|
 * | `placeholder` | `name`; `raw`, whether the value is not escaped although
 * values are; `formats`, an array of `{"name": …, "options": {…}}` | |
 * `reference` | `key`, with its namespace; `options`, their text or null;
 * `formats`, an array of names | | `sprintf` | `verb`; `argument`: a position
 * from 1, a name, or null for the next one | | `interval` | `from` and `to`,
 * whole numbers or null for what is none, `to` also "inf"; `text` or null | |
 * `unclosed` | `delimiter`: opens a placeholder or reference that does not end
 * | | `unopened` | `delimiter`: closes a placeholder that does not begin |
 *
 * Parts of one kind come in the order of the pattern. A placeholder may lie
 * within a reference. Sprintf placeholders and intervals are described
 * wherever they can be read; only the host knows whether a text is used so.
 *
 * @param format one of the CALQUE_FORMAT_ constants.
 * @param options init options of a translator as a JSON object, for its
 *        delimiters; NULL for the defaults.
 * @param options_length bytes, or #CALQUE_NTS.
 * @param patterns a JSON array of texts.
 * @param patterns_length bytes, or #CALQUE_NTS.
 * @param json set to the answer; release it with calque_string_dispose().
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT for NULL or an unknown format;
 *         #CALQUE_INVALID_OPTION; #CALQUE_INVALID_TYPE when `patterns` is no
 *         array of texts; #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON,
 *         #CALQUE_LIMIT_EXCEEDED.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_pattern_describe(
    calque_format format, const char *options, size_t options_length,
    const char *patterns, size_t patterns_length, calque_string *json,
    calque_error **error);

/**
 * The plural forms of a language, with numbers that show each.
 *
 * The answer is a JSON array of objects, in the order in which the numbers 0,
 * 1, 2 … and then fractions first reach the forms:
 *
 * - `suffix`: behind a key, "" for the bare key: `_one`, `_ordinal_few`,
 *   `_plural`, `_plural_5`, `_2`;
 * - `category`: CLDR's name in format v4, null in the older formats;
 * - `integers`: up to 8 whole numbers that show the form, as texts;
 * - `decimals`: up to 4 numbers with fraction digits, as texts.
 *
 * Numbers above 200 are tried at powers of ten and their multiples.
 * A form without integers is reached by fractions alone. A language that the
 * format has no rules for gets the forms that its translators take then.
 *
 * @param locale language tag, `-` or `_` between its parts.
 * @param locale_length bytes, or #CALQUE_NTS.
 * @param format one of the CALQUE_FORMAT_ constants.
 * @param kind cardinal or ordinal; the formats before v4 have no ordinals:
 *        their answer is then empty.
 * @param json set to the answer; release it with calque_string_dispose().
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT for NULL, an unknown format or
 *         kind; #CALQUE_INVALID_UTF8.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_plural_forms(
    const char *locale, size_t locale_length, calque_format format,
    calque_plural_kind kind, calque_string *json, calque_error **error);

CALQUE_END

#endif
