/**
 * @file language.h
 * @brief Choosing a language: from the environment, or the best of the
 * available languages for a user.
 */
#ifndef CALQUE_LANGUAGE_H
#define CALQUE_LANGUAGE_H

#include "translator.h"

CALQUE_BEGIN

/**
 * The language tag for a locale name of the environment.
 *
 * `pl_PL.UTF-8@euro` is `pl-PL`, `sr_RS@latin` is `sr-Latn-RS`; of a list such
 * as `en_US:en`, the first. Reads nothing but its parameter.
 *
 * @param locale value of LC_ALL, LC_MESSAGES, LANG or LANGUAGE.
 * @param buffer receives the tag; may be NULL.
 * @param capacity bytes of the buffer.
 * @param length set to the full length; may be NULL.
 * @return #CALQUE_OK; #CALQUE_TRUNCATED; #CALQUE_NOT_FOUND with an empty text
 *         for `C`, `POSIX`, an empty text, and anything that is not a locale;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_language_of_locale(const char *locale,
                                                   size_t locale_length,
                                                   char *buffer,
                                                   size_t capacity,
                                                   size_t *length);

/** As in i18next: the first wanted language that is available exactly, or else
 * the closest. With `ar` and `de` available, `["ar-EG", "de"]` gives `de`. */
#define CALQUE_MATCH_EXACT_FIRST ((uint32_t)0)
/** For each wanted language in order: the language itself, its shorter forms,
 * then another region or script of it. With `ar` and `de` available,
 * `["ar-EG", "de"]` gives `ar`. */
#define CALQUE_MATCH_CLOSEST ((uint32_t)1)

/**
 * The best match among the available languages. These are the languages of
 * `supportedLngs`, or if it is empty, those that have translations.
 *
 * The current language does not change.
 *
 * @param translator the translator.
 * @param wanted the value of an Accept-Language header, whose quality values
 *        order the languages (0 excludes one, `*` stands for any); or a JSON
 *        array of codes, the preferred one first. Invalid entries are ignored.
 * @param match #CALQUE_MATCH_EXACT_FIRST or #CALQUE_MATCH_CLOSEST.
 * @param buffer receives the code, in the spelling of the translator; may be
 *        NULL.
 * @param capacity bytes of the buffer.
 * @param length set to the full length; may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when no wanted language is available:
 *         the text is then the first fallback language, or empty;
 *         #CALQUE_TRUNCATED, #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON.
 */
CALQUE_API calque_status calque_translator_best_language(
    const calque_translator *translator, const char *wanted,
    size_t wanted_length, uint32_t match, char *buffer, size_t capacity,
    size_t *length);

CALQUE_END

#endif
