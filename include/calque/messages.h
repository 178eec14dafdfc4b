/**
 * @file messages.h
 * @brief Message tables: texts by case-insensitive keys, and synonyms.
 *
 * A table holds messages and synonyms. A synonym is another name for a
 * message. Keys are case-insensitive, by the full Unicode mapping to lower case
 * without a locale. A table can have a parent, which is searched for keys that
 * the table lacks: a translation has its base language as parent, and that the
 * source language. The result is the same as if the parents' entries had been
 * loaded into the table first.
 *
 * Readers never wait: a change builds a new table and swaps it in. decoding.h
 * replaces the references `%{key}` of a text.
 */
#ifndef CALQUE_MESSAGES_H
#define CALQUE_MESSAGES_H

#include "host.h"
#include "translator.h"

CALQUE_BEGIN

/** A message table: reference counted, may be shared between threads. */
typedef struct calque_messages calque_messages;

/** The kind of an entry. */
typedef int32_t calque_messages_kind;

/** A message. */
#define CALQUE_MESSAGES_MESSAGE ((calque_messages_kind)0)
/** Another name for a message. */
#define CALQUE_MESSAGES_SYNONYM ((calque_messages_kind)1)

/** An entry to store. */
typedef struct calque_messages_pair {
    /** UTF-8 key. */
    const char *key;
    /** Bytes of the key, or #CALQUE_NTS. */
    size_t key_length;
    /** UTF-8 message; for a synonym the key of its target. */
    const char *text;
    /** Bytes of the text, or #CALQUE_NTS. */
    size_t text_length;
} calque_messages_pair;

/** The result of a load. */
typedef struct calque_messages_counts {
    /** Entries stored. */
    size_t stored;
    /** Members that were skipped because their value is not text. */
    size_t skipped;
} calque_messages_counts;

/**
 * Receives one entry of a table.
 *
 * @param user_data as passed.
 * @param kind whether the entry is a message or a synonym.
 * @param key the key as it was last stored.
 * @param text the message, or the target of the synonym, as it was stored.
 * @return false to end the enumeration.
 */
typedef bool (*calque_messages_visitor)(void *user_data,
                                        calque_messages_kind kind,
                                        calque_str key, calque_str text);

/**
 * Returns the text of a key that no table has. References in the text are
 * replaced in turn.
 *
 * @param user_data as registered.
 * @param key the key as it is written in the text.
 * @param arguments arguments of calque_messages_format() as a JSON array;
 *        `[]` in other calls.
 * @param out receives the text.
 * @return false when there is no text for the key.
 */
typedef bool (*calque_messages_resolver)(void *user_data, calque_str key,
                                         calque_str arguments,
                                         calque_sink *out);

/**
 * Called when a table or one of its parents has changed.
 *
 * @param user_data as registered.
 * @param epoch the table's new epoch.
 */
typedef void (*calque_messages_handler)(void *user_data, uint64_t epoch);

/**
 * Creates an empty table.
 *
 * @param options JSON object, or NULL for the defaults: `mode`, "ios" (the
 *        default) or "js"; and the limits on decoding one text: `maxDepth`
 *        messages inside one another (32, at most 256), `maxOutput` bytes up to
 *        which references may extend a text (1048576), `maxSteps` references
 *        (100000). Unknown names are ignored.
 * @param out set to the table, NULL on failure; release it with
 *        calque_messages_release().
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_TYPE, #CALQUE_INVALID_OPTION
 *         with the option's path.
 */
CALQUE_API calque_status calque_messages_create(const char *options,
                                                size_t options_length,
                                                calque_messages **out,
                                                calque_error **error);

/**
 * The table that the whole process shares; empty at first, in mode `ios`.
 *
 * @return a borrowed reference, valid until the process ends: do not release it
 *         unless you retained it.
 */
CALQUE_API calque_messages *calque_messages_shared(void);

/**
 * Adds a reference.
 *
 * @param messages may be NULL.
 * @return the same table.
 */
CALQUE_API calque_messages *calque_messages_retain(calque_messages *messages);

/**
 * Releases a reference; releasing the last one frees the table. A table keeps a
 * reference to its parent.
 *
 * @param messages may be NULL.
 */
CALQUE_API void calque_messages_release(calque_messages *messages);

/**
 * Stores the members of a JSON object. On failure nothing changes.
 *
 * The prefix is added to each key and, for synonyms, to each target. Later
 * members and later loads replace earlier ones. Members named `@metadata` and
 * `#`, and members whose value is not text, are skipped. A byte order mark, and
 * a comma before a closing brace, are accepted.
 *
 * @param messages the table.
 * @param kind #CALQUE_MESSAGES_MESSAGE or #CALQUE_MESSAGES_SYNONYM.
 * @param prefix prepended to each key; may be NULL.
 * @param json JSON object.
 * @param load set to the counts, zeros on failure; may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_JSON and #CALQUE_INVALID_UTF8 with
 *         position, #CALQUE_INVALID_TYPE when it is not an object,
 *         #CALQUE_LIMIT_EXCEEDED, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers of changes.
 */
CALQUE_API calque_status calque_messages_load_json(
    calque_messages *messages, calque_messages_kind kind, const char *prefix,
    size_t prefix_length, const char *json, size_t json_length,
    calque_messages_counts *load, calque_error **error);

/**
 * Stores the members of a JSON file; otherwise as calque_messages_load_json().
 *
 * @param messages the table.
 * @param kind #CALQUE_MESSAGES_MESSAGE or #CALQUE_MESSAGES_SYNONYM.
 * @param prefix prepended to each key; may be NULL.
 * @param path NUL-terminated path of a regular file.
 * @param load set to the counts, zeros on failure; may be NULL.
 * @param error may be NULL; names the path as its source.
 * @return as calque_messages_load_json(), and #CALQUE_IO_ERROR.
 * @blocks Reads a file.
 * @callsback Handlers of changes.
 */
CALQUE_API calque_status calque_messages_load_file(
    calque_messages *messages, calque_messages_kind kind, const char *prefix,
    size_t prefix_length, const char *path, calque_messages_counts *load,
    calque_error **error);

/**
 * Stores several entries in one step. On failure nothing changes.
 *
 * @param messages the table.
 * @param kind #CALQUE_MESSAGES_MESSAGE or #CALQUE_MESSAGES_SYNONYM.
 * @param pairs keys and texts; NULL when `count` is 0.
 * @param count the number of entries.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_LIMIT_EXCEEDED.
 * @callsback Handlers of changes.
 */
CALQUE_API calque_status calque_messages_load_pairs(
    calque_messages *messages, calque_messages_kind kind,
    const calque_messages_pair *pairs, size_t count, calque_error **error);

/**
 * Stores one entry, replacing the one of that key.
 *
 * @param messages the table.
 * @param kind #CALQUE_MESSAGES_MESSAGE or #CALQUE_MESSAGES_SYNONYM.
 * @param key key; may be empty.
 * @param text the message; for a synonym the key of its target.
 * @return as calque_messages_load_pairs().
 * @callsback Handlers of changes.
 * @threadsafety Safe from any thread; readers do not wait. Costs as much as
 *               copying the whole table: store many at once.
 */
CALQUE_API calque_status calque_messages_set(calque_messages *messages,
                                             calque_messages_kind kind,
                                             const char *key, size_t key_length,
                                             const char *text,
                                             size_t text_length,
                                             calque_error **error);

/**
 * Removes the message and the synonym of a key.
 *
 * @param messages the table.
 * @param key key.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when there is neither;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback Handlers of changes.
 * @threadsafety As calque_messages_set().
 */
CALQUE_API calque_status calque_messages_remove(calque_messages *messages,
                                                const char *key,
                                                size_t key_length,
                                                calque_error **error);

/**
 * Removes all messages and synonyms; parent, resolver and handlers stay.
 *
 * @param messages may be NULL.
 * @callsback Handlers of changes.
 */
CALQUE_API void calque_messages_clear(calque_messages *messages);

/**
 * Calls a function for each entry of the table itself, without its parents, as
 * they are at the moment of the call, in the order in which the keys were first
 * stored.
 *
 * @param messages the table.
 * @param visit the function; it may change the table.
 * @param user_data its first argument.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @callsback `visit`.
 * @threadsafety Safe from any thread; no lock is held while `visit` runs.
 */
CALQUE_API calque_status calque_messages_each(const calque_messages *messages,
                                              calque_messages_visitor visit,
                                              void *user_data);

/**
 * Sets the parent of a table, which is searched for keys that the table lacks.
 *
 * @param messages the table.
 * @param parent the parent, retained; NULL for none.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT when the table would become its
 *         own parent, directly or through others; #CALQUE_LIMIT_EXCEEDED for a
 *         chain of more than 16 parents.
 * @callsback Handlers of changes.
 */
CALQUE_API calque_status calque_messages_set_parent(calque_messages *messages,
                                                    calque_messages *parent,
                                                    calque_error **error);

/**
 * Sets the function that resolves keys that neither the table nor its parents
 * have. The table's own resolver is called before those of its parents.
 *
 * @param messages the table.
 * @param resolver the function, called with no lock held; NULL for none.
 * @param user_data its first argument.
 * @param user_data_free called when the function is no longer needed, which
 *        may be a moment after another one was set; may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers of changes.
 */
CALQUE_API calque_status calque_messages_set_resolver(
    calque_messages *messages, calque_messages_resolver resolver,
    void *user_data, void (*user_data_free)(void *user_data),
    calque_error **error);

/**
 * Connects a translator that supplies the texts of keys that neither the table
 * nor its parents have; it replaces a resolver.
 *
 * This gives messages plural forms: calque_messages_format() passes the first
 * number among its arguments as `count`, and all arguments as variables named
 * "1", "2" and so on. A change of the translator's language or resources counts
 * as a change of the table.
 *
 * @param messages the table.
 * @param translator retained; NULL for none.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers of changes.
 */
CALQUE_API calque_status calque_messages_set_translator(
    calque_messages *messages, calque_translator *translator,
    calque_error **error);

/**
 * Registers a function that is called after every change of the table or of one
 * of its parents, on the thread that made the change.
 *
 * @param messages the table.
 * @param handler the function, called with no lock held.
 * @param user_data its first argument.
 * @param user_data_free called when the function is no longer needed; may be
 *        NULL.
 * @param subscription set to a number for calque_messages_off(), 0 on
 *        failure; may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status
calque_messages_on(calque_messages *messages, calque_messages_handler handler,
                   void *user_data, void (*user_data_free)(void *user_data),
                   uint64_t *subscription, calque_error **error);

/**
 * Ends a subscription. When it returns, the handler is not running and will
 * not run again, unless the call came from inside the handler.
 *
 * @param messages the table.
 * @param subscription the number from calque_messages_on().
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @blocks Waits for a handler that runs on another thread.
 */
CALQUE_API calque_status calque_messages_off(calque_messages *messages,
                                             uint64_t subscription);

/**
 * Looks up a message: by its key, then by a synonym (in mode `js` also by a
 * synonym of a synonym), then with the resolver. The text is not decoded.
 *
 * @param messages the table.
 * @param key key.
 * @param buffer receives the text; NULL to measure. With 64 bytes or more,
 *        short texts are copied faster.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND with an empty text;
 *         #CALQUE_TRUNCATED; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8
 *         with an empty text.
 * @callsback The resolver, or callbacks of a connected translator.
 * @threadsafety Safe from any thread; never waits for a writer. Allocates
 *               nothing for an ASCII key of at most 128 bytes that is found.
 */
CALQUE_API calque_status calque_messages_get(const calque_messages *messages,
                                             const char *key, size_t key_length,
                                             char *buffer, size_t capacity,
                                             size_t *length);

CALQUE_END

#endif
