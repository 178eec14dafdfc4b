/*
 * Plain look-ups through ICU's resource bundles, text copied out as UTF-8,
 * beside the floor: one line of JSON for each size. Then its plurals.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <unicode/ures.h>
#include <unicode/ustring.h>

#include "catalog.h"
#include "cold.h"
#include "floor.h"
#include "icu_messages.h"
#include "memory.h"
#include "timing.h"

#define BUFFER 1024
#define MESSAGES 5000
#define ROUNDS 11

struct subject {
    UResourceBundle *bundle;
    const struct floor *floor;
    const char (*keys)[32];
    size_t count;
    /* The first key that is looked up. */
    size_t first;
};

static uint64_t icu_loop(const void *given, size_t calls) {
    const struct subject *subject = given;
    char buffer[BUFFER];
    uint64_t total = 0;
    size_t at = subject->first;
    for (size_t number = 0; number < calls; number += 1) {
        UErrorCode code = U_ZERO_ERROR;
        int32_t length = 0;
        int32_t bytes = 0;
        const UChar *text = ures_getStringByKey(
            subject->bundle, subject->keys[at], &length, &code);
        u_strToUTF8(buffer, BUFFER, &bytes, text, length, &code);
        total += (uint64_t)bytes;
        at = at + 1 < subject->count ? at + 1 : 0;
    }
    return total;
}

static uint64_t floor_loop(const void *given, size_t calls) {
    const struct subject *subject = given;
    char buffer[BUFFER];
    uint64_t total = 0;
    size_t at = subject->first;
    for (size_t number = 0; number < calls; number += 1) {
        total += floor_text(subject->floor, subject->keys[at], buffer);
        at = at + 1 < subject->count ? at + 1 : 0;
    }
    return total;
}

/* Compiles the plain messages with genrb; false when it is not here. */
static int compile(const struct catalog *catalog, const char *folder) {
    char path[512];
    char command[1200];
    snprintf(path, sizeof path, "%s/root.txt", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL) return 0;
    fputs("root {\n", file);
    for (size_t message = 0; message < catalog->count; message += 1) {
        struct text text;
        if (catalog_kind(message) != MESSAGE_PLAIN) continue;
        catalog_text(LANGUAGE_EN, message, 0, &text);
        fprintf(file, "\"%s\" { \"%s%s\" }\n", catalog->keys[message],
                text.before, text.after);
    }
    fputs("}\n", file);
    fclose(file);
    snprintf(command, sizeof command, "genrb -q -d %s %s 2>/dev/null", folder,
             path);
    return system(command) == 0;
}

static void measure(size_t messages, const char *folder) {
    struct catalog catalog = catalog_create(messages);
    UErrorCode code = U_ZERO_ERROR;
    if (!compile(&catalog, folder)) exit(1);
    struct subject subject = {ures_open(folder, "root", &code), NULL, NULL, 0,
                              0};
    if (U_FAILURE(code)) exit(1);
    char (*keys)[32] = take(messages, sizeof *keys);
    for (size_t message = 0; message < messages; message += 1) {
        if (catalog_kind(message) != MESSAGE_PLAIN) continue;
        memcpy(keys[subject.count], catalog.keys[message], sizeof *keys);
        subject.count += 1;
    }
    uint64_t seed = 7;
    for (size_t left = subject.count; left > 1; left -= 1) {
        size_t other = (size_t)(next_random(&seed) % left);
        char key[32];
        memcpy(key, keys[left - 1], sizeof key);
        memcpy(keys[left - 1], keys[other], sizeof key);
        memcpy(keys[other], key, sizeof key);
    }
    subject.keys = (const char (*)[32])keys;
    struct floor *floor = floor_create(&catalog, LANGUAGE_EN);
    subject.floor = floor;
    struct timed loops[] = {{.run = icu_loop, .subject = &subject},
                            {.run = floor_loop, .subject = &subject}};
    if (icu_loop(&subject, 4096) != floor_loop(&subject, 4096)) exit(1);
    time_loops(loops, 2, ROUNDS);
    double cold = 0;
    if (messages == MESSAGES) {
        cold = cold_ns(icu_loop, &subject, &subject.first, subject.count);
    }
    printf("{\"size\": %zu, \"row\": \"plain\", \"icu\": %.1f, \"floor\": %.1f,"
           " \"icu_cold\": %.0f}\n",
           messages, loops[0].ns, loops[1].ns, cold);
    ures_close(subject.bundle);
    floor_free(floor);
    free(keys);
    catalog_free(&catalog);
}

int main(void) {
    static const size_t sizes[] = {500, 5000, 50000};
    char command[600];
    for (size_t at = 0; at < 3; at += 1) {
        char folder[] = "/tmp/calque-icu-XXXXXX";
        if (mkdtemp(folder) == NULL) return 1;
        measure(sizes[at], folder);
        snprintf(command, sizeof command, "rm -r %s", folder);
        if (system(command) != 0) return 1;
    }
    icu_messages(MESSAGES, ROUNDS);
    return 0;
}
