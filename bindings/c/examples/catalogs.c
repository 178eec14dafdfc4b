/* Finding the catalogs in a folder. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "demo.h"

static int by_path(const void *one, const void *two) {
    const json_t *const *left = one, *const *right = two;
    return strcmp(json_string_value(json_object_get(*left, "path")),
                  json_string_value(json_object_get(*right, "path")));
}

/* The same values in the order of their paths. */
static json_t *sorted(json_t *list) {
    size_t count = json_array_size(list);
    json_t **values = calloc(count + 1, sizeof *values);
    json_t *result = json_array();
    if (values != NULL && result != NULL) {
        for (size_t at = 0; at < count; at += 1)
            values[at] = json_array_get(list, at);
        qsort(values, count, sizeof *values, by_path);
        for (size_t at = 0; at < count; at += 1)
            json_array_append(result, values[at]);
    }
    free(values);
    json_decref(list);
    return result;
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Adds the `.json` files of one folder. `lng` is NULL at the top. */
static void add_folder(json_t *catalogs, const char *folder, const char *lng) {
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        perror(folder);
        return;
    }
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        char path[4096], name[256];
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        snprintf(name, sizeof name, "%s", entry->d_name);
        size_t length = strlen(name);
        if (is_folder(path)) {
            if (lng == NULL) add_folder(catalogs, path, name);
        } else if (length > 5 && strcmp(name + length - 5, ".json") == 0) {
            /* At the top `de.json` and `de.i18n.json` are both German. */
            *(lng == NULL ? strchr(name, '.') : name + length - 5) = '\0';
            json_array_append_new(
                catalogs,
                json_pack("{ssssss}", "lng", lng == NULL ? name : lng, "ns",
                          lng == NULL ? "translation" : name, "path", path));
        }
    }
    closedir(entries);
}

json_t *catalogs_in(const char *folder) {
    json_t *catalogs = json_array();
    if (catalogs != NULL) add_folder(catalogs, folder, NULL);
    return sorted(catalogs);
}

json_t *namespaces_of(const json_t *catalogs) {
    json_t *seen = json_object(), *names = json_array();
    size_t at;
    json_t *catalog;
    json_array_foreach((json_t *)catalogs, at, catalog) {
        json_t *ns = json_object_get(catalog, "ns");
        if (json_object_get(seen, json_string_value(ns)) == NULL) {
            json_object_set_new(seen, json_string_value(ns), json_true());
            json_array_append(names, ns);
        }
    }
    json_decref(seen);
    return names;
}
