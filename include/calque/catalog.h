/**
 * @file catalog.h
 * @brief Compiled catalogs: files that are mapped and used in place.
 *
 * A catalog file is compiled from JSON catalogs. It holds the bundles of one or
 * more languages, and is opened without parsing, copying or allocating.
 * Processes that open the same file share its pages. `docs/catalog-format.md`
 * describes the format.
 *
 * A file is checked when it is opened; a damaged or forged one is refused. An
 * open file must not be modified: replace it as a whole, as
 * calque_catalog_compile_file() does.
 */
#ifndef CALQUE_CATALOG_H
#define CALQUE_CATALOG_H

#include "translator.h"

CALQUE_BEGIN

/** A compiled catalog file: reference counted, immutable, may be shared between
 * threads. */
typedef struct calque_catalog calque_catalog;

/**
 * Compiles resources into the bytes of a catalog file.
 *
 * @param format one of the CALQUE_FORMAT_ constants.
 * @param options JSON object with the init options of the translators that the
 *        file is for, in the names of the format; NULL for its defaults. Only
 *        `limits` and the options for splitting keys and for the syntax of
 *        placeholders are used; all others are ignored.
 * @param resources JSON object: language -> namespace -> tree.
 * @param out set to the bytes of the file, which are not text; empty on
 *        failure.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_UTF8; #CALQUE_INVALID_OPTION and
 *         #CALQUE_INVALID_TYPE with the path, #CALQUE_LIMIT_EXCEEDED.
 */
CALQUE_API calque_status calque_catalog_compile(
    calque_format format, const char *options, size_t options_length,
    const char *resources, size_t resources_length, calque_string *out,
    calque_error **error);

/**
 * Compiles resources into a file, which is replaced atomically: a process that
 * has the old one open keeps it.
 *
 * @param format as calque_catalog_compile().
 * @param options as calque_catalog_compile().
 * @param resources as calque_catalog_compile().
 * @param path NUL-terminated path of the file.
 * @param error may be NULL; names the path as its source when the file could
 *        not be written.
 * @return as calque_catalog_compile(), and #CALQUE_IO_ERROR. On failure an
 *         existing file stays unchanged.
 * @blocks Writes a file.
 */
CALQUE_API calque_status calque_catalog_compile_file(
    calque_format format, const char *options, size_t options_length,
    const char *resources, size_t resources_length, const char *path,
    calque_error **error);

/**
 * Check each bundle when it is first needed instead of when the file is opened.
 * For files of many languages of which few are used.
 *
 * The bundles of a language are needed when the language joins the fallback
 * chain of a translator or view: if one is damaged,
 * calque_translator_add_catalog(), calque_translator_change_language() and
 * calque_view_create() return #CALQUE_CORRUPT, and nothing changes. A bundle is
 * also needed when it is merged with another one, when a handler subscribes to
 * `added`, and when a call reads it, for example a translation with the option
 * `lng`. A call that returns no error treats a damaged bundle as absent; the
 * `log` callback is then called once. A damaged bundle can be removed like any
 * other.
 */
#define CALQUE_CATALOG_DEFER ((uint32_t)1)
/**
 * Copy the bytes: the caller of calque_catalog_open_memory() may free them, and
 * calque_catalog_open() reads the file instead of mapping it. For files that
 * others may truncate or overwrite while they are in use, which ends a process
 * that has them mapped: on network file systems, and in folders that other
 * programs write to.
 */
#define CALQUE_CATALOG_COPY ((uint32_t)2)
/**
 * Use the bundles without checking them, so that opening takes the same time
 * for every size of file. Only the headers of the file and of each bundle are
 * checked.
 *
 * The host vouches that this version of the library wrote the file and that
 * nobody has changed it since, for example because the program's package
 * installed it where only an administrator can write. A look-up in any other
 * file may read outside of it or end the process. calque_catalog_verify()
 * checks the whole file at any time.
 */
#define CALQUE_CATALOG_TRUST ((uint32_t)4)

/**
 * Opens a catalog file: maps it for reading, or reads it, and checks it.
 *
 * @param path NUL-terminated path of a regular file.
 * @param flags any of the CALQUE_CATALOG_ constants.
 * @param out set to the catalog, NULL on failure; release it.
 * @param error may be NULL; names the path as its source.
 * @return #CALQUE_OK; #CALQUE_IO_ERROR; #CALQUE_CORRUPT for a damaged file, or
 *         one that is not a catalog file; #CALQUE_UNSUPPORTED for a file of
 *         another version of the format or another byte order;
 *         #CALQUE_INVALID_ARGUMENT.
 * @blocks Reads a file.
 */
CALQUE_API calque_status calque_catalog_open(const char *path, uint32_t flags,
                                             calque_catalog **out,
                                             calque_error **error);

/**
 * Opens a catalog file that is in memory. Without #CALQUE_CATALOG_COPY the
 * bytes are used in place: they must not change or be freed until
 * `user_data_free` is called.
 *
 * @param bytes the file; fastest at an address that is a multiple of 64.
 * @param size its size in bytes.
 * @param flags any of the CALQUE_CATALOG_ constants.
 * @param user_data handed to `user_data_free`; may be NULL.
 * @param user_data_free called once when the bytes are no longer needed, on
 *        the thread that released the last user of them; may be NULL. Not
 *        called on failure. With #CALQUE_CATALOG_COPY it is called before this
 *        function returns.
 * @param out set to the catalog, NULL on failure; release it.
 * @return as calque_catalog_open(), except #CALQUE_IO_ERROR.
 */
CALQUE_API calque_status calque_catalog_open_memory(
    const void *bytes, size_t size, uint32_t flags, void *user_data,
    void (*user_data_free)(void *user_data), calque_catalog **out,
    calque_error **error);

/**
 * Releases a catalog. The file stays mapped as long as a translator or a
 * view uses a bundle of it.
 *
 * @param catalog may be NULL.
 */
CALQUE_API void calque_catalog_release(calque_catalog *catalog);

/**
 * Checks all bundles again, whether they have been checked or not.
 *
 * @param catalog the catalog.
 * @param error may be NULL; its path is the language and the namespace.
 * @return #CALQUE_OK; #CALQUE_CORRUPT; #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_catalog_verify(const calque_catalog *catalog,
                                               calque_error **error);

/**
 * Describes the content of a catalog file.
 *
 * The JSON object has `format` ("ios", "v1" ... "v4"), `bytes` (size of the
 * file), `version` and `layout` (numbers of the file format and of its
 * blocks), `options` (an object: `keySeparator`, null when keys are not split;
 * `ignoreJSONStructure`; `interpolation`, an object), `bundles` (an array of
 * objects with `lng`, `ns`, `bytes` and `messages`) and `localeData` (bytes of
 * the locale data in the file, 0 for none).
 *
 * @param catalog the catalog.
 * @param json set to the object; empty on failure.
 * @return #CALQUE_OK; #CALQUE_CORRUPT when a bundle that was not checked yet is
 *         damaged; #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_catalog_describe(const calque_catalog *catalog,
                                                 calque_string *json,
                                                 calque_error **error);

/**
 * Writes the locale data of a catalog file's languages into that file,
 * replacing any that it had. A translator that the catalog is added to then
 * formats with this data, so that a program needs to ship only one file.
 *
 * The file is replaced atomically: a process that has the old one open keeps
 * it.
 *
 * @param path NUL-terminated path of a catalog file.
 * @param data the locale data.
 * @param error may be NULL; names the path as its source.
 * @return as calque_catalog_open(), and #CALQUE_IO_ERROR when the file could
 *         not be written. On failure the old file stays unchanged.
 * @blocks Reads and writes a file.
 */
CALQUE_API calque_status calque_catalog_add_locale_data(
    const char *path, const calque_locale_data *data, calque_error **error);

/**
 * Adds the bundles of a catalog file, as
 * calque_translator_add_resource_bundle() would add the trees that they were
 * compiled from. On failure nothing changes.
 *
 * A bundle is used in place if the translator has none of its language and
 * namespace, and has the options for keys and placeholders that the file was
 * compiled with. Otherwise its tree is merged or compiled again, which gives
 * the same texts but takes as long as adding JSON.
 *
 * The formatters of the translator use locale data of the file for languages
 * that the data of calque_translator_set_locale_data() lacks.
 *
 * @param translator the translator.
 * @param catalog the catalog; retained, so it may be released afterwards.
 * @param lngs only the bundles of this language code, or of a JSON array of
 *        them; NULL for all.
 * @param flags any of the CALQUE_BUNDLE_ constants.
 * @param in_place set to the number of bundles that are used in place, 0 on
 *        failure; may be NULL.
 * @return #CALQUE_OK, also when the file has no bundle of these languages;
 *         #CALQUE_PARTIAL when its bundles were added, but compiled again,
 * because the translator has other options than the file; #CALQUE_CONFLICT when
 * it was compiled for another format; #CALQUE_CORRUPT when a bundle that is
 * needed at once is damaged, see #CALQUE_CATALOG_DEFER; #CALQUE_LIMIT_EXCEEDED,
 * #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON.
 * @callsback Handlers of events.
 */
CALQUE_API calque_status calque_translator_add_catalog(
    calque_translator *translator, const calque_catalog *catalog,
    const char *lngs, size_t lngs_length, uint32_t flags, size_t *in_place,
    calque_error **error);

/**
 * Adds a bundle from a JSON file, through a compiled copy of it.
 *
 * The copy is identified by the content of the JSON file and by the options
 * that it is compiled with; if either changes, a new copy is made. The first
 * call takes as long as calque_translator_add_file() and writing the copy;
 * later calls read the JSON file but do not parse it. If the copy cannot be
 * read or written, the call works without it; a damaged copy is replaced.
 *
 * @param translator the translator.
 * @param lng language code.
 * @param ns namespace.
 * @param path NUL-terminated path of a regular file of JSON.
 * @param cache NUL-terminated path of the folder for copies, created if it does
 *        not exist; NULL for the folder of the JSON file. Only the owner of the
 *        process should be able to write to it.
 * @param flags any of the CALQUE_BUNDLE_ constants.
 * @param in_place set to true when the compiled copy is used in place; may be
 *        NULL.
 * @param error may be NULL; names the path as its source.
 * @return as calque_translator_add_file().
 * @blocks Reads a file, and may write one.
 * @callsback Handlers of events.
 * @threadsafety Safe from any thread and from several processes; readers do not
 *               wait.
 */
CALQUE_API calque_status calque_translator_add_file_cached(
    calque_translator *translator, const char *lng, size_t lng_length,
    const char *ns, size_t ns_length, const char *path, const char *cache,
    uint32_t flags, bool *in_place, calque_error **error);

CALQUE_END

#endif
