/* Conversations with a host that tests control. */
#ifndef CALQUE_TESTS_TRANSCRIPT_FIXTURE_H
#define CALQUE_TESTS_TRANSCRIPT_FIXTURE_H

#include "check.h"

/* A host that tests control. */
typedef struct room {
    calque_conversation *conversation;
    int64_t now;
    uint64_t random;
    int freed;
    int handlers_freed;
    calque_transcript_error send_result;
    /* The receiver of updates, at once; NULL keeps them in `last_update`. */
    struct room *peer;
    char last_update[2048];
    /* One letter for each event, in order. */
    char events[64];
    size_t steps;
    calque_transcript_step last_step;
    bool answers;
} room;

static inline int64_t room_now(void *user_data) {
    return ((room *)user_data)->now;
}

static inline bool room_random(void *user_data, void *bytes, size_t count) {
    memset(bytes, 0, count);
    ((room *)user_data)->random += 1;
    memcpy((char *)bytes + count - sizeof(uint64_t),
           &((room *)user_data)->random, sizeof(uint64_t));
    return true;
}

static inline calque_transcript_error room_send(void *user_data,
                                                calque_str update) {
    room *self = user_data;
    snprintf(self->last_update, sizeof self->last_update, "%s", update.data);
    CHECK(strlen(update.data) == update.length);
    if (self->peer != NULL) {
        calque_conversation_receive(self->peer->conversation, update.data,
                                    update.length, NULL);
    }
    return self->send_result;
}

static inline void room_free(void *user_data) {
    ((room *)user_data)->freed += 1;
}

static inline void handler_free(void *user_data) {
    ((room *)user_data)->handlers_freed += 1;
}

static inline void room_handle(void *user_data,
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
        CHECK_STATUS(CALQUE_OK, calque_conversation_send_content(
                                    self->conversation, CALQUE_ENTRY_TEXT,
                                    "answer", CALQUE_NTS, NULL, NULL));
    }
}

static inline calque_conversation_host host_of(room *self) {
    calque_conversation_host host = {sizeof host, self,        room_free,
                                     room_now,    room_random, room_send};
    return host;
}

static inline void open_room(room *self, const char *options) {
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

static inline void listen_to(room *self) {
    CHECK_STATUS(CALQUE_OK,
                 calque_conversation_on(self->conversation, room_handle, self,
                                        handler_free, NULL, NULL));
}

static inline void close_room(room *self) {
    calque_conversation_release(self->conversation);
    CHECK(self->freed == 1);
}

/* A message of a numbered session, 0 for none. */
static inline calque_transcript_message *message_of(uint64_t session,
                                                    const char *summary) {
    calque_transcript_message *message = NULL;
    calque_id owner = {session > 0, session};
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_create(owner, &message, NULL));
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_set(
                                message, "summaryText", CALQUE_NTS, summary,
                                CALQUE_NTS, NULL));
    return message;
}

static inline calque_conversation_info
state_of(const calque_conversation *conversation) {
    calque_conversation_info info;
    CHECK_STATUS(CALQUE_OK, calque_conversation_get_info(conversation, &info));
    return info;
}

static inline calque_id send_of(room *self, uint64_t session,
                                const char *summary) {
    calque_transcript_message *message = message_of(session, summary);
    calque_id id = {0, 0};
    CHECK_STATUS(CALQUE_OK, calque_conversation_send(self->conversation,
                                                     message, &id, NULL));
    calque_transcript_message_release(message);
    return id;
}

/* The transcript, an entry as a letter and its text, in a shared buffer. */
static inline const char *line_of(const room *self) {
    static char line[1024];
    size_t used = 0;
    line[0] = 0;
    for (size_t at = 0; at < calque_conversation_count(self->conversation);
         at += 1) {
        calque_entry entry;
        char text[128];
        calque_conversation_entry(self->conversation, at, &entry, text,
                                  sizeof text, NULL);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%c:%s",
                                 at == 0 ? "" : " ", "?mSta"[entry.kind], text);
    }
    return line;
}

#endif
