/* Checks for the C test programs: each counts, none stops the program. */
#ifndef CALQUE_TESTS_CHECK_H
#define CALQUE_TESTS_CHECK_H

#include <stdio.h>
#include <string.h>

#include <calque.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The condition holds. */
#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)

/* The call returns the status; both are named when it does not. */
#define CHECK_STATUS(expected, call)                                           \
    check_status((expected), (call), #call, __FILE__, __LINE__)

/* Two NUL-terminated texts are the same. */
#define CHECK_TEXT(expected, actual)                                           \
    check_text((expected), (actual), #actual, __FILE__, __LINE__)

/* Atomic: callbacks on threads of the library check, too. */
static _Atomic int check_passed;
static _Atomic int check_failed;

static inline bool check_that(bool holds, const char *what, const char *file,
                              int line) {
    if (holds) {
        check_passed += 1;
    } else {
        check_failed += 1;
        printf("%s:%d: %s\n", file, line, what);
    }
    return holds;
}

static inline bool check_status(calque_status expected, calque_status actual,
                                const char *what, const char *file, int line) {
    if (expected != actual) {
        printf("%s:%d: %s, not %s\n", file, line, calque_status_name(actual),
               calque_status_name(expected));
    }
    return check_that(expected == actual, what, file, line);
}

static inline bool check_text(const char *expected, const char *actual,
                              const char *what, const char *file, int line) {
    bool same = actual != NULL && strcmp(expected, actual) == 0;
    if (!same) {
        printf("%s:%d: \"%s\", not \"%s\"\n", file, line,
               actual == NULL ? "(null)" : actual, expected);
    }
    return check_that(same, what, file, line);
}

/* The exit code of main. */
static inline int check_end(void) {
    printf("%d passed, %d failed\n", check_passed, check_failed);
    return check_failed == 0 && check_passed > 0 ? 0 : 1;
}

#endif
