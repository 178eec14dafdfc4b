/**
 * @file proposals.h
 * @brief Better wordings, proposed from inside the running program.
 *
 * A proposed value is shown at once instead of the normal one, in the locale it
 * was proposed for. calque_proposals_propose() also sends it to the backend. If
 * it cannot be sent, it is queued and sent later, in order and once.
 */
#ifndef CALQUE_PROPOSALS_H
#define CALQUE_PROPOSALS_H

#include "localization.h"

CALQUE_BEGIN

/**
 * Shows a value instead of the normal one without sending it to the backend. It
 * replaces an earlier proposed value.
 *
 * @param localization the localization.
 * @param identifier `section.key`; or section, NUL, key, with its length, for a
 *        key that contains dots.
 * @param locale the locale of the value.
 * @param value the value.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, also for an identifier without
 *         two parts; #CALQUE_INVALID_LOCALE for an empty locale;
 *         #CALQUE_INVALID_UTF8, #CALQUE_LIMIT_EXCEEDED; #CALQUE_IO_ERROR when
 *         it is shown, but cannot be written to the directory.
 * @blocks Writes files, where the localization keeps any.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status calque_proposals_store(
    calque_localization *localization, const char *identifier,
    size_t identifier_length, const char *locale, size_t locale_length,
    const char *value, size_t value_length, calque_error **error);

/**
 * Shows the normal value again, without calling the backend. A queued proposal
 * is still sent.
 *
 * @param localization the localization.
 * @param identifier `section.key`; or section, NUL, key, with its length, for a
 *        key that contains dots.
 * @param locale the locale.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when there is no proposed value;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8; #CALQUE_IO_ERROR when
 *         it is shown, but the change cannot be written to the directory.
 * @blocks Writes files, where the localization keeps any.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status calque_proposals_remove(
    calque_localization *localization, const char *identifier,
    size_t identifier_length, const char *locale, size_t locale_length,
    calque_error **error);

/**
 * The proposed value of an identifier in a locale.
 *
 * @param localization the localization.
 * @param identifier `section.key`; or section, NUL, key, with its length, for a
 *        key that contains dots.
 * @param locale the locale.
 * @param value set to the value.
 * @return #CALQUE_OK; #CALQUE_NOT_FOUND when there is none;
 *         #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_proposals_get(
    const calque_localization *localization, const char *identifier,
    size_t identifier_length, const char *locale, size_t locale_length,
    calque_string *value, calque_error **error);

/**
 * Begins edit mode: each component highlights itself and blocks its normal
 * action. If it is edit mode already, only the group changes.
 *
 * @param localization the localization.
 * @param group the components of this group alone, such as those of a screen;
 *        NULL for all.
 * @return #CALQUE_OK, also if it is edit mode already; #CALQUE_REFUSED in the
 *         environment `production`; #CALQUE_INVALID_ARGUMENT,
 *         #CALQUE_INVALID_UTF8.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status calque_proposals_begin_editing(
    calque_localization *localization, const char *group, size_t group_length,
    calque_error **error);

/**
 * Ends edit mode: each component removes its highlight.
 *
 * @param localization the localization.
 * @param summary set to an object with `hasProposals`, `listed`, `shown`,
 *        `queued` and `isEditing`; may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status
calque_proposals_end_editing(calque_localization *localization,
                             calque_string *summary, calque_error **error);

/**
 * Proposes a value in the current locale: shows it at once and sends it. The
 * result is the proposal as the backend stored it, which is shown from then on.
 *
 * The completion receives one of these failures: #CALQUE_CONFLICT when the same
 * value is already proposed; #CALQUE_UNREACHABLE, #CALQUE_TIMEOUT, and
 * #CALQUE_UNSUPPORTED without a transport, when the value is queued (the result
 * has `queued`); #CALQUE_REFUSED without a language; #CALQUE_LIMIT_EXCEEDED;
 * #CALQUE_HTTP_STATUS with the status as the detail, #CALQUE_BAD_RESPONSE,
 * #CALQUE_CANCELLED, and the failures of the transport. The value stays shown
 * after a conflict and while it is queued; after any other failure the value
 * before it is shown again. The outcome is on disk before the completion runs,
 * unless the result has `notKept`.
 *
 * @param localization the localization.
 * @param identifier `section.key`; or section, NUL, key, with its length, for a
 *        key that contains dots.
 * @param value the value.
 * @param completion called once; may be NULL.
 * @param user_data its first argument.
 * @param user_data_free called after it with `user_data`; may be NULL. Not
 *        called on failure.
 * @param call set to a number for calque_localization_cancel(); may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT, #CALQUE_INVALID_UTF8.
 * @blocks Writes files, where the localization keeps any.
 * @callsback Handlers and components.
 */
CALQUE_API calque_status calque_proposals_propose(
    calque_localization *localization, const char *identifier,
    size_t identifier_length, const char *value, size_t value_length,
    calque_completion completion, void *user_data,
    void (*user_data_free)(void *user_data), uint64_t *call,
    calque_error **error);

/**
 * Sends the queued proposals in order. The library does so itself when another
 * call to the backend succeeds. The result has `queued`, the number of
 * proposals that are still queued.
 *
 * @param localization the localization.
 * @param completion called once; may be NULL.
 * @param user_data its first argument.
 * @param user_data_free called after it with `user_data`; may be NULL. Not
 *        called on failure.
 * @param call set to a number for calque_localization_cancel(); may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_proposals_send_queued(
    calque_localization *localization, calque_completion completion,
    void *user_data, void (*user_data_free)(void *user_data), uint64_t *call,
    calque_error **error);

/**
 * Fetches the proposals of the application. The result is an array of them,
 * each with `id`, `application_id`, `section`, `key`, `locale`, `value` and
 * `can_delete`.
 *
 * @param localization the localization.
 * @param state `unaccepted`, `accepted` or `all`; NULL for `unaccepted`.
 * @param completion called once; may be NULL.
 * @param user_data its first argument.
 * @param user_data_free called after it with `user_data`; may be NULL. Not
 *        called on failure.
 * @param call set to a number for calque_localization_cancel(); may be NULL.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, also for another state;
 *         #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status
calque_proposals_fetch(calque_localization *localization, const char *state,
                       size_t state_length, calque_completion completion,
                       void *user_data, void (*user_data_free)(void *user_data),
                       uint64_t *call, calque_error **error);

/**
 * Deletes a proposal of this installation; if its value was shown, the one
 * before it is shown again. The result has the `message` of the backend, which
 * refuses to delete a proposal of another installation: #CALQUE_HTTP_STATUS
 * with the detail 401.
 *
 * @param localization the localization.
 * @param id the proposal's `id`.
 * @param completion called once; may be NULL.
 * @param user_data its first argument.
 * @param user_data_free called after it with `user_data`; may be NULL. Not
 *        called on failure.
 * @param call set to a number for calque_localization_cancel(); may be NULL.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status calque_proposals_delete(
    calque_localization *localization, int64_t id, calque_completion completion,
    void *user_data, void (*user_data_free)(void *user_data), uint64_t *call,
    calque_error **error);

/**
 * The known proposals as a JSON object: `title`; `groups` of what the backend
 * listed, sorted by `key`, each with its `proposals`; `stored`, the values of
 * calque_proposals_store(); and `queued`.
 *
 * @param localization the localization.
 * @param section only those of this section; NULL for all.
 * @param key only those of this key of the section; NULL for all.
 * @param group only those for the components of this group; NULL for all.
 * @param json set to the object.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT, also for a key without a
 *         section and for a group beside a section; #CALQUE_INVALID_UTF8.
 */
CALQUE_API calque_status calque_proposals_list(
    const calque_localization *localization, const char *section,
    size_t section_length, const char *key, size_t key_length,
    const char *group, size_t group_length, calque_string *json,
    calque_error **error);

/**
 * Counts the proposals, as calque_proposals_end_editing() does; `isEditing` is
 * true in edit mode.
 *
 * @param localization the localization.
 * @param json set to the object.
 * @return #CALQUE_OK, #CALQUE_INVALID_ARGUMENT.
 */
CALQUE_API calque_status
calque_proposals_summary(const calque_localization *localization,
                         calque_string *json, calque_error **error);

CALQUE_END

#endif
