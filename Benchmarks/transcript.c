/* The cost of an update of a session in transcripts of 10^2 to 10^6 entries.
 *
 * Prints nanoseconds of processor time per update, the median of seven rounds:
 * of 64 sessions that are updated again and again, of any session of the
 * transcript (which adds cache misses in large ones), with a subscriber who is
 * told positions, and of updates that come in as JSON, new ones and late. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <calque.h>

enum { ROUNDS = 7, UPDATES = 20000, RECENT = 64 };

typedef struct bench {
    calque_conversation *conversation;
    calque_transcript_message **messages;
    size_t entries;
    uint64_t random;
    size_t steps;
    uint64_t received;
} bench;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static uint64_t next(bench *self) {
    self->random ^= self->random << 13;
    self->random ^= self->random >> 7;
    self->random ^= self->random << 17;
    return self->random;
}

static void require(calque_status status) {
    if (status == CALQUE_OK) return;
    fprintf(stderr, "%s\n", calque_status_name(status));
    exit(1);
}

static void fill(bench *self, size_t entries) {
    self->entries = entries;
    self->random = 88172645463325252u;
    self->messages = calloc(entries, sizeof *self->messages);
    if (self->messages == NULL) exit(1);
    require(
        calque_conversation_create(NULL, 0, NULL, &self->conversation, NULL));
    for (size_t at = 0; at < entries; at += 1) {
        calque_id id = {1, at + 1};
        require(
            calque_transcript_message_create(id, &self->messages[at], NULL));
        require(calque_transcript_message_set(
            self->messages[at], "url", CALQUE_NTS,
            "https://example.org/?state=1", CALQUE_NTS, NULL));
        require(calque_transcript_message_set(self->messages[at], "summaryText",
                                              CALQUE_NTS, "A summary",
                                              CALQUE_NTS, NULL));
        require(calque_conversation_send(self->conversation, self->messages[at],
                                         NULL, NULL));
    }
}

static void empty(bench *self) {
    for (size_t at = 0; at < self->entries; at += 1) {
        calque_transcript_message_release(self->messages[at]);
    }
    free(self->messages);
    calque_conversation_release(self->conversation);
}

static void update_recent(bench *self) {
    size_t at = next(self) % RECENT;
    require(calque_conversation_send(self->conversation, self->messages[at],
                                     NULL, NULL));
}

static void update_any(bench *self) {
    size_t at = next(self) % self->entries;
    require(calque_conversation_send(self->conversation, self->messages[at],
                                     NULL, NULL));
}

static void receive(bench *self, int64_t sequence) {
    char json[256];
    int length;
    self->received += 1;
    length = snprintf(
        json, sizeof json,
        "{\"version\":1,\"kind\":\"message\",\"id\":\"%016llx%016llx\","
        "\"sequence\":%lld,\"session\":\"%016x%016llx\","
        "\"summaryText\":\"A summary\"}",
        2ull, (unsigned long long)self->received, (long long)sequence, 1u,
        (unsigned long long)(next(self) % RECENT + 1));
    require(calque_conversation_receive(self->conversation, json,
                                        (size_t)length, NULL));
}

static int64_t sequence_of(const bench *self) {
    calque_conversation_info info;
    require(calque_conversation_get_info(self->conversation, &info));
    return info.sequence;
}

static void receive_newest(bench *self) {
    receive(self, sequence_of(self) + 1);
}

static void receive_late(bench *self) {
    int64_t last = sequence_of(self);
    receive(self, 1 + (int64_t)(next(self) % (uint64_t)last));
}

static void count_steps(void *user_data,
                        const calque_conversation_event *event) {
    ((bench *)user_data)->steps += event->step_count;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double measure(bench *self, void (*update)(bench *)) {
    double rounds[ROUNDS];
    for (int round = 0; round < ROUNDS; round += 1) {
        double start = now();
        for (int count = 0; count < UPDATES; count += 1)
            update(self);
        rounds[round] = (now() - start) / UPDATES;
    }
    qsort(rounds, ROUNDS, sizeof *rounds, compare);
    return rounds[ROUNDS / 2];
}

int main(void) {
    const size_t sizes[] = {100, 10000, 1000000};
    printf("%10s %10s %10s %10s %10s %10s\n", "entries", "recent", "any",
           "observed", "json", "json late");
    for (size_t at = 0; at < sizeof sizes / sizeof *sizes; at += 1) {
        bench self = {0};
        double recent, any, observed, json, late;
        fill(&self, sizes[at]);
        recent = measure(&self, update_recent);
        any = measure(&self, update_any);
        require(calque_conversation_on(self.conversation, count_steps, &self,
                                       NULL, NULL, NULL));
        observed = measure(&self, update_recent);
        json = measure(&self, receive_newest);
        late = measure(&self, receive_late);
        printf("%10zu %7.0f ns %7.0f ns %7.0f ns %7.0f ns %7.0f ns\n",
               sizes[at], recent, any, observed, json, late);
        if (calque_conversation_count(self.conversation) != sizes[at] ||
            self.steps == 0) {
            return 1;
        }
        empty(&self);
    }
    return 0;
}
