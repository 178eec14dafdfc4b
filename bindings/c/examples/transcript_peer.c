#include "transcript_peer.h"

#include <string.h>

enum { LINE_SIZE = 16384 };

/* Tells what went wrong, and whether nothing did. */
static bool succeeded(calque_status status, calque_error *error) {
    if (error != NULL) {
        fprintf(stderr, "%s\n", calque_error_message(error));
        calque_error_release(error);
    }
    return status == CALQUE_OK || status == CALQUE_UNCHANGED;
}

/* The library hands an update over; JSON has no line breaks in it. */
static calque_transcript_error send_line(void *user_data, calque_str update) {
    peer *self = user_data;
    fwrite(update.data, 1, update.length, self->out);
    fputc('\n', self->out);
    return fflush(self->out) == 0 ? CALQUE_TRANSCRIPT_ERROR_NONE
                                  : CALQUE_TRANSCRIPT_ERROR_UNKNOWN;
}

bool peer_open(peer *self, FILE *in, FILE *out) {
    calque_conversation_host host = {0};
    calque_error *error = NULL;
    host.struct_size = sizeof host;
    host.user_data = self;
    host.send = send_line;
    self->in = in;
    self->out = out;
    return succeeded(calque_conversation_create(
        CALQUE_JSON({"summaryPolicy" : "keep"}), CALQUE_NTS, &host,
                    &self->conversation, &error),
        error);
}

bool peer_post(peer *self, const char *value, const char *state) {
    char json[256];
    calque_error *error = NULL;
    snprintf(json, sizeof json,
             "{\"identifier\": \"home.title\", \"locale\": \"da\","
             " \"value\": \"%s\", \"state\": \"%s\"}",
             value, state);
    return succeeded(calque_conversation_send_content(
                         self->conversation, CALQUE_ENTRY_PROPOSAL, json,
                         CALQUE_NTS, NULL, &error),
                     error);
}

bool peer_say(peer *self, const char *text) {
    calque_error *error = NULL;
    return succeeded(calque_conversation_send_content(self->conversation,
                                                      CALQUE_ENTRY_TEXT, text,
                                                      CALQUE_NTS, NULL, &error),
                     error);
}

bool peer_receive(peer *self, int updates) {
    char line[LINE_SIZE];
    for (; updates > 0; updates -= 1) {
        calque_error *error = NULL;
        if (fgets(line, sizeof line, self->in) == NULL) return false;
        if (!succeeded(calque_conversation_receive(self->conversation, line,
                                                   strcspn(line, "\n"), &error),
                       error)) {
            return false;
        }
    }
    return true;
}

calque_string peer_transcript(const peer *self) {
    calque_string json = {0};
    calque_error *error = NULL;
    succeeded(calque_conversation_transcript(self->conversation, 0, SIZE_MAX,
                                             &json, &error),
              error);
    return json;
}

void peer_close(peer *self) {
    calque_conversation_release(self->conversation);
    self->conversation = NULL;
}
