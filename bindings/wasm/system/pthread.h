/* Threads of a WebAssembly module, which has one: locks are free, conditions
 * never wait, and no thread is started. */
#ifndef CALQUE_WASI_PTHREAD_H
#define CALQUE_WASI_PTHREAD_H

#include <errno.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

typedef unsigned long pthread_t;

#ifndef SIG_SETMASK
typedef int calque_no_signals;
#define sigset_t calque_no_signals
#define SIG_SETMASK 2
#endif

#ifndef PTHREAD_RWLOCK_INITIALIZER
#define PTHREAD_RWLOCK_INITIALIZER {0}
#endif

#define NONE(name, ...)                                                        \
    static inline int name(__VA_ARGS__) { return 0; }
NONE(pthread_mutex_init, pthread_mutex_t *lock, const void *attributes)
NONE(pthread_mutex_destroy, pthread_mutex_t *lock)
NONE(pthread_mutex_lock, pthread_mutex_t *lock)
NONE(pthread_mutex_trylock, pthread_mutex_t *lock)
NONE(pthread_mutex_unlock, pthread_mutex_t *lock)
NONE(pthread_condattr_init, pthread_condattr_t *attributes)
NONE(pthread_condattr_destroy, pthread_condattr_t *attributes)
NONE(pthread_condattr_setclock, pthread_condattr_t *attributes, clockid_t clock)
NONE(pthread_cond_init, pthread_cond_t *condition,
     const pthread_condattr_t *attributes)
NONE(pthread_cond_destroy, pthread_cond_t *condition)
NONE(pthread_cond_wait, pthread_cond_t *condition, pthread_mutex_t *lock)
NONE(pthread_cond_broadcast, pthread_cond_t *condition)
NONE(pthread_rwlock_init, pthread_rwlock_t *lock, const void *attributes)
NONE(pthread_rwlock_rdlock, pthread_rwlock_t *lock)
NONE(pthread_rwlock_unlock, pthread_rwlock_t *lock)
NONE(pthread_rwlock_trywrlock, pthread_rwlock_t *lock)
NONE(pthread_atfork, void (*before)(void), void (*parent)(void),
     void (*child)(void))
NONE(pthread_detach, pthread_t thread)
NONE(pthread_join, pthread_t thread, void **result)
NONE(sigfillset, sigset_t *set)
NONE(pthread_sigmask, int how, const sigset_t *set, sigset_t *before)
NONE(kill, pid_t process, int signal)
NONE(flock, int file, int operation)
#undef NONE

static inline int pthread_cond_timedwait(pthread_cond_t *condition,
                                         pthread_mutex_t *lock,
                                         const struct timespec *until) {
    return ETIMEDOUT;
}
static inline int pthread_create(pthread_t *thread, const void *attributes,
                                 void *(*body)(void *), void *argument) {
    return EAGAIN;
}
static inline pthread_t pthread_self(void) { return (pthread_t)4096; }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

#endif
