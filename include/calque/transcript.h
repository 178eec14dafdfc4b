/**
 * @file transcript.h
 * @brief Conversations whose messages can be updated, and their transcripts.
 *
 * A message that belongs to a session is updated by sending another one of the
 * same session: the earlier one leaves its place, and the new one stands at the
 * bottom. What the earlier one leaves behind is the host's choice.
 *
 * The transcript follows from the set of postings that are known, by sequence
 * and identifier. Programs that exchange updates, early, late or twice, thus
 * end with equal transcripts once each has them all.
 *
 * A conversation is used from one thread at a time. Its handlers run on the
 * thread that made the call, after the change is complete and with no lock
 * held, so they may call the conversation; what they bring about is told after
 * what is being told. docs/transcript.md has the grammar of the JSON.
 */
#ifndef CALQUE_TRANSCRIPT_H
#define CALQUE_TRANSCRIPT_H

#include "session.h"

CALQUE_BEGIN

/** A conversation: counted. */
typedef struct calque_conversation calque_conversation;

/**
 * What a conversation asks of the program. Any function may be NULL; an
 * all-zero structure but for its size means the defaults.
 */
typedef struct calque_conversation_host {
    /** sizeof(calque_conversation_host). */
    size_t struct_size;
    /** First argument of every function. */
    void *user_data;
    /** Called once with `user_data` when the conversation is freed. */
    void (*user_data_free)(void *user_data);
    /** Milliseconds, for messages that expire; the system's clock by default. */
    int64_t (*now)(void *user_data);
    /**
     * Fills `count` bytes with random ones and returns true; the system's by
     * default, and when it returns false.
     */
    bool (*random)(void *user_data, void *bytes, size_t count);
    /**
     * Takes an update to the other participants, who hand it to
     * calque_conversation_receive(). Returns #CALQUE_MESSAGE_ERROR_NONE, or the
     * number that the message gets as its error.
     */
    calque_message_error (*send)(void *user_data, calque_text update);
} calque_conversation_host;

/** What a #calque_conversation_event tells. */
typedef int32_t calque_conversation_event_kind;

/** A message is about to be selected; the one before still is. */
#define CALQUE_CONVERSATION_WILL_SELECT ((calque_conversation_event_kind)1)
/** A message was selected. */
#define CALQUE_CONVERSATION_DID_SELECT ((calque_conversation_event_kind)2)
/** A posting of another participant came. */
#define CALQUE_CONVERSATION_DID_RECEIVE ((calque_conversation_event_kind)3)
/** What was inserted was committed. */
#define CALQUE_CONVERSATION_DID_START_SENDING                                  \
    ((calque_conversation_event_kind)4)
/** What was inserted was cancelled. */
#define CALQUE_CONVERSATION_DID_CANCEL_SENDING                                 \
    ((calque_conversation_event_kind)5)
/** Entries of the transcript were removed, inserted or replaced. */
#define CALQUE_CONVERSATION_TRANSCRIPT_CHANGED                                 \
    ((calque_conversation_event_kind)6)

/** What a #calque_transcript_step does. */
typedef int32_t calque_transcript_step_kind;

/** The entry at the position is gone. */
#define CALQUE_TRANSCRIPT_REMOVED ((calque_transcript_step_kind)1)
/** There is a new entry at the position. */
#define CALQUE_TRANSCRIPT_INSERTED ((calque_transcript_step_kind)2)
/** The message at the position became its summary. */
#define CALQUE_TRANSCRIPT_REPLACED ((calque_transcript_step_kind)3)

/**
 * One step of a change, as a list view animates it. Steps are applied in order:
 * the position of each counts after the steps before it.
 */
typedef struct calque_transcript_step {
    /** What happens. */
    calque_transcript_step_kind kind;
    /** 0. */
    uint32_t reserved;
    /** Where, counted from 0. */
    size_t position;
    /** The entry. */
    calque_id id;
} calque_transcript_step;

/** An event, lent for the duration of the handler's call. */
typedef struct calque_conversation_event {
    /** What happened. */
    calque_conversation_event_kind kind;
    /** 0. */
    uint32_t reserved;
    /** Which posting; all-zero for TRANSCRIPT_CHANGED. */
    calque_id id;
    /** The steps of TRANSCRIPT_CHANGED; NULL for others. */
    const calque_transcript_step *steps;
    /** How many. */
    size_t step_count;
} calque_conversation_event;

/**
 * A handler of events.
 *
 * @param user_data as registered.
 * @param event what happened.
 */
typedef void (*calque_conversation_handler)(
    void *user_data, const calque_conversation_event *event);

/** What stands at a place of a transcript. */
typedef int32_t calque_entry_kind;

/** A message. */
#define CALQUE_ENTRY_MESSAGE ((calque_entry_kind)1)
/** The line that an earlier message of a session left. */
#define CALQUE_ENTRY_SUMMARY ((calque_entry_kind)2)
/** Plain text. */
#define CALQUE_ENTRY_TEXT ((calque_entry_kind)3)
/** A file or a sticker. */
#define CALQUE_ENTRY_ATTACHMENT ((calque_entry_kind)4)

/** An entry of a transcript. */
typedef struct calque_entry {
    /** What it is. */
    calque_entry_kind kind;
    /** 0. */
    uint32_t reserved;
    /** Its place: entries stand in the order of sequence, then identifier. */
    int64_t sequence;
    /** The posting that it is or was. */
    calque_id id;
} calque_entry;

/**
 * Creates an empty conversation.
 *
 * Options, all of them optional:
 * - `localParticipantIdentifier`: a UUID; a random one by default.
 * - `remoteParticipantIdentifiers`: an array of UUIDs.
 * - `summaryPolicy`: what a message leaves in its place when a later one of its
 *   session comes. `none`, the default: nothing. `keep`: its summary, or
 *   nothing when it has none. `default`: its summary, or `defaultSummary`.
 * - `defaultSummary`: a text, "" by default.
 * - `expiry`: milliseconds from reading a message that expires to its
 *   deletion; 120000 by default.
 * - `context`: as in calque_conversation_set_context().
 *
 * Replicas end equal when they have the same policy and default summary.
 *
 * @param options_json a JSON object; NULL for none.
 * @param options_length bytes, or #CALQUE_NTS.
 * @param host what the program provides; NULL for the defaults.
 * @param out set to the conversation, NULL on failure; release it.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the option's name as the path;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_TYPE. On failure `user_data_free` is not called.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_create(
    const char *options_json, size_t options_length,
    const calque_conversation_host *host, calque_conversation **out,
    calque_error **error);

/**
 * Creates a conversation that goes on where a snapshot was taken. Its context
 * is that of a new one; it has no subscriptions.
 *
 * @param json what calque_conversation_snapshot() wrote.
 * @param json_length bytes, or #CALQUE_NTS.
 * @param host what the program provides; NULL for the defaults.
 * @param out set to the conversation, NULL on failure; release it.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_TYPE or #CALQUE_INVALID_OPTION with the
 *         member's name as the path; #CALQUE_UNSUPPORTED for a newer version;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON,
 *         #CALQUE_LIMIT_EXCEEDED. On failure `user_data_free` is not called.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_restore(
    const char *json, size_t json_length, const calque_conversation_host *host,
    calque_conversation **out, calque_error **error);

/**
 * Takes one more reference.
 *
 * @param conversation may be NULL.
 * @return the same conversation.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_conversation *
calque_conversation_retain(calque_conversation *conversation);

/**
 * Gives up one reference; the last one frees the conversation.
 *
 * @param conversation may be NULL.
 * @threadsafety Safe from any thread; the last reference may not be given up
 *               while another thread uses the conversation.
 * @since 0.1
 */
CALQUE_API void calque_conversation_release(calque_conversation *conversation);

/**
 * The participant on this side (`localParticipantIdentifier`).
 *
 * @param conversation may be NULL.
 * @return the identifier; all-zero for NULL.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_id calque_conversation_local_participant(
    const calque_conversation *conversation);

/**
 * The participants on other sides (`remoteParticipantIdentifiers`).
 *
 * @param conversation the conversation.
 * @param json set to a JSON array of UUIDs.
 * @param error may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_remote_participants(
    const calque_conversation *conversation, calque_string *json,
    calque_error **error);

/**
 * The largest sequence that the conversation has seen.
 *
 * @param conversation may be NULL.
 * @return the sequence; 0 when nothing was sent or received.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API int64_t
calque_conversation_sequence(const calque_conversation *conversation);

/**
 * Says how the host is shown.
 *
 * `visible` (true by default): sending needs it. `recentInteraction`: whether
 * the user did something since the last message; sending needs it and uses it
 * up. Unless it is given once, it is not asked for. `presentation`: `compact`
 * (the default), `expanded`, `transcript` or `media`, where nothing can be
 * inserted or sent.
 *
 * @param conversation the conversation.
 * @param json a JSON object; members that are absent stay as they are.
 * @param json_length bytes, or #CALQUE_NTS.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the member's name as the path;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_TYPE.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_set_context(
    calque_conversation *conversation, const char *json, size_t json_length,
    calque_error **error);

/**
 * Notes that the user did something: the same as
 * `{"recentInteraction": true}`.
 *
 * @param conversation the conversation.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_note_interaction(calque_conversation *conversation);

/**
 * Stages a copy of a message, in place of what was staged.
 *
 * @param conversation the conversation.
 * @param message the message; it may be changed and released afterwards.
 * @param id set to the identifier that the staged message has: its own, or a
 *        new one when it has none or the conversation knows it; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number of
 *        #calque_message_error.
 * @return #CALQUE_OK; as calque_message_validate(); #CALQUE_REFUSED with
 *         #CALQUE_MESSAGE_ERROR_UNAVAILABLE.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_insert(
    calque_conversation *conversation, const calque_message *message,
    calque_id *id, calque_error **error);

/**
 * Stages a text, in place of what was staged.
 *
 * @param conversation the conversation.
 * @param text the text.
 * @param text_length bytes, or #CALQUE_NTS.
 * @param id set to its identifier; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8;
 *         #CALQUE_REFUSED with #CALQUE_MESSAGE_ERROR_UNAVAILABLE.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_insert_text(
    calque_conversation *conversation, const char *text, size_t text_length,
    calque_id *id, calque_error **error);

/**
 * Stages a file, in place of what was staged.
 *
 * @param conversation the conversation.
 * @param json a JSON object: `url`, a file URL; optionally `filename`, a name
 *        to show; `sticker`, true for a sticker; `description` of a sticker.
 * @param json_length bytes, or #CALQUE_NTS.
 * @param id set to its identifier; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; #CALQUE_INVALID_TYPE with the member's name as the path;
 *         #CALQUE_IO_ERROR, #CALQUE_INVALID_ARGUMENT or #CALQUE_LIMIT_EXCEEDED
 *         with the numbers 1 to 7; #CALQUE_REFUSED with
 *         #CALQUE_MESSAGE_ERROR_UNAVAILABLE; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_insert_attachment(
    calque_conversation *conversation, const char *json, size_t json_length,
    calque_id *id, calque_error **error);

/**
 * Sends what is staged: the user tapped send.
 *
 * @param conversation the conversation.
 * @param id set to the identifier of what was sent; may be NULL.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when nothing is staged;
 *         #CALQUE_LIMIT_EXCEEDED when sequences or room ran out;
 *         #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_commit(calque_conversation *conversation, calque_id *id,
                           calque_error **error);

/**
 * Drops what is staged: the user deleted it.
 *
 * @param conversation the conversation.
 * @param id set to the identifier of what was dropped; may be NULL.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when nothing is staged;
 *         #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_cancel(calque_conversation *conversation, calque_id *id,
                           calque_error **error);

/**
 * Sends a copy of a message at once; what is staged is dropped.
 *
 * @param conversation the conversation.
 * @param message the message; it may be changed and released afterwards.
 * @param id set to its identifier, as calque_conversation_insert() chooses it;
 *        may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; as calque_message_validate(); #CALQUE_REFUSED with
 *         #CALQUE_MESSAGE_ERROR_UNAVAILABLE, #CALQUE_MESSAGE_ERROR_NOT_VISIBLE
 *         or #CALQUE_MESSAGE_ERROR_NO_INTERACTION; #CALQUE_LIMIT_EXCEEDED when
 *         sequences or room ran out.
 * @threadsafety One thread at a time for one conversation. The cost does not
 *               grow with the transcript but for a logarithm.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_send(
    calque_conversation *conversation, const calque_message *message,
    calque_id *id, calque_error **error);

/**
 * Sends a text at once; what is staged is dropped.
 *
 * @param conversation the conversation.
 * @param text the text.
 * @param text_length bytes, or #CALQUE_NTS.
 * @param id set to its identifier; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; #CALQUE_REFUSED as calque_conversation_send();
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_LIMIT_EXCEEDED.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_send_text(
    calque_conversation *conversation, const char *text, size_t text_length,
    calque_id *id, calque_error **error);

/**
 * Sends a file at once; what is staged is dropped.
 *
 * @param conversation the conversation.
 * @param json as for calque_conversation_insert_attachment().
 * @param json_length bytes, or #CALQUE_NTS.
 * @param id set to its identifier; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return as calque_conversation_insert_attachment(); #CALQUE_REFUSED as
 *         calque_conversation_send().
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_send_attachment(
    calque_conversation *conversation, const char *json, size_t json_length,
    calque_id *id, calque_error **error);

/**
 * Sends a state of a proposed translation as the next message of the
 * proposal's session.
 *
 * The session follows from `identifier`, `locale` and `guid`, so programs that
 * never met post to the same one. The message carries the members as query
 * items of its URL, a template layout that shows them, and a summary.
 *
 * @param conversation the conversation.
 * @param json a JSON object: `identifier` ("section.key"), `locale`, `value`
 *        (may be absent when deleted), `state` (`stored`, `replaced`,
 *        `accepted`, `rejected` or `deleted`); optionally `guid` of who
 *        proposes, `url` to add the query items to (`data:,` by default), and
 *        `summaryText` ("identifier: value" by default).
 * @param json_length bytes, or #CALQUE_NTS.
 * @param id set to the identifier of the message; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return as calque_conversation_send(); #CALQUE_INVALID_OPTION with the
 *         member's name as the path; #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_TYPE.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_post_proposal(
    calque_conversation *conversation, const char *json, size_t json_length,
    calque_id *id, calque_error **error);

/**
 * Takes an update of another participant, early, late or again.
 *
 * @param conversation the conversation.
 * @param json the update.
 * @param json_length bytes, or #CALQUE_NTS.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; #CALQUE_UNCHANGED for a posting that is known already;
 *         #CALQUE_INVALID_TYPE with the member's name as the path;
 *         #CALQUE_UNSUPPORTED for a newer version or an unknown kind;
 *         #CALQUE_INVALID_ARGUMENT for the scheme of a URL;
 *         #CALQUE_LIMIT_EXCEEDED with #CALQUE_MESSAGE_ERROR_URL_TOO_LONG, or
 *         for nesting and size; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON. On failure nothing
 *         changed.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_receive(
    calque_conversation *conversation, const char *json, size_t json_length,
    calque_error **error);

/**
 * The update that tells another participant of a posting, with all members
 * that it came with, known here or not.
 *
 * @param conversation the conversation.
 * @param id a message, text or attachment of the transcript.
 * @param json set to the update; its data is NULL when there is none.
 * @param error may be NULL.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_update_json(
    const calque_conversation *conversation, calque_id id, calque_string *json,
    calque_error **error);

/**
 * Notes that sending failed after it started: sets the message's error.
 *
 * @param conversation the conversation.
 * @param id a message of the transcript.
 * @param code a number of #calque_message_error; one without a name becomes
 *        #CALQUE_MESSAGE_ERROR_UNKNOWN.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_report_failure(calque_conversation *conversation,
                                   calque_id id, calque_message_error code);

/**
 * Selects a message: WILL_SELECT is told, then the selection changes, then
 * DID_SELECT is told, also when the message was selected already.
 *
 * @param conversation the conversation.
 * @param id a message of the transcript; all-zero selects none, silently.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_select(calque_conversation *conversation, calque_id id);

/**
 * The selected message (`selectedMessage`), as it was when it was selected. A
 * later message of its session does not change it: compare their sessions.
 *
 * @param conversation the conversation.
 * @param out set to a new message object to be released, NULL without one.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when none is selected;
 *         #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_selected(const calque_conversation *conversation,
                             calque_message **out, calque_error **error);

/**
 * A message that is staged or in the transcript.
 *
 * @param conversation the conversation.
 * @param id its identifier.
 * @param out set to a new message object to be released, NULL without one.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND also for other kinds of posting;
 *         #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_message(const calque_conversation *conversation,
                            calque_id id, calque_message **out,
                            calque_error **error);

/**
 * What is staged.
 *
 * @param conversation may be NULL.
 * @return its identifier; all-zero when nothing is.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_id
calque_conversation_staged(const calque_conversation *conversation);

/**
 * Notes that the user read a message. One that expires is due from now on;
 * reading it again changes nothing.
 *
 * @param conversation the conversation.
 * @param id a message of the transcript.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_mark_read(calque_conversation *conversation, calque_id id);

/**
 * Keeps a message that would expire.
 *
 * @param conversation the conversation.
 * @param id a message of the transcript.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_keep(calque_conversation *conversation, calque_id id);

/**
 * Removes the messages that are due, by the host's clock. Call it from the
 * host's timer. Expiry is local: other participants are not told.
 *
 * @param conversation the conversation.
 * @param next set to when the next message is due, 0 when none is; may be
 *        NULL.
 * @return #CALQUE_OK when a message is due later; #CALQUE_NOT_FOUND when none
 *         is; #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_remove_expired(calque_conversation *conversation,
                                   int64_t *next);

/**
 * How many entries the transcript has.
 *
 * @param conversation may be NULL.
 * @return the count; 0 for NULL.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API size_t
calque_conversation_count(const calque_conversation *conversation);

/**
 * An entry of the transcript.
 *
 * @param conversation the conversation.
 * @param position counted from 0, the oldest.
 * @param out set to the entry, all-zero when there is none.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_entry(const calque_conversation *conversation,
                          size_t position, calque_entry *out);

/**
 * The text of an entry: of a text or a summary itself, of a message its
 * summary, of an attachment its URL.
 *
 * @param conversation the conversation.
 * @param position counted from 0, the oldest.
 * @param buffer receives the text; NULL to measure.
 * @param capacity bytes of the buffer, NUL included.
 * @param length set to the full length in bytes; may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND with an empty text when there is no such
 *         entry or text; #CALQUE_TRUNCATED, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_entry_text(
    const calque_conversation *conversation, size_t position, char *buffer,
    size_t capacity, size_t *length);

/**
 * Where an entry stands.
 *
 * @param conversation the conversation.
 * @param id the entry.
 * @param position set to its position, 0 when it is not there.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_position(const calque_conversation *conversation,
                             calque_id id, size_t *position);

/**
 * Entries of the transcript as a JSON array.
 *
 * @param conversation the conversation.
 * @param first position of the first one.
 * @param count how many; cut to what there is, `SIZE_MAX` for all.
 * @param json set to the array.
 * @param error may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_transcript(
    const calque_conversation *conversation, size_t first, size_t count,
    calque_string *json, calque_error **error);

/**
 * The whole conversation as JSON, for calque_conversation_restore(): options,
 * transcript, what is staged and selected, and what is known of postings that
 * are gone.
 *
 * @param conversation the conversation.
 * @param json set to the snapshot.
 * @param error may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_snapshot(const calque_conversation *conversation,
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
 * @param error may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
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
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_off(
    calque_conversation *conversation, uint64_t subscription);

CALQUE_END

#endif
