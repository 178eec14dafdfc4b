/* transcript.h: conversations */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

/* A host that tests control. */
typedef struct room {
    calque_conversation *conversation;
    int64_t now;
    uint64_t random;
    int freed;
    int handlers_freed;
    calque_message_error send_result;
    /* Whom updates go to, at once; NULL keeps them in `last_update`. */
    struct room *peer;
    char last_update[2048];
    /* One letter for each event, in order. */
    char events[64];
    size_t steps;
    calque_transcript_step last_step;
    bool answers;
} room;

static int64_t room_now(void *user_data) { return ((room *)user_data)->now; }

static bool room_random(void *user_data, void *bytes, size_t count) {
    memset(bytes, 0, count);
    ((room *)user_data)->random += 1;
    memcpy((char *)bytes + count - sizeof(uint64_t),
           &((room *)user_data)->random, sizeof(uint64_t));
    return true;
}

static calque_message_error room_send(void *user_data, calque_text update) {
    room *self = user_data;
    snprintf(self->last_update, sizeof self->last_update, "%s", update.data);
    CHECK(strlen(update.data) == update.length);
    if (self->peer != NULL) {
        calque_conversation_receive(self->peer->conversation, update.data,
                                    update.length, NULL);
    }
    return self->send_result;
}

static void room_free(void *user_data) { ((room *)user_data)->freed += 1; }

static void handler_free(void *user_data) {
    ((room *)user_data)->handlers_freed += 1;
}

static void room_handle(void *user_data,
                        const calque_conversation_event *event) {
    static const char letters[] = "?sSrcxT";
    room *self = user_data;
    size_t length = strlen(self->events);
    if (length + 1 < sizeof self->events && event->kind > 0 &&
        event->kind < 7) {
        self->events[length] = letters[event->kind];
    }
    CHECK((event->kind == CALQUE_CONVERSATION_TRANSCRIPT_CHANGED) ==
          (event->step_count > 0));
    if (event->step_count > 0) {
        self->steps += event->step_count;
        self->last_step = event->steps[event->step_count - 1];
    }
    if (event->kind == CALQUE_CONVERSATION_DID_RECEIVE && self->answers) {
        self->answers = false;
        CHECK_STATUS(CALQUE_OK, calque_conversation_send_text(
                                    self->conversation, "answer", CALQUE_NTS,
                                    NULL, NULL));
    }
}

static calque_conversation_host host_of(room *self) {
    calque_conversation_host host = {
        sizeof host, self, room_free, room_now, room_random, room_send};
    return host;
}

static void open_room(room *self, const char *options) {
    calque_conversation_host host;
    uint64_t random = self->random;
    memset(self, 0, sizeof *self);
    self->random = random;
    self->now = 1000;
    host = host_of(self);
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_create(options, CALQUE_NTS, &host,
                                            &self->conversation, NULL));
}

static void listen_to(room *self) {
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_on(self->conversation, room_handle, self,
                                        handler_free, NULL, NULL));
}

static void close_room(room *self) {
    calque_conversation_release(self->conversation);
    CHECK(self->freed == 1);
}

/* A message of a numbered session, 0 for none. */
static calque_message *message_of(uint64_t session, const char *summary) {
    calque_message *message = NULL;
    calque_session *owner = NULL;
    calque_id id = {1, session};
    if (session != 0) {
        CHECK_STATUS(CALQUE_OK, calque_session_from_id(id, &owner, NULL));
    }
    CHECK_STATUS(CALQUE_OK, calque_message_create(owner, &message, NULL));
    calque_session_release(owner);
    CHECK_STATUS(CALQUE_OK, calque_message_set_summary_text(
                                message, summary, CALQUE_NTS, NULL));
    return message;
}

static calque_id send_of(room *self, uint64_t session, const char *summary) {
    calque_message *message = message_of(session, summary);
    calque_id id = {0, 0};
    CHECK_STATUS(CALQUE_OK, calque_conversation_send(self->conversation,
                                                     message, &id, NULL));
    calque_message_release(message);
    return id;
}

/* The transcript, an entry as a letter and its text, in a shared buffer. */
static const char *line_of(const room *self) {
    static char line[1024];
    size_t used = 0;
    line[0] = 0;
    for (size_t at = 0; at < calque_conversation_count(self->conversation);
         at += 1) {
        calque_entry entry;
        char text[128];
        calque_conversation_entry(self->conversation, at, &entry);
        calque_conversation_entry_text(self->conversation, at, text,
                                       sizeof text, NULL);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%c:%s",
                                 at == 0 ? "" : " ", "?mSta"[entry.kind], text);
    }
    return line;
}

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
        CHECK_STATUS(CALQUE_OK,
                     calque_conversation_send_text(self.conversation, "hi!", 2,
                                                   NULL, NULL));
        last = send_of(&self, 5, "two");
        CHECK_TEXT(cases[at].line, line_of(&self));
        CHECK_STATUS(CALQUE_OK, calque_conversation_position(
                                    self.conversation, last, &position));
        CHECK(position + 1 == calque_conversation_count(self.conversation));
        CHECK(calque_conversation_sequence(self.conversation) == 3);
        close_room(&self);
    }
}

static void staging_commit_and_cancel(void) {
    room self = {0};
    calque_message *message = message_of(0, "x"), *staged = NULL;
    calque_id first, second, id;
    open_room(&self, NULL);
    listen_to(&self);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_commit(self.conversation, &id, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_cancel(self.conversation, NULL, NULL));
    CHECK_STATUS(CALQUE_OK, calque_conversation_insert(
                                self.conversation, message, &first, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_message_set_summary_text(message, "y", 1, NULL));
    CHECK_STATUS(CALQUE_OK, calque_conversation_message(self.conversation,
                                                        first, &staged, NULL));
    CHECK(calque_message_is_pending(staged));
    CHECK(calque_message_sender(staged).low ==
          calque_conversation_local_participant(self.conversation).low);
    calque_message_release(staged);
    CHECK(calque_conversation_staged(self.conversation).low == first.low);
    CHECK_STATUS(CALQUE_OK, calque_conversation_insert(
                                self.conversation, message, &second, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_commit(self.conversation, &id, NULL));
    CHECK(id.low == second.low && id.low != first.low);
    CHECK_TEXT("m:y", line_of(&self));
    CHECK_STATUS(CALQUE_OK, calque_conversation_insert_text(
                                self.conversation, "z", 1, &first, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_cancel(self.conversation, &id, NULL));
    CHECK(id.low == first.low);
    CHECK_TEXT("Tcx", self.events);
    CHECK(calque_conversation_staged(self.conversation).low == 0);
    calque_message_release(message);
    close_room(&self);
}

static void refusals_carry_their_number(void) {
    const struct {
        const char *context;
        const char *url;
        calque_status status;
        calque_message_error detail;
    } cases[] = {
        {"{}", "https://e/", CALQUE_OK, 0},
        {"{}", "myapp://x", CALQUE_INVALID_ARGUMENT, 0},
        {"{\"visible\":false}", NULL, CALQUE_REFUSED,
         CALQUE_MESSAGE_ERROR_NOT_VISIBLE},
        {"{\"recentInteraction\":false}", NULL, CALQUE_REFUSED,
         CALQUE_MESSAGE_ERROR_NO_INTERACTION},
        {"{\"presentation\":\"media\"}", NULL, CALQUE_REFUSED,
         CALQUE_MESSAGE_ERROR_UNAVAILABLE},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        room self = {0};
        calque_error *error = NULL;
        calque_message *message = message_of(0, "x");
        open_room(&self, NULL);
        CHECK_STATUS(CALQUE_OK, calque_conversation_set_context(
                                    self.conversation, cases[at].context,
                                    CALQUE_NTS, NULL));
        CHECK_STATUS(CALQUE_OK, calque_message_set_url(message, cases[at].url,
                                                       cases[at].url == NULL
                                                           ? 0
                                                           : CALQUE_NTS,
                                                       NULL));
        CHECK_STATUS(cases[at].status,
                     calque_conversation_send(self.conversation, message, NULL,
                                              &error));
        CHECK(calque_error_detail(error) == cases[at].detail);
        CHECK((error != NULL) == (cases[at].status != CALQUE_OK));
        CHECK(calque_conversation_count(self.conversation) ==
              (error == NULL ? 1 : 0));
        calque_error_release(error);
        CHECK_STATUS(CALQUE_OK,
                     calque_conversation_note_interaction(self.conversation));
        calque_message_release(message);
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
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_send_attachment(
                     self.conversation, json, CALQUE_NTS, NULL, NULL));
    snprintf(json, sizeof json, "{\"url\":\"file://%s\",\"sticker\":true}",
             path);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_insert_attachment(
                     self.conversation, json, CALQUE_NTS, NULL, &error));
    CHECK(calque_error_detail(error) == CALQUE_MESSAGE_ERROR_STICKER_FORMAT);
    calque_error_release(error);
    remove(path);
    error = NULL;
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_conversation_send_attachment(
                     self.conversation, json, CALQUE_NTS, NULL, &error));
    CHECK(calque_error_detail(error) == CALQUE_MESSAGE_ERROR_FILE_NOT_FOUND);
    calque_error_release(error);
    error = NULL;
    snprintf(json, sizeof json, "{\"url\":\"file://%s\"}", folder);
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_conversation_send_attachment(
                     self.conversation, json, CALQUE_NTS, NULL, &error));
    CHECK(calque_error_detail(error) == CALQUE_MESSAGE_ERROR_FILE_UNREADABLE);
    calque_error_release(error);
    CHECK_STATUS(CALQUE_INVALID_TYPE,
                 calque_conversation_send_attachment(self.conversation, "{}",
                                                     CALQUE_NTS, NULL, NULL));
    CHECK(calque_conversation_count(self.conversation) == 1);
    close_room(&self);
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
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_transcript(a.conversation, 0, SIZE_MAX,
                                                &left, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_transcript(b.conversation, 0, SIZE_MAX,
                                                &right, NULL));
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
    calque_message *message = message_of(5, "x"), *got = NULL;
    int64_t next = 7;
    open_room(&self, "{\"expiry\":500}");
    listen_to(&self);
    CHECK_STATUS(CALQUE_OK, calque_message_set_should_expire(message, true));
    self.send_result = CALQUE_MESSAGE_ERROR_UNKNOWN;
    CHECK_STATUS(CALQUE_OK, calque_conversation_send(self.conversation,
                                                     message, &id, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_selected(self.conversation, &got, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_select(self.conversation, unknown));
    CHECK_STATUS(CALQUE_OK, calque_conversation_select(self.conversation, id));
    CHECK_STATUS(CALQUE_OK, calque_conversation_selected(self.conversation,
                                                         &got, NULL));
    CHECK(calque_message_error_code(got) == CALQUE_MESSAGE_ERROR_UNKNOWN);
    calque_message_release(got);
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_report_failure(self.conversation, id, 2));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_mark_read(self.conversation, id));
    CHECK_STATUS(CALQUE_OK, calque_conversation_remove_expired(
                                self.conversation, &next));
    CHECK(next == 1500);
    self.now = 1500;
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_conversation_remove_expired(
                                       self.conversation, &next));
    CHECK(next == 0 && calque_conversation_count(self.conversation) == 0);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_keep(self.conversation, id));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_report_failure(self.conversation, id, 2));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_select(self.conversation, none));
    CHECK_TEXT("TsST", self.events);
    calque_message_release(message);
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
    CHECK_STATUS(CALQUE_OK, calque_conversation_restore(
                                snapshot.data, snapshot.length, &host,
                                &other.conversation, NULL));
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
    calque_message *message = NULL;
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
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_post_proposal(self.conversation, stored,
                                                   CALQUE_NTS, NULL, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_post_proposal(self.conversation, accepted,
                                                   CALQUE_NTS, &id, NULL));
    CHECK_TEXT("S:home.title: Hej m:home.title: Hej", line_of(&self));
    CHECK_STATUS(CALQUE_OK, calque_conversation_message(self.conversation, id,
                                                        &message, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_message_query_get(message, "state", CALQUE_NTS, text,
                                          sizeof text, NULL));
    CHECK_TEXT("accepted", text);
    calque_message_release(message);
    CHECK_STATUS(CALQUE_INVALID_OPTION,
                 calque_conversation_post_proposal(self.conversation, "{}",
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
    calque_conversation_host old = {2 * sizeof(void *), NULL, NULL,
                                    NULL,               NULL, room_send};
    calque_conversation_host bad = {3, NULL, NULL, NULL, NULL, NULL};
    calque_conversation *made = NULL;
    CHECK_STATUS(CALQUE_OK, calque_conversation_create(NULL, 0, &newer.known,
                                                       &made, NULL));
    calque_conversation_release(made);
    newer.later = &newer;
    CHECK_STATUS(
        CALQUE_UNSUPPORTED,
        calque_conversation_create(NULL, 0, &newer.known, &made, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_create(NULL, 0, &bad, &made, NULL));
    CHECK(made == NULL);
    /* What lies behind the size is not read: `send` would fail without one. */
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_create(NULL, 0, &old, &made, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_send_text(made, "x", 1, NULL, NULL));
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
    size_t line = 0;
    open_room(&self, NULL);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        CHECK_STATUS(cases[at].status,
                     calque_conversation_receive(self.conversation,
                                                 cases[at].json, CALQUE_NTS,
                                                 NULL));
    }
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_conversation_receive(self.conversation, cases[2].json,
                                             CALQUE_NTS, &error));
    CHECK(calque_error_position(error, &line, NULL, NULL) && line == 2);
    calque_error_release(error);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_receive(self.conversation, NULL, 0, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_send(self.conversation, NULL, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_send_text(self.conversation, NULL, 0, NULL,
                                               NULL));
    CHECK_STATUS(CALQUE_INVALID_OPTION,
                 calque_conversation_set_context(
                     self.conversation, "{\"presentation\":\"big\"}",
                     CALQUE_NTS, NULL));
    CHECK(calque_conversation_count(self.conversation) == 0);
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
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_entry(self.conversation, 0, &entry));
    CHECK(entry.kind == 0 && entry.id.low == 0);
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_conversation_entry(
                                       self.conversation, SIZE_MAX, &entry));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_conversation_entry_text(self.conversation, SIZE_MAX,
                                                text, sizeof text, NULL));
    CHECK_TEXT("", text);
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_conversation_position(
                                       self.conversation, id, &position));
    CHECK(position == 0);
    CHECK_STATUS(CALQUE_OK, calque_conversation_transcript(
                                self.conversation, SIZE_MAX, SIZE_MAX, &json,
                                NULL));
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
    CHECK(calque_conversation_sequence(NULL) == 0);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_conversation_select(NULL, id));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_entry_text(NULL, 0, text, 4, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_conversation_create(NULL, 0, NULL, NULL, NULL));
    calque_conversation_release(NULL);
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
    CHECK(calque_conversation_retain(self.conversation) == self.conversation);
    calque_conversation_release(self.conversation);
    CHECK(self.freed == 0);
    close_room(&self);
}

int main(void) {
    updates_take_the_place_of_earlier_messages();
    staging_commit_and_cancel();
    refusals_carry_their_number();
    attachments_are_looked_at();
    peers_end_equal();
    steps_tell_positions();
    selection_expiry_and_failure();
    snapshots_restore();
    proposals_are_posted_by_one_call();
    hosts_are_checked_by_size();
    bad_input_changes_nothing();
    null_and_far_positions_are_let_through();
    subscriptions_end();
    return check_end();
}
