/**
 * @file view.h
 * @brief Views: snapshots of a translator, for hot code.
 *
 * A view has fixed languages, namespaces and a key prefix (`getFixedT` of
 * i18next), and the catalogs that the translator had when the view was created.
 * Its calls take no lock and no reference count. It does not see later changes
 * of the translator: create a new view when the event `changed` is raised.
 */
#ifndef CALQUE_VIEW_H
#define CALQUE_VIEW_H

#include "translate.h"

CALQUE_BEGIN

/** A view: reference counted, immutable, may be shared between threads. */
typedef struct calque_view calque_view;

/**
 * Creates a view of the translator as it is now.
 *
 * @param translator the translator.
 * @param lng a language code, whose fallback chain is used, or a JSON array of
 *        codes used as they are; NULL for the current language.
 * @param ns a namespace or a JSON array of them; NULL or empty for the
 *        default.
 * @param key_prefix prepended to every key, followed by the key separator; NULL
 *        for none.
 * @param out set to the view, NULL on failure; release it.
 * @return #CALQUE_OK; #CALQUE_CORRUPT when one of its bundles, from a catalog
 *         file that was opened with CALQUE_CATALOG_DEFER, is damaged;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON.
 * @callsback Callbacks of #calque_host.
 */
CALQUE_API calque_status calque_view_create(
    const calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *key_prefix,
    size_t key_prefix_length, calque_view **out, calque_error **error);

/**
 * Adds a reference.
 *
 * @param view may be NULL.
 * @return the same view.
 */
CALQUE_API calque_view *calque_view_retain(calque_view *view);

/**
 * Releases a reference; releasing the last one frees the view.
 *
 * @param view may be NULL.
 */
CALQUE_API void calque_view_release(calque_view *view);

/**
 * Translates a key through the view; otherwise as
 * calque_translator_translate().
 *
 * @param view the view.
 * @param key the key.
 * @param args options and variables; NULL when `arg_count` is 0. The option
 *        `keyPrefix` replaces the view's prefix; an empty one removes it. An
 *        empty or null `lng`, `lngs` or `ns` leaves that of the view.
 * @param arg_count the number of arguments.
 * @param buffer receives the text; NULL to measure. With 64 bytes or more,
 *        short texts are copied faster.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return as calque_translator_translate().
 * @callsback Callbacks of #calque_host, formatters, post processors, handlers
 *        of events.
 * @threadsafety Safe from any thread; no lock, no reference count.
 */
CALQUE_API calque_status calque_view_translate(const calque_view *view,
                                               const char *key,
                                               size_t key_length,
                                               const calque_arg *args,
                                               size_t arg_count, char *buffer,
                                               size_t capacity, size_t *length);

/**
 * The text of a message without variables, not copied.
 *
 * @param view the view.
 * @param key the key.
 * @param length set to the bytes of the text; may be NULL.
 * @return NUL-terminated text that lives as long as the view; NULL when the
 *         key is missing or its text has variables or nested references.
 * @threadsafety Safe from any thread; no lock, no reference count.
 */
CALQUE_API const char *calque_view_text(const calque_view *view,
                                        const char *key, size_t key_length,
                                        size_t *length);

CALQUE_END

#endif
