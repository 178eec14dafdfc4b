/**
 * @file host.h
 * @brief Callbacks of a translator into the program that embeds it.
 *
 * Callbacks run on the thread that made the call, with no lock held, so they
 * may use the translator themselves. Their texts are passed as #calque_str and
 * are valid until they return. They return text through a #calque_sink.
 */
#ifndef CALQUE_HOST_H
#define CALQUE_HOST_H

#include "error.h"
#include "string.h"
#include "transport.h"

CALQUE_BEGIN

/** The output of a callback that returns text. */
typedef struct calque_sink calque_sink;

/**
 * Appends text to the output of a callback.
 *
 * @param sink the sink that the callback was given; valid until it returns.
 * @param text UTF-8; text that is not valid is ignored as a whole.
 * @threadsafety Only from the callback.
 */
CALQUE_API void calque_sink_append(calque_sink *sink, const char *text,
                                   size_t length);

/**
 * Sets a JSON value instead of text as the result of a formatter; the next
 * formatter of the chain receives the value unchanged. Does nothing in
 * callbacks that are not formatters.
 *
 * @param sink the sink that the callback was given; valid until it returns.
 * @param json any JSON value; invalid JSON is ignored.
 * @threadsafety Only from the callback.
 */
CALQUE_API void calque_sink_set_json(calque_sink *sink, const char *json,
                                     size_t length);

/** A translation that was not found; the arguments of `missingKeyHandler`. */
typedef struct calque_missing_key {
    /** Languages to add the key to, as `saveMissingTo` says: a JSON array. */
    calque_str lngs;
    /** Namespace. */
    calque_str ns;
    /** Key, with its plural suffix if `saveMissingPlurals` is set. */
    calque_str key;
    /** Text to save; data is NULL for undefined. */
    calque_str fallback_value;
    /** True when the key exists, but the call has another default text
     * (`updateMissing`). */
    bool update_missing;
    /** Options of the call, as JSON. */
    calque_str options;
} calque_missing_key;

/**
 * Callbacks of a translator. Any may be NULL. A callback of type bool returns
 * false to decline; the library then behaves as if there were no callback.
 */
typedef struct calque_host {
    /** sizeof(calque_host). */
    size_t struct_size;
    /** First argument of every callback. */
    void *user_data;
    /** Called once with `user_data` when the translator no longer needs it. */
    void (*user_data_free)(void *user_data);
    /** missingKeyHandler; called when `saveMissing` (v1: `sendMissing`) is on.
     */
    void (*missing_key)(void *user_data, const calque_missing_key *missing);
    /**
     * parseMissingKeyHandler (v1: parseMissingKey): replaces the text shown
     * for a missing key. `default_value.data` is NULL when there is none.
     */
    bool (*parse_missing_key)(void *user_data, calque_str key,
                              calque_str default_value, calque_sink *out);
    /**
     * missingInterpolationHandler: returns the value of a variable that was
     * not passed. `match` is the placeholder as written in `text`.
     */
    bool (*missing_interpolation)(void *user_data, calque_str text,
                                  calque_str match, calque_str variable,
                                  calque_sink *out);
    /**
     * returnedObjectHandler (v1: objectTreeKeyHandler): returns the text for a
     * key whose value is an object or array, given as JSON.
     */
    bool (*returned_object)(void *user_data, calque_str key, calque_str value,
                            calque_str options, calque_sink *out);
    /**
     * fallbackLng as a function: returns the fallback languages of a code, as a
     * JSON array; for an empty code, the default ones.
     */
    bool (*fallback_lng)(void *user_data, calque_str code, calque_sink *out);
    /** interpolation.escape: returns the escaped form of a variable's text. */
    bool (*escape)(void *user_data, calque_str value, calque_sink *out);
    /**
     * Receives diagnostics, one line each, for example limits that a call
     * reached, damaged bundles, catalogs whose plurals are of another format,
     * and missing keys that could not be posted. With the option `debug` it
     * also receives mistakes that are otherwise silent, once each and with the
     * name that was probably meant: unknown options, missing keys, missing
     * variables, and formatters that do not exist.
     */
    void (*log)(void *user_data, calque_str message);
    /**
     * interpolation.format: one function for all formatters. Returning false
     * leaves the value to the registered and built-in ones. `value` is JSON.
     * `format` is everything after the name of the variable, as written:
     * `Money(unit: Cent), upper`; in a reference, each formatter separately.
     * With `interpolation.alwaysFormat` it is called for variables without a
     * format as well; the data of `format` is then NULL. `options` are the
     * variables and options of the call, with the variable's name as
     * `interpolationkey`. The result is text, or a value by
     * calque_sink_set_json().
     */
    bool (*format_value)(void *user_data, calque_str value, calque_str format,
                         calque_str lng, calque_str options, calque_sink *out);
    /**
     * Transport, clock and dispatcher, copied; NULL for the defaults, which
     * only load files. Progress, completions and events of loading run through
     * the dispatcher.
     */
    const calque_services *services;
} calque_host;

/**
 * A post processor: changes a finished text.
 *
 * @param user_data as registered.
 * @param value the text so far.
 * @param key the key, or a JSON array when several were given.
 * @param options options of the call, as JSON.
 * @param out receives the new text.
 * @return false to keep the text unchanged.
 */
typedef bool (*calque_post_processor)(void *user_data, calque_str value,
                                      calque_str key, calque_str options,
                                      calque_sink *out);

/**
 * A formatter: renders a value for `{{value, name(option: x)}}`, as text or, by
 * calque_sink_set_json(), as another value for the next formatter of the chain.
 *
 * @param user_data as registered.
 * @param value the value, as JSON.
 * @param lng the locale to format for.
 * @param options options from the text, the call and `formatParams`, as JSON.
 * @param out receives the formatted text.
 * @return false to leave the value unchanged.
 */
typedef bool (*calque_format_handler)(void *user_data, calque_str value,
                                      calque_str lng, calque_str options,
                                      calque_sink *out);

/**
 * An event: `initialized`, `languageChanging`, `languageChanged`, `loaded`,
 * `failedLoading`, `missingKey`, `added` or `removed`; and `changed`, without
 * arguments, after every change of language, options or resources. Existing
 * views do not see the change, so a program that keeps views recreates them.
 *
 * @param user_data as registered.
 * @param name the event's name.
 * @param arguments the arguments that i18next passes, as a JSON array.
 */
typedef void (*calque_event_handler)(void *user_data, calque_str name,
                                     calque_str arguments);

CALQUE_END

#endif
