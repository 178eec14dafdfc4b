/**
 * @file arg.h
 * @brief Call options and variables for hot code: no parsing, no allocation.
 *
 * A name that is an option of the format (`count`, `context`, `lng`,
 * `defaultValue` ...; for format `ios` also `variables` as JSON) acts as that
 * option; any other is a variable of the text. In format `ios`, whose variables
 * live in `variables`, other names are taken as members of it.
 *
 * @code
 * calque_arg args[] = {CALQUE_ARG_INT("count", 3), CALQUE_ARG_TEXT("who",
 * "Bo")};
 * @endcode
 */
#ifndef CALQUE_ARG_H
#define CALQUE_ARG_H

#include "export.h"

CALQUE_BEGIN

/** Which field of a #calque_arg holds its value. */
typedef int32_t calque_arg_kind;

/** JSON null; also what an all-zero structure means. */
#define CALQUE_ARG_KIND_NULL ((calque_arg_kind)0)
/** `integer`. */
#define CALQUE_ARG_KIND_INT ((calque_arg_kind)1)
/** `number`. */
#define CALQUE_ARG_KIND_DOUBLE ((calque_arg_kind)2)
/** `integer`, 0 is false. */
#define CALQUE_ARG_KIND_BOOL ((calque_arg_kind)3)
/** `text` and `length`: UTF-8. */
#define CALQUE_ARG_KIND_TEXT ((calque_arg_kind)4)
/**
 * `text` and `length`: a number in decimal digits whose visible fraction
 * counts for plural rules, so that "1.0" is not "1". Rendered as written.
 */
#define CALQUE_ARG_KIND_DECIMAL ((calque_arg_kind)5)
/** `text` and `length`: any JSON value, such as an object of variables. */
#define CALQUE_ARG_KIND_JSON ((calque_arg_kind)6)

/** One named argument. All-zero fields mean "not set". */
typedef struct calque_arg {
    /** UTF-8 name. */
    const char *name;
    /** Bytes of the name, or #CALQUE_NTS. */
    size_t name_length;
    /** Which of the next fields counts. */
    calque_arg_kind kind;
    /** Must be 0. */
    uint32_t reserved;
    /** Value of the kinds INT and BOOL. */
    int64_t integer;
    /** Value of the kind DOUBLE. */
    double number;
    /** Value of the kinds TEXT, DECIMAL and JSON. */
    const char *text;
    /** Bytes of `text`, or #CALQUE_NTS. */
    size_t length;
} calque_arg;

/** Initializer: an integer. */
#define CALQUE_ARG_INT(name, value)                                            \
    {(name), CALQUE_NTS, CALQUE_ARG_KIND_INT, 0, (value), 0, NULL, 0}
/** Initializer: a double. */
#define CALQUE_ARG_DOUBLE(name, value)                                         \
    {(name), CALQUE_NTS, CALQUE_ARG_KIND_DOUBLE, 0, 0, (value), NULL, 0}
/** Initializer: true or false. */
#define CALQUE_ARG_BOOL(name, value)                                           \
    {(name), CALQUE_NTS, CALQUE_ARG_KIND_BOOL, 0, (value), 0, NULL, 0}
/** Initializer: NUL-terminated text. */
#define CALQUE_ARG_TEXT(name, value)                                           \
    {(name), CALQUE_NTS, CALQUE_ARG_KIND_TEXT, 0, 0, 0, (value), CALQUE_NTS}
/** Initializer: a NUL-terminated decimal number. */
#define CALQUE_ARG_DECIMAL(name, value)                                        \
    {(name), CALQUE_NTS, CALQUE_ARG_KIND_DECIMAL, 0, 0, 0, (value), CALQUE_NTS}
/** Initializer: NUL-terminated JSON. */
#define CALQUE_ARG_JSON(name, value)                                           \
    {(name), CALQUE_NTS, CALQUE_ARG_KIND_JSON, 0, 0, 0, (value), CALQUE_NTS}

CALQUE_END

#endif
