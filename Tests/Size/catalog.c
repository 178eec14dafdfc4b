/* A compiled catalog and a view: what a program needs that ships one file. */
#include <calque.h>
#include <stdio.h>

int main(int count, char **arguments) {
    calque_catalog *catalog = NULL;
    calque_translator *translator = NULL;
    calque_view *view = NULL;
    char text[64] = "";
    calque_arg args[] = {CALQUE_ARG_INT("count", 3)};
    if (count == 2 &&
        calque_catalog_open(arguments[1], 0, &catalog, NULL) == CALQUE_OK &&
        calque_translator_create(CALQUE_FORMAT_V4, NULL, 0, NULL, &translator,
                                 NULL) == CALQUE_OK &&
        calque_translator_add_catalog(translator, catalog, NULL, 0, 0, NULL,
                                      NULL) == CALQUE_OK &&
        calque_view_create(translator, "pl", CALQUE_NTS, NULL, 0, NULL, 0,
                           &view, NULL) == CALQUE_OK) {
        calque_view_translate(view, "file", CALQUE_NTS, args, 1, text,
                              sizeof text, NULL);
    }
    puts(text);
    calque_view_release(view);
    calque_translator_release(translator);
    calque_catalog_release(catalog);
    return text[0] != '3';
}
