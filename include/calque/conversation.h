/**
 * @file conversation.h
 * @brief Conversations: creating, sending and receiving.
 *
 * A message that belongs to a session is updated by sending another one of the
 * same session: the earlier one is removed, and the new one appears at the
 * bottom. The host chooses what the earlier one leaves behind.
 *
 * A conversation is used from one thread at a time. transcript.h reads its
 * entries and subscribes to its events; docs/transcript.md has the grammar of
 * the JSON.
 */
#ifndef CALQUE_CONVERSATION_H
#define CALQUE_CONVERSATION_H

#include "message_content.h"

CALQUE_BEGIN

/** A conversation: counted. */
typedef struct calque_conversation calque_conversation;

/**
 * Functions that a conversation calls in the program. Any function may be NULL;
 * an all-zero structure but for its size means the defaults.
 */
typedef struct calque_conversation_host {
    /** sizeof(calque_conversation_host). */
    size_t struct_size;
    /** First argument of every function. */
    void *user_data;
    /** Called once with `user_data` when the conversation is freed. */
    void (*user_data_free)(void *user_data);
    /** Milliseconds, for messages that expire; the system's clock by default.
     */
    int64_t (*now)(void *user_data);
    /**
     * Fills `count` bytes with random ones and returns true; the system's by
     * default, and when it returns false.
     */
    bool (*random)(void *user_data, void *bytes, size_t count);
    /**
     * Passes an update to the other participants, who pass it to
     * calque_conversation_receive(). Returns #CALQUE_TRANSCRIPT_ERROR_NONE, or
     * the number that the message gets as its error.
     */
    calque_transcript_error (*send)(void *user_data, calque_str update);
} calque_conversation_host;

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
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the option's name as the
 * path; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_TYPE. On failure `user_data_free` is not called.
 * @threadsafety Safe from any thread.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_create(const char *options_json, size_t options_length,
                           const calque_conversation_host *host,
                           calque_conversation **out, calque_error **error);

/**
 * Creates a conversation from a snapshot. Its context is that of a new one; it
 * has no subscriptions.
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
CALQUE_API calque_id
calque_conversation_local_participant(const calque_conversation *conversation);

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
 * up. It is required only after it has been given once. `presentation`:
 * `compact` (the default), `expanded`, `transcript` or `media`, where nothing
 * can be inserted or sent.
 *
 * @param conversation the conversation.
 * @param json a JSON object; members that are absent stay as they are.
 * @param json_length bytes, or #CALQUE_NTS.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the member's name as the
 * path; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_TYPE.
 * @callsback Handlers and the host of the conversation.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_set_context(
    calque_conversation *conversation, const char *json, size_t json_length,
    calque_error **error);

/**
 * Stages a copy of a message, in place of what was staged.
 *
 * @param conversation the conversation.
 * @param message the message; it may be changed and released afterwards.
 * @param id set to the identifier that the staged message has: its own, or a
 *        new one when it has none or the conversation knows it; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number of
 *        #calque_transcript_error.
 * @return #CALQUE_OK; as calque_transcript_message_validate(); #CALQUE_REFUSED
 * with #CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE.
 * @callsback Handlers and the host of the conversation.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_insert(
    calque_conversation *conversation, const calque_transcript_message *message,
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
 *         #CALQUE_REFUSED with #CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE.
 * @callsback Handlers and the host of the conversation.
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
 *         #CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON.
 * @blocks Reads a file.
 * @callsback Handlers and the host of the conversation.
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
 * @callsback Handlers and the host of the conversation.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_commit(
    calque_conversation *conversation, calque_id *id, calque_error **error);

/**
 * Drops what is staged: the user deleted it.
 *
 * @param conversation the conversation.
 * @param id set to the identifier of what was dropped; may be NULL.
 * @param error may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when nothing is staged;
 *         #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and the host of the conversation.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_cancel(
    calque_conversation *conversation, calque_id *id, calque_error **error);

/**
 * Sends a copy of a message at once; what is staged is dropped.
 *
 * @param conversation the conversation.
 * @param message the message; it may be changed and released afterwards.
 * @param id set to its identifier, as calque_conversation_insert() chooses it;
 *        may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; as calque_transcript_message_validate(); #CALQUE_REFUSED
 * with #CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE,
 * #CALQUE_TRANSCRIPT_ERROR_NOT_VISIBLE or
 * #CALQUE_TRANSCRIPT_ERROR_NO_INTERACTION; #CALQUE_LIMIT_EXCEEDED when
 *         sequences or room ran out.
 * @callsback Handlers and the host of the conversation.
 * @threadsafety One thread at a time for one conversation. The cost does not
 *               grow with the transcript but for a logarithm.
 * @since 0.1
 */
CALQUE_API calque_status calque_conversation_send(
    calque_conversation *conversation, const calque_transcript_message *message,
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
 * @callsback Handlers and the host of the conversation.
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
 * @blocks Reads a file.
 * @callsback Handlers and the host of the conversation.
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
 *        `accepted`, `rejected` or `deleted`); optionally `guid` of the
 *        proposer, `url` to add the query items to (`data:,` by default), and
 *        `summaryText` ("identifier: value" by default).
 * @param json_length bytes, or #CALQUE_NTS.
 * @param id set to the identifier of the message; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return as calque_conversation_send(); #CALQUE_INVALID_OPTION with the
 *         member's name as the path; #CALQUE_INVALID_JSON,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_TYPE.
 * @callsback Handlers and the host of the conversation.
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
 *         #CALQUE_LIMIT_EXCEEDED with #CALQUE_TRANSCRIPT_ERROR_URL_TOO_LONG, or
 *         for nesting and size; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON. On failure nothing
 *         changed.
 * @callsback Handlers and the host of the conversation.
 * @threadsafety One thread at a time for one conversation.
 * @since 0.1
 */
CALQUE_API calque_status
calque_conversation_receive(calque_conversation *conversation, const char *json,
                            size_t json_length, calque_error **error);

/**
 * The update that announces a posting to another participant, with all members
 * that it was received with, including unknown ones.
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

CALQUE_END

#endif
