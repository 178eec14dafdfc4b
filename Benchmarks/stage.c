#include "stage.h"

#include <stdio.h>
#include <stdlib.h>

static const struct selection ALL = {1, 0};
/* Of the chain de, fr, en the first two have a quarter of the messages each. */
static const struct selection FIRST = {4, 0};
static const struct selection SECOND = {4, 1};

const enum catalog_language PLACE_LANGUAGES[PLACES] = {
    [PLACE_AR] = LANGUAGE_AR,
    [PLACE_RU] = LANGUAGE_RU,
    [PLACE_PL] = LANGUAGE_PL,
};

static void require(calque_status status, calque_error *error) {
    if (status == CALQUE_OK) return;
    fprintf(stderr, "%s\n", calque_error_message(error));
    exit(1);
}

static void add_bundle(calque_translator *translator,
                       const struct catalog *catalog, const char *lng,
                       enum catalog_language language,
                       struct selection selection) {
    char *json = NULL;
    size_t length = 0;
    calque_error *error = NULL;
    FILE *file = open_memstream(&json, &length);
    if (file == NULL) exit(1);
    catalog_write_json(catalog, language, selection, file);
    fclose(file);
    require(calque_translator_add_resource_bundle(translator, lng, CALQUE_NTS,
                                                  "translation", CALQUE_NTS,
                                                  json, length, 0, &error),
            error);
    free(json);
}

static void open_setting(struct stage *stage, enum place place,
                         const struct glibc *glibc) {
    struct setting *setting = stage->settings + place;
    enum catalog_language language = PLACE_LANGUAGES[place];
    const char *lng = LANGUAGE_TAGS[language];
    calque_error *error = NULL;
    char options[192];
    snprintf(options, sizeof options,
             "{\"lng\": \"%s\", \"interpolation\": {\"escapeValue\": %s},"
             " \"limits\": {\"maxCatalogBytes\": 1073741824}}",
             lng, place == PLACE_ESCAPED ? "true" : "false");
    require(calque_translator_create(CALQUE_FORMAT_V4, options, CALQUE_NTS,
                                     NULL, &setting->translator, &error),
            error);
    snprintf(setting->domain, sizeof setting->domain, "d%zu-%d",
             stage->catalog.count, place);
    setting->lngs = place == PLACE_CHAIN ? "de:fr:en" : lng;
    add_bundle(setting->translator, &stage->catalog, lng, language, ALL);
    stage->has_glibc =
        stage->has_glibc &&
        glibc_add(glibc, setting->domain, lng, &stage->catalog, language, ALL);
    if (place == PLACE_CHAIN) {
        add_bundle(setting->translator, &stage->catalog, "de", language, FIRST);
        add_bundle(setting->translator, &stage->catalog, "fr", language,
                   SECOND);
        stage->has_glibc = stage->has_glibc &&
                           glibc_add(glibc, setting->domain, "de",
                                     &stage->catalog, language, FIRST) &&
                           glibc_add(glibc, setting->domain, "fr",
                                     &stage->catalog, language, SECOND);
    }
    require(calque_view_create(
                setting->translator,
                place == PLACE_CHAIN ? "[\"de\", \"fr\", \"en\"]" : lng,
                CALQUE_NTS, NULL, 0, NULL, 0, &setting->view, &error),
            error);
    setting->floor = floor_create(&stage->catalog, language);
}

void stage_close(struct stage *stage) {
    for (int place = 0; place < PLACES; place += 1) {
        calque_view_release(stage->settings[place].view);
        calque_translator_release(stage->settings[place].translator);
        floor_free(stage->settings[place].floor);
    }
    catalog_free(&stage->catalog);
}

void stage_open(struct stage *stage, size_t messages, int places,
                const struct glibc *glibc) {
    *stage = (struct stage){0};
    stage->catalog = catalog_create(messages);
    stage->has_glibc = glibc != NULL;
    for (int place = 0; place < places; place += 1) {
        open_setting(stage, (enum place)place, glibc);
    }
}
