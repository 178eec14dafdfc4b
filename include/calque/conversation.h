/**
 * @file conversation.h
 * @brief Conversations: creating, sending and receiving.
 *
 * A message that belongs to a session is updated by sending another message of
 * the same session: the earlier one is removed, and the new one appears at the
 * bottom. The summary policy decides whether a summary of the earlier one
 * stays.
 *
 * transcript.h reads its entries and subscribes to its events;
 * docs/transcript.md has the grammar of the JSON.
 *
 * @threadsafety One thread at a time for one conversation.
 */
#ifndef CALQUE_CONVERSATION_H
#define CALQUE_CONVERSATION_H

#include "message_content.h"

CALQUE_BEGIN

/** A conversation: reference counted. */
typedef struct calque_conversation calque_conversation;

/** The kind of a posting or of an entry of a transcript. */
typedef int32_t calque_entry_kind;

/** A message. */
#define CALQUE_ENTRY_MESSAGE ((calque_entry_kind)1)
/** The summary that replaces an earlier message of a session. */
#define CALQUE_ENTRY_SUMMARY ((calque_entry_kind)2)
/** Plain text. */
#define CALQUE_ENTRY_TEXT ((calque_entry_kind)3)
/** A file or a sticker. */
#define CALQUE_ENTRY_ATTACHMENT ((calque_entry_kind)4)
/** A state of a proposed translation, which is sent as a message. */
#define CALQUE_ENTRY_PROPOSAL ((calque_entry_kind)5)

/** The state of a conversation. */
typedef struct calque_conversation_info {
    /** The participant on this side (`localParticipantIdentifier`). */
    calque_id local_participant;
    /** The staged posting; all-zero when nothing is staged. */
    calque_id staged;
    /** The largest sequence seen; 0 when nothing was sent or received. */
    int64_t sequence;
} calque_conversation_info;

/**
 * Functions of the program that a conversation calls. Any may be NULL; a
 * structure that is all zero except for `struct_size` means the defaults.
 */
typedef struct calque_conversation_host {
    /** sizeof(calque_conversation_host). */
    size_t struct_size;
    /** First argument of every function. */
    void *user_data;
    /** Called once with `user_data` when the conversation is freed. */
    void (*user_data_free)(void *user_data);
    /** Milliseconds, for messages that expire; by default those of the system's
     * clock. */
    int64_t (*now)(void *user_data);
    /**
     * Fills `bytes` with `count` random bytes and returns true. By default, and
     * when it returns false, the system's generator is used.
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
 * - `summaryPolicy`: the entry that replaces a message when a later one of its
 *   session arrives. `none`, the default: no entry. `keep`: its summary, or no
 *   entry if it has none. `default`: its summary, or else `defaultSummary`.
 * - `defaultSummary`: a text, "" by default.
 * - `expiry`: milliseconds between reading a message that expires and its
 *   deletion; 120000 by default.
 * - `context`: as in calque_conversation_set_context().
 *
 * Participants with the same policy and default summary, who have received the
 * same postings, have the same transcript.
 *
 * @param options_json a JSON object; NULL for none.
 * @param host functions of the program; NULL for the defaults.
 * @param out set to the conversation, NULL on failure; release it.
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the option's name as the
 *         path; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE. On failure
 *         `user_data_free` is not called.
 */
CALQUE_API calque_status
calque_conversation_create(const char *options_json, size_t options_length,
                           const calque_conversation_host *host,
                           calque_conversation **out, calque_error **error);

/**
 * Creates a conversation from a snapshot. It has the context of a new
 * conversation and no subscriptions.
 *
 * @param json the snapshot from calque_conversation_snapshot().
 * @param host functions of the program; NULL for the defaults.
 * @param out set to the conversation, NULL on failure; release it.
 * @return #CALQUE_OK; #CALQUE_INVALID_TYPE or #CALQUE_INVALID_OPTION with the
 *         member's name as the path; #CALQUE_UNSUPPORTED for a newer version;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON,
 *         #CALQUE_LIMIT_EXCEEDED. On failure `user_data_free` is not called.
 */
CALQUE_API calque_status calque_conversation_restore(
    const char *json, size_t json_length, const calque_conversation_host *host,
    calque_conversation **out, calque_error **error);

/**
 * The whole conversation as JSON, for calque_conversation_restore(): options,
 * transcript, the staged and the selected posting, and the identifiers of
 * removed postings.
 *
 * @param conversation the conversation.
 * @param json set to the snapshot.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status
calque_conversation_snapshot(const calque_conversation *conversation,
                             calque_string *json, calque_error **error);

/**
 * Frees a conversation.
 *
 * @param conversation may be NULL.
 * @threadsafety Not while another thread uses the conversation.
 */
CALQUE_API void calque_conversation_release(calque_conversation *conversation);

/**
 * The participant on this side, what was seen, and what is staged.
 *
 * @param conversation the conversation.
 * @param info filled in; all-zero on failure.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_conversation_get_info(
    const calque_conversation *conversation, calque_conversation_info *info);

/**
 * The participants on other sides (`remoteParticipantIdentifiers`).
 *
 * @param conversation the conversation.
 * @param json set to a JSON array of UUIDs.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_conversation_remote_participants(
    const calque_conversation *conversation, calque_string *json,
    calque_error **error);

/**
 * Sets how the host is presented to the user.
 *
 * `visible`: whether the host is visible, true by default; only a visible host
 * can send. `recentInteraction`: whether the user has interacted with the host;
 * sending resets it to false. It is not required until it has been set once.
 * `presentation`: `compact` (the default), `expanded`, `transcript` or `media`;
 * in `media` nothing can be inserted or sent.
 *
 * @param conversation the conversation.
 * @param json a JSON object; members that are absent stay as they are.
 * @return #CALQUE_OK; #CALQUE_INVALID_OPTION with the member's name as the
 *         path; #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON, #CALQUE_INVALID_TYPE.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status calque_conversation_set_context(
    calque_conversation *conversation, const char *json, size_t json_length,
    calque_error **error);

/**
 * Stages a copy of a message, replacing the staged posting.
 *
 * @param conversation the conversation.
 * @param message the message; it may be changed and released afterwards.
 * @param id set to the identifier of the staged message: its own, or a new one
 *        if it has none or the conversation already has it; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number of
 *        #calque_transcript_error.
 * @return #CALQUE_OK; as calque_transcript_message_validate(); #CALQUE_REFUSED
 *         with #CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status calque_conversation_insert(
    calque_conversation *conversation, const calque_transcript_message *message,
    calque_id *id, calque_error **error);

/**
 * Stages a posting other than a message, replacing the staged posting.
 *
 * The kinds are #CALQUE_ENTRY_TEXT and #CALQUE_ENTRY_ATTACHMENT, whose content
 * calque_conversation_send_content() describes.
 *
 * @param conversation the conversation.
 * @param kind the kind.
 * @param content the text, or a JSON object.
 * @param id set to its identifier; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; as calque_conversation_send_content(); #CALQUE_REFUSED
 *         with #CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE.
 * @blocks Reads a file.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status calque_conversation_insert_content(
    calque_conversation *conversation, calque_entry_kind kind,
    const char *content, size_t content_length, calque_id *id,
    calque_error **error);

/**
 * Sends the staged posting, as when the user taps send.
 *
 * @param conversation the conversation.
 * @param id set to the identifier of the posting; may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when nothing is staged;
 *         #CALQUE_LIMIT_EXCEEDED when the conversation has too many postings;
 *         #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status calque_conversation_commit(
    calque_conversation *conversation, calque_id *id, calque_error **error);

/**
 * Drops the staged posting, as when the user deletes it.
 *
 * @param conversation the conversation.
 * @param id set to the identifier of the posting; may be NULL.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when nothing is staged;
 *         #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status calque_conversation_cancel(
    calque_conversation *conversation, calque_id *id, calque_error **error);

/**
 * Sends a copy of a message at once and drops the staged posting.
 *
 * @param conversation the conversation.
 * @param message the message; it may be changed and released afterwards.
 * @param id set to its identifier, as calque_conversation_insert() chooses it;
 *        may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; as calque_transcript_message_validate(); #CALQUE_REFUSED
 *         with #CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE,
 *         #CALQUE_TRANSCRIPT_ERROR_NOT_VISIBLE or
 *         #CALQUE_TRANSCRIPT_ERROR_NO_INTERACTION; #CALQUE_LIMIT_EXCEEDED when
 *         the conversation has too many postings.
 * @callsback Handlers and the host of the conversation.
 * @threadsafety One thread at a time for one conversation. Takes O(log n) time
 *               for a transcript of n entries.
 */
CALQUE_API calque_status calque_conversation_send(
    calque_conversation *conversation, const calque_transcript_message *message,
    calque_id *id, calque_error **error);

/**
 * Sends a posting other than a message at once and drops the staged posting.
 *
 * - #CALQUE_ENTRY_TEXT: the content is the text.
 * - #CALQUE_ENTRY_ATTACHMENT: a JSON object with `url`, a file URL; optionally
 *   `filename`, a name to show; `sticker`, true for a sticker; `description` of
 *   a sticker.
 * - #CALQUE_ENTRY_PROPOSAL: a state of a proposed translation, which becomes
 *   the next message of the proposal's session. A JSON object with `identifier`
 *   ("section.key"), `locale`, `value` (may be absent when deleted), `state`
 *   (`stored`, `replaced`, `accepted`, `rejected` or `deleted`); optionally
 *   `guid` of the proposer, `url` to add the query items to (`data:,` by
 *   default), and `summaryText` ("identifier: value" by default). The
 *   identifier of the session is derived from `identifier`, `locale` and
 *   `guid`, so programs post to the same session without agreeing on one. The
 *   message has the members as query items of its URL, a template layout that
 *   shows them, and a summary.
 *
 * @param conversation the conversation.
 * @param kind the kind.
 * @param content the text, or the JSON object.
 * @param id set to its identifier; may be NULL.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; #CALQUE_REFUSED as calque_conversation_send();
 *         #CALQUE_INVALID_TYPE or, of a proposal, #CALQUE_INVALID_OPTION with
 *         the member's name as the path; for a file #CALQUE_IO_ERROR,
 *         #CALQUE_INVALID_ARGUMENT or #CALQUE_LIMIT_EXCEEDED with the numbers 1
 *         to 7; #CALQUE_INVALID_ARGUMENT also for another kind;
 *         #CALQUE_INVALID_UTF8, #CALQUE_INVALID_JSON, #CALQUE_LIMIT_EXCEEDED.
 * @blocks Reads a file.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status calque_conversation_send_content(
    calque_conversation *conversation, calque_entry_kind kind,
    const char *content, size_t content_length, calque_id *id,
    calque_error **error);

/**
 * Receives an update of another participant. Updates may arrive in any order
 * and more than once.
 *
 * @param conversation the conversation.
 * @param json the update.
 * @param error may be NULL; calque_error_detail() has the number.
 * @return #CALQUE_OK; #CALQUE_UNCHANGED for a posting that is already known;
 *         #CALQUE_INVALID_TYPE with the member's name as the path;
 *         #CALQUE_UNSUPPORTED for a newer version or an unknown kind;
 *         #CALQUE_LIMIT_EXCEEDED with #CALQUE_TRANSCRIPT_ERROR_URL_TOO_LONG, or
 *         for nesting and size; #CALQUE_INVALID_ARGUMENT, also for a URL with a
 *         scheme other than http, https and data; #CALQUE_INVALID_UTF8,
 *         #CALQUE_INVALID_JSON. On failure nothing changes.
 * @callsback Handlers and the host of the conversation.
 */
CALQUE_API calque_status
calque_conversation_receive(calque_conversation *conversation, const char *json,
                            size_t json_length, calque_error **error);

/**
 * The update that sends a posting to another participant. It has all members
 * that the posting was received with, including unknown ones.
 *
 * @param conversation the conversation.
 * @param id a message, text or attachment of the transcript.
 * @param json set to the update; its data is NULL when there is none.
 * @return #CALQUE_OK, #CALQUE_NOT_FOUND, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_conversation_update_json(
    const calque_conversation *conversation, calque_id id, calque_string *json,
    calque_error **error);

CALQUE_END

#endif
