/**
 * @file component.h
 * @brief Components, which show texts of a localization, and event handlers.
 *
 * A component stands for something on the screen that shows a text: the program
 * registers functions for an identifier, which are called at once and whenever
 * the value changes. Handlers are notified of changes of languages, tables and
 * proposals.
 */
#ifndef CALQUE_COMPONENT_H
#define CALQUE_COMPONENT_H

#include "localization.h"

CALQUE_BEGIN

/**
 * A component: something that shows a text. Calls for one component never
 * overlap, and the last one has the last value.
 */
typedef struct calque_component {
    /** sizeof(calque_component). */
    size_t struct_size;
    /** First argument of every function. */
    void *user_data;
    /** Called once with `user_data` when the component is no longer needed. */
    void (*user_data_free)(void *user_data);
    /** Shows a value. Must not be NULL. Not called while there is no text. */
    void (*set_value)(void *user_data, calque_str value, calque_str locale,
                      calque_localization_source source);
    /**
     * Edit mode begins: highlights the component and blocks its normal action.
     * Data needed to undo that goes into `original`. May be NULL.
     */
    void (*begin_editing)(void *user_data, calque_sink *original);
    /** Edit mode ends: undoes that. May be NULL. */
    void (*end_editing)(void *user_data, calque_str original);
    /** A name that components of one screen share, for
     * calque_proposals_begin_editing() and calque_proposals_list(); empty
     * for none. Copied. */
    calque_str group;
} calque_component;

/**
 * Subscribes to events: `languageChanged` with the locale, after its texts are
 * in place; `loaded` when tables came or went; `proposal` with a note for
 * calque_conversation_send_content(); `proposalsListed` with a summary, when
 * the list was fetched because edit mode began or ended.
 *
 * @param localization the localization.
 * @param handler the function.
 * @param user_data its first argument.
 * @param user_data_free called when the subscription ends; may be NULL. Not
 *        called on failure.
 * @param subscription set to a number for calque_localization_off(), 0 on
 *        failure; may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_localization_on(
    calque_localization *localization, calque_event_handler handler,
    void *user_data, void (*user_data_free)(void *user_data),
    uint64_t *subscription, calque_error **error);

/**
 * Ends a subscription. When it returns, the handler is not running and will not
 * run again, unless the call came from inside the handler.
 *
 * @param localization the localization.
 * @param subscription the number from calque_localization_on().
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @blocks Waits for a handler that runs on another thread.
 * @threadsafety Safe from any thread, also from the handler.
 */
CALQUE_API calque_status calque_localization_off(
    calque_localization *localization, uint64_t subscription);

/**
 * Registers a component for an identifier. It receives its value at once and
 * whenever the value changes, until it is unregistered. Several components may
 * share an identifier.
 *
 * @param localization the localization.
 * @param identifier `section.key`; or section, NUL, key, with its length, for a
 *        key that contains dots.
 * @param component the component; copied. Its `user_data_free` is not called on
 *        failure.
 * @param number set to a number for calque_localization_unregister() before the
 *        component is called, 0 on failure; may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, also for an identifier without
 *         two parts; #CALQUE_INVALID_UTF8; #CALQUE_UNSUPPORTED for a component
 *         of a newer header.
 * @callsback Handlers and components.
 * @threadsafety Safe from any thread, also from a component.
 */
CALQUE_API calque_status calque_localization_register(
    calque_localization *localization, const char *identifier,
    size_t identifier_length, const calque_component *component,
    uint64_t *number, calque_error **error);

/**
 * Unregisters a component. When it returns, none of its functions is running or
 * will run again, unless the call came from inside one. Changes made by edit
 * mode are not undone.
 *
 * @param localization the localization.
 * @param number the number from calque_localization_register().
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety Safe from any thread, also from the component.
 */
CALQUE_API calque_status calque_localization_unregister(
    calque_localization *localization, uint64_t number);

/**
 * Whether a component is registered for an identifier.
 *
 * @param localization the localization.
 * @param identifier `section.key`; or section, NUL, key, with its length, for a
 *        key that contains dots.
 * @return true when there is one.
 */
CALQUE_API bool
calque_localization_contains_component(const calque_localization *localization,
                                       const char *identifier,
                                       size_t identifier_length);

/**
 * Describes the registration of a component.
 *
 * @param localization the localization.
 * @param number the number from calque_localization_register().
 * @param buffer receives `section.key`; may be NULL.
 * @param capacity bytes of the buffer.
 * @param length set to the full length; may be NULL.
 * @return #CALQUE_OK, #CALQUE_TRUNCATED; #CALQUE_NOT_FOUND with an empty text
 *         when there is no such component; #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_localization_component_identifier(
    const calque_localization *localization, uint64_t number, char *buffer,
    size_t capacity, size_t *length);

/**
 * Sends every component its value again, even if it has not changed.
 *
 * @param localization may be NULL.
 * @callsback Handlers and components.
 */
CALQUE_API void calque_localization_refresh(calque_localization *localization);

CALQUE_END

#endif
