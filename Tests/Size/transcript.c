/* A conversation: a later message of a session replaces the earlier one. */
#include <calque.h>
#include <stdio.h>

static int send(calque_conversation *conversation, calque_id session,
                const char *text) {
    calque_transcript_message *message = NULL;
    int ok =
        calque_transcript_message_create(session, &message, NULL) ==
            CALQUE_OK &&
        calque_transcript_message_set(message, "summaryText", CALQUE_NTS, text,
                                      CALQUE_NTS, NULL) == CALQUE_OK &&
        calque_conversation_send(conversation, message, NULL, NULL) ==
            CALQUE_OK;
    calque_transcript_message_release(message);
    return ok;
}

int main(void) {
    calque_conversation *conversation = NULL;
    calque_id session = calque_id_random();
    calque_string json = {0};
    int ok =
        calque_conversation_create(NULL, 0, NULL, &conversation, NULL) ==
            CALQUE_OK &&
        send(conversation, session, "one") &&
        send(conversation, session, "two") &&
        calque_conversation_count(conversation) == 1 &&
        calque_conversation_snapshot(conversation, &json, NULL) == CALQUE_OK;
    puts(ok ? json.data : "wrong");
    calque_string_dispose(&json);
    calque_conversation_release(conversation);
    return !ok;
}
