/* A translator over JSON, and a view. */
#include <calque.h>
#include <stdio.h>

int main(void) {
    const char *options =
        CALQUE_JSON({"lng": "pl", "resources": {"pl": {"translation": {
        "file_few": "{{count}} pliki", "file_other": "{{count, number}} pliku"}}}});
    calque_translator *translator = NULL;
    calque_view *view = NULL;
    char text[64] = "";
    calque_arg args[] = {CALQUE_ARG_INT("count", 3)};
    if (calque_translator_create(CALQUE_FORMAT_V4, options, CALQUE_NTS, NULL,
                                 &translator, NULL) == CALQUE_OK &&
        calque_view_create(translator, NULL, 0, NULL, 0, NULL, 0, &view,
                           NULL) == CALQUE_OK) {
        calque_view_translate(view, "file", CALQUE_NTS, args, 1, text,
                              sizeof text, NULL);
    }
    puts(text);
    calque_view_release(view);
    calque_translator_release(translator);
    return text[0] != '3';
}
