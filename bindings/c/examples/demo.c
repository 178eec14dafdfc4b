/*
 * Loads a folder of catalogs and shows what is in it: keys and coverage of each
 * language, and samples of plurals, context, nesting, interpolation and
 * fallback.
 *
 * usage: demo FOLDER [FORMAT [SOURCE]]
 *
 * FOLDER holds <language>/<namespace>.json or <language>.json, and perhaps
 * locales.ctd, a file of locale data. FORMAT is v4
 * (default), v3, v2, v1 or ios. SOURCE is the language that the others were
 * translated from (default: en).
 */
#include <stdio.h>
#include <string.h>

#include "demo.h"

static calque_format format_named(const char *name) {
    static const char *const names[] = {"v1", "v2", "v3", "v4"};
    for (int at = 0; at < 4; at += 1) {
        if (strcmp(name, names[at]) == 0) return CALQUE_FORMAT_V1 + at;
    }
    return strcmp(name, "ios") == 0 ? CALQUE_FORMAT_IOS : 0;
}

/* The translator of a demo, in the option names of its format. */
static calque_status create(struct demo *demo, const json_t *namespaces) {
    const char *first = json_string_value(json_array_get(namespaces, 0));
    const char *source = demo->source;
    json_t *options;
    switch (demo->format) {
    case CALQUE_FORMAT_IOS:
        options =
            json_pack("{ss ss sO ss}", "lang", source, "fallbackLang", source,
                      "namespaces", namespaces, "defaultNamespace", first);
        break;
    case CALQUE_FORMAT_V1:
        options =
            json_pack("{ss ss s{sO ss}}", "lng", source, "fallbackLng", source,
                      "ns", "namespaces", namespaces, "defaultNs", first);
        break;
    default:
        options = json_pack("{ss ss sO ss}", "lng", source, "fallbackLng",
                            source, "ns", namespaces, "defaultNS", first);
    }
    char *json = json_dumps(options, JSON_COMPACT);
    calque_error *error = NULL;
    calque_status status = calque_translator_create(
        demo->format, json, CALQUE_NTS, NULL, &demo->translator, &error);
    if (error != NULL) fprintf(stderr, "%s\n", calque_error_message(error));
    calque_error_release(error);
    free(json);
    json_decref(options);
    return status;
}

/* Loads one catalog; a fault is printed with its place. */
static bool load(const struct demo *demo, const json_t *catalog) {
    const char *path = json_string_value(json_object_get(catalog, "path"));
    calque_error *error = NULL;
    calque_status status = calque_translator_add_file(
        demo->translator, json_string_value(json_object_get(catalog, "lng")),
        CALQUE_NTS, json_string_value(json_object_get(catalog, "ns")),
        CALQUE_NTS, path, 0, &error);
    if (status != CALQUE_OK) {
        fprintf(stderr, "%s\n", calque_error_message(error));
    }
    calque_error_release(error);
    return status == CALQUE_OK;
}

/* Takes the folder's file of locale data, where there is one. */
static void take_locale_data(const struct demo *demo) {
    char path[4096];
    calque_locale_data *data = NULL;
    snprintf(path, sizeof path, "%s/locales.ctd", demo->folder);
    if (calque_locale_data_open(path, &data, NULL) == CALQUE_OK) {
        calque_translator_set_locale_data(demo->translator, data, NULL);
    }
    calque_locale_data_release(data);
}

/* Reads back what was loaded, key by key. */
static void collect(struct demo *demo) {
    calque_string json = {0};
    calque_translator_get_resource(demo->translator, NULL, 0, NULL, 0, NULL, 0,
                                   &json, NULL);
    json_t *all = json_loadb(json.data == NULL ? "{}" : json.data,
                             json.data == NULL ? 2 : json.length, 0, NULL);
    const char *lng;
    json_t *resources;
    demo->languages = json_object();
    json_object_foreach(all, lng, resources) {
        json_object_set_new(demo->languages, lng,
                            keys_of(resources, demo->format));
    }
    json_decref(all);
    calque_string_dispose(&json);
}

static bool run(struct demo *demo, const json_t *catalogs) {
    bool good = true;
    json_t *namespaces = namespaces_of(catalogs);
    calque_status status = create(demo, namespaces);
    json_decref(namespaces);
    if (status != CALQUE_OK) return false;
    size_t at;
    json_t *catalog;
    json_array_foreach((json_t *)catalogs, at, catalog) {
        good &= load(demo, catalog);
    }
    take_locale_data(demo);
    collect(demo);
    printf("%zu catalogs, %zu languages, from \"%s\"\n\n",
           json_array_size(catalogs), json_object_size(demo->languages),
           demo->source);
    good &= show_table(demo);
    show_samples(demo);
    return good;
}

int main(int argc, char **argv) {
    struct demo demo = {.folder = argc > 1 ? argv[1] : "",
                        .format = format_named(argc > 2 ? argv[2] : "v4"),
                        .source = argc > 3 ? argv[3] : "en"};
    if (argc < 2 || argc > 4 || demo.format == 0) {
        fprintf(stderr, "usage: %s FOLDER [ios|v1|v2|v3|v4 [SOURCE]]\n",
                argv[0]);
        return 2;
    }
    json_t *catalogs = catalogs_in(demo.folder);
    bool good = false;
    if (json_array_size(catalogs) == 0) {
        fprintf(stderr,
                "%s: no <language>.json and no <language>/<namespace>.json\n",
                demo.folder);
    } else {
        good = run(&demo, catalogs);
    }
    calque_translator_release(demo.translator);
    json_decref(demo.languages);
    json_decref(catalogs);
    return good ? 0 : 1;
}
