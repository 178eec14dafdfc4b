/**
 * @file view.h
 * @brief Views: one state of a translator, pinned for hot code.
 *
 * A view fixes a language list, a namespace and a key prefix (what i18next
 * calls `getFixedT`) over the resources of one moment. Looking up through it
 * takes no lock and no reference count. It does not see later changes of the
 * translator: make a new one when the event `languageChanged`, `added` or
 * `removed` comes.
 */
#ifndef CALQUE_VIEW_H
#define CALQUE_VIEW_H

#include "translate.h"

CALQUE_BEGIN

/** A view: counted, immutable, shared between threads. */
typedef struct calque_view calque_view;

/**
 * A key resolved in one view, for lookups without hashing. All-zero is "not
 * resolved" and finds nothing. Only valid with the view it came from.
 */
typedef struct calque_key {
    /** Opaque. */
    uint64_t value;
} calque_key;

/**
 * Creates a view of the translator as it is now.
 *
 * @param translator the translator.
 * @param lng a language code, whose fallback chain is used, or a JSON array of
 *        codes used as they are; NULL for the current language.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @param ns a namespace or a JSON array of them; NULL for the default.
 * @param ns_length bytes, or #CALQUE_NTS.
 * @param key_prefix put before every key, with the key separator between;
 *        NULL for none.
 * @param key_prefix_length bytes, or #CALQUE_NTS.
 * @param out set to the view, NULL on failure; release it.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_CORRUPT when one of its bundles, from a catalog
 *         file that was opened with CALQUE_CATALOG_DEFER, is damaged;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_view_create(
    const calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *key_prefix,
    size_t key_prefix_length, calque_view **out, calque_error **error);

/**
 * Takes one more reference.
 *
 * @param view may be NULL.
 * @return the same view.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_view *calque_view_retain(calque_view *view);

/**
 * Gives up one reference; the last one frees the view.
 *
 * @param view may be NULL.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API void calque_view_release(calque_view *view);

/**
 * Translates a key through the view; otherwise as calque_translator_translate().
 *
 * @param view the view.
 * @param key the key.
 * @param key_length bytes, or #CALQUE_NTS.
 * @param args options and variables; NULL when `arg_count` is 0.
 * @param arg_count how many.
 * @param buffer receives the text; NULL to measure. 64 bytes or more let short
 *        texts be moved in one piece.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return as calque_translator_translate().
 * @threadsafety Safe from any thread; no lock, no reference count.
 * @since 0.1
 */
CALQUE_API calque_status
calque_view_translate(const calque_view *view, const char *key,
                      size_t key_length, const calque_arg *args,
                      size_t arg_count, char *buffer, size_t capacity,
                      size_t *length);

/**
 * As calque_view_translate(), but only if that takes no callback and no lock: for
 * hosts that hold a lock of their own meanwhile. Most calls are of this kind;
 * others have an object or an array to write, a formatter, a missing key to
 * report, or options besides `count` and `context`.
 *
 * @param view the view.
 * @param key the key.
 * @param key_length bytes, or #CALQUE_NTS.
 * @param args options and variables; NULL when `arg_count` is 0.
 * @param arg_count how many.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK, #CALQUE_MISSING_KEY, #CALQUE_TRUNCATED;
 *         #CALQUE_UNSUPPORTED with an empty text for every other call, a wrong
 *         one too: ask calque_view_translate().
 * @threadsafety Safe from any thread; no lock, no reference count.
 * @since 0.2
 */
CALQUE_API calque_status
calque_view_try_translate(const calque_view *view, const char *key,
                          size_t key_length, const calque_arg *args,
                          size_t arg_count, char *buffer, size_t capacity,
                          size_t *length);

/**
 * Resolves a key once, for calque_view_translate_key().
 *
 * @param view the view.
 * @param key the key.
 * @param key_length bytes, or #CALQUE_NTS.
 * @param out set to the resolved key, all-zero when not found.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND; #CALQUE_UNSUPPORTED when the key is
 *         there but its value depends on more than variables (an object, an
 *         array); #CALQUE_INVALID_ARGUMENT.
 * @threadsafety Safe from any thread; no lock, no reference count.
 * @since 0.1
 */
CALQUE_API calque_status calque_view_resolve(const calque_view *view,
                                             const char *key, size_t key_length,
                                             calque_key *out);

/**
 * Translates a resolved key. The arguments are variables only: `count` and
 * `context` are inserted but choose no other form.
 *
 * @param view the view that the key was resolved in.
 * @param key the resolved key.
 * @param args variables; NULL when `arg_count` is 0.
 * @param arg_count how many.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK, #CALQUE_TRUNCATED, #CALQUE_NOT_FOUND with an empty text
 *         for a key that is not of this view; #CALQUE_INVALID_ARGUMENT.
 * @threadsafety Safe from any thread; no lock, no reference count.
 * @since 0.1
 */
CALQUE_API calque_status calque_view_translate_key(
    const calque_view *view, calque_key key, const calque_arg *args,
    size_t arg_count, char *buffer, size_t capacity, size_t *length);

/**
 * The text of a key without copying, for messages without variables.
 *
 * @param view the view.
 * @param key the key.
 * @param key_length bytes, or #CALQUE_NTS.
 * @param length set to the bytes of the text; may be NULL.
 * @return NUL-terminated text that lives as long as the view; NULL when the
 *         key is missing or its text has variables or nested references.
 * @threadsafety Safe from any thread; no lock, no reference count.
 * @since 0.1
 */
CALQUE_API const char *calque_view_text(const calque_view *view,
                                        const char *key, size_t key_length,
                                        size_t *length);

/**
 * As calque_view_text(), for hosts whose calls into C cost by the argument.
 *
 * @param view the view.
 * @param key the key, ending in NUL.
 * @return NUL-terminated text that lives as long as the view; NULL also for a
 *         text with a NUL in it.
 * @threadsafety Safe from any thread; no lock, no reference count.
 * @since 0.2
 */
CALQUE_API const char *calque_view_text_nts(const calque_view *view,
                                            const char *key);

/**
 * Room for the text and the arguments of calls, owned by the caller and used
 * again from call to call. For one thread at a time; not counted.
 */
typedef struct calque_scratch calque_scratch;

/**
 * Creates a scratch.
 *
 * @return the scratch; end it with calque_scratch_release().
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_scratch *calque_scratch_create(void);

/**
 * Frees a scratch and the text in it.
 *
 * @param scratch may be NULL.
 * @threadsafety Not while a call with it is under way.
 * @since 0.1
 */
CALQUE_API void calque_scratch_release(calque_scratch *scratch);

/**
 * What the last call with a scratch came to.
 *
 * @param scratch the scratch.
 * @return as calque_view_translate(), but never #CALQUE_TRUNCATED; #CALQUE_OK
 *         before the first call, #CALQUE_INVALID_ARGUMENT for NULL.
 * @threadsafety Not while a call with the scratch is under way.
 * @since 0.1
 */
CALQUE_API calque_status calque_scratch_status(const calque_scratch *scratch);

/**
 * Translates a key with arguments that are one text, and lends the result: for
 * hosts whose calls into C cost by the argument.
 *
 * The text is a run of entries with the byte 0x1E between them, and perhaps
 * behind the last. An entry is a name, a byte that says what the value is, and
 * the value:
 *
 * | byte | value |
 * |---|---|
 * | 0x1F | text |
 * | 0x1C | JSON: a number, `true`, `false`, `null`, an object ... |
 * | 0x1D | a number in digits, as #CALQUE_ARG_KIND_DECIMAL |
 *
 * In a name or a value the bytes 0x1B to 0x1F must be escaped: the byte 0x1B,
 * and behind it the byte plus 0x40 (`[`, `\\`, `]`, `^`, `_`). For example
 * "count", 0x1C, "3", 0x1E, "who", 0x1F, "Bo".
 *
 * A text that is longer than any before in the same scratch is looked up twice,
 * and so calls the host's callbacks twice.
 *
 * @param view the view.
 * @param scratch where the text is put.
 * @param key the key.
 * @param key_length bytes, or #CALQUE_NTS.
 * @param flat the arguments; NULL for none.
 * @param flat_length bytes, or #CALQUE_NTS.
 * @param length set to the bytes of the text, 0 on failure; may be NULL.
 * @return the NUL-terminated text, the fallback text when the key is missing;
 *         it lives until the next call with the scratch. NULL on failure:
 *         calque_scratch_status() tells which, #CALQUE_REFUSED when a callback
 *         uses the scratch of the call that it is called from.
 * @threadsafety Safe from any thread; each needs a scratch of its own.
 * @since 0.1
 */
CALQUE_API const char *
calque_view_translate_flat(const calque_view *view, calque_scratch *scratch,
                           const char *key, size_t key_length, const char *flat,
                           size_t flat_length, size_t *length);

/**
 * Names the view that calque_scratch_translate() asks; the scratch keeps it
 * alive.
 *
 * @param scratch the scratch.
 * @param view the view; NULL for none.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT for NULL, #CALQUE_REFUSED from a
 *         callback of a call with the scratch.
 * @threadsafety Not while a call with the scratch is under way.
 * @since 0.2
 */
CALQUE_API calque_status calque_scratch_bind(calque_scratch *scratch,
                                             const calque_view *view);

/**
 * As calque_view_try_translate(), with key and arguments in one text, and lends
 * the result: for hosts whose calls into C cost by the argument.
 *
 * The call is how many arguments there are (one byte, "0" and up: "0" to "9",
 * then ":" to "@", which is 16), the key, the byte 0x1E, and for each argument
 * an entry as calque_view_translate_flat() has them and the byte 0x1E. Nothing
 * is escaped, and nothing needs to be looked for: what has one of these bytes or
 * NUL in it does not fit the number and the end, and yields NULL. For example
 * "1", "file", 0x1E, "count", 0x1C, "3", 0x1E.
 *
 * @param scratch a scratch that is bound to a view.
 * @param call the call, ending in NUL.
 * @return the NUL-terminated text, the key when it is missing; it lives until
 *         the next call with the scratch. NULL when calque_view_translate_flat()
 *         has to be asked, also when the text has a NUL in it.
 *         calque_scratch_status() tells #CALQUE_OK, #CALQUE_MISSING_KEY,
 *         #CALQUE_UNSUPPORTED with NULL, or #CALQUE_REFUSED from a callback of
 *         another call with the scratch.
 * @threadsafety Not while a call with the scratch is under way; no lock.
 * @since 0.2
 */
CALQUE_API const char *calque_scratch_translate(calque_scratch *scratch,
                                                const char *call);

CALQUE_END

#endif
