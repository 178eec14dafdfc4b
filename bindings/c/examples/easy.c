/* A program in the manner of gettext: one line a text, formats checked by the
 * compiler. */
#define CALQUE_EASY_GETTEXT
#include <calque_easy.h>

static const char *const options =
    CALQUE_JSON({
    "lng": "pl", "keySeparator": false, "nsSeparator": false,
    "resources": {"pl": {"translation": {
        "Where to?": "Dokąd?", "%d file copied to %s_one": "Skopiowano %d plik do %s",
        "%d file copied to %s_few": "Skopiowano %d pliki do %s",
        "%d file copied to %s_many": "Skopiowano %d plików do %s",
        "greeting": "Witaj, {{name}}!", "greeting_evening": "Dobry wieczór, {{name}}!"}}}});

int main(void) {
    calque_error *error = NULL;
    if (calque_easy_open(CALQUE_FORMAT_V4, options, &error) != CALQUE_OK) {
        puts(calque_error_message(error));
        calque_error_release(error);
        return 1;
    }
    puts(I18NEXT("greeting", CALQUE_CONTEXT("evening"),
                 CALQUE_ARG_TEXT("name", "Ada")));
    puts(_("Where to?"));
    for (int files = 1; files <= 5; files += 2) {
        printf(P_("%d file copied to %s", "%d files copied to %s", files),
               files, "/tmp");
        putchar('\n');
    }
    puts(I18NEXT_SPRINTF("done", "Done in %.1f s", 0.25));
    calque_easy_clear();
    calque_translator_set_shared(NULL);
}
