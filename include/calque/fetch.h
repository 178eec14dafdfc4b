/**
 * @file fetch.h
 * @brief One request, made the way the library makes its own.
 *
 * The transport of the services makes the request; `file:` URLs and absolute
 * paths are read from the file system. Use it to try a transport, or for an
 * occasional request.
 */
#ifndef CALQUE_FETCH_H
#define CALQUE_FETCH_H

#include "error.h"
#include "transport.h"

CALQUE_BEGIN

/** A request that was started: reference counted. */
typedef struct calque_fetch calque_fetch;

/**
 * Starts a request and returns without waiting for the response, unless the
 * transport itself waits.
 *
 * @param request copied. `url` must be set. An empty `method` is GET; 0 as
 *        `maximum_bytes` is 64 MiB; `number` is not read.
 * @param services NULL for the defaults, with which only files can be read.
 *        `now` and `dispatch` are not used.
 * @param out set to the request, NULL on failure. Must not be NULL.
 * @param error set on failure; may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, also for a URL that is neither
 *         http, https nor file, or not percent-encoded;
 *         #CALQUE_INVALID_UTF8; #CALQUE_UNSUPPORTED for members that this
 *         version does not know.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_fetch_start(const calque_request *request,
                                            const calque_services *services,
                                            calque_fetch **out,
                                            calque_error **error);

/**
 * Adds a reference.
 *
 * @param fetch may be NULL.
 * @return `fetch`.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_fetch *calque_fetch_retain(calque_fetch *fetch);

/**
 * Releases a reference. Releasing the last one cancels a request that is under
 * way.
 *
 * @param fetch may be NULL.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API void calque_fetch_release(calque_fetch *fetch);

/**
 * Ends the request with #CALQUE_CANCELLED, unless it is over.
 *
 * @param fetch may be NULL.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API void calque_fetch_cancel(calque_fetch *fetch);

/**
 * Waits for the response.
 *
 * @param fetch must not be NULL.
 * @param response filled in; its texts are valid as long as `fetch`. All zero
 *        on failure. Must not be NULL.
 * @param error set on failure; may be NULL.
 * @return #CALQUE_OK for a response of any HTTP status (a file has 200 or, if
 *         it does not exist, 404); the failures of calque_exchange_fail();
 *         #CALQUE_INVALID_ARGUMENT.
 * @blocks Waits for the network.
 * @threadsafety Safe from any thread, from several at once.
 * @since 0.1
 */
CALQUE_API calque_status calque_fetch_wait(calque_fetch *fetch,
                                           calque_response *response,
                                           calque_error **error);

CALQUE_END

#endif
