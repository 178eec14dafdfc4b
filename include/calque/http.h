/**
 * @file http.h
 * @brief HTTP over libcurl: the library `libcalque-http`, beside `libcalque`.
 *
 * Not included by calque.h: a program that has an HTTP client of its own writes
 * a #calque_transport around that instead, and needs neither this nor libcurl.
 *
 * Requests run at the same time on one background thread, which exists only
 * while there are any. TLS certificates are always verified. Redirects are
 * followed to http and https, never from https to http. Responses are
 * decompressed. Connections are reused. The proxy is that of the environment
 * (`http_proxy`, `https_proxy`, `no_proxy`) unless an option says otherwise.
 *
 * A request fails with #CALQUE_UNREACHABLE when no connection could be made, or
 * it broke before the response began; #CALQUE_INSECURE when TLS failed or a
 * redirect leads from https to http; #CALQUE_TIMEOUT; #CALQUE_LIMIT_EXCEEDED
 * when the body has more bytes than the request allows, or the header more than
 * 64 KiB or 256 fields; #CALQUE_BAD_RESPONSE when the response is cut short,
 * cannot be decoded or is not HTTP, or there are too many redirects;
 * #CALQUE_UNSUPPORTED for a URL that is not http or https; #CALQUE_CANCELLED.
 *
 * The library calls curl_global_init() once in a process and never cleans up,
 * so the program may use libcurl itself.
 */
#ifndef CALQUE_HTTP_H
#define CALQUE_HTTP_H

#include "error.h"
#include "transport.h"

CALQUE_BEGIN

/** A client with its connections: reference counted. */
typedef struct calque_http calque_http;

/**
 * Creates a client.
 *
 * @param options JSON object; NULL for the defaults.
 *        - `caFile`: text, a file of certificates in PEM that are trusted
 *          instead of those of the system;
 *        - `caPath`: text, a directory of such certificates, hashed as
 *          OpenSSL does it;
 *        - `proxy`: text, the URL of a proxy; "" for none at all;
 *        - `maxConnectionsPerHost`: 1 to 1000, 6 by default; further requests
 *          to a host wait, and the waiting counts towards their timeout.
 * @param out set to the client, NULL on failure. Must not be NULL.
 * @param error set on failure; may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT; #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE and
 *         #CALQUE_INVALID_OPTION for the options; #CALQUE_UNSUPPORTED when
 *         libcurl cannot be used.
 */
CALQUE_API calque_status calque_http_create(const char *options,
                                            size_t options_length,
                                            calque_http **out,
                                            calque_error **error);

/**
 * Adds a reference.
 *
 * @param http may be NULL.
 * @return `http`.
 */
CALQUE_API calque_http *calque_http_retain(calque_http *http);

/**
 * Releases a reference. When the last one is released, by a handle or a
 * transport, the client is closed and freed; see calque_http_close().
 *
 * @param http may be NULL.
 */
CALQUE_API void calque_http_release(calque_http *http);

/**
 * Ends every request that is under way with #CALQUE_CANCELLED, and waits for
 * the background thread; requests that are started later end the same way.
 * Called on the background thread itself, it does not wait.
 *
 * @param http may be NULL.
 */
CALQUE_API void calque_http_close(calque_http *http);

/**
 * Makes a transport of the client.
 *
 * @param http the client. Must not be NULL.
 * @param out filled in; its `user_data` is a reference to the client, which its
 *        `user_data_free` releases. A function that takes the transport calls
 *        `user_data_free` when it no longer needs it; if that function fails,
 *        or is never called, the caller does. Must not be NULL.
 * @return #CALQUE_OK or #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_http_transport(calque_http *http,
                                               calque_transport *out);

CALQUE_END

#endif
