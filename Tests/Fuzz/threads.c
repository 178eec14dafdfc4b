/* The entry point for libFuzzer, which has its own threads by then: the targets
 * have none. The library carries out on the caller's thread what its workers
 * cannot, so that the same bytes are the same steps, and nothing waits. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);
int calque_fuzz_one_input(const uint8_t *bytes, size_t count);
int __interceptor_pthread_create(pthread_t *thread,
                                 const pthread_attr_t *attributes,
                                 void *(*body)(void *), void *argument);

static bool has_begun;

/* In the place of libc's. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*body)(void *), void *argument) {
    if (has_begun) return EAGAIN;
    return __interceptor_pthread_create(thread, attributes, body, argument);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    has_begun = true;
    return calque_fuzz_one_input(bytes, count);
}
