/**
 * @file interpreter.h
 * @brief Functions for the runtimes of interpreted languages.
 *
 * An interpreter with a global lock needs functions that other programs do not.
 * A minor version may change or remove them, so `calque.h` does not include
 * this header.
 */
#ifndef CALQUE_INTERPRETER_H
#define CALQUE_INTERPRETER_H

#include "translate.h"
#include "view.h"

CALQUE_BEGIN

/**
 * Like calque_translator_translate(), but only for calls that need no callback,
 * so that the caller may hold a lock of its own.
 *
 * @param translator the translator.
 * @param key the key.
 * @param args options and variables; NULL when `arg_count` is 0.
 * @param arg_count the number of arguments.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return as calque_view_try_translate().
 * @threadsafety Safe from any thread; never waits.
 */
CALQUE_API calque_status calque_translator_try_translate(
    const calque_translator *translator, const char *key, size_t key_length,
    const calque_arg *args, size_t arg_count, char *buffer, size_t capacity,
    size_t *length);

/**
 * Like calque_view_translate(), but only for calls that need no callback, so
 * that the caller may hold a lock of its own. It declines a call that would
 * call a function of the host: a formatter, a post-processor, one that is told
 * of a missing key, and so on.
 *
 * @param view the view.
 * @param key the key.
 * @param args options and variables; NULL when `arg_count` is 0.
 * @param arg_count the number of arguments.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK, #CALQUE_MISSING_KEY, #CALQUE_TRUNCATED;
 *         #CALQUE_UNSUPPORTED with an empty text for a call that is declined,
 *         invalid ones included: call calque_view_translate() then.
 * @threadsafety Safe from any thread; never waits.
 */
CALQUE_API calque_status calque_view_try_translate(
    const calque_view *view, const char *key, size_t key_length,
    const calque_arg *args, size_t arg_count, char *buffer, size_t capacity,
    size_t *length);

CALQUE_END

#endif
