/**
 * @file hooks.h
 * @brief Functions that a program registers with a translator by name: post
 * processors, formatters and event handlers; and data for formatters.
 *
 * host.h has their types, and the callbacks that are given on creation.
 */
#ifndef CALQUE_HOOKS_H
#define CALQUE_HOOKS_H

#include "translator.h"

CALQUE_BEGIN

/**
 * Registers a post processor, replacing one of the same name. `sprintf` and
 * `interval` are built in.
 *
 * @param translator the translator.
 * @param name its name in `postProcess`.
 * @param process the function; NULL removes it.
 * @param user_data its first argument.
 * @param user_data_free called when the function is no longer needed; may be
 *        NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_translator_add_post_processor(
    calque_translator *translator, const char *name, size_t name_length,
    calque_post_processor process, void *user_data,
    void (*user_data_free)(void *user_data), calque_error **error);

/**
 * Registers a formatter, replacing one of the same name, built-in ones too
 * (`number`, `currency`, `datetime`, `relativetime`, `list`).
 *
 * The formatter named "*" is called for names without a formatter; the option
 * `format` contains the name. The formatter named "" is called for variables
 * without a format if `interpolation.alwaysFormat` is true.
 *
 * @param translator the translator.
 * @param name its name in `{{value, name}}`; case-insensitive.
 * @param format the function; NULL removes it.
 * @param user_data its first argument.
 * @param user_data_free called when the function is no longer needed; may be
 *        NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_translator_add_formatter(
    calque_translator *translator, const char *name, size_t name_length,
    calque_format_handler format, void *user_data,
    void (*user_data_free)(void *user_data), calque_error **error);

/**
 * Sets the locale data for the built-in formatters `number`, `currency`,
 * `datetime`, `relativetime` and `list` of a translator. Without it, dates and
 * relative times have a neutral form, and amounts of money show the currency
 * code; see `docs/formatting.md`.
 *
 * @param translator the translator.
 * @param data the data, retained; NULL for the data of the library only.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers of events.
 */
CALQUE_API calque_status calque_translator_set_locale_data(
    calque_translator *translator, const calque_locale_data *data,
    calque_error **error);

/**
 * Subscribes to events (`on`).
 *
 * @param translator the translator.
 * @param events names separated by spaces, or "*" for all except `changed`,
 *        which is raised in addition to other events.
 * @param handler the function.
 * @param user_data its first argument.
 * @param user_data_free called when the subscription ends; may be NULL.
 * @param subscription set to a number for calque_translator_off(), 0 on
 *        failure; may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status
calque_translator_on(calque_translator *translator, const char *events,
                     size_t events_length, calque_event_handler handler,
                     void *user_data, void (*user_data_free)(void *user_data),
                     uint64_t *subscription, calque_error **error);

/**
 * Ends a subscription (`off`). When it returns, the handler is not running and
 * will not run again, unless the call came from inside the handler.
 *
 * @param translator the translator.
 * @param subscription the number from calque_translator_on().
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @blocks Waits for a handler that runs on another thread.
 */
CALQUE_API calque_status calque_translator_off(calque_translator *translator,
                                               uint64_t subscription);

CALQUE_END

#endif
