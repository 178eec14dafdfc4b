/* transcript.h: entries of a conversation, and events */
#include "transcript_fixture.h"

static void updates_take_the_place_of_earlier_messages(void) {
    const struct {
        const char *options;
        const char *line;
    } cases[] = {
        {NULL, "t:hi m:two"},
        {"{\"summaryPolicy\":\"none\"}", "t:hi m:two"},
        {"{\"summaryPolicy\":\"keep\"}", "S:one t:hi m:two"},
        {"{\"summaryPolicy\":\"default\",\"defaultSummary\":\"d\"}",
         "S:one t:hi m:two"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        room self = {0};
        size_t position = 9;
        calque_id last;
        open_room(&self, cases[at].options);
        send_of(&self, 5, "one");
        CHECK_STATUS(CALQUE_OK, calque_conversation_send_content(
                                    self.conversation, CALQUE_ENTRY_TEXT, "hi!",
                                    2, NULL, NULL));
        last = send_of(&self, 5, "two");
        CHECK_TEXT(cases[at].line, line_of(&self));
        CHECK_STATUS(CALQUE_OK, calque_conversation_position(self.conversation,
                                                             last, &position));
        CHECK(position + 1 == calque_conversation_count(self.conversation));
        CHECK(state_of(self.conversation).sequence == 3);
        close_room(&self);
    }
}

static void peers_end_equal(void) {
    room a = {0}, b = {0};
    calque_string left = {0}, right = {0};
    const char *options = "{\"summaryPolicy\":\"keep\"}";
    b.random = 5000;
    open_room(&a, options);
    open_room(&b, options);
    a.peer = &b;
    b.peer = &a;
    b.answers = true;
    listen_to(&a);
    listen_to(&b);
    send_of(&a, 5, "one");
    send_of(&b, 5, "two");
    CHECK_TEXT("S:one t:answer m:two", line_of(&a));
    CHECK_STATUS(CALQUE_OK, calque_conversation_transcript(
                                a.conversation, 0, SIZE_MAX, &left, NULL));
    CHECK_STATUS(CALQUE_OK, calque_conversation_transcript(
                                b.conversation, 0, SIZE_MAX, &right, NULL));
    CHECK_TEXT(left.data, right.data);
    CHECK_TEXT("TTrTr", a.events);
    CHECK_TEXT("TrTT", b.events);
    CHECK_STATUS(CALQUE_UNCHANGED,
                 calque_conversation_receive(b.conversation, a.last_update,
                                             CALQUE_NTS, NULL));
    calque_string_dispose(&left);
    calque_string_dispose(&right);
    close_room(&a);
    close_room(&b);
    CHECK(a.handlers_freed == 1 && b.handlers_freed == 1);
}

static void steps_tell_positions(void) {
    room self = {0};
    open_room(&self, NULL);
    listen_to(&self);
    send_of(&self, 5, "one");
    CHECK(self.last_step.kind == CALQUE_TRANSCRIPT_INSERTED);
    send_of(&self, 6, "other");
    send_of(&self, 5, "two");
    CHECK(self.steps == 4);
    CHECK(self.last_step.kind == CALQUE_TRANSCRIPT_INSERTED);
    CHECK(self.last_step.position == 1);
    close_room(&self);
}

static void selection_expiry_and_failure(void) {
    room self = {0};
    calque_id none = {0, 0}, unknown = {3, 3}, id;
    calque_transcript_message *message = message_of(5, "x"), *got = NULL;
    int64_t next = 7;
    open_room(&self, "{\"expiry\":500}");
    listen_to(&self);
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_set(
                                message, "shouldExpire", CALQUE_NTS, "true",
                                CALQUE_NTS, NULL));
    self.send_result = CALQUE_TRANSCRIPT_ERROR_UNKNOWN;
    CHECK_STATUS(CALQUE_OK, calque_conversation_send(self.conversation, message,
                                                     &id, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_conversation_message(
                                       self.conversation, none, &got, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_select(self.conversation, unknown));
    CHECK_STATUS(CALQUE_OK, calque_conversation_select(self.conversation, id));
    CHECK_STATUS(CALQUE_OK, calque_conversation_message(self.conversation, none,
                                                        &got, NULL));
    calque_transcript_message_info info;
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_get_info(got, &info));
    CHECK(info.error == CALQUE_TRANSCRIPT_ERROR_UNKNOWN);
    calque_transcript_message_release(got);
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_report_failure(self.conversation, id, 2));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_mark_read(self.conversation, id));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_remove_expired(self.conversation, &next));
    CHECK(next == 1500);
    self.now = 1500;
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_remove_expired(self.conversation, &next));
    CHECK(next == 0 && calque_conversation_count(self.conversation) == 0);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_keep(self.conversation, id));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_report_failure(self.conversation, id, 2));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_select(self.conversation, none));
    CHECK_TEXT("TsST", self.events);
    calque_transcript_message_release(message);
    close_room(&self);
}

static void null_and_far_positions_are_let_through(void) {
    room self = {0};
    calque_entry entry = {9, 9, 9, {9, 9}};
    calque_string json = {0};
    calque_id id = {1, 1};
    char text[4] = "x";
    size_t position = 3;
    open_room(&self, NULL);
    CHECK_STATUS(
        CALQUE_NOT_FOUND,
        calque_conversation_entry(self.conversation, 0, &entry, NULL, 0, NULL));
    CHECK(entry.kind == 0 && entry.id.low == 0);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_entry(self.conversation, SIZE_MAX, &entry,
                                           NULL, 0, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_entry(self.conversation, SIZE_MAX, NULL,
                                           text, sizeof text, NULL));
    CHECK_TEXT("", text);
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_conversation_position(
                                       self.conversation, id, &position));
    CHECK(position == 0);
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_transcript(self.conversation, SIZE_MAX,
                                                SIZE_MAX, &json, NULL));
    CHECK_TEXT("[]", json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_conversation_update_json(
                                       self.conversation, id, &json, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_off(self.conversation, 1));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_on(self.conversation, NULL, NULL, NULL,
                                        NULL, NULL));
    CHECK(calque_conversation_count(NULL) == 0);
    calque_conversation_info info = {.sequence = 3};
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_get_info(NULL, &info));
    CHECK(info.sequence == 0);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_conversation_select(NULL, id));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_entry(NULL, 0, NULL, text, 4, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_create(NULL, 0, NULL, NULL, NULL));
    calque_conversation_release(NULL);
    send_of(&self, 5, "one");
    size_t length = 9;
    CHECK_STATUS(CALQUE_OK, calque_conversation_entry(self.conversation, 0,
                                                      &entry, NULL, 0, NULL));
    CHECK(entry.kind == CALQUE_ENTRY_MESSAGE);
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_conversation_entry(self.conversation, 0, NULL, NULL, 0,
                                           &length));
    CHECK(length == 3);
    close_room(&self);
}

static void subscriptions_end(void) {
    room self = {0};
    uint64_t subscription = 0;
    calque_string remotes = {0};
    open_room(&self, "{\"remoteParticipantIdentifiers\":"
                     "[\"00000000000000010000000000000002\"]}");
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_on(self.conversation, room_handle, &self,
                                        handler_free, &subscription, NULL));
    CHECK(subscription != 0);
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_off(self.conversation, subscription));
    CHECK(self.handlers_freed == 1);
    send_of(&self, 5, "one");
    CHECK_TEXT("", self.events);
    CHECK_STATUS(CALQUE_OK, calque_conversation_remote_participants(
                                self.conversation, &remotes, NULL));
    CHECK_TEXT("[\"00000000-0000-0001-0000-000000000002\"]", remotes.data);
    calque_string_dispose(&remotes);
    CHECK(self.freed == 0);
    close_room(&self);
}

int main(void) {
    updates_take_the_place_of_earlier_messages();
    peers_end_equal();
    steps_tell_positions();
    selection_expiry_and_failure();
    null_and_far_positions_are_let_through();
    subscriptions_end();
    return check_end();
}
