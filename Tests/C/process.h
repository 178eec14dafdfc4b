/* What this process holds, from /proc. */
#ifndef CALQUE_TEST_PROCESS_H
#define CALQUE_TEST_PROCESS_H

#include <dirent.h>
#include <sched.h>
#include <stdbool.h>

/* Entries of a directory of /proc. */
static inline int entries(const char *path) {
    DIR *directory = opendir(path);
    int count = 0;
    while (directory != NULL && readdir(directory) != NULL)
        count += 1;
    if (directory != NULL) closedir(directory);
    return count;
}

/* Whether a count is reached: a thread is listed for some time after it was
 * joined, and one that was not joined ends on its own. */
static inline bool settles(const char *path, int count) {
    for (int round = 0; round < 1000000; round++) {
        if (entries(path) <= count) return true;
        sched_yield();
    }
    return false;
}

#endif
