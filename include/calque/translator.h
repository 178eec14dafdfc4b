/**
 * @file translator.h
 * @brief Translators: i18next catalogs, their languages and namespaces.
 *
 * A translator holds resources (language -> namespace -> tree), a current
 * language and its fallbacks. Its format states the generation of i18next that
 * the catalogs follow and the option names and rules that apply;
 * `docs/formats.md` describes the differences.
 *
 * Readers never wait: a change builds the new state aside and swaps it in, and
 * a call that is under way ends on the state it began with.
 */
#ifndef CALQUE_TRANSLATOR_H
#define CALQUE_TRANSLATOR_H

#include "formatter.h"
#include "host.h"

CALQUE_BEGIN

/** Catalog format of a translator. */
typedef int32_t calque_format;

/** i18next-ios 1.0: `__var__`, `key_plural_2`, options such as `lang`. */
#define CALQUE_FORMAT_IOS ((calque_format)1)
/** i18next 1.x: `__var__`, `key_plural_2`, options such as `ns.namespaces`. */
#define CALQUE_FORMAT_V1 ((calque_format)2)
/** i18next 2.x: `{{var}}`, `key_2`. */
#define CALQUE_FORMAT_V2 ((calque_format)3)
/** i18next 3 to 20: `{{var}}`, `key_0`. */
#define CALQUE_FORMAT_V3 ((calque_format)4)
/** i18next 21 and later: `{{var}}`, `key_one`, `key_other`. */
#define CALQUE_FORMAT_V4 ((calque_format)5)

/** A translator: counted, shared between threads. */
typedef struct calque_translator calque_translator;

/**
 * Creates a translator.
 *
 * @param format one of the CALQUE_FORMAT_ constants.
 * @param options JSON object with the reference's init options, or NULL for
 *        its defaults. Resources may be among them (`resources`, v1
 *        `resStore`, ios `resourcesStore`). Unknown names are ignored;
 *        `docs/options.md` lists the known ones.
 * @param options_length bytes, or #CALQUE_NTS.
 * @param host callbacks, copied; may be NULL.
 * @param out set to the translator, NULL on failure; release it with
 *        calque_translator_release().
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_OPTION with the option's path,
 *         #CALQUE_LIMIT_EXCEEDED. On failure `user_data_free` is not called.
 * @callsback Callbacks of #calque_host.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_create(
    calque_format format, const char *options, size_t options_length,
    const calque_host *host, calque_translator **out, calque_error **error);

/**
 * A second translator over the same resources (`cloneInstance`).
 *
 * It has its own language and options; resources added to either are seen by
 * both, unless the option `forkResourceStore` is true. Callbacks, formatters
 * and post processors are shared; event handlers are not.
 *
 * @param translator the original.
 * @param options JSON object laid over the original's options; NULL for none.
 * @param options_length bytes, or #CALQUE_NTS.
 * @param out set to the clone, NULL on failure; release it.
 * @param error may be NULL.
 * @return as calque_translator_create().
 * @callsback Callbacks of #calque_host.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_clone(calque_translator *translator,
                                                 const char *options,
                                                 size_t options_length,
                                                 calque_translator **out,
                                                 calque_error **error);

/**
 * Takes new options in one step (`loadWithOptions`): all that were given before
 * go, and what is not given has its default.
 *
 * Resources among them take the place of all that are there; without any, those
 * stay. The language becomes that of the options. Calls see the old state or
 * the new one. Loads under way end as cancelled; nothing is loaded before
 * calque_translator_load() is called.
 *
 * @param translator the translator.
 * @param options JSON object, as in calque_translator_create(); NULL for the
 *        defaults.
 * @param options_length bytes, or #CALQUE_NTS.
 * @param error may be NULL.
 * @return as calque_translator_create(). On failure nothing changes.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_set_options(
    calque_translator *translator, const char *options, size_t options_length,
    calque_error **error);

/**
 * The format that the translator was created for.
 *
 * @param translator may be NULL.
 * @return one of the CALQUE_FORMAT_ constants; 0 for NULL.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_format
calque_translator_format(const calque_translator *translator);

/**
 * The translator that the whole program shares (`sharedInstance`).
 *
 * Unless calque_translator_set_shared() was called, it is made by the first
 * call: an empty one of #CALQUE_FORMAT_IOS, to be given its options by
 * calque_translator_set_options().
 *
 * @return one more reference; release it with calque_translator_release().
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_translator *calque_translator_shared(void);

/**
 * Sets the translator that the whole program shares (`setSharedInstance`).
 *
 * @param translator retained; NULL to have a new one made when it is next asked
 *        for.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API void calque_translator_set_shared(calque_translator *translator);

/**
 * Takes one more reference.
 *
 * @param translator may be NULL.
 * @return the same translator.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_translator *
calque_translator_retain(calque_translator *translator);

/**
 * Gives up one reference; the last one frees the translator.
 *
 * @param translator may be NULL.
 * @blocks Waits for a handler that runs on another thread.
 * @threadsafety Safe from any thread; views made from it stay usable.
 * @since 0.1
 */
CALQUE_API void calque_translator_release(calque_translator *translator);

/** Merge into the bundle that is there, member by member. */
#define CALQUE_BUNDLE_DEEP ((uint32_t)1)
/** With #CALQUE_BUNDLE_DEEP: new texts replace those that are there. */
#define CALQUE_BUNDLE_OVERWRITE ((uint32_t)2)
/** Do not raise the event `added`. */
#define CALQUE_BUNDLE_SILENT ((uint32_t)4)
/** Replaces the existing bundle, so that a key that the new one lacks is
 * removed. Not together with #CALQUE_BUNDLE_DEEP or #CALQUE_BUNDLE_OVERWRITE.
 * Calls see the old bundle or the new one, never a part of either. */
#define CALQUE_BUNDLE_REPLACE ((uint32_t)8)

/**
 * Adds a bundle (`addResourceBundle`). On failure nothing changes.
 *
 * Without #CALQUE_BUNDLE_DEEP and #CALQUE_BUNDLE_REPLACE its top-level members
 * replace those that are there, and the others stay. Members named `__proto__`
 * and `constructor` are skipped when merging.
 *
 * @param translator the translator.
 * @param lng language code, as it is to be looked up.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @param ns namespace.
 * @param ns_length bytes, or #CALQUE_NTS.
 * @param tree JSON object.
 * @param tree_length bytes, or #CALQUE_NTS.
 * @param flags any of the CALQUE_BUNDLE_ constants.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_JSON and #CALQUE_INVALID_UTF8 with
 *         position, #CALQUE_INVALID_TYPE when it is not an object,
 *         #CALQUE_LIMIT_EXCEEDED, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_add_bundle(
    calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *tree, size_t tree_length,
    uint32_t flags, calque_error **error);

/**
 * Adds a bundle from a file; otherwise as calque_translator_add_bundle().
 *
 * @param translator the translator.
 * @param lng language code.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @param ns namespace.
 * @param ns_length bytes, or #CALQUE_NTS.
 * @param path NUL-terminated path of a regular file.
 * @param flags any of the CALQUE_BUNDLE_ constants.
 * @param error may be NULL; names the path as its source.
 * @return as calque_translator_add_bundle(), and #CALQUE_IO_ERROR.
 * @blocks Reads a file.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_add_file(
    calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *path, uint32_t flags,
    calque_error **error);

/**
 * Sets one value (`addResource`). A key is split at `keySeparator`.
 *
 * @param translator the translator.
 * @param lng language code.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @param ns namespace.
 * @param ns_length bytes, or #CALQUE_NTS.
 * @param key key.
 * @param key_length bytes, or #CALQUE_NTS.
 * @param value JSON value.
 * @param value_length bytes, or #CALQUE_NTS.
 * @param flags #CALQUE_BUNDLE_SILENT or 0.
 * @param error may be NULL.
 * @return as calque_translator_add_bundle().
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait. A text that is set
 * in a bundle of 256 messages or more, under a key whose parents are there, is
 * kept in front of it: that costs little, and until some have come together and
 * are merged, keys of the language take about twice as long to find. All else
 * costs as much as adding the whole bundle: then add many at once.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_add_resource(
    calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *key, size_t key_length,
    const char *value, size_t value_length, uint32_t flags,
    calque_error **error);

/**
 * Sets several values (`addResources`): the texts and arrays of a JSON object
 * whose names are keys.
 *
 * @param translator the translator.
 * @param lng language code.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @param ns namespace.
 * @param ns_length bytes, or #CALQUE_NTS.
 * @param values JSON object of key -> value; other types are skipped.
 * @param values_length bytes, or #CALQUE_NTS.
 * @param flags #CALQUE_BUNDLE_SILENT or 0.
 * @param error may be NULL.
 * @return as calque_translator_add_bundle().
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_add_resources(
    calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *values, size_t values_length,
    uint32_t flags, calque_error **error);

/**
 * Removes a bundle (`removeResourceBundle`) and its namespace from `ns`.
 *
 * @param translator the translator.
 * @param lng language code.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @param ns namespace.
 * @param ns_length bytes, or #CALQUE_NTS.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when there was none;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_remove_bundle(
    calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, calque_error **error);

/**
 * Reads resources as JSON: one value (`getResource`), a bundle
 * (`getResourceBundle`), a language (`getDataByLanguage`) or all.
 *
 * @param translator the translator.
 * @param lng language code; NULL for all languages.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @param ns namespace; NULL for all of the language.
 * @param ns_length bytes, or #CALQUE_NTS.
 * @param key key, split at `keySeparator`; NULL for the whole bundle.
 * @param key_length bytes, or #CALQUE_NTS.
 * @param json set to the value; empty when not found.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_get_resource(
    const calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *key, size_t key_length,
    calque_string *json, calque_error **error);

/**
 * Whether lookups in a namespace can be relied on (`hasLoadedNamespace`).
 *
 * @param translator may be NULL, which has none.
 * @param ns namespace.
 * @param ns_length bytes, or #CALQUE_NTS.
 * @param lng language; NULL for the resolved one.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @return true when the language has the bundle, the language is `cimode`, or
 *         nothing is left to be loaded.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API bool
calque_translator_has_loaded_namespace(const calque_translator *translator,
                                       const char *ns, size_t ns_length,
                                       const char *lng, size_t lng_length);

/**
 * Sets the namespace of keys that name none (`setDefaultNamespace`).
 *
 * @param translator the translator.
 * @param ns a namespace, or a JSON array of them, tried in order.
 * @param ns_length bytes, or #CALQUE_NTS.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_set_default_namespace(
    calque_translator *translator, const char *ns, size_t ns_length,
    calque_error **error);

/**
 * Changes the current language (`changeLanguage`), raising `languageChanging`
 * and `languageChanged`.
 *
 * @param translator the translator.
 * @param lng a code, or a JSON array from which the best match with
 *        `supportedLngs` is taken.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_CORRUPT when a bundle of the language or of its
 *         fallbacks, from a catalog file that was opened with
 *         CALQUE_CATALOG_DEFER, is damaged: the language stays;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_change_language(
    calque_translator *translator, const char *lng, size_t lng_length,
    calque_error **error);

/**
 * The current language (`language`; v1 `lng`; ios `lang`).
 *
 * @param translator the translator.
 * @param buffer receives the code; may be NULL.
 * @param capacity bytes of the buffer.
 * @param length set to the full length; 0 when no language is set.
 * @return #CALQUE_OK, #CALQUE_TRUNCATED, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status
calque_translator_language(const calque_translator *translator, char *buffer,
                           size_t capacity, size_t *length);

/**
 * The first language of the chain that has any translations
 * (`resolvedLanguage`).
 *
 * @param translator the translator.
 * @param buffer receives the code; may be NULL.
 * @param capacity bytes of the buffer.
 * @param length set to the full length; 0 when there is none.
 * @return #CALQUE_OK, #CALQUE_TRUNCATED, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_resolved_language(
    const calque_translator *translator, char *buffer, size_t capacity,
    size_t *length);

/**
 * The fallback chain of a language (`languages`), as a JSON array.
 *
 * @param translator the translator.
 * @param lng language code; NULL for the current one.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @param json set to the array, which may be empty.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback Callbacks of #calque_host.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_languages(
    const calque_translator *translator, const char *lng, size_t lng_length,
    calque_string *json, calque_error **error);

/** Direction of writing. */
typedef int32_t calque_direction;

/** Left to right. */
#define CALQUE_LTR ((calque_direction)0)
/** Right to left. */
#define CALQUE_RTL ((calque_direction)1)

/**
 * Direction in which a language is written (`dir`).
 *
 * @param translator the translator.
 * @param lng language code; NULL for the resolved one.
 * @param lng_length bytes, or #CALQUE_NTS.
 * @return #CALQUE_LTR or #CALQUE_RTL. As in i18next, no language at all is
 *         right to left.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_direction calque_translator_dir(
    const calque_translator *translator, const char *lng, size_t lng_length);

/**
 * The effective options as a JSON object; resources are left out.
 *
 * @param translator the translator.
 * @param json set to the object.
 * @param error may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status
calque_translator_options(const calque_translator *translator,
                          calque_string *json, calque_error **error);

/**
 * Registers a post processor, replacing one of the same name. `sprintf` and
 * `interval` are built in.
 *
 * @param translator the translator.
 * @param name its name in `postProcess`.
 * @param name_length bytes, or #CALQUE_NTS.
 * @param process the function; NULL removes it.
 * @param user_data its first argument.
 * @param user_data_free called when the function is no longer needed; may be
 *        NULL.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_add_post_processor(
    calque_translator *translator, const char *name, size_t name_length,
    calque_post_processor process, void *user_data,
    void (*user_data_free)(void *user_data), calque_error **error);

/**
 * Registers a formatter, replacing one of the same name, built-in ones too
 * (`number`, `currency`, `datetime`, `relativetime`, `list`).
 *
 * The formatter named "*" is called for names that no other has, with the name
 * in the option `format`; the one named "" for variables without a format,
 * when `interpolation.alwaysFormat` is on.
 *
 * @param translator the translator.
 * @param name its name in `{{value, name}}`; upper and lower case are one.
 * @param name_length bytes, or #CALQUE_NTS.
 * @param format the function; NULL removes it.
 * @param user_data its first argument.
 * @param user_data_free called when the function is no longer needed; may be
 *        NULL.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_add_formatter(
    calque_translator *translator, const char *name, size_t name_length,
    calque_format_handler format, void *user_data,
    void (*user_data_free)(void *user_data), calque_error **error);

/**
 * Gives a translator the facts that its built-in formatters `number`,
 * `currency`, `datetime`, `relativetime` and `list` write languages by. Without
 * them dates and relative times have a neutral form, and amounts of money the
 * code of their currency; see `docs/formatting.md`.
 *
 * @param translator the translator.
 * @param data the facts, which the translator keeps; NULL for those of the
 *        library alone.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_set_locale_data(
    calque_translator *translator, const calque_locale_data *data,
    calque_error **error);

/**
 * Subscribes to events (`on`).
 *
 * @param translator the translator.
 * @param events names with spaces between them, or "*" for all but `changed`,
 *        which comes with every other one.
 * @param events_length bytes, or #CALQUE_NTS.
 * @param handler the function.
 * @param user_data its first argument.
 * @param user_data_free called when the subscription ends; may be NULL.
 * @param subscription set to a number for calque_translator_off(), 0 on
 *        failure; may be NULL.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @threadsafety Safe from any thread.
 * @since 0.1
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
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_off(calque_translator *translator,
                                               uint64_t subscription);

CALQUE_END

#endif
