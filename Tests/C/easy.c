/* calque_easy.h */
#define CALQUE_EASY_GETTEXT
#include <calque_easy.h>
#include <pthread.h>

#include "check.h"

static const char *const options = CALQUE_JSON({
    "lng": "pl", "fallbackLng": "en", "keySeparator": false, "nsSeparator": false,
    "interpolation": {"escapeValue": false},
    "resources": {
        "en": {"translation": {"title": "Title", "friend": "A friend",
            "friend_male": "A boyfriend", "hello": "Hello {{name}}",
            "letters": "%2$s before %1$s", "wrong": "%s files", "more": "%d of %d",
            "stored": "%n", "starred": "%*d", "unknown": "%k"}},
        "pl": {"translation": {"Quit?": "Wyjść?", "%d files in %s": "%d plików w %s",
            "%d file_one": "%d plik", "%d file_few": "%d pliki",
            "%d file_many": "%d plików", "One page_one": "Jedna strona",
            "One page_few": "%d strony", "One page_many": "%s stron"}}}});

static void texts_come_from_the_shared_translator(void) {
    CHECK_TEXT("Title", I18NEXT("title"));
    CHECK_TEXT("absent", I18NEXT("absent"));
    CHECK_TEXT("A boyfriend", I18NEXT("friend", CALQUE_CONTEXT("male")));
    CHECK_TEXT("Hello Ada", I18NEXT("hello", CALQUE_ARG_TEXT("name", "Ada")));
    CHECK_TEXT("my text", I18NEXT("absent", CALQUE_DEFAULT_VALUE("my text")));
    CHECK_TEXT("%d pliki",
               I18NEXT("%d file", CALQUE_COUNT(2), CALQUE_CONTEXT("x")));
    CHECK_TEXT("Title", calque_easy_json("[\"absent\", \"title\"]", NULL));
    CHECK_TEXT("Hello Bo", calque_easy_json("hello", "{\"name\": \"Bo\"}"));
    CHECK_TEXT("not {JSON", calque_easy_json("not {JSON", "not {JSON"));
}

static void names_of_gettext_are_there(void) {
    char text[64];
    CHECK_TEXT("Wyjść?", _("Quit?"));
    CHECK_TEXT("Not translated.", _("Not translated."));
    snprintf(text, sizeof text, _("%d files in %s"), 5, "/tmp");
    CHECK_TEXT("5 plików w /tmp", text);
    const int numbers[] = {1, 3, 5};
    const char *const forms[] = {"1 plik", "3 pliki", "5 plików"};
    for (size_t at = 0; at < COUNT_OF(numbers); at += 1) {
        snprintf(text, sizeof text, P_("%d file", "%d files", numbers[at]),
                 numbers[at]);
        CHECK_TEXT(forms[at], text);
    }
    CHECK_TEXT("Jedna strona", P_("One page", "%d pages", 1));
    CHECK_TEXT("%d strony", P_("One page", "%d pages", 2));
    CHECK_TEXT("%d pages", P_("One page", "%d pages", 5));
    CHECK_TEXT("marked", N_("marked"));
}

static void formats_are_used_only_with_the_same_arguments(void) {
    CHECK_TEXT("b before a", I18NEXT_SPRINTF("letters", "%s and %s", "a", "b"));
    CHECK_TEXT("3 files", I18NEXT_SPRINTF("wrong", "%d files", 3));
    CHECK_TEXT("3 of all", I18NEXT_SPRINTF("more", "%d of all", 3));
    CHECK_TEXT("3", I18NEXT_SPRINTF("stored", "%d", 3));
    CHECK_TEXT("3", I18NEXT_SPRINTF("starred", "%d", 3));
    CHECK_TEXT("3", I18NEXT_SPRINTF("unknown", "%d", 3));
    CHECK(calque_easy_matches("%i and %5.2f %%", "%2$g, %1$d"));
    CHECK(calque_easy_matches("100 %%", "%%"));
    CHECK(!calque_easy_matches("%d", "%ld"));
    CHECK(!calque_easy_matches("%d", "%"));
    CHECK(!calque_easy_matches("%d", "%2$d"));
    CHECK(!calque_easy_matches("%d", "%99$d"));
    CHECK(!calque_easy_matches("%s", "%1$s %1$d"));
    CHECK(calque_easy_matches("%s", "%1$s %1$s"));
}

static void texts_stay_for_some_calls(void) {
    const char *texts[CALQUE_EASY_TEXTS];
    char key[CALQUE_EASY_TEXTS][8];
    for (int at = 0; at < CALQUE_EASY_TEXTS; at += 1) {
        snprintf(key[at], sizeof key[at], "key %d", at);
        texts[at] = I18NEXT(key[at]);
    }
    for (int at = 0; at < CALQUE_EASY_TEXTS; at += 1)
        CHECK_TEXT(key[at], texts[at]);
    char longer[1000];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    CHECK_TEXT(longer, I18NEXT(longer));
    CHECK_TEXT(longer, I18NEXT_SPRINTF("absent", "%s", longer));
}

static void *in_a_thread(void *answer) {
    strcpy((char *)answer, I18NEXT("title"));
    calque_easy_clear();
    return NULL;
}

static void threads_have_texts_of_their_own(void) {
    char answer[16] = "";
    pthread_t thread;
    const char *mine = I18NEXT("friend");
    CHECK(pthread_create(&thread, NULL, in_a_thread, answer) == 0);
    pthread_join(thread, NULL);
    CHECK_TEXT("Title", answer);
    CHECK_TEXT("A friend", mine);
}

static void failures_are_told_and_change_nothing(void) {
    calque_error *error = NULL;
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_easy_open(CALQUE_FORMAT_V4, "{", &error));
    CHECK(error != NULL);
    calque_error_release(error);
    CHECK_TEXT("Title", I18NEXT("title"));
    CHECK_STATUS(CALQUE_IO_ERROR, calque_easy_add_file("en", "translation",
                                                       "/nowhere.json", NULL));
    CHECK_STATUS(CALQUE_OK, calque_easy_change_language("en", NULL));
    CHECK_TEXT("Quit?", _("Quit?"));
}

int main(void) {
#ifdef CALQUE_TESTS_WRONG_FORMAT
    /* Does not compile with -Wformat -Werror. */
    printf(_("%d files in %s"), "five", "/tmp");
    I18NEXT_SPRINTF("letters", "%s and %s", 1, 2);
#endif
    CHECK_STATUS(CALQUE_OK, calque_easy_open(CALQUE_FORMAT_V4, options, NULL));
    texts_come_from_the_shared_translator();
    names_of_gettext_are_there();
    formats_are_used_only_with_the_same_arguments();
    texts_stay_for_some_calls();
    threads_have_texts_of_their_own();
    failures_are_told_and_change_nothing();
    calque_easy_clear();
    calque_translator_set_shared(NULL);
    return check_end();
}
