/* What the Swift sources need from libc and pthread: Embedded Swift cannot
 * import Glibc, and variadic functions cannot be called from Swift. */
#ifndef CALQUE_PLATFORM_H
#define CALQUE_PLATFORM_H

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static inline int calque_platform_errno(void) { return errno; }

/* Opens a regular file for reading; -1 and errno on failure. */
static inline int calque_platform_open_read(const char *path) {
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* Size in bytes of a regular file; -1 when it is not one or cannot be asked. */
static inline int64_t calque_platform_file_size(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return -1;
    return (int64_t)status.st_size;
}

/* The system's words for an error number, in English. */
static inline void calque_platform_error_text(int code, char *buffer, size_t capacity) {
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const char *text = c_locale != (locale_t)0 ? strerror_l(code, c_locale) : "error";
    strncpy(buffer, text, capacity - 1);
    buffer[capacity - 1] = 0;
    if (c_locale != (locale_t)0) freelocale(c_locale);
}

/* Fills bytes with random ones of the system, 256 at most; false when it has
 * none to give. */
static inline int calque_platform_random(void *bytes, size_t count) {
    return getentropy(bytes, count) == 0;
}

/* Milliseconds since 1970 by the system's clock. */
static inline int64_t calque_platform_milliseconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A number that differs between threads, cheap to get: for striping. */
static inline size_t calque_platform_thread_number(void) {
    return (size_t)pthread_self() >> 12;
}

/* strtod in the C locale, whatever the host's locale is. `text` ends in NUL. */
static inline double calque_platform_parse_double(const char *text, size_t *used) {
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char *end = (char *)text;
    double value = 0;
    if (c_locale != (locale_t)0) {
        locale_t previous = uselocale(c_locale);
        value = strtod(text, &end);
        uselocale(previous);
        freelocale(c_locale);
    }
    *used = (size_t)(end - text);
    return value;
}

#endif
