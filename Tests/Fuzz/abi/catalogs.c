#include "doors.h"

calque_catalog *catalogs[HANDLES];

/* Compiles a catalog and opens it as it is, or damaged or cut short. */
static void make(void) {
    static char resources[2 * LONGEST];
    input tree = any_json();
    uint32_t at = next(HANDLES);
    int length =
        tree.bytes == NULL || tree.length == CALQUE_NTS ? -1 : (int)tree.length;
    snprintf(resources, sizeof resources, "{\"en\":{\"translation\":%.*s}}",
             length, tree.bytes == NULL ? "{}" : tree.bytes);
    calque_error *error = NULL;
    calque_string bytes = {0};
    calque_status status =
        calque_catalog_compile((calque_format)(1 + next(5)), NULL, 0, resources,
                               CALQUE_NTS, &bytes, &error);
    if (status == CALQUE_OK) {
        bool is_whole = next(2) == 0;
        for (uint32_t flips = is_whole ? 0 : 1 + next(4); flips > 0; flips--) {
            bytes.data[next((uint32_t)bytes.length)] ^= (char)(1 << next(8));
        }
        size_t cut = is_whole ? 0 : next(2) * next(64);
        calque_catalog_release(catalogs[at]);
        status = calque_catalog_open_memory(
            bytes.data, cut < bytes.length ? bytes.length - cut : 0,
            CALQUE_CATALOG_COPY | next(2), NULL, NULL, &catalogs[at], &error);
        MADE(catalogs[at], status);
        must(!is_whole || status == CALQUE_OK,
             "what was compiled cannot be opened");
    }
    calque_string_dispose(&bytes);
    ended(status, error);
}

static void use(void) {
    calque_catalog *catalog = ANY(catalogs);
    input languages = next(2) ? any_json() : (input){NULL, 0};
    calque_error *error = NULL;
    calque_string out = {0};
    calque_status status = CALQUE_OK;
    size_t in_place = 0;
    switch (next(4)) {
    case 0: status = calque_catalog_verify(catalog, &error); break;
    case 1: status = calque_catalog_describe(catalog, &out, &error); break;
    default:
        status = calque_translator_add_catalog(
            ANY(translators), catalog, languages.bytes, languages.length,
            next(16), &in_place, &error);
    }
    given(status, &out, error);
}

void call_catalog(void) { next(2) ? make() : use(); }

void release_catalogs(bool all) {
    RELEASE(catalogs, calque_catalog_release, all);
}
