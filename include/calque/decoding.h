/**
 * @file decoding.h
 * @brief Texts with references `%{key}` to messages: decoding, tokens, checks.
 *
 * Decoding replaces each reference `%{key}` of a text by the message, whose
 * own references are replaced in turn. The option `mode` of the table selects
 * one of two sets of rules; `docs/messages.md` describes them.
 */
#ifndef CALQUE_DECODING_H
#define CALQUE_DECODING_H

#include "arg.h"
#include "messages.h"

CALQUE_BEGIN

/**
 * Decodes a text: replaces its references, and those of the inserted messages.
 *
 * A reference stays as written if its key is unknown, if its message contains
 * it, directly or through others, or if it would exceed a limit of the table.
 *
 * @param messages the table.
 * @param text the text.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK, also when keys are unknown; #CALQUE_TRUNCATED (also when
 *         one of the next two applies); #CALQUE_CYCLE when a message refers to
 *         itself; #CALQUE_LIMITED when a limit was reached;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8 with an empty text.
 * @callsback The resolver, or callbacks of a connected translator.
 */
CALQUE_API calque_status calque_messages_decode(const calque_messages *messages,
                                                const char *text,
                                                size_t text_length,
                                                char *buffer, size_t capacity,
                                                size_t *length);

/**
 * Tokenizes a text into a JSON array of strings and integers; a line break is
 * the string "\n".
 *
 * @param messages the table.
 * @param text the text.
 * @param json set to the array; empty on failure.
 * @return #CALQUE_OK; #CALQUE_CYCLE and #CALQUE_LIMITED as
 * calque_messages_decode(); #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback The resolver, or callbacks of a connected translator.
 */
CALQUE_API calque_status calque_messages_tokenize(
    const calque_messages *messages, const char *text, size_t text_length,
    calque_string *json, calque_error **error);

/**
 * Decodes a text and replaces `%1` to `%n` by arguments.
 *
 * Inserted values are not searched for placeholders. A placeholder without an
 * argument stays as written.
 *
 * @param messages the table.
 * @param text the text; `%{key}` formats a message.
 * @param args arguments in order; their names are ignored. NULL when
 *        `arg_count` is 0.
 * @param arg_count the number of arguments.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK, #CALQUE_TRUNCATED, #CALQUE_CYCLE, #CALQUE_LIMITED as
 *         calque_messages_decode(); #CALQUE_INVALID_PLACEHOLDER with the text
 *         when the numbers are not 1 to `arg_count`, each once (a text of a
 *         resolver or translator may leave some out);
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON
 *         with an empty text.
 * @callsback The resolver, or callbacks of a connected translator.
 */
CALQUE_API calque_status calque_messages_format(
    const calque_messages *messages, const char *text, size_t text_length,
    const calque_arg *args, size_t arg_count, char *buffer, size_t capacity,
    size_t *length, calque_error **error);

/**
 * Checks the references of a text, and those of the messages that it refers to.
 *
 * The JSON object has `missing`, `cycles` and `limited`, arrays of the keys
 * whose references stay as written, by the reason; and `placeholders`, the
 * numbers of the decoded text in order.
 *
 * @param messages the table.
 * @param text the text.
 * @param json set to the object; empty on failure.
 * @return #CALQUE_OK when every reference can be replaced; #CALQUE_CYCLE, else
 *         #CALQUE_LIMITED, else #CALQUE_NOT_FOUND when one cannot;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @callsback The resolver, or callbacks of a connected translator.
 */
CALQUE_API calque_status calque_messages_check(const calque_messages *messages,
                                               const char *text,
                                               size_t text_length,
                                               calque_string *json,
                                               calque_error **error);

/**
 * Compares the messages of a translation with those of its source, without
 * their parents.
 *
 * The JSON object has arrays of keys: `missing` (only in the source), `extra`
 * (only in the translation), `empty` (empty in the translation alone), and
 * `mismatches`: objects with `key`, `source` and `translation`, the last two
 * being the placeholders of each side (`%1`, `%{key}` in lower case).
 *
 * @param source the source's table.
 * @param translation the translation's table.
 * @param json set to the object; empty on failure.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_messages_compare(
    const calque_messages *source, const calque_messages *translation,
    calque_string *json, calque_error **error);

CALQUE_END

#endif
