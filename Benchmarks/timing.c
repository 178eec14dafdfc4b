#include "timing.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define LOOP_NS 15e6
#define MOST_ROUNDS 101

static double clock_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Nothing may be left out because its result is not used. */
static volatile uint64_t kept;

static double run_ns(const struct timed *loop, size_t calls) {
    double start = clock_ns(CLOCK_THREAD_CPUTIME_ID);
    kept = loop->run(loop->subject, calls);
    return clock_ns(CLOCK_THREAD_CPUTIME_ID) - start;
}

/* Also warms everything that the loop touches. */
static void calibrate(struct timed *loop) {
    loop->calls = 256;
    double ns = run_ns(loop, loop->calls);
    while (ns < LOOP_NS / 2) {
        loop->calls *= 2;
        ns = run_ns(loop, loop->calls);
    }
    loop->calls = (size_t)((double)loop->calls * LOOP_NS / ns) + 1;
}

static int compare(const void *left, const void *right) {
    double one = *(const double *)left;
    double two = *(const double *)right;
    return (one > two) - (one < two);
}

static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

void time_loops(struct timed *loops, size_t count, int rounds) {
    static double samples[8][MOST_ROUNDS];
    if (rounds > MOST_ROUNDS) rounds = MOST_ROUNDS;
    for (size_t at = 0; at < count; at += 1) {
        if (loops[at].run != NULL) calibrate(loops + at);
    }
    for (int round = 0; round < rounds; round += 1) {
        for (size_t at = 0; at < count; at += 1) {
            if (loops[at].run == NULL) continue;
            samples[at][round] =
                run_ns(loops + at, loops[at].calls) / (double)loops[at].calls;
        }
    }
    for (size_t at = 0; at < count; at += 1) {
        if (loops[at].run != NULL) {
            loops[at].ns = median(samples[at], rounds);
            loops[at].spread =
                (samples[at][rounds * 3 / 4] - samples[at][rounds / 4]) /
                loops[at].ns;
        }
    }
}

/* Two threads */

struct pair {
    const struct timed *loop;
    pthread_barrier_t barrier;
};

struct half {
    struct pair *pair;
    double wall;
    double cpu;
};

static void *run_half(void *argument) {
    struct half *half = argument;
    const struct timed *loop = half->pair->loop;
    pthread_barrier_wait(&half->pair->barrier);
    double start = clock_ns(CLOCK_MONOTONIC);
    half->cpu = run_ns(loop, loop->calls);
    half->wall = clock_ns(CLOCK_MONOTONIC) - start;
    return NULL;
}

/* True when both threads had a core of their own. */
static int run_pair(struct pair *pair, double *wall) {
    struct half halves[2] = {{pair, 0, 0}, {pair, 0, 0}};
    pthread_t other;
    if (pthread_create(&other, NULL, run_half, halves + 1) != 0) return 0;
    run_half(halves);
    pthread_join(other, NULL);
    *wall = halves[0].wall > halves[1].wall ? halves[0].wall : halves[1].wall;
    return halves[0].cpu > 0.97 * halves[0].wall &&
           halves[1].cpu > 0.97 * halves[1].wall;
}

double speed_up(const struct timed *loop, int rounds) {
    struct pair pair = {.loop = loop};
    double one[MOST_ROUNDS];
    double two[MOST_ROUNDS];
    int good = 0;
    if (pthread_barrier_init(&pair.barrier, NULL, 2) != 0) return 0;
    /* A busy machine spoils most rounds: up to eight times as many are tried,
     * as long as one of the first eight was good. */
    for (int round = 0; round < rounds * 8 && good < rounds; round += 1) {
        if (round == 8 && good == 0) break;
        double alone = run_ns(loop, loop->calls);
        double wall;
        if (!run_pair(&pair, &wall)) continue;
        one[good] = alone;
        two[good] = wall;
        good += 1;
    }
    pthread_barrier_destroy(&pair.barrier);
    return good > 0 ? 2 * median(one, good) / median(two, good) : 0;
}
