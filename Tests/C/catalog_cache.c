/* catalog.h: compiled copies of JSON files */
#include "folder.h"

#include "fixture.h"

static const char *const OPTIONS = CALQUE_JSON({"lng": "en", "fallbackLng": "en"});

/* Adds the file through a copy in its own folder. */
static bool add_cached(calque_translator *translator, const char *path) {
    bool in_place = false;
    CHECK_STATUS(CALQUE_OK, calque_translator_add_file_cached(
                                translator, "en", 2, "translation", CALQUE_NTS,
                                path, NULL, 0, &in_place, NULL));
    return in_place;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!CHECK(file != NULL)) return;
    fputs(text, file);
    fclose(file);
}

static void copies_follow_their_json(void) {
    char path[512];
    const char *folder = folder_new();
    if (!CHECK(folder != NULL)) return;
    snprintf(path, sizeof path, "%s/texts.json", folder);
    const char *const texts[] = {"one", "one", "two", "one"};
    char json[64], command[512];
    for (size_t at = 0; at < COUNT_OF(texts); at += 1) {
        calque_translator *translator = translator_with(OPTIONS, NULL);
        snprintf(json, sizeof json, "{\"plain\": \"%s\"}", texts[at]);
        write_text(path, json);
        CHECK(add_cached(translator, path));
        CHECK_TEXT(texts[at], text_of(translator, "plain"));
        calque_translator_release(translator);
    }
    /* A copy that is damaged, or of other options, is not used. */
    snprintf(command, sizeof command,
             "for f in %s/*.calque; do echo x > $f; done", folder);
    CHECK(system(command) == 0);
    const char *const options[] = {"{\"lng\":\"en\"}",
                                   "{\"lng\":\"en\",\"keySeparator\":\"/\"}"};
    for (size_t at = 0; at < COUNT_OF(options); at += 1) {
        calque_translator *translator = translator_with(options[at], NULL);
        CHECK(add_cached(translator, path));
        CHECK_TEXT("one", text_of(translator, "plain"));
        calque_translator_release(translator);
    }
    calque_translator *translator = translator_with(OPTIONS, NULL);
    bool in_place = true;
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_file_cached(
                     translator, "en", 2, "translation", CALQUE_NTS, path,
                     "/proc/no/such/folder", 0, &in_place, NULL));
    CHECK(in_place);
    CHECK_TEXT("one", text_of(translator, "plain"));
    write_text(path, "{");
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_translator_add_file_cached(
                     translator, "en", 2, "translation", CALQUE_NTS, path, NULL,
                     0, &in_place, NULL));
    CHECK(!in_place);
    CHECK_TEXT("one", text_of(translator, "plain"));
    calque_translator_release(translator);
}

/* A file that was read instead of mapped may be cut short afterwards. */
static void copied_catalogs_outlive_their_file(void) {
    char path[512];
    const char *folder = folder_new();
    if (!CHECK(folder != NULL)) return;
    snprintf(path, sizeof path, "%s/texts.calque", folder);
    CHECK_STATUS(CALQUE_OK,
                 calque_catalog_compile_file(
                     CALQUE_FORMAT_V4, NULL, 0,
                     "{\"en\":{\"translation\":{\"plain\":\"one\"}}}",
                     CALQUE_NTS, path, NULL));
    calque_catalog *catalog = NULL;
    CHECK_STATUS(CALQUE_OK, calque_catalog_open(path, CALQUE_CATALOG_COPY,
                                                &catalog, NULL));
    CHECK(truncate(path, 0) == 0);
    calque_translator *translator = translator_with(OPTIONS, NULL);
    CHECK_STATUS(CALQUE_OK, calque_translator_add_catalog(
                                translator, catalog, NULL, 0, 0, NULL, NULL));
    CHECK_TEXT("one", text_of(translator, "plain"));
    calque_catalog_release(catalog);
    calque_translator_release(translator);
    CHECK_STATUS(CALQUE_CORRUPT, calque_catalog_open(path, CALQUE_CATALOG_COPY,
                                                     &catalog, NULL));
    CHECK_STATUS(
        CALQUE_IO_ERROR,
        calque_catalog_open(folder, CALQUE_CATALOG_COPY, &catalog, NULL));
}

int main(void) {
    copied_catalogs_outlive_their_file();
    copies_follow_their_json();
    return check_end();
}
