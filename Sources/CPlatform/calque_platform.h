/* What the Swift sources need from libc and pthread: Embedded Swift cannot
 * import Glibc, and variadic functions cannot be called from Swift. */
#ifndef CALQUE_PLATFORM_H
#define CALQUE_PLATFORM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static inline int calque_platform_errno(void) { return errno; }

/* Opens a regular file for reading; -1 and errno on failure. A pipe or a device
 * is opened without waiting for it; its size says that it is no file. */
static inline int calque_platform_open_read(const char *path) {
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

/* Makes a file that must not be there yet, with the rights of the mode that the
 * process grants; -1 and errno on failure. */
static inline int calque_platform_open_new(const char *path, mode_t mode) {
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
}

/* Maps a file for reading; NULL and errno on failure. */
static inline const void *calque_platform_map(int descriptor, size_t size) {
    void *start = mmap(NULL, size, PROT_READ, MAP_SHARED, descriptor, 0);
    return start == MAP_FAILED ? NULL : start;
}

/* Opens a file to lock, made for its owner alone; -1 and errno on failure. */
static inline int calque_platform_open_lock(const char *path) {
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}

/* Whether a process of this number is running. */
static inline int calque_platform_process_exists(int64_t number) {
    return number > 0 && number <= INT32_MAX &&
           (kill((pid_t)number, 0) == 0 || errno == EPERM);
}

/* The next name in a directory; NULL at the end. */
static inline const char *calque_platform_next_name(DIR *directory) {
    struct dirent *entry = readdir(directory);
    return entry ? entry->d_name : NULL;
}

/* Opens a directory, to make what happened in it last; -1 on failure. */
static inline int calque_platform_open_directory(const char *path) {
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
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

/* Milliseconds by a clock that never steps. */
static inline int64_t calque_platform_steady_milliseconds(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A condition whose timed waits go by the clock that never steps. */
static inline void calque_platform_condition_init(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

/* Waits until a time of calque_platform_steady_milliseconds, or a signal. */
static inline void calque_platform_condition_wait(pthread_cond_t *condition,
                                                  pthread_mutex_t *mutex,
                                                  int64_t milliseconds) {
    struct timespec until;
    until.tv_sec = (time_t)(milliseconds / 1000);
    until.tv_nsec = (long)(milliseconds % 1000) * 1000000;
    pthread_cond_timedwait(condition, mutex, &until);
}

/* Starts a thread that takes no signals: they are the host's. */
static inline int calque_platform_thread_start(pthread_t *thread,
                                               void *(*body)(void *),
                                               void *argument) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(thread, NULL, body, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

/* A number that differs between threads, cheap to get. */
static inline size_t calque_platform_thread_number(void) {
    return (size_t)pthread_self() >> 12;
}

/* The processor that the thread runs on at this moment, to choose one of several
 * counters by: two threads at work at the same time have different ones. */
static inline size_t calque_platform_processor(void) {
#ifdef __linux__
    extern int sched_getcpu(void);
    int processor = sched_getcpu();
    if (processor >= 0) return (size_t)processor;
#endif
    return calque_platform_thread_number();
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
