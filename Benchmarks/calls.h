/* One call after another, through the translator, the floor, and gettext. */
#ifndef BENCHMARK_CALLS_H
#define BENCHMARK_CALLS_H

#include <calque.h>

#include "catalog.h"
#include "floor.h"
#include "timing.h"

#define COUNTS 4096
/* Counts are below. */
#define COUNT_LIMIT 201

/* The data behind one row: keys in the order of look-up, and all owners. */
struct subject {
    const calque_translator *translator;
    const calque_view *view;
    const struct floor *floor;
    size_t count;
    /* The first key that is looked up. */
    size_t first;
    const char **keys;
    const char **references;
    const char **contexts;
    uint32_t counts[COUNTS];
    uint64_t name;
    const char *lng;
    /* Views and floors of all languages, for calls that take turns. */
    const calque_view *views[LANGUAGES];
    const struct floor *floors[LANGUAGES];
    const char *domains[LANGUAGES];
    calque_plural_rule rule;
    /* Every count in decimal. */
    char decimals[COUNT_LIMIT][4];
};

/* Each writes into a buffer of its own; of a workload's calls see timing.h. */
workload view_plain_loop;
workload view_variable_loop;
workload view_plural_loop;
workload view_context_loop;
workload view_mixed_loop;
workload translate_plain_loop;
workload translate_variable_loop;
workload translate_plural_loop;
workload plural_category_loop;
workload plural_rule_loop;
workload c_plain_loop;
workload c_variable_loop;
workload c_plural_loop;
workload c_context_loop;
workload c_mixed_loop;
workload c_form_loop;
workload glibc_plain_loop;
workload glibc_variable_loop;
workload glibc_plural_loop;
workload glibc_nested_loop;
workload glibc_context_loop;
workload glibc_mixed_loop;

#endif
