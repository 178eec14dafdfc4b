/* Translators, floors and domains of gettext with the messages of one catalog.
 */
#ifndef BENCHMARK_STAGE_H
#define BENCHMARK_STAGE_H

#include <calque.h>

#include "catalog.h"
#include "floor.h"
#include "glibc.h"

enum place {
    PLACE_EN,
    PLACE_ESCAPED,
    PLACE_AR,
    PLACE_RU,
    PLACE_PL,
    PLACE_CHAIN,
    PLACES
};

extern const enum catalog_language PLACE_LANGUAGES[PLACES];

/* A translator with its view, and the settings of gettext for the same. */
struct setting {
    calque_translator *translator;
    calque_view *view;
    struct floor *floor;
    char domain[32];
    const char *lngs;
};

struct stage {
    struct catalog catalog;
    struct setting settings[PLACES];
    int has_glibc;
};

/*
 * Opens the first `places`; the rest are empty. Without gettext `glibc` is
 * NULL. Any failure ends the
 * program.
 */
void stage_open(struct stage *stage, size_t messages, int places,
                const struct glibc *glibc);
void stage_close(struct stage *stage);

#endif
