/* Plural messages of ICU's MessageFormat, and its plural rules alone. */
#ifndef BENCHMARK_ICU_MESSAGES_H
#define BENCHMARK_ICU_MESSAGES_H

#include <stddef.h>

/* Prints one line of JSON for each language and row. */
void icu_messages(size_t messages, int rounds);

#endif
