/**
 * @file status.h
 * @brief Every status number of the library. This file is the registry: a
 * number is never reused, new ones are added at the end of their group.
 *
 * 0 is success, 1 to 19 are outcomes that callers branch on (the outputs are
 * set), 20 and above are failures (an error object has the details).
 */
#ifndef CALQUE_STATUS_H
#define CALQUE_STATUS_H

#include "export.h"

CALQUE_BEGIN

/** The outcome of a call: one of the CALQUE_ constants below. */
typedef int32_t calque_status;

/** Done. */
#define CALQUE_OK ((calque_status)0)
/** The text did not fit into the buffer; its full length was reported. */
#define CALQUE_TRUNCATED ((calque_status)1)
/** There is no such resource, bundle or member. */
#define CALQUE_NOT_FOUND ((calque_status)2)
/** No translation was found; the text is the default value or the key. */
#define CALQUE_MISSING_KEY ((calque_status)3)
/** Nothing had to change. */
#define CALQUE_UNCHANGED ((calque_status)4)
/** A message refers to itself; the text keeps that reference as written. */
#define CALQUE_CYCLE ((calque_status)5)
/** A limit was reached; the text keeps as written what would exceed it. */
#define CALQUE_LIMITED ((calque_status)6)
/** The request was carried out in part; a report lists the rest. */
#define CALQUE_PARTIAL ((calque_status)7)

/** A parameter is NULL, out of range or of an unknown kind. */
#define CALQUE_INVALID_ARGUMENT ((calque_status)20)
/** A text is not well-formed UTF-8. */
#define CALQUE_INVALID_UTF8 ((calque_status)21)
/** A text is not JSON. */
#define CALQUE_INVALID_JSON ((calque_status)22)
/** A JSON value has another type than the call expects. */
#define CALQUE_INVALID_TYPE ((calque_status)23)
/** An option has a value of the wrong type or out of range. */
#define CALQUE_INVALID_OPTION ((calque_status)24)
/** A locale is not a language tag, or is not known. */
#define CALQUE_INVALID_LOCALE ((calque_status)25)
/** The placeholders of a text do not match the arguments. */
#define CALQUE_INVALID_PLACEHOLDER ((calque_status)26)
/** A limit was exceeded: bytes, depth, members. */
#define CALQUE_LIMIT_EXCEEDED ((calque_status)30)
/** A file could not be read or written. */
#define CALQUE_IO_ERROR ((calque_status)40)
/** A file is damaged, or does not have the expected format. */
#define CALQUE_CORRUPT ((calque_status)41)
/** Not supported by this build, this version or this format. */
#define CALQUE_UNSUPPORTED ((calque_status)50)
/** Not possible in the current state, or refused by the host. */
#define CALQUE_REFUSED ((calque_status)51)
/** It conflicts with existing data. */
#define CALQUE_CONFLICT ((calque_status)52)
/** It was cancelled before it was done. */
#define CALQUE_CANCELLED ((calque_status)60)
/** The time limit was exceeded. */
#define CALQUE_TIMEOUT ((calque_status)61)
/** No connection could be made, or it broke. */
#define CALQUE_UNREACHABLE ((calque_status)62)
/** The server could not prove its identity. */
#define CALQUE_INSECURE ((calque_status)63)
/** The server responded with an HTTP status of failure; it is the detail. */
#define CALQUE_HTTP_STATUS ((calque_status)64)
/** The server's response is invalid, for example cut short. */
#define CALQUE_BAD_RESPONSE ((calque_status)65)
/** Nothing could be loaded; a report says why. */
#define CALQUE_LOAD_FAILED ((calque_status)66)

/**
 * Name of a status, such as "CALQUE_MISSING_KEY".
 *
 * @param status any number.
 * @return a NUL-terminated text that lives as long as the library is loaded;
 *         "CALQUE_UNKNOWN" for a number that is not in the registry.
 */
CALQUE_API const char *calque_status_name(calque_status status);

CALQUE_END

#endif
