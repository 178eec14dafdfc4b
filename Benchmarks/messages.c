/* The cost of looking up and decoding messages: nanoseconds a call, beside the
 * floor, which is the same work in plain C without any of the guarantees.
 *
 * usage: messages [FILE.json [PREFIX]]   without a file a made-up table */
#include <calque.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MADE_UP = 415, MOST = 4096, ROUNDS = 11, LIMIT = 256 };

typedef struct entry {
    char key[LIMIT];
    char lower[LIMIT + 8];
    char text[LIMIT];
    size_t key_length, text_length;
    char reference[LIMIT + 4];
} entry;

static calque_messages *table;
static entry *entries;
static size_t entry_count;
static size_t longest;

/* The floor: open addressing over lower-case keys, no checks of any kind. */
static const entry *slots[4 * MOST];
static const size_t slot_mask = 4 * MOST - 1;

static void to_lower(const char *key, size_t length, char *lower) {
    memset(lower + (length & ~(size_t)7), 0, 8);
    for (size_t i = 0; i < length; i += 1) {
        lower[i] =
            key[i] >= 'A' && key[i] <= 'Z' ? (char)(key[i] | 0x20) : key[i];
    }
}

static size_t floor_hash(const char *lower, size_t length) {
    uint64_t hash = length, word;
    for (size_t i = 0; i < length; i += 8) {
        memcpy(&word, lower + i, 8);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return (size_t)hash;
}

static size_t floor_get(const char *key, size_t length, char *buffer) {
    char lower[LIMIT + 8];
    to_lower(key, length, lower);
    size_t slot = floor_hash(lower, length) & slot_mask;
    for (; slots[slot] != NULL; slot = (slot + 1) & slot_mask) {
        const entry *found = slots[slot];
        if (found->key_length != length) continue;
        if (memcmp(lower, found->lower, length) != 0) continue;
        memcpy(buffer, found->text, found->text_length + 1);
        return found->text_length;
    }
    return 0;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

typedef size_t (*work)(const entry *item, char *buffer);

static size_t get_floor(const entry *item, char *buffer) {
    return floor_get(item->key, item->key_length, buffer);
}

static size_t get(const entry *item, char *buffer) {
    size_t length = 0;
    calque_messages_get(table, item->key, item->key_length, buffer, LIMIT,
                        &length);
    return length;
}

static size_t get_missing(const entry *item, char *buffer) {
    size_t length = 0;
    calque_messages_get(table, item->reference, item->key_length, buffer, LIMIT,
                        &length);
    return length;
}

static size_t decode_reference(const entry *item, char *buffer) {
    size_t length = 0;
    calque_messages_decode(table, item->reference, item->key_length + 3, buffer,
                           LIMIT, &length);
    return length;
}

static size_t decode_text(const entry *item, char *buffer) {
    size_t length = 0;
    calque_messages_decode(table, item->text, item->text_length, buffer, LIMIT,
                           &length);
    return length;
}

static size_t tokenize(const entry *item, char *buffer) {
    calque_string json = {0};
    (void)buffer;
    calque_messages_tokenize(table, item->reference, item->key_length + 3,
                             &json, NULL);
    size_t length = json.length;
    calque_string_dispose(&json);
    return length;
}

static size_t total;

static double pass(work body, size_t times) {
    char buffer[LIMIT];
    size_t sum = 0;
    double start = now();
    for (size_t round = 0; round < times; round += 1) {
        for (size_t i = 0; i < entry_count; i += 1) {
            sum += body(&entries[i], buffer);
        }
    }
    double spent = now() - start;
    total += sum;
    return spent / (double)(times * entry_count);
}

static int compare(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

static double median(work body) {
    double samples[ROUNDS];
    for (int i = 0; i < ROUNDS; i += 1)
        samples[i] = pass(body, 20);
    qsort(samples, ROUNDS, sizeof samples[0], compare);
    return samples[ROUNDS / 2];
}

static void *run(void *argument) {
    char buffer[LIMIT];
    work body = *(work *)argument;
    for (int round = 0; round < 2000; round += 1) {
        for (size_t i = 0; i < entry_count; i += 1)
            body(&entries[i], buffer);
    }
    return NULL;
}

static double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* How much more two threads do than one in the same time. */
static double scaling(work body) {
    pthread_t threads[2];
    double start = seconds();
    run(&body);
    double alone = seconds() - start;
    start = seconds();
    for (int i = 0; i < 2; i += 1)
        pthread_create(&threads[i], NULL, run, &body);
    for (int i = 0; i < 2; i += 1)
        pthread_join(threads[i], NULL);
    return 2 * alone / (seconds() - start);
}

static bool collect(void *user_data, calque_messages_kind kind, calque_str key,
                    calque_str text) {
    (void)user_data;
    if (kind != CALQUE_MESSAGES_MESSAGE || key.length >= LIMIT ||
        text.length >= LIMIT || key.length == 0) {
        return true;
    }
    entry *added = &entries[entry_count];
    memcpy(added->key, key.data, key.length + 1);
    memcpy(added->text, text.data, text.length + 1);
    added->key_length = key.length;
    added->text_length = text.length;
    snprintf(added->reference, sizeof added->reference, "%%{%s}", key.data);
    if (key.length > longest) longest = key.length;
    entry_count += 1;
    return entry_count < MOST;
}

static void make_up(void) {
    for (int i = 0; i < MADE_UP; i += 1) {
        char key[64], text[96];
        snprintf(key, sizeof key, "BKY_BLOCKS_PART_%03d_TOOLTIP", i);
        snprintf(text, sizeof text,
                 i % 10 == 0 ? "See %%{BKY_BLOCKS_PART_%03d_TOOLTIP} for more."
                             : "Does the %d-th thing with what it is given.",
                 i + 1);
        calque_messages_set(table, CALQUE_MESSAGES_MESSAGE, key, CALQUE_NTS,
                            text, CALQUE_NTS, NULL);
    }
}

static void place_in_floor(void) {
    for (size_t i = 0; i < entry_count; i += 1) {
        entry *item = &entries[i];
        to_lower(item->key, item->key_length, item->lower);
        size_t slot = floor_hash(item->lower, item->key_length) & slot_mask;
        while (slots[slot] != NULL)
            slot = (slot + 1) & slot_mask;
        slots[slot] = item;
    }
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        work body;
    } cases[] = {
        {"floor: look up and copy", get_floor},
        {"get", get},
        {"get, no such key", get_missing},
        {"decode a reference", decode_reference},
        {"decode a message", decode_text},
        {"tokenize a reference, JSON", tokenize},
    };
    const char *prefix = count > 2 ? arguments[2] : "BKY_";
    entries = calloc(MOST, sizeof *entries);
    if (entries == NULL ||
        calque_messages_create(NULL, 0, &table, NULL) != CALQUE_OK) {
        return 1;
    }
    double start = now();
    if (count < 2) {
        make_up();
    } else if (calque_messages_load_file(table, CALQUE_MESSAGES_MESSAGE, prefix,
                                         CALQUE_NTS, arguments[1], NULL,
                                         NULL) != CALQUE_OK) {
        fprintf(stderr, "%s cannot be loaded\n", arguments[1]);
        return 1;
    }
    double loading = now() - start;
    calque_messages_each(table, collect, NULL);
    place_in_floor();
    printf("%zu messages, keys of up to %zu bytes, loaded in %.0f us\n",
           entry_count, longest, loading / 1000);
    printf("%-28s %8s %12s\n", "", "ns", "two threads");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i += 1) {
        double cost = median(cases[i].body);
        printf("%-28s %8.1f %11.2fx\n", cases[i].name, cost,
               scaling(cases[i].body));
    }
    calque_messages_release(table);
    free(entries);
    return total == 0;
}
