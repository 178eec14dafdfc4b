/**
 * @file error.h
 * @brief Why a call failed: an immutable object with code, text and position.
 *
 * A call sets its `error` parameter only when it returns a failure (20 and
 * above). Declare `calque_error *error = NULL;` and release it afterwards.
 */
#ifndef CALQUE_ERROR_H
#define CALQUE_ERROR_H

#include "status.h"
#include "string.h"

CALQUE_BEGIN

/** A failure; immutable, so it may be read from several threads. */
typedef struct calque_error calque_error;

/**
 * The status that came with the error.
 *
 * @param error may be NULL.
 * @return the status, #CALQUE_OK for NULL.
 */
CALQUE_API calque_status calque_error_status(const calque_error *error);

/**
 * The number of the failure in the original library, such as those of
 * #calque_transcript_error, or an HTTP status.
 *
 * @param error may be NULL.
 * @return the number; 0 when there is none.
 */
CALQUE_API int32_t calque_error_detail(const calque_error *error);

/**
 * One line of English text, with source, line, column and JSON path where they
 * are known: "not a JSON object (de.json:1:2)".
 *
 * @param error may be NULL.
 * @return NUL-terminated text that lives as long as the error; "" for NULL.
 */
CALQUE_API const char *calque_error_message(const calque_error *error);

/**
 * The line of the source text that the failure is in.
 *
 * @param error may be NULL.
 * @return the line, counted from 1; 0 when there is no position.
 */
CALQUE_API size_t calque_error_line(const calque_error *error);

/**
 * The column of the source text that the failure is at.
 *
 * @param error may be NULL.
 * @return the column in bytes, counted from 1; 0 when there is no position.
 */
CALQUE_API size_t calque_error_column(const calque_error *error);

/**
 * JSON path of the offending value, such as "interpolation.prefix".
 *
 * @param error may be NULL.
 * @return NUL-terminated text that lives as long as the error; "" when there
 *         is none.
 */
CALQUE_API const char *calque_error_path(const calque_error *error);

/**
 * Name of the file or resource that the failing text came from.
 *
 * @param error may be NULL.
 * @return NUL-terminated text that lives as long as the error; "" when there
 *         is none.
 */
CALQUE_API const char *calque_error_source(const calque_error *error);

/**
 * Creates an error, for libraries that accompany this one.
 *
 * @param status a failure, 20 and above; another number counts as
 *        #CALQUE_INVALID_ARGUMENT.
 * @param message one line of English text, NULL for none.
 * @return the error, yours to release.
 */
CALQUE_API calque_error *calque_error_create(calque_status status,
                                             const char *message,
                                             size_t message_length);

/**
 * Frees an error.
 *
 * @param error may be NULL.
 * @threadsafety Safe from any thread, once.
 */
CALQUE_API void calque_error_release(calque_error *error);

/**
 * Called once, when an operation that was started has ended.
 *
 * The functions that start one take the completion, its `user_data` and a
 * function that frees that, and give a number, with which `..._cancel` of the
 * same noun ends the operation early.
 *
 * @param user_data as passed to the function that started it.
 * @param status the result. A cancelled operation ends with #CALQUE_CANCELLED,
 *        as all do whose object is released first.
 * @param result JSON, as the function describes it; data is NULL when there is
 *        none.
 * @param error what failed, also in part; NULL for #CALQUE_OK and
 *        #CALQUE_UNCHANGED. The completion borrows it, as it does `result`.
 */
typedef void (*calque_completion)(void *user_data, calque_status status,
                                  calque_str result, const calque_error *error);

CALQUE_END

#endif
