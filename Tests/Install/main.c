/* A program outside the source tree that uses an installed Calque. */
#include <stdio.h>
#include <string.h>

#include <calque.h>

int main(void) {
    calque_translator *translator = NULL;
    const char *options = CALQUE_JSON(
        {"lng": "en", "resources": {"en": {"translation": {"hello": "Hello!"}}}});
    calque_status status = calque_translator_create(
        CALQUE_FORMAT_V4, options, CALQUE_NTS, NULL, &translator, NULL);
    char text[64] = "";
    if (status == CALQUE_OK) {
        status = calque_translator_translate(translator, "hello", CALQUE_NTS,
                                             NULL, 0, text, sizeof text, NULL);
    }
    calque_translator_release(translator);
    printf("%s %s\n", calque_version_string(), text);
    return status == CALQUE_OK && strcmp(text, "Hello!") == 0 ? 0 : 1;
}
