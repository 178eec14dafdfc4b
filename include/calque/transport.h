/**
 * @file transport.h
 * @brief Transports, which carry requests and responses.
 *
 * The library opens no sockets. Loading over a network uses a
 * #calque_transport, a table of functions: that of `libcalque-http`, or one
 * that the program writes around its own HTTP client.
 *
 * A transport gets a #calque_exchange for each request and ends it exactly
 * once, from any thread, with calque_exchange_complete() or
 * calque_exchange_fail(). A program that makes requests of its own over a
 * transport passes an exchange from calque_exchange_create() to its `start`.
 */
#ifndef CALQUE_TRANSPORT_H
#define CALQUE_TRANSPORT_H

#include "error.h"
#include "string.h"

CALQUE_BEGIN

/** A header field of a request or a response. */
typedef struct calque_header {
    /** Name; case-insensitive. */
    calque_str name;
    /** Value. */
    calque_str value;
} calque_header;

/** A request. Everything in it lives until its exchange is ended. */
typedef struct calque_request {
    /** sizeof(calque_request) of the library. */
    size_t struct_size;
    /** Number of the exchange, as passed to cancel(); never 0. */
    uint64_t number;
    /** Method, such as GET. */
    calque_str method;
    /** Absolute URL, percent-encoded. */
    calque_str url;
    /** Header fields. */
    const calque_header *headers;
    /** The number of header fields. */
    size_t header_count;
    /** Body; data is NULL for none. */
    calque_str body;
    /** Milliseconds until a connection must be established; 0 for no limit. */
    uint32_t connect_timeout;
    /** Milliseconds until the response must be complete; 0 for no limit. */
    uint32_t timeout;
    /** The maximum number of redirects to follow. */
    uint32_t maximum_redirects;
    /** The maximum size of the response body in bytes, decompressed. */
    size_t maximum_bytes;
} calque_request;

/** A response. */
typedef struct calque_response {
    /** sizeof(calque_response). */
    size_t struct_size;
    /** HTTP status, such as 200. */
    int32_t status;
    /** Header fields. */
    const calque_header *headers;
    /** The number of header fields. */
    size_t header_count;
    /** Body: any bytes, decompressed. */
    calque_str body;
} calque_response;

/** A request under way, owned by the transport until it is ended. */
typedef struct calque_exchange calque_exchange;

/** A transport. The structure is copied where it is given. */
typedef struct calque_transport {
    /** sizeof(calque_transport). */
    size_t struct_size;
    /** First argument of every function. */
    void *user_data;
    /** Called once with `user_data` when this copy is no longer used. */
    void (*user_data_free)(void *user_data);
    /**
     * Starts a request and returns without waiting for the response. Must not
     * be NULL. `exchange` has to be ended exactly once, now or later.
     */
    void (*start)(void *user_data, const calque_request *request,
                  calque_exchange *exchange);
    /**
     * Called when the response is no longer needed, so that the transport may
     * stop. The exchange with that number must still be ended. May be NULL.
     */
    void (*cancel)(void *user_data, uint64_t number);
} calque_transport;

/**
 * Receives the outcome of an exchange that the program created; called once.
 *
 * @param user_data as passed to calque_exchange_create().
 * @param status #CALQUE_OK with a response, whatever its HTTP status; otherwise
 *        as calque_exchange_fail() gets it.
 * @param response valid until the function returns; NULL on failure.
 * @param error what failed, valid until the function returns; NULL for
 *        #CALQUE_OK.
 */
typedef void (*calque_exchange_completion)(void *user_data,
                                           calque_status status,
                                           const calque_response *response,
                                           const calque_error *error);

/**
 * Creates an exchange for a request of the program, to be passed to the `start`
 * of a transport with it. The request must live until the exchange is ended.
 *
 * @param completion called when the transport ends the exchange.
 * @param user_data its first argument.
 * @param user_data_free called with `user_data` after the completion; may be
 *        NULL.
 * @param out set to the exchange, NULL on failure.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_exchange_create(
    calque_exchange_completion completion, void *user_data,
    void (*user_data_free)(void *user_data), calque_exchange **out);

/**
 * Ends an exchange with the response of a server, whatever its status.
 *
 * @param exchange the exchange; invalid afterwards. Does nothing for NULL.
 * @param response the response, borrowed for the call. NULL, or one with a
 *        wrong `struct_size`, counts as #CALQUE_BAD_RESPONSE.
 */
CALQUE_API void calque_exchange_complete(calque_exchange *exchange,
                                         const calque_response *response);

/**
 * Ends an exchange without a response.
 *
 * @param exchange the exchange; invalid afterwards. Does nothing for NULL.
 * @param status why: #CALQUE_UNREACHABLE, #CALQUE_TIMEOUT, #CALQUE_INSECURE,
 *        #CALQUE_CANCELLED, #CALQUE_LIMIT_EXCEEDED, #CALQUE_BAD_RESPONSE,
 *        #CALQUE_IO_ERROR or #CALQUE_UNSUPPORTED; another one counts as
 *        #CALQUE_UNREACHABLE.
 * @param message one line of English text; NULL for none.
 */
CALQUE_API void calque_exchange_fail(calque_exchange *exchange,
                                     calque_status status, const char *message,
                                     size_t message_length);

/**
 * Services of the program for loading, texts and proposals. A structure that is
 * all zero except for `struct_size` means the defaults: no network, the
 * system's clock, callbacks on the library's own thread.
 */
typedef struct calque_services {
    /** sizeof(calque_services). */
    size_t struct_size;
    /**
     * Carries the requests; NULL for none. Copied. If the call that takes it
     * succeeds, its `user_data_free` is called when it is no longer used.
     */
    const calque_transport *transport;
    /** First argument of the functions below. */
    void *user_data;
    /** Called once with `user_data` when it is no longer needed. */
    void (*user_data_free)(void *user_data);
    /** Milliseconds since 1970; the system's clock by default. */
    int64_t (*now)(void *user_data);
    /**
     * Must cause `work(argument)` to be called once, on the thread where the
     * program wants callbacks, soon and in the order of the calls. By default,
     * callbacks run on the library's own thread.
     */
    void (*dispatch)(void *user_data, void (*work)(void *argument),
                     void *argument);
} calque_services;

CALQUE_END

#endif
