/**
 * @file resources.h
 * @brief Resources of a translator: bundles, files, single texts, namespaces.
 *
 * A bundle is the tree of texts of one language and namespace. A translator may
 * be created with bundles (option `resources`), load them (loading.h), get them
 * from a compiled catalog (catalog.h), or be given them here.
 */
#ifndef CALQUE_RESOURCES_H
#define CALQUE_RESOURCES_H

#include "translator.h"

CALQUE_BEGIN

/** Merge into the existing bundle, member by member. */
#define CALQUE_BUNDLE_DEEP ((uint32_t)1)
/** With #CALQUE_BUNDLE_DEEP: new texts replace existing ones. */
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
 * replace existing ones, and the others stay. Members named `__proto__` and
 * `constructor` are skipped when merging.
 *
 * @param translator the translator.
 * @param lng language code.
 * @param ns namespace.
 * @param tree JSON object.
 * @param flags any of the CALQUE_BUNDLE_ constants.
 * @return #CALQUE_OK; #CALQUE_INVALID_JSON and #CALQUE_INVALID_UTF8 with
 *         position, #CALQUE_INVALID_TYPE when it is not an object,
 *         #CALQUE_LIMIT_EXCEEDED, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 */
CALQUE_API calque_status calque_translator_add_resource_bundle(
    calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *tree, size_t tree_length,
    uint32_t flags, calque_error **error);

/**
 * Adds a bundle from a file; otherwise as
 * calque_translator_add_resource_bundle().
 *
 * @param translator the translator.
 * @param lng language code.
 * @param ns namespace.
 * @param path NUL-terminated path of a regular file.
 * @param flags any of the CALQUE_BUNDLE_ constants.
 * @param error may be NULL; names the path as its source.
 * @return as calque_translator_add_resource_bundle(), and #CALQUE_IO_ERROR.
 * @blocks Reads a file.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 */
CALQUE_API calque_status calque_translator_add_file(
    calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *path, uint32_t flags,
    calque_error **error);

/**
 * Sets one value (`addResource`). A key is split at `keySeparator`.
 *
 * Each call costs as much as adding the whole bundle again, so set many values
 * with calque_translator_add_resources(). One case is cheap: a text in a bundle
 * of 256 messages or more, under a key whose parents exist. Such texts are kept
 * beside the bundle until several are merged into it; until then, keys of that
 * language take about twice as long to find.
 *
 * @param translator the translator.
 * @param lng language code.
 * @param ns namespace.
 * @param key key.
 * @param value JSON value.
 * @param flags #CALQUE_BUNDLE_SILENT or 0.
 * @return as calque_translator_add_resource_bundle().
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
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
 * @param ns namespace.
 * @param values JSON object of key -> value; other types are skipped.
 * @param flags #CALQUE_BUNDLE_SILENT or 0.
 * @return as calque_translator_add_resource_bundle().
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
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
 * @param ns namespace.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when there was none;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 */
CALQUE_API calque_status calque_translator_remove_resource_bundle(
    calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, calque_error **error);

/**
 * Reads resources as JSON: one value (`getResource`), a bundle
 * (`getResourceBundle`), a language (`getDataByLanguage`) or all.
 *
 * @param translator the translator.
 * @param lng language code; NULL for all languages.
 * @param ns namespace; NULL for all of the language.
 * @param key key, split at `keySeparator`; NULL for the whole bundle.
 * @param json set to the value; empty when not found.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_translator_get_resource(
    const calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *key, size_t key_length,
    calque_string *json, calque_error **error);

/**
 * Whether a namespace is loaded (`hasLoadedNamespace`).
 *
 * @param translator may be NULL, for which the result is false.
 * @param ns namespace.
 * @param lng language; NULL for the resolved one.
 * @return true when the language has the bundle, or is `cimode`, or when
 *         nothing is left to be loaded.
 */
CALQUE_API bool
calque_translator_has_loaded_namespace(const calque_translator *translator,
                                       const char *ns, size_t ns_length,
                                       const char *lng, size_t lng_length);

/**
 * Sets the namespace of keys without a namespace (`setDefaultNamespace`).
 *
 * @param translator the translator.
 * @param ns a namespace, or a JSON array of them, tried in order.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread; readers do not wait.
 */
CALQUE_API calque_status calque_translator_set_default_namespace(
    calque_translator *translator, const char *ns, size_t ns_length,
    calque_error **error);

CALQUE_END

#endif
