/**
 * @file text_versions.h
 * @brief The versions of texts: version files, and notification of increases.
 *
 * A version file is a JSON object that maps identifiers to versions, such as
 * `{"eula": "1.2.0"}`. The version of a text never decreases. Receivers are
 * called when it increases.
 */
#ifndef CALQUE_TEXT_VERSIONS_H
#define CALQUE_TEXT_VERSIONS_H

#include "texts.h"

CALQUE_BEGIN

/** An increased version, valid until the receiver returns. */
typedef struct calque_text_increase {
    /** sizeof(calque_text_increase) of the library. */
    size_t struct_size;
    /** The identifier of the text. */
    calque_str identifier;
    /** Its new version. */
    calque_text_version version;
    /** Its highest version so far; 0.0.0 for none. */
    calque_text_version previous;
} calque_text_increase;

/**
 * Called when the version of a text increases (`versionIncreased`).
 *
 * @param user_data as registered.
 * @param increase the text and its versions.
 */
typedef void (*calque_text_receiver)(void *user_data,
                                     const calque_text_increase *increase);

/**
 * Reads a version: three unsigned 64-bit numbers separated by dots. Repeated
 * dots, and dots at either end, are ignored, and so are plus signs and the sign
 * of -0; nothing else is allowed. Leading zeros are kept.
 *
 * @param text the text.
 * @param version set to the version, 0.0.0 on failure.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT when it is not a version,
 *         #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_text_version_parse(
    const char *text, size_t length, calque_text_version *version);

/**
 * Writes a version, such as "1.0.001".
 *
 * @param version a version; NULL is 0.0.0.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer.
 * @param length set to the bytes of the whole text; may be NULL.
 * @return #CALQUE_OK, #CALQUE_TRUNCATED; #CALQUE_INVALID_ARGUMENT for a width
 *         over 255.
 */
CALQUE_API calque_status
calque_text_version_format(const calque_text_version *version, char *buffer,
                           size_t capacity, size_t *length);

/**
 * Sets the source of versions (`setVersionSource`), replacing the previous one.
 * The versions of the bundle apply when this returns, those of the network when
 * they arrive; each text with a newer version is then fetched.
 *
 * The completion has no result. Its status is #CALQUE_OK when the remote
 * versions are known, or when the version source names no remote file;
 * #CALQUE_CANCELLED when another version source was set or the texts were
 * released; #CALQUE_HTTP_STATUS or another failure of the transport; for an
 * invalid version file #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE,
 * #CALQUE_INVALID_UTF8, #CALQUE_LIMIT_EXCEEDED or #CALQUE_BAD_RESPONSE.
 *
 * @param texts the texts.
 * @param bundle_file a version file in the resource bundle, or an absolute
 *        path; NULL for none. A missing file has no versions.
 * @param remote_file URL of a version file; NULL for none.
 * @param completion called once, when the remote versions have arrived or could
 *        not be fetched; may be NULL.
 * @param user_data its first argument.
 * @param user_data_free called when the completion is no longer needed; may be
 *        NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8. On
 *         failure neither function is called.
 * @blocks Reads files.
 */
CALQUE_API calque_status calque_texts_set_version_source(
    calque_texts *texts, const char *bundle_file, size_t bundle_length,
    const char *remote_file, size_t remote_length, calque_completion completion,
    void *user_data, void (*user_data_free)(void *user_data),
    calque_error **error);

/**
 * Fetches the remote versions again, or joins a request for them that is under
 * way, and then retries the texts that failed.
 *
 * @param texts the texts.
 * @param completion as that of calque_texts_set_version_source().
 * @param user_data its first argument.
 * @param user_data_free called when the completion is no longer needed; may be
 *        NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT. On failure neither function is
 *         called.
 */
CALQUE_API calque_status calque_texts_refresh_versions(
    calque_texts *texts, calque_completion completion, void *user_data,
    void (*user_data_free)(void *user_data), calque_error **error);

/**
 * As calque_texts_refresh_versions(), but waits for the versions, at most for
 * the resource timeout.
 *
 * @param texts the texts.
 * @return #CALQUE_OK; #CALQUE_TIMEOUT; the status that the completion of
 *         calque_texts_set_version_source() gets; #CALQUE_INVALID_ARGUMENT.
 * @blocks Waits for files and for the network.
 * @threadsafety Safe from any thread. A handler that runs on the thread of the
 *               texts must not call it: it would only time out.
 */
CALQUE_API calque_status calque_texts_await_versions(calque_texts *texts,
                                                     calque_error **error);

/**
 * Registers a receiver that is called whenever the version of a registered text
 * exceeds its highest version so far (`addNotificationReceiver`).
 *
 * @param texts the texts.
 * @param receiver the function.
 * @param user_data its first argument.
 * @param user_data_free called when the subscription ends; may be NULL.
 * @param subscription set to a number for calque_texts_off(), 0 on failure; may
 *        be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT. On failure neither function is
 *         called.
 */
CALQUE_API calque_status
calque_texts_on(calque_texts *texts, calque_text_receiver receiver,
                void *user_data, void (*user_data_free)(void *user_data),
                uint64_t *subscription, calque_error **error);

/**
 * Ends a subscription (`removeNotificationReceiver`). When it returns, the
 * receiver is not running and will not run again, unless the call came from
 * inside it.
 *
 * @param texts the texts.
 * @param subscription the number of calque_texts_on().
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @blocks Waits for a handler that runs on another thread.
 */
CALQUE_API calque_status calque_texts_off(calque_texts *texts,
                                          uint64_t subscription);

/**
 * Records that the user has seen the current text, for example accepted a
 * licence. The record is stored in the cache.
 *
 * @param texts the texts.
 * @param identifier the identifier of the text.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when there is no local text;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8; #CALQUE_IO_ERROR when
 *         the record cannot be written: it is kept until the process ends.
 */
CALQUE_API calque_status calque_texts_mark_seen(calque_texts *texts,
                                                const char *identifier,
                                                size_t identifier_length,
                                                calque_error **error);

CALQUE_END

#endif
