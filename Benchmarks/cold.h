/* The cost of one call when nothing it needs is in the caches. */
#ifndef BENCHMARK_COLD_H
#define BENCHMARK_COLD_H

#include "timing.h"

/*
 * The median over calls of their own keys, each after the caches were
 * overwritten, without what reading the clock takes. `first` is the subject's
 * first key, set before each call to one of `count`.
 */
double cold_ns(workload *run, const void *subject, size_t *first, size_t count);

#endif
