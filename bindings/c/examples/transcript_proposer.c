/* Two programs that talk over pipes: this one starts the other, whose path is
 * its argument, proposes translations, and compares the transcripts. */
#include "transcript_peer.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct child {
    pid_t id;
    FILE *in;
    FILE *out;
} child;

static bool start(child *self, const char *path) {
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) return false;
    self->id = fork();
    if (self->id < 0) return false;
    if (self->id == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        execl(path, path, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    self->out = fdopen(to[1], "w");
    self->in = fdopen(from[0], "r");
    return self->out != NULL && self->in != NULL;
}

static bool end(child *self) {
    int status = 0;
    fclose(self->out);
    fclose(self->in);
    return waitpid(self->id, &status, 0) == self->id && status == 0;
}

static bool propose(peer *self) {
    if (!peer_post(self, "Hej", "stored")) return false;
    if (!peer_say(self, "What about this?")) return false;
    if (!peer_receive(self, 2)) return false;
    if (!peer_post(self, "Velkommen", "replaced")) return false;
    return peer_receive(self, 1);
}

static void print_entries(const peer *self) {
    static const char *const kinds[] = {"", "message", "summary", "text",
                                        "attachment"};
    size_t count = calque_conversation_count(self->conversation);
    for (size_t position = 0; position < count; position += 1) {
        calque_entry entry;
        char text[256];
        calque_conversation_entry(self->conversation, position, &entry, text,
                                  sizeof text, NULL);
        /* One text crossed with a message: random identifiers order them. */
        if (entry.kind != CALQUE_ENTRY_TEXT) {
            printf("%s: %s\n", kinds[entry.kind], text);
        }
    }
}

int main(int count, char **arguments) {
    peer self = {0};
    child reviewer = {0};
    char theirs[16384] = "";
    bool equal = false;
    if (count != 2 || !start(&reviewer, arguments[1])) {
        fprintf(stderr, "usage: transcript_proposer REVIEWER\n");
        return 2;
    }
    if (peer_open(&self, reviewer.in, reviewer.out) && propose(&self) &&
        fgets(theirs, sizeof theirs, reviewer.in) != NULL) {
        calque_string ours = peer_transcript(&self);
        theirs[strcspn(theirs, "\n")] = 0;
        equal = ours.data != NULL && strcmp(ours.data, theirs) == 0;
        print_entries(&self);
        printf("%zu entries, the transcripts are %s\n",
               calque_conversation_count(self.conversation),
               equal ? "equal" : "different");
        calque_string_dispose(&ours);
    }
    peer_close(&self);
    return end(&reviewer) && equal ? 0 : 1;
}
