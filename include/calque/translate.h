/**
 * @file translate.h
 * @brief Translating: text, JSON results, existence, explanation.
 *
 * There are two functions with the same rules: calque_translator_translate()
 * takes typed arguments and writes text into the caller's buffer;
 * calque_translator_translate_json() takes JSON options and one or more keys,
 * and can return objects, arrays, numbers and details.
 */
#ifndef CALQUE_TRANSLATE_H
#define CALQUE_TRANSLATE_H

#include "arg.h"
#include "translator.h"

CALQUE_BEGIN

/**
 * Translates a key (`t`) into the caller's buffer.
 *
 * A value that is not text is rendered as text: numbers and booleans in their
 * JSON spelling, null as "", objects and arrays as JSON.
 *
 * @param translator the translator.
 * @param key the key, with or without its namespace.
 * @param args options and variables; NULL when `arg_count` is 0.
 * @param arg_count the number of arguments.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK; #CALQUE_MISSING_KEY with the fallback text;
 *         #CALQUE_TRUNCATED (also when the key is missing as well);
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON
 *         for a bad argument, with an empty text.
 * @callsback Callbacks of #calque_host, formatters, post processors, handlers
 *        of events.
 * @threadsafety Safe from any thread; never waits for a writer.
 */
CALQUE_API calque_status calque_translator_translate(
    const calque_translator *translator, const char *key, size_t key_length,
    const calque_arg *args, size_t arg_count, char *buffer, size_t capacity,
    size_t *length);

/** The form of the result of calque_translator_translate_json(). */
typedef int32_t calque_result_form;

/** Text, as calque_translator_translate() renders it. */
#define CALQUE_RESULT_TEXT ((calque_result_form)0)
/** The result as JSON: text in quotes, number, boolean, null, array, object. */
#define CALQUE_RESULT_JSON ((calque_result_form)1)
/**
 * A JSON object as `returnDetails` gives it: `res`, `usedKey`,
 * `exactUsedKey`, `usedLng`, `usedNS`, `usedParams`.
 */
#define CALQUE_RESULT_DETAILS ((calque_result_form)2)

/**
 * Translates with JSON options.
 *
 * @param translator the translator.
 * @param keys a key, or a JSON array of keys tried in order. A key that itself
 *        begins with `[` must be given as an array of one.
 * @param options JSON object of call options and variables; NULL for none.
 * @param form the form of the result.
 * @param out set to the result; empty on failure.
 * @return #CALQUE_OK; #CALQUE_MISSING_KEY with the fallback result;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE.
 * @callsback Callbacks of #calque_host, formatters, post processors, handlers
 *        of events.
 * @threadsafety Safe from any thread; never waits for a writer.
 */
CALQUE_API calque_status calque_translator_translate_json(
    const calque_translator *translator, const char *keys, size_t keys_length,
    const char *options, size_t options_length, calque_result_form form,
    calque_string *out, calque_error **error);

/**
 * Whether a key has a value (`exists`).
 *
 * @param translator the translator.
 * @param keys as for calque_translator_translate_json().
 * @param options JSON object of call options; NULL for none.
 * @param exists set to the answer; false on failure.
 * @return #CALQUE_OK; failures as calque_translator_translate_json().
 * @callsback Callbacks of #calque_host.
 * @threadsafety Safe from any thread; never waits for a writer.
 */
CALQUE_API calque_status calque_translator_exists(
    const calque_translator *translator, const char *keys, size_t keys_length,
    const char *options, size_t options_length, bool *exists,
    calque_error **error);

/**
 * Explains how a key is resolved: which candidates are tried in which language
 * and namespace, which one is used, and why the earlier ones are not.
 *
 * The JSON object has `key`, `candidates` (an array of objects with `lng`,
 * `ns`, `key` and `outcome`: "missing", "null", "empty" or "found"), `found`
 * (boolean), `usedKey`, `exactUsedKey`, `usedLng`, `usedNS`, `languages` and
 * `namespaces`. If limits left a part of the text as written, `limits` has
 * their names: "maxNesting", "maxSteps", "maxOutput".
 *
 * @param translator the translator.
 * @param keys as for calque_translator_translate_json().
 * @param options JSON object of call options; NULL for none.
 * @param json set to the object; empty on failure.
 * @return #CALQUE_OK; failures as calque_translator_translate_json().
 * @callsback Callbacks of #calque_host.
 * @threadsafety Safe from any thread; never waits for a writer.
 */
CALQUE_API calque_status calque_translator_explain(
    const calque_translator *translator, const char *keys, size_t keys_length,
    const char *options, size_t options_length, calque_string *json,
    calque_error **error);

CALQUE_END

#endif
