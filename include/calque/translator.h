/**
 * @file translator.h
 * @brief Translators: i18next catalogs, their options and languages.
 *
 * A translator holds resources (language -> namespace -> tree), a current
 * language and its fallbacks. Its format states the generation of i18next that
 * the catalogs follow and the option names and rules that apply;
 * `docs/formats.md` describes the differences.
 *
 * Readers never wait: a change builds a new snapshot and swaps it in, and a
 * call that is under way finishes on the snapshot that it began with.
 */
#ifndef CALQUE_TRANSLATOR_H
#define CALQUE_TRANSLATOR_H

#include "formatter.h"
#include "host.h"

CALQUE_BEGIN

/** Catalog format of a translator. */
typedef int32_t calque_format;

/** i18next-ios 1.0: `__var__`, `key_plural_2`, options such as `lang`. */
#define CALQUE_FORMAT_IOS ((calque_format)10)
/** i18next 1.x: `__var__`, `key_plural_2`, options such as `ns.namespaces`. */
#define CALQUE_FORMAT_V1 ((calque_format)1)
/** i18next 2.x: `{{var}}`, `key_2`. */
#define CALQUE_FORMAT_V2 ((calque_format)2)
/** i18next 3 to 20: `{{var}}`, `key_0`. */
#define CALQUE_FORMAT_V3 ((calque_format)3)
/** i18next 21 and later: `{{var}}`, `key_one`, `key_other`. */
#define CALQUE_FORMAT_V4 ((calque_format)4)

/** A translator: reference counted, may be shared between threads. */
typedef struct calque_translator calque_translator;

/**
 * Creates a translator.
 *
 * @param format one of the CALQUE_FORMAT_ constants.
 * @param options JSON object with the init options of the format, or NULL for
 *        the defaults. Resources may be among them (`resources`, v1
 *        `resStore`, ios `resourcesStore`). Unknown names are ignored;
 *        `docs/options.md` lists the known ones.
 * @param host callbacks and services, copied; may be NULL.
 * @param out set to the translator, NULL on failure; release it with
 *        calque_translator_release().
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_OPTION with the option's path,
 *         #CALQUE_LIMIT_EXCEEDED. On failure no `user_data_free` is called.
 * @callsback Callbacks of #calque_host.
 */
CALQUE_API calque_status calque_translator_create(
    calque_format format, const char *options, size_t options_length,
    const calque_host *host, calque_translator **out, calque_error **error);

/**
 * Creates a translator of format v2, v3 or v4.
 *
 * As calque_translator_create(). A program that is linked statically and
 * creates its translators by this function alone does not contain the rules of
 * formats v1 and ios.
 *
 * @param format #CALQUE_FORMAT_V2, #CALQUE_FORMAT_V3 or #CALQUE_FORMAT_V4.
 * @param options as for calque_translator_create().
 * @param host as for calque_translator_create().
 * @param out set to the translator, NULL on failure; release it with
 *        calque_translator_release().
 * @return as calque_translator_create(); #CALQUE_INVALID_ARGUMENT for other
 *         formats, too.
 * @callsback Callbacks of #calque_host.
 */
CALQUE_API calque_status calque_translator_create_modern(
    calque_format format, const char *options, size_t options_length,
    const calque_host *host, calque_translator **out, calque_error **error);

/**
 * Creates a second translator over the same resources (`cloneInstance`).
 *
 * The clone has its own language and options. Resources that are added to one
 * are seen by both, unless the option `forkResourceStore` is true. Callbacks,
 * formatters and post processors are shared; event handlers are not.
 *
 * @param translator the original.
 * @param options JSON object merged over the original's options; NULL for none.
 * @param out set to the clone, NULL on failure; release it.
 * @return as calque_translator_create().
 * @callsback Callbacks of #calque_host.
 */
CALQUE_API calque_status calque_translator_clone(calque_translator *translator,
                                                 const char *options,
                                                 size_t options_length,
                                                 calque_translator **out,
                                                 calque_error **error);

/**
 * Replaces all options in one step (`loadWithOptions`); absent options have
 * their defaults.
 *
 * Resources among the options replace all existing resources; without any, the
 * existing ones stay. The language becomes that of the options. Calls see the
 * old options or the new ones. Running loads end as cancelled; nothing is
 * loaded before calque_translator_load() is called.
 *
 * @param translator the translator.
 * @param options JSON object, as in calque_translator_create(); NULL for the
 *        defaults.
 * @return as calque_translator_create(). On failure nothing changes.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 */
CALQUE_API calque_status calque_translator_set_options(
    calque_translator *translator, const char *options, size_t options_length,
    calque_error **error);

/**
 * The format that the translator was created for.
 *
 * @param translator may be NULL.
 * @return one of the CALQUE_FORMAT_ constants; 0 for NULL.
 */
CALQUE_API calque_format
calque_translator_format(const calque_translator *translator);

/**
 * The translator that the whole program shares (`sharedInstance`).
 *
 * Unless calque_translator_set_shared() was called, the first call creates an
 * empty translator of #CALQUE_FORMAT_IOS; set its options with
 * calque_translator_set_options().
 *
 * @return a new reference; release it with calque_translator_release().
 */
CALQUE_API calque_translator *calque_translator_shared(void);

/**
 * Sets the translator that the whole program shares (`setSharedInstance`).
 *
 * @param translator retained; NULL to have calque_translator_shared() create a
 *        new one.
 */
CALQUE_API void calque_translator_set_shared(calque_translator *translator);

/**
 * Adds a reference.
 *
 * @param translator may be NULL.
 * @return the same translator.
 */
CALQUE_API calque_translator *
calque_translator_retain(calque_translator *translator);

/**
 * Releases a reference; releasing the last one frees the translator. Its loads
 * then end as cancelled. This waits for callbacks of loading that are running,
 * and at most `flushTimeout` for missing keys to be saved.
 *
 * @param translator may be NULL.
 * @blocks Waits for a handler that runs on another thread.
 * @threadsafety Safe from any thread; views made from it stay usable.
 */
CALQUE_API void calque_translator_release(calque_translator *translator);

/**
 * Changes the current language (`changeLanguage`), raising `languageChanging`
 * and `languageChanged`.
 *
 * @param translator the translator.
 * @param lng a code, or a JSON array from which the best match with
 *        `supportedLngs` is taken.
 * @return #CALQUE_OK; #CALQUE_CORRUPT when a bundle of the language or of its
 *         fallbacks, from a catalog file that was opened with
 *         CALQUE_CATALOG_DEFER, is damaged: the language does not change;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 */
CALQUE_API calque_status calque_translator_change_language(
    calque_translator *translator, const char *lng, size_t lng_length,
    calque_error **error);

/**
 * The current language (`language`; v1 `lng`; ios `lang`), or the resolved one.
 *
 * @param translator the translator.
 * @param resolved true for the first language of the chain that has texts
 *        (`resolvedLanguage`).
 * @param buffer receives the code; may be NULL.
 * @param capacity bytes of the buffer.
 * @param length set to the full length; 0 when no language is set.
 * @return #CALQUE_OK, #CALQUE_TRUNCATED, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status
calque_translator_language(const calque_translator *translator, bool resolved,
                           char *buffer, size_t capacity, size_t *length);

/**
 * The fallback chain of a language (`languages`), as a JSON array.
 *
 * @param translator the translator.
 * @param lng language code; NULL for the current one.
 * @param json set to the array, which may be empty.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback Callbacks of #calque_host.
 */
CALQUE_API calque_status calque_translator_languages(
    const calque_translator *translator, const char *lng, size_t lng_length,
    calque_string *json, calque_error **error);

/** A writing direction. */
typedef int32_t calque_direction;

/** Left to right. */
#define CALQUE_LTR ((calque_direction)0)
/** Right to left. */
#define CALQUE_RTL ((calque_direction)1)

/**
 * The writing direction of a language (`dir`).
 *
 * @param translator the translator.
 * @param lng language code; NULL for the resolved one.
 * @return #CALQUE_LTR or #CALQUE_RTL. As in i18next, it is #CALQUE_RTL when
 *         there is no language.
 */
CALQUE_API calque_direction calque_translator_dir(
    const calque_translator *translator, const char *lng, size_t lng_length);

/**
 * The effective options as a JSON object; resources are left out.
 *
 * @param translator the translator.
 * @param json set to the object.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status
calque_translator_options(const calque_translator *translator,
                          calque_string *json, calque_error **error);

CALQUE_END

#endif
