#include "doors.h"

static calque_conversation *conversations[HANDLES];
static calque_id sessions[HANDLES];
static calque_transcript_message *postings[HANDLES];
/* The last posting that was inserted or sent. */
static calque_id last;

static int64_t now(void *user_data) {
    (void)user_data;
    return 1000;
}

static bool on_random(void *user_data, void *bytes, size_t count) {
    static uint64_t number;
    (void)user_data;
    memset(bytes, 0, count);
    number += 1;
    memcpy(bytes, &number, count < sizeof number ? count : sizeof number);
    return true;
}

/* One sends a message, another may receive it. */
static char sent[LONGEST];
static size_t sent_length;

static calque_transcript_error on_send(void *user_data, calque_str update) {
    (void)user_data;
    must(update.data[update.length] == 0, "an update without an end");
    sent_length = update.length < sizeof sent ? update.length : 0;
    memcpy(sent, update.data, sent_length);
    return update.length % 8 == 7 ? CALQUE_TRANSCRIPT_ERROR_UNAVAILABLE
                                  : CALQUE_TRANSCRIPT_ERROR_NONE;
}

static void on_event(void *user_data, const calque_conversation_event *event) {
    (void)user_data;
    must((event->kind == CALQUE_CONVERSATION_TRANSCRIPT_CHANGED) ==
             (event->step_count > 0),
         "steps of an event");
}

static const calque_conversation_host HOST = {.struct_size = sizeof HOST,
                                              .now = now,
                                              .random = on_random,
                                              .send = on_send};

static void make(void) {
    uint32_t at = next(HANDLES);
    input json = any_json();
    calque_error *error = NULL;
    calque_status status = CALQUE_OK;
    calque_string out = {0};
    calque_conversation *restored = NULL;
    switch (next(3)) {
    case 0:
        calque_conversation_release(conversations[at]);
        if (next(4)) json = (input){"{}", next(4) ? 2 : 0};
        status = calque_conversation_create(json.bytes, json.length, &HOST,
                                            &conversations[at], &error);
        MADE(conversations[at], status);
        break;
    case 1:
        calque_conversation_release(conversations[at]);
        status = calque_conversation_restore(json.bytes, json.length, &HOST,
                                             &conversations[at], &error);
        MADE(conversations[at], status);
        break;
    default:
        status = calque_conversation_snapshot(conversations[at], &out, &error);
        if (status != CALQUE_OK) break;
        status = calque_conversation_restore(out.data, out.length, &HOST,
                                             &restored, NULL);
        must(status == CALQUE_OK, "a snapshot that cannot be restored");
        calque_conversation_release(restored);
    }
    given(status, &out, error);
}

static void write_posting(void) {
    uint32_t at = next(HANDLES);
    calque_transcript_message *message = postings[at], *copy = NULL;
    input json = any_json(), name = any_name(), value = any_text();
    calque_error *error = NULL;
    calque_string out = {0};
    calque_status status = CALQUE_OK;
    switch (next(12)) {
    case 0:
        status =
            calque_id_parse(json.bytes, json.length, &sessions[at], &error);
        if (status != CALQUE_OK) sessions[at] = calque_id_random();
        break;
    case 1:
    case 2:
        calque_transcript_message_release(message);
        status = calque_transcript_message_create(sessions[next(HANDLES)],
                                                  &postings[at], &error);
        MADE(postings[at], status);
        break;
    case 3:
        calque_transcript_message_release(message);
        status = calque_transcript_message_restore(json.bytes, json.length,
                                                   &postings[at], &error);
        MADE(postings[at], status);
        break;
    case 4:
        status = calque_transcript_message_archive(message, &out, &error);
        break;
    case 5:
        status = calque_transcript_message_set(
            message, "url", CALQUE_NTS, value.bytes, value.length, &error);
        break;
    case 6:
        status = calque_transcript_message_query_set(message, name.bytes,
                                                     name.length, value.bytes,
                                                     value.length, &error);
        break;
    case 7:
        status = calque_transcript_message_query_items(message, &out, &error);
        break;
    case 8:
        status = calque_transcript_message_set(message, "layout", CALQUE_NTS,
                                               json.bytes, json.length, &error);
        break;
    case 9:
        status = calque_transcript_message_copy(message, &copy, &error);
        calque_transcript_message_release(copy);
        break;
    case 10:
        status =
            calque_transcript_message_set(message, name.bytes, name.length,
                                          value.bytes, value.length, &error);
        break;
    default: status = calque_transcript_message_validate(message, &error);
    }
    given(status, &out, error);
}

static void post(void) {
    calque_conversation *conversation = ANY(conversations);
    const calque_transcript_message *message = ANY(postings);
    input json = any_json();
    calque_error *error = NULL;
    calque_status status = CALQUE_OK;
    calque_entry_kind kind = (calque_entry_kind)next(7);
    switch (next(11)) {
    case 0:
        status =
            calque_conversation_insert(conversation, message, &last, &error);
        break;
    case 1:
    case 2:
        status = calque_conversation_insert_content(
            conversation, kind, json.bytes, json.length, &last, &error);
        break;
    case 3:
        status = calque_conversation_commit(conversation, &last, &error);
        break;
    case 4:
        status = calque_conversation_cancel(conversation, &last, &error);
        break;
    case 5:
        status = calque_conversation_send(conversation, message, &last, &error);
        break;
    case 6:
    case 7:
        status = calque_conversation_send_content(
            conversation, kind, json.bytes, json.length, &last, &error);
        break;
    case 8:
        status = calque_conversation_receive(conversation, sent, sent_length,
                                             &error);
        break;
    case 9:
        status = calque_conversation_set_context(conversation, json.bytes,
                                                 json.length, &error);
        break;
    default:
        status = calque_conversation_receive(conversation, json.bytes,
                                             json.length, &error);
    }
    ended(status, error);
}

static void read_transcript(void) {
    calque_conversation *conversation = ANY(conversations);
    size_t position = next(6);
    calque_error *error = NULL;
    calque_string out = {0};
    calque_status status = CALQUE_OK;
    static uint64_t number;
    calque_entry entry;
    int64_t expiry;
    switch (next(10)) {
    case 0: status = calque_conversation_select(conversation, last); break;
    case 1: status = calque_conversation_mark_read(conversation, last); break;
    case 2: status = calque_conversation_keep(conversation, last); break;
    case 3:
        status = calque_conversation_remove_expired(conversation, &expiry);
        break;
    case 4:
        status = calque_conversation_entry(conversation, position, &entry, NULL,
                                           0, NULL);
        if (status == CALQUE_OK) last = entry.id;
        break;
    case 5: {
        output room = any_room();
        status =
            calque_conversation_entry(conversation, position, NULL, room.bytes,
                                      room.capacity, &room.needed);
        filled(status, &room);
        return;
    }
    case 6:
        status = calque_conversation_transcript(
            conversation, position, next(4) ? next(9) : SIZE_MAX, &out, &error);
        break;
    case 7:
        status =
            calque_conversation_update_json(conversation, last, &out, &error);
        break;
    case 8: status = calque_conversation_off(conversation, number); break;
    default:
        status = calque_conversation_on(conversation, on_event, NULL, NULL,
                                        &number, &error);
    }
    given(status, &out, error);
}

void call_conversation(void) {
    switch (next(8)) {
    case 0: make(); break;
    case 1:
    case 2: write_posting(); break;
    case 3:
    case 4: read_transcript(); break;
    default: post();
    }
}

void release_conversations(bool all) {
    RELEASE(postings, calque_transcript_message_release, all);
    RELEASE(conversations, calque_conversation_release, all);
}
