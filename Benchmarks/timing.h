/* Timing of loops, side by side. */
#ifndef BENCHMARK_TIMING_H
#define BENCHMARK_TIMING_H

#include <stddef.h>
#include <stdint.h>

/* Makes so many calls and returns the sum of the lengths of their output. */
typedef uint64_t workload(const void *subject, size_t calls);

struct timed {
    workload *run;
    const void *subject;
    /* How many calls take about 15 ms; set by time_loops(). */
    size_t calls;
    /* Nanoseconds for one call; set by time_loops(). */
    double ns;
    /* Between the first and the third quarter of the rounds, over the median.
     */
    double spread;
};

/*
 * Times loops in rounds, one of each per round, by the CPU time of the thread,
 * and keeps the median of each.
 */
void time_loops(struct timed *loops, size_t count, int rounds);

/*
 * How many times the work of one thread two threads do in the same time. 0 when
 * the machine had no two cores to spare in any of the rounds.
 */
double speed_up(const struct timed *loop, int rounds);

#endif
