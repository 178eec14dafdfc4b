/**
 * @file transcript.h
 * @brief The transcript of a conversation, its selection and its events.
 *
 * The transcript has the known postings in the order of their sequence and
 * identifier, so it does not depend on the order in which updates arrive:
 * programs that have received the same updates show the same transcript.
 *
 * Handlers run on the thread that made the call, after the change is complete
 * and with no lock held, so they may call the conversation; events that they
 * cause are delivered after the current one.
 *
 * @threadsafety One thread at a time for one conversation.
 */
#ifndef CALQUE_TRANSCRIPT_H
#define CALQUE_TRANSCRIPT_H

#include "conversation.h"

CALQUE_BEGIN

/** The kind of a #calque_conversation_event. */
typedef int32_t calque_conversation_event_kind;

/** A message is about to be selected; the selection has not changed yet. */
#define CALQUE_CONVERSATION_WILL_SELECT ((calque_conversation_event_kind)1)
/** A message was selected. */
#define CALQUE_CONVERSATION_DID_SELECT ((calque_conversation_event_kind)2)
/** A posting of another participant arrived. */
#define CALQUE_CONVERSATION_DID_RECEIVE ((calque_conversation_event_kind)3)
/** The staged posting was committed. */
#define CALQUE_CONVERSATION_DID_START_SENDING                                  \
    ((calque_conversation_event_kind)4)
/** The staged posting was cancelled. */
#define CALQUE_CONVERSATION_DID_CANCEL_SENDING                                 \
    ((calque_conversation_event_kind)5)
/** Entries of the transcript were removed, inserted or replaced. */
#define CALQUE_CONVERSATION_TRANSCRIPT_CHANGED                                 \
    ((calque_conversation_event_kind)6)

/** The kind of a #calque_transcript_step. */
typedef int32_t calque_transcript_step_kind;

/** The entry at the position was removed. */
#define CALQUE_TRANSCRIPT_REMOVED ((calque_transcript_step_kind)1)
/** An entry was inserted at the position. */
#define CALQUE_TRANSCRIPT_INSERTED ((calque_transcript_step_kind)2)
/** The message at the position was replaced by its summary. */
#define CALQUE_TRANSCRIPT_REPLACED ((calque_transcript_step_kind)3)

/**
 * One step of a change, as a list view animates it. Steps are applied in order:
 * the position of each counts after the steps before it.
 */
typedef struct calque_transcript_step {
    /** The kind of the step. */
    calque_transcript_step_kind kind;
    /** 0. */
    uint32_t reserved;
    /** The position, counted from 0. */
    size_t position;
    /** The identifier of the entry. */
    calque_id id;
} calque_transcript_step;

/** An event, valid until the handler returns. */
typedef struct calque_conversation_event {
    /** The kind of the event. */
    calque_conversation_event_kind kind;
    /** 0. */
    uint32_t reserved;
    /** The identifier of the posting; all-zero for TRANSCRIPT_CHANGED. */
    calque_id id;
    /** The steps of TRANSCRIPT_CHANGED; NULL for other events. */
    const calque_transcript_step *steps;
    /** The number of steps. */
    size_t step_count;
} calque_conversation_event;

/**
 * A handler of events.
 *
 * @param user_data as registered.
 * @param event the event.
 */
typedef void (*calque_conversation_handler)(
    void *user_data, const calque_conversation_event *event);

/** An entry of a transcript. */
typedef struct calque_entry {
    /** The kind of the entry. */
    calque_entry_kind kind;
    /** 0. */
    uint32_t reserved;
    /** Its sequence: entries are ordered by sequence, then identifier. */
    int64_t sequence;
    /** The identifier of the posting, or of the message that was replaced. */
    calque_id id;
} calque_entry;

/**
 * Records that sending failed after it started: sets the message's error.
 *
 * @param conversation the conversation.
 * @param id a message of the transcript.
 * @param code a number of #calque_transcript_error; one without a name becomes
 *        #CALQUE_TRANSCRIPT_ERROR_UNKNOWN.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status
calque_conversation_report_failure(calque_conversation *conversation,
                                   calque_id id, calque_transcript_error code);

/**
 * Selects a message: raises WILL_SELECT, changes the selection and raises
 * DID_SELECT, also when the message was selected already.
 *
 * @param conversation the conversation.
 * @param id a message of the transcript; all-zero clears the selection without
 *        an event.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status
calque_conversation_select(calque_conversation *conversation, calque_id id);

/**
 * A message that is staged or in the transcript, or the selected message
 * (`selectedMessage`) as it was when it was selected: a later message of its
 * session does not change it, compare their sessions.
 *
 * @param conversation the conversation.
 * @param id its identifier; all-zero for the selected message.
 * @param out set to a new message object to be released, NULL without one.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND also for other kinds of posting;
 *         #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_conversation_message(
    const calque_conversation *conversation, calque_id id,
    calque_transcript_message **out, calque_error **error);

/**
 * Records that the user read a message. For a message that expires, the time
 * until its deletion starts now; reading it again does not restart it.
 *
 * @param conversation the conversation.
 * @param id a message of the transcript.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status
calque_conversation_mark_read(calque_conversation *conversation, calque_id id);

/**
 * Prevents a message from expiring.
 *
 * @param conversation the conversation.
 * @param id a message of the transcript.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status
calque_conversation_keep(calque_conversation *conversation, calque_id id);

/**
 * Removes the messages that have expired, by the clock of the host. Call it
 * from a timer. Expiry is local: other participants are not notified.
 *
 * @param conversation the conversation.
 * @param next set to the time in milliseconds when the next message expires, 0
 *        for none; may be NULL.
 * @return #CALQUE_OK when a message will expire later; #CALQUE_NOT_FOUND when
 *         none will; #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status calque_conversation_remove_expired(
    calque_conversation *conversation, int64_t *next);

/**
 * The number of entries of the transcript.
 *
 * @param conversation may be NULL.
 * @return the count; 0 for NULL.
 */
CALQUE_API size_t
calque_conversation_count(const calque_conversation *conversation);

/**
 * An entry of the transcript, and its text: a text or summary itself, the
 * summary of a message, the URL of an attachment.
 *
 * @param conversation the conversation.
 * @param position counted from 0, the oldest.
 * @param out set to the entry, all-zero when there is none; may be NULL.
 * @param buffer receives the text, empty when the entry has none; NULL to
 *        measure, or, with NULL as `length`, for the entry alone.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK; #CALQUE_TRUNCATED; #CALQUE_NOT_FOUND when there is no
 *         such entry; #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_conversation_entry(
    const calque_conversation *conversation, size_t position, calque_entry *out,
    char *buffer, size_t capacity, size_t *length);

/**
 * Returns the position of an entry.
 *
 * @param conversation the conversation.
 * @param id the identifier of the entry.
 * @param position set to its position, 0 when there is no such entry.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_conversation_position(
    const calque_conversation *conversation, calque_id id, size_t *position);

/**
 * Entries of the transcript as a JSON array.
 *
 * @param conversation the conversation.
 * @param first the position of the first entry.
 * @param count the maximum number of entries; `SIZE_MAX` for all.
 * @param json set to the array.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_conversation_transcript(
    const calque_conversation *conversation, size_t first, size_t count,
    calque_string *json, calque_error **error);

/**
 * Subscribes to events.
 *
 * @param conversation the conversation.
 * @param handler the function.
 * @param user_data its first argument.
 * @param user_data_free called when the subscription ends; may be NULL. Not
 *        called on failure.
 * @param subscription set to a number for calque_conversation_off(), 0 on
 *        failure; may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_conversation_on(
    calque_conversation *conversation, calque_conversation_handler handler,
    void *user_data, void (*user_data_free)(void *user_data),
    uint64_t *subscription, calque_error **error);

/**
 * Ends a subscription. The handler will not run again.
 *
 * @param conversation the conversation.
 * @param subscription the number from calque_conversation_on().
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation; also from a handler.
 */
CALQUE_API calque_status calque_conversation_off(
    calque_conversation *conversation, uint64_t subscription);

CALQUE_END

#endif
