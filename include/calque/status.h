/**
 * @file status.h
 * @brief Every status number of the library. This file is the registry: a
 * number is never reused, new ones are added at the end of their group.
 *
 * 0 is success, 1 to 19 are outcomes that callers branch on (the outputs are
 * set), 20 and above are failures (an error object can be had).
 */
#ifndef CALQUE_STATUS_H
#define CALQUE_STATUS_H

#include "export.h"

CALQUE_BEGIN

/** What a call came to: one of the CALQUE_ constants below. */
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

/** A parameter is NULL, out of range or of an unknown kind. */
#define CALQUE_INVALID_ARGUMENT ((calque_status)20)
/** A text is not well-formed UTF-8. */
#define CALQUE_INVALID_UTF8 ((calque_status)21)
/** A text is not JSON. */
#define CALQUE_INVALID_JSON ((calque_status)22)
/** JSON of another type than the call takes. */
#define CALQUE_INVALID_TYPE ((calque_status)23)
/** An option has a value of the wrong type or out of range. */
#define CALQUE_INVALID_OPTION ((calque_status)24)
/** A locale is not a language tag, or nothing is known about it. */
#define CALQUE_INVALID_LOCALE ((calque_status)25)
/** Placeholders of a text and arguments do not go together. */
#define CALQUE_INVALID_PLACEHOLDER ((calque_status)26)
/** A limit was exceeded: bytes, depth, members. */
#define CALQUE_LIMIT_EXCEEDED ((calque_status)30)
/** The file system refused. */
#define CALQUE_IO_ERROR ((calque_status)40)
/** This build or this format cannot do it. */
#define CALQUE_UNSUPPORTED ((calque_status)50)
/** Not possible in the present state, or refused by the host. */
#define CALQUE_REFUSED ((calque_status)51)

/**
 * Name of a status, such as "CALQUE_MISSING_KEY".
 *
 * @param status any number.
 * @return a NUL-terminated text that lives as long as the library is loaded;
 *         "CALQUE_UNKNOWN" for a number that is not in the registry.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API const char *calque_status_name(calque_status status);

CALQUE_END

#endif
