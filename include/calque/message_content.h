/**
 * @file message_content.h
 * @brief The content of a message of a conversation.
 *
 * A message has the parts of an MSMessage: a URL whose query items hold its
 * state, a layout, a summary, an accessibility label, and whether it expires.
 * They are checked when the message is inserted or sent, or by
 * calque_transcript_message_validate().
 *
 * @threadsafety One thread at a time for one message.
 */
#ifndef CALQUE_MESSAGE_CONTENT_H
#define CALQUE_MESSAGE_CONTENT_H

#include "session.h"

CALQUE_BEGIN

/** The maximum number of characters of a message's URL, percent-encoded. */
#define CALQUE_TRANSCRIPT_URL_LIMIT 5000

/**
 * A member of a message.
 *
 * - `url`: its state, an http, https or data URL of up to
 *   #CALQUE_TRANSCRIPT_URL_LIMIT characters;
 * - `summaryText`: the text that may replace the message when it is updated;
 * - `accessibilityLabel`: the text for assistive technology;
 * - `layout`: a JSON object that describes how the message is shown.
 *
 * calque_transcript_message_get_info() has the others.
 *
 * @param message the message.
 * @param member one of these names.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND with an empty text when it is not set;
 *         #CALQUE_INVALID_OPTION for another name; #CALQUE_TRUNCATED,
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_transcript_message_get(
    const calque_transcript_message *message, const char *member,
    size_t member_length, char *buffer, size_t capacity, size_t *length);

/**
 * Sets a member of a message; calque_transcript_message_get() lists them.
 *
 * `url`: characters that a URL may not have (white space, quotes, angle
 * brackets, braces, bytes that are not ASCII) are percent-encoded; a percent
 * sign stays as it is. Scheme and length are checked when the message is
 * inserted or sent, or by calque_transcript_message_validate().
 *
 * `id`: the identifier that the message will have when it is inserted or sent,
 * for hosts that create identifiers. It must be unique: one that the
 * conversation already has is replaced by a new one. `error`: a number of
 * #calque_transcript_error; it is archived, but not sent or copied.
 * `shouldExpire`: `true` to have the message deleted some time after it was
 * read, `false` not to.
 *
 * `layout`: a template layout has `image`, `mediaFileURL`, `imageTitle`,
 * `imageSubtitle`, `caption`, `subcaption`, `trailingCaption` and
 * `trailingSubcaption`, each a text or null. A live layout has `alternate`, a
 * template layout, and `live`, any JSON value. Other members are kept.
 *
 * @param message the message.
 * @param member the name of the member.
 * @param value the text, or the JSON object of a layout; NULL removes it.
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION for a name that is not a member;
 *         #CALQUE_INVALID_ARGUMENT also for a wrong `id`, `error` or
 *         `shouldExpire`; #CALQUE_INVALID_UTF8; of a layout
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE, #CALQUE_LIMIT_EXCEEDED.
 */
CALQUE_API calque_status calque_transcript_message_set(
    calque_transcript_message *message, const char *member,
    size_t member_length, const char *value, size_t value_length,
    calque_error **error);

/**
 * Sets a query item of the URL; its name and value are percent-encoded. The
 * first item with the name is replaced, and others are removed; a new item is
 * appended. A message without a URL gets `data:,`.
 *
 * @param message the message.
 * @param name name of the item.
 * @param value its value; NULL removes the item.
 * @return #CALQUE_OK; #CALQUE_LIMIT_EXCEEDED when the URL would become too long
 *         (it does not change); #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_transcript_message_query_set(
    calque_transcript_message *message, const char *name, size_t name_length,
    const char *value, size_t value_length, calque_error **error);

/**
 * The decoded value of the first query item with a name. A plus sign does not
 * stand for a space. A value that does not decode to UTF-8 is returned as in
 * the URL.
 *
 * @param message the message.
 * @param name name of the item.
 * @param buffer receives the value; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK, also for an item without a value; #CALQUE_NOT_FOUND with
 *         an empty text; #CALQUE_TRUNCATED, #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_transcript_message_query_get(
    const calque_transcript_message *message, const char *name,
    size_t name_length, char *buffer, size_t capacity, size_t *length);

/**
 * All query items, decoded, as a JSON array of `[name, value]`; the value of
 * an item without an equals sign is null.
 *
 * @param message the message.
 * @param json set to the array.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_transcript_message_query_items(
    const calque_transcript_message *message, calque_string *json,
    calque_error **error);

/**
 * Checks the content of a message, as inserting and sending do.
 *
 * @param message the message.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT for a scheme other than http,
 *         https and data, and with #CALQUE_TRANSCRIPT_ERROR_IMPROPER_FILE_URL
 *         or #CALQUE_TRANSCRIPT_ERROR_IMPROPER_FILE_TYPE for the media file of
 *         the layout; #CALQUE_LIMIT_EXCEEDED with
 *         #CALQUE_TRANSCRIPT_ERROR_URL_TOO_LONG.
 */
CALQUE_API calque_status calque_transcript_message_validate(
    const calque_transcript_message *message, calque_error **error);

CALQUE_END

#endif
