/* Names made to collide: every one is found, in every table, and what is
 * compiled from them is opened. How many steps that takes is counted by
 * tools/checks/check_collisions.py, which has this print names (test_collisions
 * names KIND) and runs one operation on some of those of a file:
 * test_collisions DOOR FILE COUNT. */
#include <stdlib.h>

#include "colliding.h"
#include "fixture.h"

enum { MOST = 1000 };

/* Made to collide as keys of catalogs, and as names in other tables. */
static char keys[MOST][NAME_SIZE], others[MOST][NAME_SIZE];
static char (*names)[NAME_SIZE];
static char json[MOST * 64];

/* {"name": "text of name", ...} */
static const char *object_of(size_t count, const char *suffix) {
    size_t length = (size_t)snprintf(json, sizeof json, "{");
    for (size_t at = 0; at < count; at++) {
        length += (size_t)snprintf(json + length, sizeof json - length,
                                   "%s\"%s%s\":\"%s!\"", at == 0 ? "" : ",",
                                   names[at], suffix, names[at]);
    }
    snprintf(json + length, sizeof json - length, "}");
    return json;
}

static calque_translator *empty_translator(void) {
    return translator_with("{\"lng\":\"en\",\"fallbackLng\":\"de\"}", NULL);
}

static void add(calque_translator *translator, const char *lng,
                const char *tree) {
    CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                translator, lng, CALQUE_NTS, "translation",
                                CALQUE_NTS, tree, CALQUE_NTS, 0, NULL));
}

/* How many of the names have their text. */
static size_t found(const calque_translator *translator, size_t count,
                    const char *suffix) {
    size_t right = 0;
    for (size_t at = 0; at < count; at++) {
        char key[64], text[64];
        snprintf(key, sizeof key, "%.16s%s", names[at], suffix);
        snprintf(text, sizeof text, "%.16s!", names[at]);
        right += strcmp(text_of(translator, key), text) == 0;
    }
    return right;
}

static void in_catalogs(size_t count) {
    names = keys;
    calque_translator *translator = empty_translator();
    add(translator, "en", object_of(count, ""));
    CHECK(found(translator, count, "") == count);
    CHECK_TEXT("nowhere", text_of(translator, "nowhere"));
    /* Two catalogs under one table. */
    add(translator, "de", "{\"only\":\"Nur\"}");
    CHECK(found(translator, count, "") == count);
    CHECK_TEXT("Nur", text_of(translator, "only"));
    calque_translator_release(translator);

    /* Found by a key and a suffix that the look-up adds. */
    translator = empty_translator();
    add(translator, "en", object_of(count, "_one"));
    const calque_arg one[] = {CALQUE_ARG_INT("count", 1)};
    size_t right = 0;
    for (size_t at = 0; at < count; at++) {
        char buffer[64], text[64];
        snprintf(text, sizeof text, "%.16s!", names[at]);
        calque_translator_translate(translator, names[at], CALQUE_NTS, one, 1,
                                    buffer, sizeof buffer, NULL);
        right += strcmp(buffer, text) == 0;
    }
    CHECK(right == count);
    calque_translator_release(translator);
}

/* A key that a nested value and a name with the separator both spell. */
static void hidden_ones(size_t count) {
    names = keys;
    calque_translator *translator = empty_translator();
    size_t length =
        (size_t)snprintf(json, sizeof json, "{\"a\":{\"b\":\"nested\"}");
    for (size_t at = 0; at < count; at++) {
        length += (size_t)snprintf(json + length, sizeof json - length,
                                   ",\"%s\":{\"x\":\"%s!\"},\"%s.x\":\"flat\"",
                                   names[at], names[at], names[at]);
        if (length > sizeof json - 256) break;
    }
    snprintf(json + length, sizeof json - length, ",\"a.b\":\"flat\"}");
    add(translator, "en", json);
    CHECK_TEXT("nested", text_of(translator, "a.b"));
    CHECK(found(translator, count, ".x") == count);
    calque_translator_release(translator);
}

static void compiled(size_t count) {
    names = keys;
    const char *tree = object_of(count, "");
    size_t size = strlen(tree) + 64;
    char *resources = malloc(size);
    snprintf(resources, size, "{\"en\":{\"translation\":%s}}", tree);
    calque_string bytes = {0};
    calque_catalog *catalog = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_catalog_compile(CALQUE_FORMAT_V4, NULL, 0, resources,
                                        CALQUE_NTS, &bytes, NULL));
    free(resources);
    CHECK_STATUS(CALQUE_OK, calque_catalog_open_memory(
                                bytes.data, bytes.length, CALQUE_CATALOG_COPY,
                                NULL, NULL, &catalog, NULL));
    calque_string_dispose(&bytes);
    calque_translator *translator = empty_translator();
    size_t in_place = 0;
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_catalog(translator, catalog, NULL, 0, 0,
                                               &in_place, NULL));
    CHECK(in_place == 1 && found(translator, count, "") == count);
    calque_catalog_release(catalog);
    calque_translator_release(translator);
}

static void in_messages(size_t count) {
    names = others;
    calque_messages *messages = NULL;
    calque_messages_counts counts = {0};
    CHECK_STATUS(CALQUE_OK, calque_messages_create(NULL, 0, &messages, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_load_json(messages, CALQUE_MESSAGES_MESSAGE,
                                           NULL, 0, object_of(count, ""),
                                           CALQUE_NTS, &counts, NULL));
    size_t right = 0;
    for (size_t at = 0; at < count; at++) {
        char buffer[64];
        right += calque_messages_get(messages, names[at], CALQUE_NTS, buffer,
                                     sizeof buffer, NULL) == CALQUE_OK;
    }
    CHECK(right == count);
    calque_messages_release(messages);
}

/* One operation to be counted, on names that were made before. */
static void __attribute__((noinline))
operation_measured(const char *door, calque_translator *translator,
                   calque_messages *messages, const char *tree,
                   calque_string bytes, size_t count) {
    if (strcmp(door, "options") == 0) {
        text_with(translator, "nowhere", tree);
    } else if (strcmp(door, "messages") == 0) {
        calque_messages_load_json(messages, CALQUE_MESSAGES_MESSAGE, NULL, 0,
                                  tree, CALQUE_NTS, NULL, NULL);
    } else if (strcmp(door, "bundle") == 0) {
        add(translator, "en", tree);
    } else if (strcmp(door, "lookups") == 0) {
        found(translator, count, "");
    } else if (strcmp(door, "open") == 0) {
        calque_catalog *catalog = NULL;
        calque_catalog_open_memory(bytes.data, bytes.length,
                                   CALQUE_CATALOG_COPY, NULL, NULL, &catalog,
                                   NULL);
        calque_catalog_release(catalog);
    }
}

/* Prints names of a kind, one a line. */
static int print_names(const char *kind) {
    if (strcmp(kind, "ordinary") == 0) {
        ordinary_names(keys, MOST);
    } else {
        colliding_names(keys, MOST,
                        strcmp(kind, "keys") == 0 ? KEY_HASH : NAME_HASH);
    }
    for (size_t at = 0; at < MOST; at++)
        puts(keys[at]);
    return 0;
}

static int measure(const char *door, const char *path, size_t count) {
    FILE *file = fopen(path, "r");
    if (file == NULL) return 2;
    for (size_t at = 0; at < count; at++) {
        if (fscanf(file, "%16s", keys[at]) != 1) return 2;
    }
    fclose(file);
    names = keys;
    const char *tree = object_of(count, "");
    calque_translator *translator = empty_translator();
    calque_messages *messages = NULL;
    calque_messages_create(NULL, 0, &messages, NULL);
    calque_string bytes = {0};
    if (strcmp(door, "lookups") == 0) add(translator, "en", tree);
    if (strcmp(door, "open") == 0) {
        static char resources[sizeof json + 64];
        snprintf(resources, sizeof resources, "{\"en\":{\"translation\":%s}}",
                 tree);
        calque_catalog_compile(CALQUE_FORMAT_V4, NULL, 0, resources, CALQUE_NTS,
                               &bytes, NULL);
    }
    operation_measured(door, translator, messages, tree, bytes, count);
    calque_string_dispose(&bytes);
    calque_messages_release(messages);
    calque_translator_release(translator);
    return check_failed;
}

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "names") == 0)
        return print_names(arguments[2]);
    if (count == 4) {
        size_t most = strtoul(arguments[3], NULL, 10);
        return measure(arguments[1], arguments[2], most < MOST ? most : MOST);
    }
    colliding_names(keys, MOST, KEY_HASH);
    colliding_names(others, MOST, NAME_HASH);
    static const size_t sizes[] = {2, 31, 32, 33, 34, 100, MOST};
    for (size_t at = 0; at < COUNT_OF(sizes); at++) {
        in_catalogs(sizes[at]);
        compiled(sizes[at]);
        in_messages(sizes[at]);
    }
    hidden_ones(500);
    return check_end();
}
