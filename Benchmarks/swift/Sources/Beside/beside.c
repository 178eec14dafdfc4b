#include "beside.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <calque.h>

static calque_translator *translator;
static const char *const *names;
static size_t name_count;

void beside_open(const char *json, const char *const *keys, size_t count) {
    calque_error *error = NULL;
    names = keys;
    name_count = count;
    if (calque_translator_create(
            CALQUE_FORMAT_V4,
            CALQUE_JSON({"lng": "en"}), CALQUE_NTS, NULL, &translator, &error) !=
                        CALQUE_OK ||
            calque_translator_add_resource_bundle(
                translator, "en", CALQUE_NTS, "translation", CALQUE_NTS, json,
                CALQUE_NTS, 0, &error) != CALQUE_OK) {
        fprintf(stderr, "%s\n", calque_error_message(error));
        exit(1);
    }
}

static size_t translate(size_t calls, const calque_arg *args, size_t count) {
    size_t bytes = 0;
    for (size_t call = 0; call < calls; call += 1) {
        char text[256];
        size_t length = 0;
        calque_translator_translate(translator, names[call % name_count],
                                    CALQUE_NTS, args, count, text, sizeof text,
                                    &length);
        bytes += length;
    }
    return bytes;
}

size_t beside_plain(size_t calls) { return translate(calls, NULL, 0); }

size_t beside_variable(size_t calls) {
    const calque_arg name = CALQUE_ARG_TEXT("name", "Alice");
    return translate(calls, &name, 1);
}

size_t beside_plural(size_t calls) {
    const calque_arg count = CALQUE_ARG_INT("count", 3);
    return translate(calls, &count, 1);
}

double beside_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}
