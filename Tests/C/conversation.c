/* conversation.h: staging, sending, receiving, snapshots */
#include <stdlib.h>
#include <unistd.h>

#include "transcript_fixture.h"

static void staging_commit_and_cancel(void) {
    room self = {0};
    calque_transcript_message *message = message_of(0, "x"), *staged = NULL;
    calque_id first, second, id;
    open_room(&self, NULL);
    listen_to(&self);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_commit(self.conversation, &id, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_cancel(self.conversation, NULL, NULL));
    CHECK_STATUS(CALQUE_OK, calque_conversation_insert(self.conversation,
                                                       message, &first, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_set(message, "summaryText",
                                               CALQUE_NTS, "y", 1, NULL));
    CHECK_STATUS(CALQUE_OK, calque_conversation_message(self.conversation,
                                                        first, &staged, NULL));
    calque_transcript_message_info info;
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_get_info(staged, &info));
    CHECK(info.is_pending);
    CHECK(info.sender.low == state_of(self.conversation).local_participant.low);
    calque_transcript_message_release(staged);
    CHECK(state_of(self.conversation).staged.low == first.low);
    CHECK_STATUS(CALQUE_OK, calque_conversation_insert(self.conversation,
                                                       message, &second, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_commit(self.conversation, &id, NULL));
    CHECK(id.low == second.low && id.low != first.low);
    CHECK_TEXT("m:y", line_of(&self));
    CHECK_STATUS(CALQUE_OK, calque_conversation_insert_content(
                                self.conversation, CALQUE_ENTRY_TEXT, "z", 1,
                                &first, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_cancel(self.conversation, &id, NULL));
    CHECK(id.low == first.low);
    CHECK_TEXT("Tcx", self.events);
    CHECK(state_of(self.conversation).staged.low == 0);
    calque_transcript_message_release(message);
    close_room(&self);
}

static void refusals_carry_their_number(void) {
    const struct {
        const char *context;
        const char *url;
        calque_status status;
        calque_transcript_error detail;
    } cases[] = {
        {"{}", "https://e/", CALQUE_OK, 0},
        {"{}", "myapp://x", CALQUE_INVALID_ARGUMENT, 0},
        {"{\"visible\":false}", NULL, CALQUE_REFUSED,
         CALQUE_TRANSCRIPT_ERROR_NOT_VISIBLE},
        {"{\"recentInteraction\":false}", NULL, CALQUE_REFUSED,
         CALQUE_TRANSCRIPT_ERROR_NO_INTERACTION},
        {"{\"presentation\":\"media\"}", NULL, CALQUE_REFUSED,
         CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        room self = {0};
        calque_error *error = NULL;
        calque_transcript_message *message = message_of(0, "x");
        open_room(&self, NULL);
        CHECK_STATUS(CALQUE_OK, calque_conversation_set_context(
                                    self.conversation, cases[at].context,
                                    CALQUE_NTS, NULL));
        CHECK_STATUS(CALQUE_OK,
                     calque_transcript_message_set(
                         message, "url", CALQUE_NTS, cases[at].url,
                         cases[at].url == NULL ? 0 : CALQUE_NTS, NULL));
        CHECK_STATUS(
            cases[at].status,
            calque_conversation_send(self.conversation, message, NULL, &error));
        CHECK(calque_error_detail(error) == cases[at].detail);
        CHECK((error != NULL) == (cases[at].status != CALQUE_OK));
        CHECK(calque_conversation_count(self.conversation) ==
              (error == NULL ? 1 : 0));
        calque_error_release(error);
        CHECK_STATUS(CALQUE_OK,
                     calque_conversation_set_context(
                         self.conversation, "{\"recentInteraction\":true}",
                         CALQUE_NTS, NULL));
        calque_transcript_message_release(message);
        close_room(&self);
    }
    CHECK(calque_error_detail(NULL) == 0);
}

static void attachments_are_looked_at(void) {
    room self = {0};
    calque_error *error = NULL;
    char folder[512], path[600], json[700];
    int file;
    CHECK(getcwd(folder, sizeof folder) != NULL);
    snprintf(path, sizeof path, "%s/transcript-XXXXXX", folder);
    file = mkstemp(path);
    CHECK(file >= 0 && close(file) == 0);
    open_room(&self, NULL);
    snprintf(json, sizeof json, "{\"url\":\"file://%s\"}", path);
    CHECK_STATUS(CALQUE_OK, calque_conversation_send_content(
                                self.conversation, CALQUE_ENTRY_ATTACHMENT,
                                json, CALQUE_NTS, NULL, NULL));
    snprintf(json, sizeof json, "{\"url\":\"file://%s\",\"sticker\":true}",
             path);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_insert_content(
                     self.conversation, CALQUE_ENTRY_ATTACHMENT, json,
                     CALQUE_NTS, NULL, &error));
    CHECK(calque_error_detail(error) == CALQUE_TRANSCRIPT_ERROR_STICKER_FORMAT);
    calque_error_release(error);
    remove(path);
    error = NULL;
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_conversation_send_content(self.conversation,
                                                  CALQUE_ENTRY_ATTACHMENT, json,
                                                  CALQUE_NTS, NULL, &error));
    CHECK(calque_error_detail(error) == CALQUE_TRANSCRIPT_ERROR_FILE_NOT_FOUND);
    calque_error_release(error);
    error = NULL;
    snprintf(json, sizeof json, "{\"url\":\"file://%s\"}", folder);
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_conversation_send_content(self.conversation,
                                                  CALQUE_ENTRY_ATTACHMENT, json,
                                                  CALQUE_NTS, NULL, &error));
    CHECK(calque_error_detail(error) ==
          CALQUE_TRANSCRIPT_ERROR_FILE_UNREADABLE);
    calque_error_release(error);
    CHECK_STATUS(CALQUE_INVALID_TYPE,
                 calque_conversation_send_content(self.conversation,
                                                  CALQUE_ENTRY_ATTACHMENT, "{}",
                                                  CALQUE_NTS, NULL, NULL));
    CHECK(calque_conversation_count(self.conversation) == 1);
    close_room(&self);
}

static void snapshots_restore(void) {
    room self = {0}, other = {0};
    calque_string snapshot = {0}, again = {0};
    calque_conversation_host host = host_of(&other);
    open_room(&self, "{\"summaryPolicy\":\"keep\"}");
    send_of(&self, 5, "one");
    send_of(&self, 5, "two");
    CHECK_STATUS(CALQUE_OK, calque_conversation_snapshot(self.conversation,
                                                         &snapshot, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_restore(snapshot.data, snapshot.length,
                                             &host, &other.conversation, NULL));
    CHECK_TEXT("S:one m:two", line_of(&other));
    CHECK_STATUS(CALQUE_OK, calque_conversation_snapshot(other.conversation,
                                                         &again, NULL));
    CHECK_TEXT(snapshot.data, again.data);
    calque_conversation_release(other.conversation);
    CHECK(other.freed == 1);
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_conversation_restore(snapshot.data, 20, &host,
                                             &other.conversation, NULL));
    CHECK(other.conversation == NULL && other.freed == 1);
    calque_string_dispose(&snapshot);
    calque_string_dispose(&again);
    close_room(&self);
}

static void proposals_are_posted_by_one_call(void) {
    room self = {0};
    calque_error *error = NULL;
    calque_transcript_message *message = NULL;
    calque_id id;
    char text[32];
    const char *stored = CALQUE_JSON({
        "identifier" : "home.title",
        "locale" : "da",
        "value" : "Hej",
        "state" : "stored"
    });
    const char *accepted = CALQUE_JSON({
        "identifier" : "home.title",
        "locale" : "da",
        "value" : "Hej",
        "state" : "accepted"
    });
    open_room(&self, "{\"summaryPolicy\":\"keep\"}");
    CHECK_STATUS(CALQUE_OK, calque_conversation_send_content(
                                self.conversation, CALQUE_ENTRY_PROPOSAL,
                                stored, CALQUE_NTS, NULL, NULL));
    CHECK_STATUS(CALQUE_OK, calque_conversation_send_content(
                                self.conversation, CALQUE_ENTRY_PROPOSAL,
                                accepted, CALQUE_NTS, &id, NULL));
    CHECK_TEXT("S:home.title: Hej m:home.title: Hej", line_of(&self));
    CHECK_STATUS(CALQUE_OK, calque_conversation_message(self.conversation, id,
                                                        &message, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_query_get(
                     message, "state", CALQUE_NTS, text, sizeof text, NULL));
    CHECK_TEXT("accepted", text);
    calque_transcript_message_release(message);
    CHECK_STATUS(CALQUE_INVALID_OPTION,
                 calque_conversation_send_content(self.conversation,
                                                  CALQUE_ENTRY_PROPOSAL, "{}",
                                                  CALQUE_NTS, NULL, &error));
    CHECK_TEXT("identifier", calque_error_path(error));
    calque_error_release(error);
    close_room(&self);
}

static void hosts_are_checked_by_size(void) {
    struct {
        calque_conversation_host known;
        void *later;
    } newer = {{sizeof newer, NULL, NULL, NULL, NULL, NULL}, NULL};
    calque_conversation_host old = {2 * sizeof(void *), NULL, NULL, NULL, NULL,
                                    room_send};
    calque_conversation_host bad = {3, NULL, NULL, NULL, NULL, NULL};
    calque_conversation *made = NULL;
    CHECK_STATUS(CALQUE_OK, calque_conversation_create(NULL, 0, &newer.known,
                                                       &made, NULL));
    calque_conversation_release(made);
    newer.later = &newer;
    CHECK_STATUS(CALQUE_UNSUPPORTED, calque_conversation_create(
                                         NULL, 0, &newer.known, &made, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_create(NULL, 0, &bad, &made, NULL));
    CHECK(made == NULL);
    /* Bytes after the size are not read: `send` would fail without one. */
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_create(NULL, 0, &old, &made, NULL));
    CHECK_STATUS(CALQUE_OK, calque_conversation_send_content(
                                made, CALQUE_ENTRY_TEXT, "x", 1, NULL, NULL));
    calque_conversation_release(made);
}

static void bad_input_changes_nothing(void) {
    const struct {
        const char *json;
        calque_status status;
    } cases[] = {
        {"", CALQUE_INVALID_JSON},
        {"[]", CALQUE_INVALID_TYPE},
        {"{\"version\":1,\n\"kind\":}", CALQUE_INVALID_JSON},
        {"{\"version\":9}", CALQUE_UNSUPPORTED},
        {"\xff", CALQUE_INVALID_UTF8},
    };
    room self = {0};
    calque_error *error = NULL;
    open_room(&self, NULL);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        CHECK_STATUS(cases[at].status,
                     calque_conversation_receive(
                         self.conversation, cases[at].json, CALQUE_NTS, NULL));
    }
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_conversation_receive(self.conversation, cases[2].json,
                                             CALQUE_NTS, &error));
    CHECK(calque_error_line(error) == 2);
    calque_error_release(error);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_insert_content(self.conversation,
                                                    CALQUE_ENTRY_PROPOSAL, "{}",
                                                    2, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_send_content(self.conversation,
                                                  CALQUE_ENTRY_MESSAGE, "{}", 2,
                                                  NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_TYPE,
                 calque_conversation_send_content(self.conversation,
                                                  CALQUE_ENTRY_ATTACHMENT, "[]",
                                                  2, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_receive(self.conversation, NULL, 0, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_send(self.conversation, NULL, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_send_content(self.conversation,
                                                  CALQUE_ENTRY_TEXT, NULL, 0,
                                                  NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_OPTION,
                 calque_conversation_set_context(self.conversation,
                                                 "{\"presentation\":\"big\"}",
                                                 CALQUE_NTS, NULL));
    CHECK(calque_conversation_count(self.conversation) == 0);
    close_room(&self);
}

int main(void) {
    staging_commit_and_cancel();
    refusals_carry_their_number();
    attachments_are_looked_at();
    snapshots_restore();
    proposals_are_posted_by_one_call();
    hosts_are_checked_by_size();
    bad_input_changes_nothing();
    return check_end();
}
