/**
 * @file session.h
 * @brief Sessions and messages of conversations.
 *
 * A session is the identity of messages that replace one another: in a
 * transcript, a message replaces the earlier message of its session. A message
 * object may be changed at any time, because conversations copy messages.
 * message_content.h has the content of messages.
 *
 * Sessions, messages and participants are 128-bit identifiers, which are
 * written as UUIDs.
 */
#ifndef CALQUE_SESSION_H
#define CALQUE_SESSION_H

#include "error.h"
#include "string.h"

CALQUE_BEGIN

/** A 128-bit identifier; all-zero means none. */
typedef struct calque_id {
    /** The first eight bytes, as a big-endian number. */
    uint64_t high;
    /** The last eight bytes, as a big-endian number. */
    uint64_t low;
} calque_id;

/**
 * Makes a random identifier, as of a new session.
 *
 * @return a UUID of version 4.
 */
CALQUE_API calque_id calque_id_random(void);

/**
 * Reads an identifier: 32 hexadecimal digits, or a UUID with its hyphens.
 *
 * @param text the identifier.
 * @param out set to the identifier, all-zero on failure.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT also for the identifier that is
 *         all zero; #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_id_parse(const char *text, size_t length,
                                         calque_id *out, calque_error **error);

/**
 * Writes an identifier as a UUID in lower case: 36 characters.
 *
 * @param id the identifier.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK, #CALQUE_TRUNCATED, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_id_text(calque_id id, char *buffer,
                                        size_t capacity, size_t *length);

/** Why a message was refused: the numbers of MSMessagesErrorDomain. */
typedef int32_t calque_transcript_error;

/** No error. */
#define CALQUE_TRANSCRIPT_ERROR_NONE ((calque_transcript_error)0)
/** Sending failed for a reason that has no number. */
#define CALQUE_TRANSCRIPT_ERROR_UNKNOWN ((calque_transcript_error)-1)
/** The file of an attachment does not exist. */
#define CALQUE_TRANSCRIPT_ERROR_FILE_NOT_FOUND ((calque_transcript_error)1)
/** The file of an attachment cannot be read. */
#define CALQUE_TRANSCRIPT_ERROR_FILE_UNREADABLE ((calque_transcript_error)2)
/** The media file of a layout is not an image, a movie or a sound. */
#define CALQUE_TRANSCRIPT_ERROR_IMPROPER_FILE_TYPE ((calque_transcript_error)3)
/** A URL does not name a file. */
#define CALQUE_TRANSCRIPT_ERROR_IMPROPER_FILE_URL ((calque_transcript_error)4)
/**
 * A sticker is not 300 to 618 pixels wide and high, or its description has
 * more than 150 characters.
 */
#define CALQUE_TRANSCRIPT_ERROR_STICKER_ATTRIBUTES ((calque_transcript_error)5)
/** A sticker is larger than 500 KB (512,000 bytes). */
#define CALQUE_TRANSCRIPT_ERROR_STICKER_SIZE ((calque_transcript_error)6)
/** A sticker is not PNG, APNG, GIF or JPEG. */
#define CALQUE_TRANSCRIPT_ERROR_STICKER_FORMAT ((calque_transcript_error)7)
/** A URL has more than #CALQUE_TRANSCRIPT_URL_LIMIT characters. */
#define CALQUE_TRANSCRIPT_ERROR_URL_TOO_LONG ((calque_transcript_error)8)
/** The user did nothing since the last message was sent. */
#define CALQUE_TRANSCRIPT_ERROR_NO_INTERACTION ((calque_transcript_error)9)
/** The host is not visible. */
#define CALQUE_TRANSCRIPT_ERROR_NOT_VISIBLE ((calque_transcript_error)10)
/** Not available where media are presented. */
#define CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE ((calque_transcript_error)11)

/** A message: reference counted. One thread at a time may use it. */
typedef struct calque_transcript_message calque_transcript_message;

/** What a conversation knows about a message. */
typedef struct calque_transcript_message_info {
    /** Its identifier; all-zero until it is inserted, sent or received. */
    calque_id id;
    /** Its session; all-zero when it has none. */
    calque_id session;
    /** The participant that sent it (`senderParticipantIdentifier`); all-zero
     * until it is inserted. */
    calque_id sender;
    /** Its error (`error`). */
    calque_transcript_error error;
    /** True until sending starts (`isPending`); false for one received. */
    bool is_pending;
    /** Whether it is deleted some time after it was read (`shouldExpire`). */
    bool should_expire;
} calque_transcript_message_info;

/**
 * Creates an empty message.
 *
 * @param session the session of the message; all-zero for a message that is
 *        never updated.
 * @param out set to the message, NULL on failure; release it.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT when `out` is NULL.
 */
CALQUE_API calque_status calque_transcript_message_create(
    calque_id session, calque_transcript_message **out, calque_error **error);

/**
 * Creates a message with the same session and content, from which the next
 * message of the session is made. It is pending and has no identifier, sender
 * or error. Unknown members of its JSON are copied too.
 *
 * @param message the message.
 * @param out set to the copy, NULL on failure; release it.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one message.
 */
CALQUE_API calque_status calque_transcript_message_copy(
    const calque_transcript_message *message, calque_transcript_message **out,
    calque_error **error);

/**
 * Creates a message from its archive, or from an update of kind message.
 *
 * @param json the archive from calque_transcript_message_archive(), or an
 *        update.
 * @param out set to the message, NULL on failure; release it.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON; #CALQUE_INVALID_TYPE with the member's name as
 *         the path; #CALQUE_UNSUPPORTED for a newer version or another kind;
 *         #CALQUE_LIMIT_EXCEEDED.
 */
CALQUE_API calque_status calque_transcript_message_restore(
    const char *json, size_t json_length, calque_transcript_message **out,
    calque_error **error);

/**
 * Archives a message as JSON, with its identifier, sender, error and unknown
 * members.
 *
 * @param message the message.
 * @param json set to the archive.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one message.
 */
CALQUE_API calque_status
calque_transcript_message_archive(const calque_transcript_message *message,
                                  calque_string *json, calque_error **error);

/**
 * Releases a reference; releasing the last one frees the message.
 *
 * @param message may be NULL.
 */
CALQUE_API void
calque_transcript_message_release(calque_transcript_message *message);

/**
 * Identifier, session, sender, error and state of a message.
 *
 * @param message the message.
 * @param info filled in; all-zero on failure.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one message.
 */
CALQUE_API calque_status
calque_transcript_message_get_info(const calque_transcript_message *message,
                                   calque_transcript_message_info *info);

CALQUE_END

#endif
