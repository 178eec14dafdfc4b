/* Memory and random numbers for the benchmark programs. */
#ifndef BENCHMARK_MEMORY_H
#define BENCHMARK_MEMORY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Zeroed memory; without any the program ends. */
static inline void *take(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* The next number of a seeded sequence (SplitMix64). */
static inline uint64_t next_random(uint64_t *state) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

#endif
