/**
 * @file localization.h
 * @brief Texts by section and key, in the language that fits best.
 *
 * A localization holds a table of texts for each language. The tables are
 * fetched from an NStack-style backend, passed in by the program, kept from the
 * last run, or read from bundled files. An identifier names a text by its
 * section and key, written `section.key`. The section `default` may also be
 * written `defaultSection`.
 *
 * component.h has components, which show the texts, and event handlers.
 * proposals.h has proposed values, which are shown instead of the texts.
 *
 * Callbacks run through `dispatch` of the #calque_services, with no lock held.
 * Without a dispatcher, callbacks of calls to the backend run on a thread of
 * the library, others on the thread that caused them. docs/proposals.md
 * describes the options and the JSON.
 */
#ifndef CALQUE_LOCALIZATION_H
#define CALQUE_LOCALIZATION_H

#include "host.h"
#include "translator.h"
#include "transport.h"

CALQUE_BEGIN

/** A localization: reference counted. */
typedef struct calque_localization calque_localization;

/** The source of a text. */
typedef int32_t calque_localization_source;

/** A proposal. */
#define CALQUE_LOCALIZATION_PROPOSAL ((calque_localization_source)1)
/** The backend, now or in an earlier run, or the program. */
#define CALQUE_LOCALIZATION_RESOURCE ((calque_localization_source)2)
/** A bundled file. */
#define CALQUE_LOCALIZATION_BUNDLE ((calque_localization_source)3)
/** A connected translator: calque_localization_connect_translator(). */
#define CALQUE_LOCALIZATION_TRANSLATOR ((calque_localization_source)4)

/**
 * Creates a localization. Data in its directory is available at once. In
 * automatic update mode an update starts.
 *
 * @param options_json options as a JSON object; NULL for the defaults.
 * @param services transport, clock and dispatcher; NULL for the defaults.
 * @param out set to the localization; NULL on failure. Released with
 *        calque_localization_release().
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the option's name as the
 *         path; #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_ARGUMENT, #CALQUE_UNSUPPORTED
 *         for services of a newer header; #CALQUE_IO_ERROR when the directory
 *         cannot be used.
 * @blocks Reads files.
 */
CALQUE_API calque_status
calque_localization_create(const char *options_json, size_t options_length,
                           const calque_services *services,
                           calque_localization **out, calque_error **error);

/**
 * Adds a reference.
 *
 * @param localization may be NULL.
 * @return the same localization.
 */
CALQUE_API calque_localization *
calque_localization_retain(calque_localization *localization);

/**
 * Releases a reference. When the last one is released, calls under way are
 * cancelled, their completions are called, and components and handlers are no
 * longer called.
 *
 * @param localization may be NULL.
 * @threadsafety Safe from any thread, also from a callback.
 */
CALQUE_API void calque_localization_release(calque_localization *localization);

/**
 * Looks up a text: the proposed value, or that of the first language that has
 * one.
 *
 * @param localization the localization.
 * @param identifier `section.key`; or section, NUL, key, with its length, for a
 *        key that contains dots.
 * @param buffer where the text goes; may be NULL when `capacity` is 0.
 * @param capacity bytes of `buffer`.
 * @param length set to the bytes of the whole text; may be NULL.
 * @param source set to the source of the text, 0 if there is none; may be NULL.
 * @return #CALQUE_OK; #CALQUE_TRUNCATED; #CALQUE_NOT_FOUND when there is no
 *         such text; #CALQUE_INVALID_ARGUMENT for an identifier without two
 *         parts; #CALQUE_INVALID_UTF8.
 * @callsback Callbacks of a connected translator.
 */
CALQUE_API calque_status calque_localization_text(
    const calque_localization *localization, const char *identifier,
    size_t identifier_length, char *buffer, size_t capacity, size_t *length,
    calque_localization_source *source);

/**
 * Looks up a text and returns a JSON object: `value`, `locale` and `source`
 * (`proposal`, `resource`, `bundle` or `translator`).
 *
 * @param localization the localization.
 * @param section the section.
 * @param key the key; may contain dots.
 * @param json set to the object.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when there is no such text;
 *         #CALQUE_INVALID_ARGUMENT for an empty part, #CALQUE_INVALID_UTF8.
 * @callsback Callbacks of a connected translator.
 */
CALQUE_API calque_status calque_localization_lookup(
    const calque_localization *localization, const char *section,
    size_t section_length, const char *key, size_t key_length,
    calque_string *json, calque_error **error);

/**
 * All texts of a language as a JSON object: section -> key -> text. If the
 * locale has no table, the table of another locale of its language is used.
 *
 * @param localization the localization.
 * @param locale the locale.
 * @param json set to the object.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when there is no such table;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_localization_texts_json(
    const calque_localization *localization, const char *locale,
    size_t locale_length, calque_string *json, calque_error **error);

/**
 * Describes the languages as JSON: `currentLocale`, `bestFitLanguage`,
 * `defaultLanguage`, `languageOverride`, `availableLanguages`, `lastUpdated` in
 * milliseconds since 1970, `acceptLanguage`, `lastAcceptLanguage` and `guid`.
 *
 * @param localization the localization.
 * @param json set to the object; unknown members are null.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status
calque_localization_languages(const calque_localization *localization,
                              calque_string *json, calque_error **error);

/**
 * Loads the payload of an index that the program fetched itself.
 *
 * @param localization the localization.
 * @param json the payload.
 * @param accept_language the header Accept-Language that was sent to fetch it
 *        (`acceptHeaderUsed`, `lastAcceptLanguage`); NULL for none.
 * @param newer set to the entries that should be fetched, as a JSON array; may
 *        be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_JSON and #CALQUE_INVALID_TYPE with the
 *         position, #CALQUE_INVALID_UTF8, #CALQUE_LIMIT_EXCEEDED,
 *         #CALQUE_INVALID_ARGUMENT: nothing changes; #CALQUE_IO_ERROR when it
 *         cannot be written to the directory.
 * @blocks Writes files, where the localization keeps any.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status calque_localization_load_index(
    calque_localization *localization, const char *json, size_t json_length,
    const char *accept_language, size_t accept_language_length,
    calque_string *newer, calque_error **error);

/**
 * Loads the payload of a resource that the program fetched itself: the texts of
 * one language, nested or flat, or of all languages.
 *
 * @param localization the localization.
 * @param json the payload.
 * @param locale the language of the texts, if the payload does not name it; may
 *        be NULL.
 * @return as calque_localization_load_index().
 * @blocks Writes files, where the localization keeps any.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status calque_localization_load_resource(
    calque_localization *localization, const char *json, size_t json_length,
    const char *locale, size_t locale_length, calque_error **error);

/**
 * Removes the tables from memory. Tables in files are read again, unless the
 * files are removed too; the next update then requests everything from the
 * backend.
 *
 * @param localization the localization.
 * @param including_persisted whether files are removed too.
 * @return #CALQUE_OK, #CALQUE_IO_ERROR, #CALQUE_INVALID_ARGUMENT.
 * @blocks Writes files, where the localization keeps any.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status
calque_localization_clear(calque_localization *localization,
                          bool including_persisted, calque_error **error);

/**
 * Changes options of the localization.
 *
 * - `languageOverride`: the language that precedes the preferred ones, null for
 *   none. This clears the best fit; in automatic update mode an update starts.
 * - `preferredLanguages`: the languages that the person prefers, an array, the
 *   best first, or one language.
 * - `fallbackLocale`: the locale that follows the preferred ones, or null.
 *
 * @param localization the localization.
 * @param options_json a JSON object; options that are absent stay as they are.
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the option's name as the
 *         path, also for another option; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE, #CALQUE_INVALID_UTF8;
 *         #CALQUE_IO_ERROR when the override is set, but cannot be written to
 *         the directory.
 * @blocks Writes files, where the localization keeps any.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status calque_localization_set_options(
    calque_localization *localization, const char *options_json,
    size_t options_length, calque_error **error);

/**
 * Fetches the index and the resources that are newer. Updates run one after
 * another.
 *
 * The result is a report: `languages`, each with `locale`, `status` (`updated`,
 * `unchanged` or `failed`) and, if it failed, `error`; and `bestFit`. The
 * status is #CALQUE_PARTIAL when a language failed.
 *
 * @param localization the localization.
 * @param completion called once, when the texts are in place; may be NULL.
 * @param user_data its first argument.
 * @param user_data_free called after it with `user_data`; may be NULL. Not
 *        called on failure.
 * @param call set to a number for calque_localization_cancel(); may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_localization_update(
    calque_localization *localization, calque_completion completion,
    void *user_data, void (*user_data_free)(void *user_data), uint64_t *call,
    calque_error **error);

/**
 * Fetches the languages of the platform from the backend. The result is an
 * array.
 *
 * @param localization the localization.
 * @param completion called once; may be NULL.
 * @param user_data its first argument.
 * @param user_data_free called after it with `user_data`; may be NULL. Not
 *        called on failure.
 * @param call set to a number for calque_localization_cancel(); may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_localization_fetch_languages(
    calque_localization *localization, calque_completion completion,
    void *user_data, void (*user_data_free)(void *user_data), uint64_t *call,
    calque_error **error);

/**
 * Cancels a call to the backend. Unless the call has ended, its completion is
 * called with #CALQUE_CANCELLED.
 *
 * @param localization the localization.
 * @param call the number of the call.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND when the call has ended,
 *         #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status
calque_localization_cancel(calque_localization *localization, uint64_t call);

/**
 * Call this when the program enters the foreground: in automatic update mode an
 * update starts, and queued proposals are sent.
 *
 * @param localization may be NULL.
 */
CALQUE_API void
calque_localization_enter_foreground(calque_localization *localization);

/**
 * Connects a translator. It supplies the texts that no table has, from the
 * namespace with the name of the section; and it returns proposed values for
 * their key and language until the proposal is removed or the connection ends.
 *
 * @param localization the localization.
 * @param translator the translator, retained; NULL to end the connection.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status calque_localization_connect_translator(
    calque_localization *localization, calque_translator *translator,
    calque_error **error);

/**
 * Splits an identifier into its two parts at the dot; empty parts are ignored.
 *
 * @param identifier the text.
 * @param section set to the section; `default` for `defaultSection`.
 * @param key set to the key.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when it does not have two parts;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_localization_split_identifier(
    const char *identifier, size_t identifier_length, calque_string *section,
    calque_string *key, calque_error **error);

/**
 * The value of an Accept-Language header for an override followed by preferred
 * languages: at most five, each with a quality 0.1 below the one before.
 * Without any language it is English.
 *
 * @param locale_override the first language; NULL for none.
 * @param preferred one language, or a JSON array of them; NULL for none.
 * @param header set to the value of the header.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_localization_accept_language(
    const char *locale_override, size_t override_length, const char *preferred,
    size_t preferred_length, calque_string *header, calque_error **error);

CALQUE_END

#endif
