/* MSSession and MSMessage, as Apple's documentation walks through them. */
#include <stdio.h>

#include <calque.h>

/* Updates of one side go to the other. A real program sends them over its own
 * connection. */
static calque_transcript_error send(void *user_data, calque_str update) {
    calque_conversation_receive(user_data, update.data, update.length, NULL);
    return CALQUE_TRANSCRIPT_ERROR_NONE;
}

static const char *said(bool is_so) { return is_so ? "true" : "false"; }

/* The message that was sent first; its identifier. */
static calque_id first;

static void listen(void *user_data, const calque_conversation_event *event) {
    (void)user_data;
    if (event->kind == CALQUE_CONVERSATION_DID_SELECT) {
        puts(said(event->id.high == first.high && event->id.low == first.low));
    }
}

static const char *move_of(const calque_transcript_message *message) {
    static char move[16];
    calque_transcript_message_query_get(message, "move", CALQUE_NTS, move,
                                        sizeof move, NULL);
    return move;
}

/* A message of a session: a URL with its state, a layout, a summary. */
static calque_transcript_message *written(calque_id session, const char *move,
                                          const char *summary) {
    calque_transcript_message *message = NULL;
    calque_transcript_message_create(session, &message, NULL);
    calque_transcript_message_set(message, "url", CALQUE_NTS,
                                  "https://example.com/game", CALQUE_NTS, NULL);
    calque_transcript_message_query_set(message, "move", CALQUE_NTS, move,
                                        CALQUE_NTS, NULL);
    calque_transcript_message_set(message, "layout", CALQUE_NTS,
                                  CALQUE_JSON({"caption": "Your turn"}),
                                              CALQUE_NTS, NULL);
    calque_transcript_message_set(message, "summaryText", CALQUE_NTS, summary,
                                  CALQUE_NTS, NULL);
    return message;
}

static void show(const calque_conversation *conversation) {
    for (size_t at = 0; at < calque_conversation_count(conversation); at += 1) {
        calque_entry entry;
        char text[64];
        calque_conversation_entry(conversation, at, &entry, text, sizeof text,
                                  NULL);
        if (entry.kind == CALQUE_ENTRY_SUMMARY) {
            printf("summary: %s\n", text);
        } else if (entry.kind == CALQUE_ENTRY_MESSAGE) {
            calque_transcript_message *message = NULL;
            calque_conversation_message(conversation, entry.id, &message, NULL);
            printf("message: %s\n", move_of(message));
            calque_transcript_message_release(message);
        }
    }
}

int main(void) {
    const char *options = CALQUE_JSON({"summaryPolicy": "keep"});
    calque_conversation *other = NULL, *conversation = NULL;
    calque_conversation_create(options, CALQUE_NTS, NULL, &other, NULL);
    calque_conversation_host host = {
        .struct_size = sizeof host, .user_data = other, .send = send};
    calque_conversation_create(options, CALQUE_NTS, &host, &conversation, NULL);

    /* Creating a new, updatable message. */
    char url[64];
    calque_id session = calque_id_random();
    calque_transcript_message *message =
        written(session, "e4", "Ada played e4.");
    calque_transcript_message_get(message, "url", CALQUE_NTS, url, sizeof url,
                                  NULL);
    puts(url);
    puts(said(calque_conversation_insert(conversation, message, NULL, NULL) ==
              CALQUE_OK));
    printf("%zu\n", calque_conversation_count(conversation));

    /* The user taps send; the other side receives it. */
    calque_conversation_commit(conversation, &first, NULL);
    printf("%zu\n", calque_conversation_count(conversation));

    /* Updating: the other side's user taps it. */
    uint64_t subscription = 0;
    calque_conversation_on(other, listen, NULL, NULL, &subscription, NULL);
    calque_conversation_select(other, first);
    calque_transcript_message *selected = NULL;
    calque_conversation_message(other, (calque_id){0}, &selected, NULL);
    puts(move_of(selected));

    /* The answer is of the selected message's session: the earlier message
     * leaves its summary. */
    calque_transcript_message_info info;
    calque_transcript_message_get_info(selected, &info);
    calque_transcript_message *answer =
        written(info.session, "e5", "Bo played e5.");
    calque_conversation_insert(other, answer, NULL, NULL);
    calque_conversation_commit(other, NULL, NULL);
    show(other);
    calque_conversation_off(other, subscription);

    /* A message that cannot be sent says why. */
    calque_status status = calque_transcript_message_set(
        answer, "url", CALQUE_NTS, "ftp://example.com", CALQUE_NTS, NULL);
    if (status == CALQUE_OK) {
        status = calque_conversation_insert(other, answer, NULL, NULL);
    }
    puts(said(status == CALQUE_INVALID_ARGUMENT));

    calque_transcript_message_release(answer);
    calque_transcript_message_release(selected);
    calque_transcript_message_release(message);
    calque_conversation_release(conversation);
    calque_conversation_release(other);
    return 0;
}
