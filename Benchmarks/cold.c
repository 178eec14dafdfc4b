#include "cold.h"

#include <stdlib.h>
#include <time.h>

#include "memory.h"

/* Larger than the caches of the machines that this runs on. */
#define OVERWRITTEN ((size_t)96 << 20)
#define SAMPLES 101

static volatile uint64_t kept;

static uint64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int compare(const void *left, const void *right) {
    uint64_t one = *(const uint64_t *)left;
    uint64_t two = *(const uint64_t *)right;
    return (one > two) - (one < two);
}

static void overwrite(unsigned char *memory) {
    for (size_t at = 0; at < OVERWRITTEN; at += 64)
        memory[at] += 1;
}

/* Also what is timed to know what reading the clock takes. */
static uint64_t nothing(const void *subject, size_t calls) {
    (void)subject;
    return calls;
}

static double median_of(workload *run, const void *subject, size_t *first,
                        size_t count, unsigned char *memory) {
    uint64_t samples[SAMPLES];
    uint64_t seed = 3;
    for (size_t at = 0; at < SAMPLES; at += 1) {
        *first = (size_t)(next_random(&seed) % count);
        overwrite(memory);
        now_ns();
        uint64_t start = now_ns();
        kept = run(subject, 1);
        samples[at] = now_ns() - start;
    }
    qsort(samples, SAMPLES, sizeof *samples, compare);
    return (double)samples[SAMPLES / 2];
}

double cold_ns(workload *run, const void *subject, size_t *first,
               size_t count) {
    unsigned char *memory = take(OVERWRITTEN, 1);
    double clock = median_of(nothing, subject, first, count, memory);
    double whole = median_of(run, subject, first, count, memory);
    free(memory);
    return whole > clock ? whole - clock : 0;
}
