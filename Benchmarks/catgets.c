/*
 * Plain texts through catgets, by the numbers that gencat gives them, beside
 * the floor with slots found before: one line of JSON for each size.
 */
#include <nl_types.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalog.h"
#include "floor.h"
#include "memory.h"
#include "timing.h"

#define BUFFER 1024
#define ROUNDS 11

struct subject {
    nl_catd texts;
    const struct floor *floor;
    int *numbers;
    uint32_t *slots;
    size_t count;
};

static uint64_t catgets_loop(const void *given, size_t calls) {
    const struct subject *subject = given;
    char buffer[BUFFER];
    uint64_t total = 0;
    size_t at = 0;
    for (size_t number = 0; number < calls; number += 1) {
        const char *text = catgets(subject->texts, 1, subject->numbers[at], "");
        size_t length = strlen(text);
        memcpy(buffer, text, length + 1);
        total += length;
        at = at + 1 < subject->count ? at + 1 : 0;
    }
    return total;
}

static uint64_t floor_loop(const void *given, size_t calls) {
    const struct subject *subject = given;
    char buffer[BUFFER];
    uint64_t total = 0;
    size_t at = 0;
    for (size_t number = 0; number < calls; number += 1) {
        total += floor_text_at(subject->floor, subject->slots[at], buffer);
        at = at + 1 < subject->count ? at + 1 : 0;
    }
    return total;
}

/* Compiles the plain messages; each has its number and 1 as its own. */
static nl_catd compile(const struct catalog *catalog, const char *folder) {
    char source[256];
    char path[256];
    char command[600];
    snprintf(source, sizeof source, "%s/texts.msg", folder);
    snprintf(path, sizeof path, "%s/texts.cat", folder);
    snprintf(command, sizeof command, "gencat %s %s", path, source);
    FILE *file = fopen(source, "w");
    if (file == NULL) exit(1);
    fputs("$set 1\n$quote \"\n", file);
    for (size_t message = 0; message < catalog->count; message += 1) {
        struct text text;
        if (catalog_kind(message) != MESSAGE_PLAIN) continue;
        catalog_text(LANGUAGE_EN, message, 0, &text);
        fprintf(file, "%zu \"%s%s\"\n", message + 1, text.before, text.after);
    }
    fclose(file);
    if (system(command) != 0) exit(1);
    nl_catd texts = catopen(path, 0);
    if (texts == (nl_catd)-1) exit(1);
    return texts;
}

static void measure(size_t messages, const char *folder) {
    struct catalog catalog = catalog_create(messages);
    struct floor *floor = floor_create(&catalog, LANGUAGE_EN);
    struct subject subject = {compile(&catalog, folder), floor,
                              take(messages, sizeof(int)),
                              take(messages, sizeof(uint32_t)), 0};
    uint64_t seed = 7;
    for (size_t message = 0; message < messages; message += 1) {
        if (catalog_kind(message) != MESSAGE_PLAIN) continue;
        subject.numbers[subject.count++] = (int)message + 1;
    }
    for (size_t left = subject.count; left > 1; left -= 1) {
        size_t other = (size_t)(next_random(&seed) % left);
        int number = subject.numbers[left - 1];
        subject.numbers[left - 1] = subject.numbers[other];
        subject.numbers[other] = number;
    }
    for (size_t at = 0; at < subject.count; at += 1) {
        subject.slots[at] =
            floor_find(floor, catalog.keys[subject.numbers[at] - 1]);
    }
    struct timed loops[] = {{.run = catgets_loop, .subject = &subject},
                            {.run = floor_loop, .subject = &subject}};
    if (catgets_loop(&subject, 4096) != floor_loop(&subject, 4096)) exit(1);
    time_loops(loops, 2, ROUNDS);
    printf(
        "{\"size\": %zu, \"row\": \"plain, key resolved\", \"catgets\": %.1f,"
        " \"floor\": %.1f}\n",
        messages, loops[0].ns, loops[1].ns);
    catclose(subject.texts);
    floor_free(floor);
    free(subject.numbers);
    free(subject.slots);
    catalog_free(&catalog);
}

int main(void) {
    static const size_t sizes[] = {500, 5000, 50000};
    char folder[] = "/tmp/calque-catgets-XXXXXX";
    char command[100];
    if (mkdtemp(folder) == NULL) return 1;
    for (size_t at = 0; at < 3; at += 1)
        measure(sizes[at], folder);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) != 0;
}
