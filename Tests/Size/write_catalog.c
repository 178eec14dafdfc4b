/* Writes the compiled catalog that catalog.c opens. */
#include <calque.h>

int main(int count, char **arguments) {
    const char *resources = CALQUE_JSON({"pl": {"translation": {
        "file_one": "{{count}} plik", "file_few": "{{count}} pliki",
        "file_many": "{{count}} plików"}}});
    return count != 2 || calque_catalog_compile_file(
                             CALQUE_FORMAT_V4, NULL, 0, resources, CALQUE_NTS,
                             arguments[1], NULL) != CALQUE_OK;
}
