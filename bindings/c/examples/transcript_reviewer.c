/* The second program of the transcript example: it answers proposals that come
 * in on its standard input, and ends by writing its transcript. */
#include "transcript_peer.h"

static bool review(peer *self) {
    /* Both speak before they hear of each other: the updates cross. */
    if (!peer_say(self, "Reviewing today.")) return false;
    if (!peer_receive(self, 2)) return false;
    if (!peer_post(self, "Hej", "rejected")) return false;
    if (!peer_receive(self, 1)) return false;
    return peer_post(self, "Velkommen", "accepted");
}

int main(void) {
    peer self = {0};
    calque_string transcript = {0};
    int result = 1;
    if (peer_open(&self, stdin, stdout) && review(&self)) {
        transcript = peer_transcript(&self);
        printf("%s\n", transcript.data);
        result = 0;
    }
    calque_string_dispose(&transcript);
    peer_close(&self);
    return result;
}
