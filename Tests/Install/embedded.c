/* A program whose catalog was compiled and embedded when it was built. */
#include <stdio.h>
#include <string.h>

#include <calque.h>

#include "consumer_embedded_catalog.h"

static bool shows(calque_translator *translator, const char *lng,
                  const char *expected) {
    char text[64] = "";
    calque_translator_change_language(translator, lng, CALQUE_NTS, NULL);
    calque_status status = calque_translator_translate(
        translator, "greeting", CALQUE_NTS, NULL, 0, text, sizeof text, NULL);
    printf("%s: %s\n", lng, text);
    return status == CALQUE_OK && strcmp(text, expected) == 0;
}

int main(void) {
    calque_catalog *catalog = NULL;
    calque_translator *translator = NULL;
    bool good = calque_catalog_open_memory(
                    consumer_embedded_catalog, consumer_embedded_catalog_size,
                    0, NULL, NULL, &catalog, NULL) == CALQUE_OK &&
                calque_translator_create(CALQUE_FORMAT_V4, "{\"lng\": \"en\"}",
                                         CALQUE_NTS, NULL, &translator,
                                         NULL) == CALQUE_OK &&
                calque_translator_add_catalog(translator, catalog, NULL, 0, 0,
                                              NULL, NULL) == CALQUE_OK &&
                shows(translator, "en", "Hello from a catalog") &&
                shows(translator, "pl", "Cześć z katalogu");
    calque_translator_release(translator);
    calque_catalog_release(catalog);
    return good ? 0 : 1;
}
