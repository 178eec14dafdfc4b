/* The catalogs of a folder as one JSON text. */
#include "command.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The name without ".json", or NULL when it ends otherwise. */
static char *stem(const char *name) {
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 5, ".json") != 0) return NULL;
    return strndup(name, length - 5);
}

/* The path of a name in a folder, to be freed. */
static char *joined(const char *folder, const char *name) {
    buffer path = {0};
    buffer_text(&path, folder);
    buffer_text(&path, "/");
    buffer_text(&path, name);
    return path.data;
}

static bool is_folder(const char *path) {
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

/* The tree of a file, checked here so that errors have the line in the file. */
static int add_tree(const char *path, buffer *json) {
    buffer content = {0};
    if (!read_file(path, &content)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return BROKEN;
    }
    const char *text = content.data == NULL ? "" : content.data;
    size_t mark =
        content.length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    json_error_t error;
    json_t *tree = json_loadb(text + mark, content.length - mark, 0, &error);
    bool good = json_is_object(tree);
    if (tree == NULL) {
        fprintf(stderr, "%s:%d:%d: %s\n", path, error.line, error.column,
                error.text);
    } else if (!good) {
        fprintf(stderr, "%s:1:1: a catalog is a JSON object\n", path);
    }
    json_decref(tree);
    if (good) buffer_add(json, text + mark, content.length - mark);
    buffer_free(&content);
    return good ? DONE : BROKEN;
}

static int visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static int add_bundle(const char *path, const char *name, size_t place,
                      buffer *json) {
    if (place > 0) buffer_text(json, ",");
    buffer_json(json, name);
    buffer_text(json, ":");
    return add_tree(path, json);
}

/* The namespaces of the folder of a language. */
static int add_language(const char *folder, buffer *json, size_t *bundles) {
    struct dirent **entries;
    int count = scandir(folder, &entries, visible, alphasort);
    int outcome = DONE;
    size_t added = 0;
    for (int at = 0; at < count; at++) {
        char *name = stem(entries[at]->d_name);
        if (name != NULL && outcome == DONE) {
            char *path = joined(folder, entries[at]->d_name);
            outcome = add_bundle(path, name, added, json);
            added += 1;
            free(path);
        }
        free(name);
        free(entries[at]);
    }
    if (count >= 0) free(entries);
    *bundles += added;
    return outcome;
}

static int add_entry(const char *path, const char *entry, buffer *json,
                     size_t *languages, size_t *bundles) {
    bool folder = is_folder(path);
    char *name = folder ? strdup(entry) : stem(entry);
    if (name == NULL) return DONE;
    size_t start = json->length;
    if (*languages > 0) buffer_text(json, ",");
    buffer_json(json, name);
    buffer_text(json, ":{");
    size_t before = *bundles;
    int outcome = DONE;
    if (folder) {
        outcome = add_language(path, json, bundles);
    } else {
        outcome = add_bundle(path, "translation", 0, json);
        *bundles += 1;
    }
    buffer_text(json, "}");
    if (*bundles == before) {
        json->length = start;
    } else {
        *languages += 1;
    }
    free(name);
    return outcome;
}

int read_resources(const char *folder, buffer *json, size_t *languages,
                   size_t *bundles) {
    struct dirent **entries;
    int count = scandir(folder, &entries, visible, alphasort);
    if (count < 0) {
        fprintf(stderr, "calque-compile: %s: %s\n", folder, strerror(errno));
        return BROKEN;
    }
    int outcome = DONE;
    buffer_text(json, "{");
    for (int at = 0; at < count; at++) {
        if (outcome == DONE) {
            char *path = joined(folder, entries[at]->d_name);
            outcome =
                add_entry(path, entries[at]->d_name, json, languages, bundles);
            free(path);
        }
        free(entries[at]);
    }
    free(entries);
    buffer_text(json, "}");
    if (outcome == DONE && *bundles == 0) {
        fprintf(stderr, "calque-compile: %s: there are no catalogs\n", folder);
        return BROKEN;
    }
    return outcome;
}
