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
 * newer load of the same files, or when its translator is released. Its report
 * has the outcome of each file. Loaded files are put in place all at once;
 * readers are not interrupted.
 *
 * Each translator that loads has a thread of its own while there is something
 * to do.
 */
#ifndef CALQUE_LOADING_H
#define CALQUE_LOADING_H

#include "translator.h"
#include "transport.h"

CALQUE_BEGIN

/**
 * Called while a load runs: `done` of `total` files are finished.
 *
 * @param user_data as passed to calque_translator_load_async().
 * @param done the finished files.
 * @param total all files of the load.
 */
typedef void (*calque_load_progress)(void *user_data, size_t done,
                                     size_t total);

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
 * The report is a JSON object: `status` (`ok`, `unchanged`, `partial`, `failed`
 * or `cancelled`), and `files`, the requested files, language by language, then
 * bundles and cache files with errors. Each file has `lng`; `ns`, empty for a
 * file with all namespaces of a language; `source` (`nowhere`, `bundle`,
 * `cache`, `file` or `network`); `outcome` (`loaded`, `unchanged`, `stale`,
 * `absent` or `failed`); `location`, a URL or path; `httpStatus` of the last
 * response, 0 for none; `attempts`; `bytes`. A file that failed or is stale has
 * `status`, a number of #calque_status; `detail`, of I18NextErrorDomain (1 load
 * failed, 2 invalid language data, 10 cache not read, 11 cache not written);
 * and `message`, one line.
 *
 * Existing files are requested conditionally, and replaced only by new content.
 * Other threads may translate meanwhile.
 *
 * @param translator the translator.
 * @param request JSON object, or NULL.
 * @param report set to the report whenever the load was started, also when it
 *        failed; may be NULL.
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
 */
CALQUE_API calque_status calque_translator_load(calque_translator *translator,
                                                const char *request,
                                                size_t request_length,
                                                calque_string *report,
                                                calque_error **error);

/**
 * Starts a load and returns; otherwise as calque_translator_load().
 *
 * A load that includes all files of an older load supersedes it: the older one
 * ends as cancelled, and nothing from it replaces newer files.
 *
 * @param translator the translator.
 * @param request JSON object, or NULL.
 * @param progress called meanwhile; may be NULL.
 * @param completion called once with the report; may be NULL.
 * @param user_data the first argument of both.
 * @param user_data_free called when neither is needed any longer; may be NULL.
 * @param load set to a number for calque_translator_cancel(), 0 on failure; may
 *        be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE, #CALQUE_INVALID_OPTION.
 *         On failure none of the functions is called.
 * @threadsafety Safe from any thread, callbacks included.
 */
CALQUE_API calque_status calque_translator_load_async(
    calque_translator *translator, const char *request, size_t request_length,
    calque_load_progress progress, calque_completion completion,
    void *user_data, void (*user_data_free)(void *user_data), uint64_t *load,
    calque_error **error);

/**
 * Cancels a load: its completion is called soon, with #CALQUE_CANCELLED.
 *
 * @param translator the translator.
 * @param load the number from calque_translator_load_async().
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when the load has ended;
 *         #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_translator_cancel(calque_translator *translator,
                                                  uint64_t load);

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
 */
CALQUE_API calque_status calque_translator_flush_missing_keys(
    calque_translator *translator, uint32_t milliseconds);

CALQUE_END

#endif
