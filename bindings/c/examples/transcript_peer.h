/* Shared by both programs of the transcript example: a conversation that sends
 * and receives updates as lines. */
#ifndef TRANSCRIPT_PEER_H
#define TRANSCRIPT_PEER_H

#include <stdbool.h>
#include <stdio.h>

#include <calque.h>

typedef struct peer {
    calque_conversation *conversation;
    /* Where lines come from and go to. */
    FILE *in;
    FILE *out;
} peer;

/* Opens the conversation; false when it cannot. */
bool peer_open(peer *self, FILE *in, FILE *out);

/* Posts a state of the one proposal that the example is about. */
bool peer_post(peer *self, const char *value, const char *state);

/* Sends plain text. */
bool peer_say(peer *self, const char *text);

/* Reads lines and takes them as updates: one as the other program posts. */
bool peer_receive(peer *self, int updates);

/* The transcript as one line of JSON; the caller disposes of it. */
calque_string peer_transcript(const peer *self);

void peer_close(peer *self);

#endif
