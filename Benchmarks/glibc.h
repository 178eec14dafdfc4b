/*
 * glibc's gettext as a peer: catalogs compiled by msgfmt into a temporary
 * folder, languages chosen by LANGUAGE.
 */
#ifndef BENCHMARK_GLIBC_H
#define BENCHMARK_GLIBC_H

#include "catalog.h"

struct glibc {
    char folder[256];
};

/*
 * Makes the folder and takes a locale in which LANGUAGE counts. False, with a
 * message, when gettext cannot be measured here.
 */
int glibc_open(struct glibc *glibc);

/* Removes the folder. */
void glibc_close(struct glibc *glibc);

/* Compiles a catalog as `lng` of a domain. False, with a message, if not. */
int glibc_add(const struct glibc *glibc, const char *domain, const char *lng,
              const struct catalog *catalog, enum catalog_language language,
              struct selection selection);

/* Chooses the domain and the languages, as in "de:fr:en". */
void glibc_choose(const char *domain, const char *lngs);

#endif
