/**
 * @file texts.h
 * @brief Versioned texts, such as licences and policies.
 *
 * A #calque_texts keeps the newest version of each registered text: from its
 * cache, from the files installed with the program (the bundle) or from the
 * network. text_versions.h has the versions.
 *
 * calque_texts_get() returns the best local copy and never waits for the
 * network; calque_texts_await() and calque_texts_request() fetch the latest
 * text and fall back to the local copy when it does not arrive in time.
 *
 * Handlers run through the dispatcher of the services, by default on a thread
 * of the texts, with no lock held. They may call any of these functions, but
 * should not wait. docs/texts.md describes the files of the cache.
 */
#ifndef CALQUE_TEXTS_H
#define CALQUE_TEXTS_H

#include "transport.h"

CALQUE_BEGIN

/** A collection of texts with its cache: reference counted. */
typedef struct calque_texts calque_texts;

/** A version of a text. An all-zero structure is 0.0.0: no version is known. */
typedef struct calque_text_version {
    /** First number. */
    uint64_t major;
    /** Second number. */
    uint64_t minor;
    /** Third number. */
    uint64_t patch;
    /** The minimum number of digits of the first number, up to 255. */
    uint32_t major_width;
    /** That of the second number. */
    uint32_t minor_width;
    /** That of the third number. */
    uint32_t patch_width;
    /** 0. */
    uint32_t reserved;
} calque_text_version;

/** The place that a text was taken from. */
typedef int32_t calque_text_place;

/** None: there is no text. */
#define CALQUE_TEXT_NOWHERE ((calque_text_place)0)
/** The cache, where an earlier run stored it. */
#define CALQUE_TEXT_CACHE ((calque_text_place)1)
/** The bundle. */
#define CALQUE_TEXT_BUNDLE ((calque_text_place)2)
/** The network. */
#define CALQUE_TEXT_REMOTE ((calque_text_place)3)

/** Version and origin of a text. */
typedef struct calque_text_info {
    /** Its version. */
    calque_text_version version;
    /** The place that it was taken from. */
    calque_text_place place;
    /**
     * #CALQUE_OK if the text is the latest. Otherwise the reason why it may not
     * be: #CALQUE_TIMEOUT, #CALQUE_UNREACHABLE, #CALQUE_HTTP_STATUS and others.
     */
    calque_status reason;
} calque_text_info;

/** A text to register, and its sources. */
typedef struct calque_text_source {
    /** sizeof(calque_text_source). */
    size_t struct_size;
    /** The name in the version files; must not be empty or contain a NUL. */
    calque_str identifier;
    /**
     * Name of a file in the resource bundle, or an absolute path; all-zero for
     * none. UTF-8, or UTF-16 with a byte order mark.
     */
    calque_str bundle_file;
    /** URL of the text in UTF-8 (https, http, file); spaces are encoded.
     * All-zero for none. */
    calque_str remote_file;
    /**
     * SHA-256 of the text as 64 hexadecimal digits: no other text is accepted,
     * not even from the cache. All-zero for any text.
     */
    calque_str sha256;
} calque_text_source;

/** For calque_texts_request(): fetch the remote text even if no newer version
 * is known. */
#define CALQUE_TEXTS_REFETCH 1

/**
 * Creates a collection of texts and opens its cache.
 *
 * Options, all of them optional:
 * - `sessionID`: names the cache; "Default" by default.
 * - `cacheDirectory`: a path, with a directory for each session in it; by
 *   default `calque/texts` in the platform's directory for caches.
 * - `stateDirectory`: the same for the versions that the user has seen, which
 *   cannot be fetched again; by default `cacheDirectory` where that is given,
 *   else `calque/texts` in the platform's directory for state, which lasts.
 * - `resourceBundle`: as for calque_texts_set_options(); none by default.
 * - `resourceTimeout`: as for calque_texts_set_options(); 10000.
 * - `reloadInterval`: milliseconds between refreshes of the remote versions,
 *   which also retry the texts that failed; 0, never, by default.
 * - `maximumBytes`: the size limit of a text; 16777216.
 * - `maximumVersionBytes`: the size limit of a version file; 1048576.
 * - `maxParallelReads`: texts that are fetched at the same time; 10.
 *
 * @param options_json a JSON object; NULL for none.
 * @param services transport, clock and dispatcher; NULL for the defaults.
 * @param out set to the texts, NULL on failure; release them.
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the option's name as the
 *         path; #CALQUE_IO_ERROR when the platform has no directory for caches;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_TYPE, #CALQUE_UNSUPPORTED. On failure no
 *         `user_data_free` of the services is called.
 * @blocks Reads files.
 */
CALQUE_API calque_status calque_texts_create(const char *options_json,
                                             size_t options_length,
                                             const calque_services *services,
                                             calque_texts **out,
                                             calque_error **error);

/**
 * Adds a reference.
 *
 * @param texts may be NULL.
 * @return the same texts.
 */
CALQUE_API calque_texts *calque_texts_retain(calque_texts *texts);

/**
 * Releases a reference. When the last one is released, pending requests end:
 * their handlers are called with #CALQUE_CANCELLED. Receivers are no longer
 * called. This waits for handlers that run on other threads.
 *
 * @param texts may be NULL.
 * @blocks Waits for a handler that runs on another thread.
 * @threadsafety Safe from any thread, also from inside a handler.
 */
CALQUE_API void calque_texts_release(calque_texts *texts);

/**
 * Changes options of the texts.
 *
 * - `resourceBundle`: the directory of the bundle (`setResourceBundle`), null
 *   for none. The versions there are read, and the texts that are newer used.
 * - `resourceTimeout`: the time limit in milliseconds, 1 to 2147483647, of
 *   requests for texts and versions, and of calls that wait for them
 *   (`setResourceTimeout`). It applies to requests that start afterwards.
 *
 * @param texts the texts.
 * @param options_json a JSON object; options that are absent stay as they are.
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the option's name as the
 *         path, also for another option; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE. On
 *         failure nothing changes.
 * @blocks Reads files.
 */
CALQUE_API calque_status calque_texts_set_options(calque_texts *texts,
                                                  const char *options_json,
                                                  size_t options_length,
                                                  calque_error **error);

/**
 * Registers a text (`registerTextSource`), replacing the source of the same
 * identifier. Texts of the cache and the bundle are available when this
 * returns; newer ones are fetched from the network.
 *
 * @param texts the texts.
 * @param source the text.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_UNSUPPORTED.
 * @blocks Reads files.
 */
CALQUE_API calque_status calque_texts_register(calque_texts *texts,
                                               const calque_text_source *source,
                                               calque_error **error);

/**
 * Unregisters a text; its cached copy stays. Requests for it are cancelled.
 *
 * @param texts the texts.
 * @param identifier the identifier of the text.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when it was not registered;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_texts_unregister(calque_texts *texts,
                                                 const char *identifier,
                                                 size_t length);

/**
 * The local text. Never waits for the network or for a file.
 *
 * @param texts the texts.
 * @param identifier the identifier of the text.
 * @param text set to the text; dispose of it.
 * @param info set to its version and origin; may be NULL. Its `reason` is
 *        #CALQUE_OK.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when there is no text, or it is not
 *         registered; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_texts_get(
    calque_texts *texts, const char *identifier, size_t identifier_length,
    calque_string *text, calque_text_info *info, calque_error **error);

/**
 * The latest text: waits until the versions are known and the text has arrived.
 * If that fails or takes too long, the result is the local text.
 *
 * @param texts the texts.
 * @param identifier the identifier of the text.
 * @param timeout milliseconds to wait; 0 for the resource timeout.
 * @param text set to the text; dispose of it.
 * @param info set to its version and origin; may be NULL.
 * @return #CALQUE_OK for the latest text; #CALQUE_PARTIAL for a text that may
 *         not be the latest. Without a text: #CALQUE_REFUSED when it is not
 *         registered; #CALQUE_LOAD_FAILED when no source has it;
 *         #CALQUE_TIMEOUT; #CALQUE_CANCELLED; #CALQUE_HTTP_STATUS or another
 *         failure of the transport; #CALQUE_BAD_RESPONSE, also for a text with
 *         another SHA-256; #CALQUE_INVALID_UTF8, #CALQUE_LIMIT_EXCEEDED,
 *         #CALQUE_IO_ERROR, #CALQUE_CORRUPT, #CALQUE_INVALID_ARGUMENT.
 * @blocks Waits for files and for the network.
 * @threadsafety Safe from any thread. A handler that runs on the thread of the
 *               texts must not call it: it would only time out.
 */
CALQUE_API calque_status calque_texts_await(
    calque_texts *texts, const char *identifier, size_t identifier_length,
    uint32_t timeout, calque_string *text, calque_text_info *info,
    calque_error **error);

/**
 * Requests the latest text, as calque_texts_await() but without waiting.
 * Requests for one text share its download and complete in the order in which
 * they were made.
 *
 * The result is an object: `text`; `version`, such as "1.0.001"; `place`
 * (`cache`, `bundle` or `remote`). With #CALQUE_PARTIAL the text may not be the
 * latest, and the error says why. calque_texts_get() then has the same text
 * without JSON.
 *
 * With #CALQUE_TEXTS_REFETCH the remote text is fetched even if no newer
 * version is known: for a text without a version, or one that was corrected
 * without a new version. A local text with a higher version than the remote one
 * is kept.
 *
 * @param texts the texts.
 * @param identifier the identifier of the text.
 * @param flags 0 or #CALQUE_TEXTS_REFETCH.
 * @param timeout milliseconds; 0 for the resource timeout.
 * @param completion called once, also when the texts are released first.
 * @param user_data its first argument.
 * @param user_data_free called when the completion is no longer needed; may be
 *        NULL.
 * @param request set to a number for calque_texts_cancel(), 0 on failure; may
 *        be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, also for another flag;
 *         #CALQUE_INVALID_UTF8. On failure neither function is called.
 */
CALQUE_API calque_status calque_texts_request(
    calque_texts *texts, const char *identifier, size_t identifier_length,
    uint32_t flags, uint32_t timeout, calque_completion completion,
    void *user_data, void (*user_data_free)(void *user_data), uint64_t *request,
    calque_error **error);

/**
 * Cancels a request: its completion is called with #CALQUE_CANCELLED.
 *
 * @param texts the texts.
 * @param request the number from calque_texts_request().
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when the request has ended;
 *         #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_texts_cancel(calque_texts *texts,
                                             uint64_t request);

/**
 * Removes the texts and versions of the session from the cache and from memory
 * (`clearCaches`). The versions of the bundle and the network stay known; a
 * refresh fetches the texts again.
 *
 * @param texts the texts.
 * @return #CALQUE_OK; #CALQUE_IO_ERROR when files could not be removed;
 *         #CALQUE_INVALID_ARGUMENT.
 * @blocks Removes files.
 */
CALQUE_API calque_status calque_texts_clear_caches(calque_texts *texts,
                                                   calque_error **error);

/**
 * Describes the state of every registered text, for diagnostics.
 *
 * @param texts the texts.
 * @param json set to an object: `versionsKnown`, whether the remote versions
 *        have arrived; `versionFailure`, why they did not; `texts`, an object
 *        by identifier with `version`, `place`, `bytes`, `bundleVersion`,
 *        `remoteVersion`, `loading`, `failure`, `storageFailure`; and `unseen`,
 *        an array of the texts whose version is higher than the one that was
 *        last seen (calque_texts_mark_seen()), objects with `identifier`,
 *        `version` and `seen`, 0.0.0 for none. Members that do not apply are
 *        absent. Dispose of it.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_texts_status(calque_texts *texts,
                                             calque_string *json,
                                             calque_error **error);

CALQUE_END

#endif
