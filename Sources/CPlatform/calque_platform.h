/* The parts of libc and pthread that the Swift sources use: Embedded Swift
 * cannot import Glibc, and Swift cannot call variadic functions. */
#ifndef CALQUE_PLATFORM_H
#define CALQUE_PLATFORM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
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
#ifdef __APPLE__
#include <xlocale.h>
#endif

static inline int calque_platform_errno(void) { return errno; }

/* Asks for memory that is read soon, at any address. */
static inline void calque_platform_prefetch(const void *address) {
    __builtin_prefetch(address);
}

/* Opens a regular file for reading; -1 and errno on failure. A pipe or a device
 * is opened without waiting for it; its size says that it is not a file. */
static inline int calque_platform_open_read(const char *path) {
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

/* Makes a file that must not be there yet, with the rights of the mode that the
 * process grants; -1 and errno on failure. */
static inline int calque_platform_open_new(const char *path, mode_t mode) {
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                mode);
}

/* The path of the file behind symbolic links, for free(), and its permissions;
 * NULL where there is none. A device, or a link to nothing, is something other,
 * which is written to. */
static inline char *calque_platform_behind(const char *path, bool *is_other,
                                           mode_t *mode) {
    struct stat status;
    *is_other = false;
    if (stat(path, &status) != 0) {
        *is_other = lstat(path, &status) == 0;
        return NULL;
    }
    *is_other = !S_ISREG(status.st_mode);
    if (*is_other) return NULL;
    *mode = status.st_mode & 0777;
    return realpath(path, NULL);
}

/* Opens what is there for writing; -1 and errno on failure. */
static inline int calque_platform_open_write(const char *path) {
    return open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
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
static inline void calque_platform_error_text(int code, char *buffer,
                                              size_t capacity) {
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const char *text = "error";
    if (c_locale != (locale_t)0) {
#ifdef __APPLE__
        locale_t previous = uselocale(c_locale);
        text = strerror(code);
        uselocale(previous);
#else
        text = strerror_l(code, c_locale);
#endif
    }
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

/* A lock with a condition whose timed waits go by the clock that never steps.
 * It carries the number of the process it works in: in a child of fork()
 * threads that do not exist there may hold it or wait for it, so it is made
 * anew. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    uint32_t process;
} calque_platform_lock;

static inline void calque_platform_lock_init(calque_platform_lock *lock,
                                             uint32_t process) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
#ifndef __APPLE__ /* which waits for a span of time instead */
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
    pthread_mutex_init(&lock->mutex, NULL);
    pthread_cond_init(&lock->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    __atomic_store_n(&lock->process, process, __ATOMIC_RELEASE);
}

/* Makes a lock of the parent one of this process; 0 means that another thread
 * is about to do so. */
static inline void calque_platform_lock_renew(calque_platform_lock *lock,
                                              uint32_t process) {
    uint32_t known;
    while ((known = __atomic_load_n(&lock->process, __ATOMIC_ACQUIRE)) !=
           process) {
        if (known != 0 &&
            __atomic_compare_exchange_n(&lock->process, &known, 0, false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            calque_platform_lock_init(lock, process);
        } else {
            sched_yield();
        }
    }
}

static inline void calque_platform_lock_enter(calque_platform_lock *lock,
                                              uint32_t process) {
    if (__atomic_load_n(&lock->process, __ATOMIC_ACQUIRE) != process) {
        calque_platform_lock_renew(lock, process);
    }
    pthread_mutex_lock(&lock->mutex);
}

/* As calque_platform_lock_enter(), unless another thread has the lock. */
static inline bool calque_platform_lock_try(calque_platform_lock *lock,
                                            uint32_t process) {
    if (__atomic_load_n(&lock->process, __ATOMIC_ACQUIRE) != process) {
        calque_platform_lock_renew(lock, process);
    }
    return pthread_mutex_trylock(&lock->mutex) == 0;
}

/* The lock around fork(): here, for Swift would put it on the heap, where it
 * would stay when the library is unloaded. */
static inline pthread_rwlock_t *calque_platform_barrier(void) {
    static pthread_rwlock_t barrier = PTHREAD_RWLOCK_INITIALIZER;
    return &barrier;
}

/* How many locked sections this thread is in. */
static inline int *calque_platform_sections(void) {
    static __thread int count = 0;
    return &count;
}

/* Nothing is destroyed that threads of the parent may seem to wait for: that
 * would wait for them. */
static inline void calque_platform_lock_destroy(calque_platform_lock *lock,
                                                uint32_t process) {
    if (lock->process != process) return;
    pthread_cond_destroy(&lock->changed);
    pthread_mutex_destroy(&lock->mutex);
}

/* Waits for a change until a time of calque_platform_steady_milliseconds. */
static inline void calque_platform_lock_wait(calque_platform_lock *lock,
                                             int64_t milliseconds) {
#ifdef __APPLE__
    milliseconds -= calque_platform_steady_milliseconds();
    if (milliseconds < 0) milliseconds = 0;
#endif
    struct timespec time;
    time.tv_sec = (time_t)(milliseconds / 1000);
    time.tv_nsec = (long)(milliseconds % 1000) * 1000000;
#ifdef __APPLE__
    pthread_cond_timedwait_relative_np(&lock->changed, &lock->mutex, &time);
#else
    pthread_cond_timedwait(&lock->changed, &lock->mutex, &time);
#endif
}

/* A thread: a number in one system, a pointer in another. */
typedef uintptr_t calque_platform_thread;

/* Starts a thread that takes no signals: they are the host's. */
static inline int calque_platform_thread_start(calque_platform_thread *thread,
                                               void *(*body)(void *),
                                               void *argument) {
    sigset_t all, before;
    pthread_t started;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(&started, NULL, body, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code == 0) *thread = (calque_platform_thread)started;
    return code;
}

static inline calque_platform_thread calque_platform_thread_current(void) {
    return (calque_platform_thread)pthread_self();
}

static inline void calque_platform_thread_join(calque_platform_thread thread) {
    pthread_join((pthread_t)thread, NULL);
}

static inline void
calque_platform_thread_detach(calque_platform_thread thread) {
    pthread_detach((pthread_t)thread);
}

/* A number that differs between threads, cheap to get. */
static inline size_t calque_platform_thread_number(void) {
    return calque_platform_thread_current() >> 12;
}

/* The processor that the thread runs on at this moment, to choose one of
 * several counters by: two threads at work at the same time have different
 * ones. */
static inline size_t calque_platform_processor(void) {
#ifdef __linux__
    extern int sched_getcpu(void);
    int processor = sched_getcpu();
    if (processor >= 0) return (size_t)processor;
#endif
    return calque_platform_thread_number();
}

/* strtod in the C locale, whatever the host's locale is. `text` ends in NUL. */
static inline double calque_platform_parse_double(const char *text,
                                                  size_t *used) {
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
