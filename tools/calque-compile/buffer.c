/* Texts that grow, and files as a whole. */
#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void buffer_add(buffer *into, const void *data, size_t length) {
    if (into->length + length + 1 > into->capacity) {
        size_t capacity = (into->length + length + 1) * 2;
        char *larger = realloc(into->data, capacity);
        if (larger == NULL) {
            fputs("calque-compile: out of memory\n", stderr);
            exit(BROKEN);
        }
        into->data = larger;
        into->capacity = capacity;
    }
    if (length > 0) memcpy(into->data + into->length, data, length);
    into->length += length;
    into->data[into->length] = '\0';
}

void buffer_text(buffer *into, const char *text) {
    buffer_add(into, text, strlen(text));
}

void buffer_json(buffer *into, const char *text) {
    buffer_text(into, "\"");
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        char escape[8];
        if (byte == '"' || byte == '\\') {
            snprintf(escape, sizeof escape, "\\%c", byte);
            buffer_text(into, escape);
        } else if (byte < 0x20) {
            snprintf(escape, sizeof escape, "\\u%04x", byte);
            buffer_text(into, escape);
        } else {
            buffer_add(into, text, 1);
        }
    }
    buffer_text(into, "\"");
}

void buffer_free(buffer *into) {
    free(into->data);
    *into = (buffer){0};
}

bool read_file(const char *path, buffer *content) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    char part[1 << 16];
    size_t count;
    while ((count = fread(part, 1, sizeof part, file)) > 0) {
        buffer_add(content, part, count);
    }
    bool good = ferror(file) == 0;
    fclose(file);
    return good;
}

static bool fill(const char *path, const void *data, size_t length) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) return false;
    bool good = fwrite(data, 1, length, file) == length;
    return fclose(file) == 0 && good;
}

bool write_file(const char *path, const void *data, size_t length) {
    buffer beside = {0};
    buffer_text(&beside, path);
    buffer_text(&beside, ".new");
    bool good =
        fill(beside.data, data, length) && rename(beside.data, path) == 0;
    if (!good) {
        fprintf(stderr, "calque-compile: %s: %s\n", path, strerror(errno));
        unlink(beside.data);
    }
    buffer_free(&beside);
    return good;
}
