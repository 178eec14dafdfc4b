/* Sequences of calls over the C interface, on the library as it is shipped:
 * whatever comes in, every call returns a status that is one, every text is
 * UTF-8 and ends in NUL, no buffer is written behind its end, and every handle
 * can be released in any order.
 *
 * usage: fuzz_abi [LOCALE_DATA [SECONDS [SEED]]]; with 0 seconds, 3,000 rounds
 * of seed 1. What breaks leaves the seed and the round on standard error.
 *
 * Compiled with CALQUE_LIBFUZZER the calls come from the bytes of libFuzzer:
 * scripts/fuzz.sh. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "doors.h"

enum { ROUNDS = 3000, CALLS = 60, DOORS = 18 };

static void call(void) {
    static void (*const DOOR[DOORS])(void) = {
        call_translator,   call_translator,   call_translator,
        call_translator,   call_view,         call_view,
        call_view,         call_catalog,      call_catalog,
        call_formatter,    call_formatter,    call_messages,
        call_localization, call_localization, call_texts,
        call_conversation, call_table,        call_table};
    DOOR[next(DOORS)]();
    forget_texts();
}

static void release(bool all) {
    release_translators(all);
    release_views(all);
    release_tables(all);
    release_catalogs(all);
    release_formatters(all);
    release_messages(all);
    release_localizations(all);
    release_conversations(all);
    release_texts(all);
}

#ifdef CALQUE_LIBFUZZER

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    read_locales(getenv("CALQUE_FUZZ_LOCALES"));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    choose_from(bytes, count);
    for (int calls = 0; calls < 4 * CALLS && has_choices(); calls++)
        call();
    release(true);
    return 0;
}

#else

static uint64_t seed = 1;
static long place;

static void on_signal(int number) {
    char line[96];
    int length =
        snprintf(line, sizeof line, "signal %d, seed %llu, round %ld\n", number,
                 (unsigned long long)seed, place);
    if (write(STDERR_FILENO, line, (size_t)length) < 0) _exit(2);
    signal(number, SIG_DFL);
    raise(number);
}

int main(int count, char **arguments) {
    read_locales(count > 1 ? arguments[1] : NULL);
    long seconds = count > 2 ? atol(arguments[2]) : 0;
    if (count > 3) seed = strtoull(arguments[3], NULL, 10);
    time_t end = time(NULL) + seconds;
    static const int numbers[] = {SIGSEGV, SIGILL, SIGBUS, SIGTRAP, SIGFPE};
    for (size_t at = 0; at < COUNT_OF(numbers); at++)
        signal(numbers[at], on_signal);
    long calls = 0;
    for (place = 0; seconds == 0 ? place < ROUNDS : time(NULL) < end; place++) {
        choose_at_random(seed, place);
        for (int each = 0; each < CALLS; each++, calls++)
            call();
        if (next(4) == 0) release(false);
    }
    release(true);
    printf("seed %llu: %ld rounds, %ld calls\n", (unsigned long long)seed,
           place, calls);
    printf("%d passed, 0 failed\n", calls > 0);
    return calls > 0 ? 0 : 1;
}

#endif
