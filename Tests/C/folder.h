/* Folders of a test's own in the temporary one. Include it first. */
#ifndef CALQUE_TESTS_FOLDER_H
#define CALQUE_TESTS_FOLDER_H

#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The folders that are there, and the process that made them: its children,
 * which end first, leave them alone. */
static char folder_paths[8][256];
static pid_t folder_owner;

static inline int folder_remove_entry(const char *path,
                                      const struct stat *status, int kind,
                                      struct FTW *place) {
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

/* Removes a folder that folder_new() made, with all that is in it. */
static inline void folder_remove(char *path) {
    nftw(path, folder_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    path[0] = 0;
}

static inline void folder_remove_all(void) {
    if (getpid() != folder_owner) return;
    for (size_t at = 0; at < sizeof folder_paths / sizeof folder_paths[0];
         at += 1) {
        if (folder_paths[at][0] != 0) folder_remove(folder_paths[at]);
    }
}

/* A new folder, which goes with the program at the latest; NULL when there is
 * none. */
static inline char *folder_new(void) {
    const char *base = getenv("TMPDIR");
    size_t at = 0;
    while (at < sizeof folder_paths / sizeof folder_paths[0] &&
           folder_paths[at][0] != 0) {
        at += 1;
    }
    if (at == sizeof folder_paths / sizeof folder_paths[0]) return NULL;
    if (folder_owner == 0 && atexit(folder_remove_all) != 0) return NULL;
    folder_owner = getpid();
    snprintf(folder_paths[at], sizeof folder_paths[at], "%s/calque-test-XXXXXX",
             base == NULL ? "/tmp" : base);
    if (mkdtemp(folder_paths[at]) != NULL) return folder_paths[at];
    folder_paths[at][0] = 0;
    return NULL;
}

#endif
