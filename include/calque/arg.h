/**
 * @file arg.h
 * @brief Call options and variables for hot code: no parsing, no allocation.
 *
 * An argument with the name of an option (`count`, `context`, `lng`,
 * `defaultValue` ...) sets that option; any other argument is a variable of the
 * text. In format `ios`, `variables` may hold all variables as a JSON object;
 * other names that are no options are added to it.
 *
 * @code
 * calque_arg args[] = {CALQUE_ARG_INT("count", 3),
 *                      CALQUE_ARG_TEXT("who", "Bo")};
 * @endcode
 */
#ifndef CALQUE_ARG_H
#define CALQUE_ARG_H

#include "export.h"

CALQUE_BEGIN

/** Which field of a #calque_arg holds its value. */
typedef int32_t calque_arg_kind;

/** JSON null. */
#define CALQUE_ARG_KIND_NULL ((calque_arg_kind)0)
/** An integer, in `integer`. */
#define CALQUE_ARG_KIND_INT ((calque_arg_kind)1)
/** A double, in `number`. */
#define CALQUE_ARG_KIND_DOUBLE ((calque_arg_kind)2)
/** A boolean, in `integer`: 0 is false. */
#define CALQUE_ARG_KIND_BOOL ((calque_arg_kind)3)
/** UTF-8 text, in `text` and `length`. */
#define CALQUE_ARG_KIND_TEXT ((calque_arg_kind)4)
/**
 * A number as decimal digits, in `text` and `length`. It is rendered as
 * written, and plural rules see its fraction digits: in English "1" is one,
 * "1.0" other.
 */
#define CALQUE_ARG_KIND_DECIMAL ((calque_arg_kind)5)
/** Any JSON value, such as an object of variables, in `text` and `length`. */
#define CALQUE_ARG_KIND_JSON ((calque_arg_kind)6)

/** A named argument. Fields that its kind does not use are ignored. */
typedef struct calque_arg {
    /** UTF-8 name; must not be empty. */
    const char *name;
    /** Bytes of the name, or #CALQUE_NTS. */
    size_t name_length;
    /** The type of the value, and so the field that holds it. */
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
