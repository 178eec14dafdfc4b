#include <calque.h>
#include <stdio.h>

int main(void) {
    const char *options = CALQUE_JSON({"lng": "pl", "resources": {"pl": {"translation": {
        "file_one": "{{name}} ma {{count}} plik", "file_few": "{{name}} ma {{count}} pliki",
        "file_many": "{{name}} ma {{count}} plików"}}}});
    calque_translator *translator = NULL;
    if (calque_translator_create(CALQUE_FORMAT_V4, options, CALQUE_NTS, NULL,
                                 &translator, NULL) != CALQUE_OK) return 1;
    for (int count = 1; count <= 5; count += 2) {
        calque_arg args[] = {CALQUE_ARG_TEXT("name", "Ada"), CALQUE_ARG_INT("count", count)};
        char text[64];
        calque_translator_translate(translator, "file", CALQUE_NTS, args, 2, text, sizeof text, NULL);
        puts(text);
    }
    calque_translator_release(translator);
}
