/* Texts that grow, and files as a whole. */
#include "command.h"

#include <errno.h>
#include <fcntl.h>
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

static bool fill(int descriptor, const char *data, size_t length) {
    while (length > 0) {
        ssize_t count = write(descriptor, data, length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        data += count;
        length -= (size_t)count;
    }
    return true;
}

/* Writes to what is there, or is behind a link to nothing: there is nothing to
 * lose, and a device would be replaced by a file. */
static bool write_straight(const char *path, const void *data, size_t length) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return false;
    bool good = fill(descriptor, data, length);
    return close(descriptor) == 0 && good;
}

/* Writes a draft beside a file, and puts it in its place. */
static bool replace(const char *path, mode_t mode, const void *data,
                    size_t length) {
    buffer draft = {0};
    buffer_text(&draft, path);
    buffer_text(&draft, ".new");
    int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW;
    int descriptor = open(draft.data, flags, mode);
    bool good = descriptor >= 0 && fill(descriptor, data, length) &&
                fsync(descriptor) == 0;
    int reason = errno;
    if (descriptor >= 0 && close(descriptor) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && rename(draft.data, path) != 0) {
        good = false;
        reason = errno;
    }
    if (!good && descriptor >= 0) unlink(draft.data);
    buffer_free(&draft);
    errno = reason;
    return good;
}

bool write_file(const char *path, const void *data, size_t length) {
    struct stat status;
    bool is_there = stat(path, &status) == 0;
    bool is_link = !is_there && lstat(path, &status) == 0;
    bool good;
    if (is_link || (is_there && !S_ISREG(status.st_mode))) {
        good = write_straight(path, data, length);
    } else {
        char *behind = is_there ? realpath(path, NULL) : NULL;
        mode_t mode = is_there ? status.st_mode & 0777 : 0666;
        good = replace(behind != NULL ? behind : path, mode, data, length);
        int reason = errno;
        free(behind);
        errno = reason;
    }
    if (!good) {
        fprintf(stderr, "calque-compile: %s: %s\n", path, strerror(errno));
    }
    return good;
}
