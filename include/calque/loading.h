/**
 * @file loading.h
 * @brief Loading the resources of a translator from files, bundles, a cache and
 * servers.
 *
 * The init options name the sources: resources that are passed in, bundles, a
 * cache of the last good responses, paths, servers. They are merged key by key;
 * later ones win. `docs/loading.md` lists the options. Nothing is loaded before
 * a load is requested, except local sources with `initAsync: false` (ios:
 * `synchronousLocalLoad`).
 *
 * A load ends exactly once: when it is done, cancelled, or superseded by a
 * newer load of the same files, or when its translator is released. A
 * #calque_load_report has the outcome of each file. Loaded files are put in
 * place all at once; readers are not interrupted.
 *
 * Each translator that loads has a thread of its own while there is something
 * to do.
 */
#ifndef CALQUE_LOADING_H
#define CALQUE_LOADING_H

#include "translator.h"
#include "transport.h"

CALQUE_BEGIN

/** Where a file came from. */
typedef int32_t calque_load_source;

/** Nowhere. */
#define CALQUE_LOAD_FROM_NOWHERE ((calque_load_source)0)
/** `<lang>.lproj` in a directory that is installed with the program. */
#define CALQUE_LOAD_FROM_BUNDLE ((calque_load_source)1)
/** The cache of the last good responses. */
#define CALQUE_LOAD_FROM_CACHE ((calque_load_source)2)
/** A path that a template names. */
#define CALQUE_LOAD_FROM_FILE ((calque_load_source)3)
/** A URL that a template names. */
#define CALQUE_LOAD_FROM_NETWORK ((calque_load_source)4)

/** The outcome of one file of a load. */
typedef int32_t calque_load_outcome;

/** It was loaded. */
#define CALQUE_LOAD_LOADED ((calque_load_outcome)0)
/** The server has nothing newer. */
#define CALQUE_LOAD_UNCHANGED ((calque_load_outcome)1)
/** It could not be renewed; the cached content is used. */
#define CALQUE_LOAD_STALE ((calque_load_outcome)2)
/** No source has it, and none was expected to. */
#define CALQUE_LOAD_ABSENT ((calque_load_outcome)3)
/** It failed. */
#define CALQUE_LOAD_FILE_FAILED ((calque_load_outcome)4)

/** The report on one file. Texts live as long as the report. */
typedef struct calque_load_file {
    /** sizeof(calque_load_file), set by the caller. */
    size_t struct_size;
    /** Language code. */
    calque_str lng;
    /** Namespace; empty for a file with all namespaces of a language. */
    calque_str ns;
    /** One of the CALQUE_LOAD_FROM_ constants. */
    calque_load_source source;
    /** One of the CALQUE_LOAD_ constants of an outcome. */
    calque_load_outcome outcome;
    /** URL or path; empty when there is none. */
    calque_str location;
    /** Why it failed or is stale: #CALQUE_HTTP_STATUS, #CALQUE_UNREACHABLE,
     * #CALQUE_TIMEOUT, #CALQUE_INSECURE, #CALQUE_BAD_RESPONSE,
     * #CALQUE_LIMIT_EXCEEDED, #CALQUE_IO_ERROR, #CALQUE_CORRUPT and others;
     * #CALQUE_OK otherwise. */
    calque_status status;
    /** Number of I18NextErrorDomain: 1 load failed, 2 invalid language data,
     * 10 cache not read, 11 cache not written; 0 for none. */
    int32_t detail;
    /** HTTP status of the last response; 0 when there was none. */
    int32_t http_status;
    /** The number of requests made for it. */
    uint32_t attempts;
    /** Bytes of the content. */
    uint64_t bytes;
    /** One line that describes the error, or why texts that were loaded are
     * never found; empty for none. */
    calque_str message;
} calque_load_file;

/** The outcome of a load, file by file: reference counted, immutable. */
typedef struct calque_load_report calque_load_report;

/** A load under way: reference counted. */
typedef struct calque_load calque_load;

/** The functions that a load calls while it runs. */
typedef struct calque_load_callbacks {
    /** sizeof(calque_load_callbacks). */
    size_t struct_size;
    /** First argument of both functions. */
    void *user_data;
    /** Called once with `user_data` after `complete`; may be NULL. */
    void (*user_data_free)(void *user_data);
    /** Reports that `done` of `total` files are finished; may be NULL. */
    void (*progress)(void *user_data, size_t done, size_t total);
    /**
     * Called exactly once, when the load has ended. `status` is that of the
     * report, which is borrowed: retain it to keep it. May be NULL.
     */
    void (*complete)(void *user_data, calque_status status,
                     calque_load_report *report);
} calque_load_callbacks;

/**
 * Loads, and waits until the load has ended.
 *
 * Without a request, everything that the translator needs is loaded: the
 * current language with its fallbacks and `preload`, in every namespace of the
 * option `ns`. A request is a JSON object with any of these members:
 *
 * - `lng`: the language changes to this one once it is loaded;
 * - `ns`: these namespaces only; new ones are added to the option `ns`
 *   (`loadNamespaces`);
 * - `preload`: languages that are added to the option `preload`
 *   (`loadLanguages`);
 * - `lngs`: exactly these languages, without fallbacks (`reloadResources`);
 * - `onlyMissing`: true to skip files that are loaded or that failed
 *   permanently;
 * - `replace`: true to replace each bundle by its file, which removes keys that
 *   the file no longer has; otherwise the file is merged into the bundle.
 *
 * Existing files are requested conditionally, and replaced only by new content.
 * Other threads may translate meanwhile.
 *
 * @param translator the translator.
 * @param request JSON object, or NULL.
 * @param request_length bytes, or #CALQUE_NTS.
 * @param report set to the report whenever the load was started, also when it
 *        failed, else to NULL; release it with calque_load_report_release().
 *        May be NULL.
 * @param error may be NULL; its detail is 1 when nothing could be loaded.
 * @return #CALQUE_OK; #CALQUE_UNCHANGED when no file is newer;
 *         #CALQUE_PARTIAL when some failed or are stale;
 *         #CALQUE_LOAD_FAILED when all failed;
 *         #CALQUE_CANCELLED when a newer load superseded it or the
 *         translator was freed; #CALQUE_REFUSED from a callback of loading;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE, #CALQUE_INVALID_OPTION.
 * @blocks Waits for files and for the network.
 * @threadsafety Safe from any thread; not from callbacks of loading.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_load(calque_translator *translator,
                                                const char *request,
                                                size_t request_length,
                                                calque_load_report **report,
                                                calque_error **error);

/**
 * Starts a load and returns; otherwise as calque_translator_load().
 *
 * A load that includes all files of an older load supersedes it: the older one
 * ends as cancelled, and nothing from it replaces newer files.
 *
 * @param translator the translator.
 * @param request JSON object, or NULL.
 * @param request_length bytes, or #CALQUE_NTS.
 * @param callbacks copied; may be NULL. On failure `user_data_free` is not
 *        called.
 * @param out set to the load, for calque_load_cancel(); release it with
 *        calque_load_release(). NULL on failure. May be NULL.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE, #CALQUE_INVALID_OPTION,
 *         #CALQUE_UNSUPPORTED for callbacks of a newer version.
 * @threadsafety Safe from any thread, callbacks included.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_load_async(
    calque_translator *translator, const char *request, size_t request_length,
    const calque_load_callbacks *callbacks, calque_load **out,
    calque_error **error);

/**
 * Posts the missing keys that were collected (`saveMissing` with `addPath`),
 * and waits until that is done.
 *
 * @param translator the translator.
 * @param milliseconds to wait at most; from a callback of loading it does not
 *        wait.
 * @return #CALQUE_OK; #CALQUE_TIMEOUT when some are still under way;
 *         #CALQUE_INVALID_ARGUMENT.
 * @blocks Waits for files and for the network.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_translator_flush_missing_keys(
    calque_translator *translator, uint32_t milliseconds);

/**
 * Cancels a load. Unless it has ended, `complete` is called soon, with
 * #CALQUE_CANCELLED.
 *
 * @param load may be NULL.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API void calque_load_cancel(calque_load *load);

/**
 * Adds a reference.
 *
 * @param load may be NULL.
 * @return the same load.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_load *calque_load_retain(calque_load *load);

/**
 * Releases a reference. The load continues.
 *
 * @param load may be NULL.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API void calque_load_release(calque_load *load);

/**
 * The status of the load.
 *
 * @param report may be NULL, which counts as cancelled.
 * @return #CALQUE_OK, #CALQUE_UNCHANGED, #CALQUE_PARTIAL, #CALQUE_LOAD_FAILED
 *         or #CALQUE_CANCELLED.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status
calque_load_report_status(const calque_load_report *report);

/**
 * The number of files in the report: the requested files, language by language,
 * then bundles and cache files with errors.
 *
 * @param report may be NULL, which has none.
 * @return the number.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API size_t calque_load_report_count(const calque_load_report *report);

/**
 * Gets the report on one file.
 *
 * @param report the report.
 * @param index counted from 0.
 * @param file filled in, as far as its `struct_size` goes.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND beyond the last one;
 *         #CALQUE_INVALID_ARGUMENT also for a wrong `struct_size`.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_load_report_file(
    const calque_load_report *report, size_t index, calque_load_file *file);

/**
 * The report as JSON: `status`, and `files` with the members of
 * #calque_load_file by name, `source` and `outcome` as words.
 *
 * @param report the report.
 * @param json set to the object.
 * @param error may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status
calque_load_report_json(const calque_load_report *report, calque_string *json,
                        calque_error **error);

/**
 * Adds a reference.
 *
 * @param report may be NULL.
 * @return the same report.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_load_report *
calque_load_report_retain(calque_load_report *report);

/**
 * Releases a reference.
 *
 * @param report may be NULL.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API void calque_load_report_release(calque_load_report *report);

CALQUE_END

#endif
