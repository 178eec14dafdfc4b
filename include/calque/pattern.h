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
 * Describes message patterns: their placeholders, references and formatters,
 * with byte offsets.
 *
 * The result is a JSON array with an array of parts for each pattern. A part is
 * an object with `kind`, `start` and `end` (byte offsets in the UTF-8 pattern,
 * end excluded). The kinds and their other members are:
 *
 * - `placeholder`: `name`; `raw`, true if the placeholder turns escaping off;
 *   `formats`, an array of `{"name": ..., "options": {...}}`;
 * - `reference`: `key`, with its namespace; `options`, as text, or null;
 *   `formats`, an array of names;
 * - `sprintf`: `verb`; `argument`, a position from 1, a name, or null for the
 *   next argument;
 * - `interval`: `from` and `to`, integers or null, `to` also "inf"; `text` or
 *   null;
 * - `unclosed`: `delimiter`, which opens a placeholder or reference without an
 *   end;
 * - `unopened`: `delimiter`, which closes a placeholder without a start.
 *
 * Parts of one kind are in the order of the pattern. A placeholder may be
 * inside a reference. Sprintf placeholders and intervals are listed in every
 * text that contains them; whether the text is used with sprintf or intervals
 * is not known here.
 *
 * @param format one of the CALQUE_FORMAT_ constants.
 * @param options init options of a translator as a JSON object, for its
 *        delimiters; NULL for the defaults.
 * @param patterns a JSON array of texts.
 * @param json set to the array; release it with calque_string_dispose().
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT for NULL or an unknown format;
 *         #CALQUE_INVALID_OPTION; #CALQUE_INVALID_TYPE when `patterns` is not
 *         an array of texts; #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON,
 *         #CALQUE_LIMIT_EXCEEDED.
 */
CALQUE_API calque_status calque_pattern_describe(
    calque_format format, const char *options, size_t options_length,
    const char *patterns, size_t patterns_length, calque_string *json,
    calque_error **error);

/**
 * The plural forms of a language, with sample numbers for each.
 *
 * The result is a JSON array of objects, in the order in which counting 0, 1, 2
 * ... and then fractions reaches the forms:
 *
 * - `suffix`: the end of the key, "" for the key itself: `_one`,
 *   `_ordinal_few`, `_plural`, `_plural_5`, `_2`;
 * - `category`: CLDR's name in format v4, null in the older formats;
 * - `integers`: up to 8 whole numbers with this form, as texts;
 * - `decimals`: up to 4 numbers with fraction digits, as texts.
 *
 * Above 200 only powers of ten and their multiples are tried. A form without
 * integers is used only for fractions. For a language without rules the forms
 * are those that translators of the format use for it.
 *
 * @param locale language tag, `-` or `_` between its parts.
 * @param format one of the CALQUE_FORMAT_ constants.
 * @param kind cardinal or ordinal; the formats before v4 have no ordinals, so
 *        the array is empty.
 * @param json set to the array; release it with calque_string_dispose().
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT for NULL, an unknown format or
 *         kind; #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_plural_forms(
    const char *locale, size_t locale_length, calque_format format,
    calque_plural_kind kind, calque_string *json, calque_error **error);

CALQUE_END

#endif
