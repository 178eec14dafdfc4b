/* view.h, interpreter.h: calls of views and translators that are changed,
 * cloned, released, or were made by the parent of this process */
#include "fixture.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <calque/interpreter.h>

#define OPTIONS                                                                \
    "{\"lng\":\"en\",\"resources\":{\"en\":{\"translation\":{\"plain\":"       \
    "\"old\",\"with\":\"old {{x}}\"}}}}"
#define CHANGE "{\"plain\":\"new\",\"with\":\"new {{x}}\"}"

static calque_arg argument = CALQUE_ARG_TEXT("x", "1");

static calque_view *view_of(const calque_translator *translator) {
    calque_view *view = NULL;
    CHECK_STATUS(CALQUE_OK, calque_view_create(translator, "en", CALQUE_NTS,
                                               NULL, 0, NULL, 0, &view, NULL));
    return view;
}

static void change(calque_translator *translator) {
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_resource_bundle(
                     translator, "en", CALQUE_NTS, "translation", CALQUE_NTS,
                     CHANGE, CALQUE_NTS,
                     CALQUE_BUNDLE_DEEP | CALQUE_BUNDLE_OVERWRITE, NULL));
}

/* Texts of a view, by each of its functions. */
static void check_view(const calque_view *view, const char *word) {
    char expected[16], buffer[64];
    snprintf(expected, sizeof expected, "%s 1", word);
    CHECK_TEXT(word, calque_view_text(view, "plain", CALQUE_NTS, NULL));
    CHECK_TEXT(word, calque_view_text(view, "plain", CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_view_try_translate(view, "plain", CALQUE_NTS, NULL, 0,
                                           buffer, sizeof buffer, NULL));
    CHECK_TEXT(word, buffer);
    CHECK_STATUS(CALQUE_OK,
                 calque_view_try_translate(view, "with", CALQUE_NTS, &argument,
                                           1, buffer, sizeof buffer, NULL));
    CHECK_TEXT(expected, buffer);
    CHECK_STATUS(CALQUE_OK,
                 calque_view_translate(view, "with", CALQUE_NTS, &argument, 1,
                                       buffer, sizeof buffer, NULL));
    CHECK_TEXT(expected, buffer);
}

static void check_translator(const calque_translator *translator,
                             const char *word) {
    char expected[16], buffer[64];
    snprintf(expected, sizeof expected, "%s 1", word);
    CHECK_STATUS(CALQUE_OK, calque_translator_try_translate(
                                translator, "plain", CALQUE_NTS, NULL, 0,
                                buffer, sizeof buffer, NULL));
    CHECK_TEXT(word, buffer);
    CHECK_STATUS(CALQUE_OK, calque_translator_try_translate(
                                translator, "with", CALQUE_NTS, &argument, 1,
                                buffer, sizeof buffer, NULL));
    CHECK_TEXT(expected, buffer);
}

static void test_changed(void) {
    calque_translator *translator = translator_with(OPTIONS, NULL);
    calque_view *before = view_of(translator);
    const char *text = calque_view_text(before, "plain", CALQUE_NTS, NULL);
    check_translator(translator, "old");
    for (int round = 0; round < 100; round++) {
        change(translator);
        check_translator(translator, "new");
        check_view(before, "old");
        calque_view *after = view_of(translator);
        check_view(after, "new");
        calque_view_release(after);
    }
    CHECK_STATUS(CALQUE_OK, calque_translator_remove_resource_bundle(
                                translator, "en", CALQUE_NTS, "translation",
                                CALQUE_NTS, NULL));
    char buffer[64];
    CHECK_STATUS(CALQUE_MISSING_KEY, calque_translator_try_translate(
                                         translator, "plain", CALQUE_NTS, NULL,
                                         0, buffer, sizeof buffer, NULL));
    check_view(before, "old");
    CHECK_TEXT("old", text);
    calque_view_release(before);
    calque_translator_release(translator);
}

static void test_cloned(void) {
    calque_translator *translator = translator_with(OPTIONS, NULL);
    calque_translator *clone = NULL;
    CHECK_STATUS(CALQUE_OK, calque_translator_clone(translator, "{}",
                                                    CALQUE_NTS, &clone, NULL));
    calque_view *of_clone = view_of(clone);
    change(translator);
    check_translator(translator, "new");
    check_view(of_clone, "old");
    calque_translator_release(translator);
    check_view(of_clone, "old");
    change(clone);
    check_translator(clone, "new");
    calque_translator_release(clone);
    check_view(of_clone, "old");
    calque_view_release(of_clone);
}

static void test_released(void) {
    calque_translator *translator = translator_with(OPTIONS, NULL);
    calque_view *view = view_of(translator);
    const char *text = calque_view_text(view, "plain", CALQUE_NTS, NULL);
    calque_translator_release(translator);
    /* Memory that is used again would show. */
    for (int round = 0; round < 100; round++)
        calque_translator_release(translator_with(OPTIONS, NULL));
    check_view(view, "old");
    CHECK_TEXT("old", text);
    calque_view_release(view);
}

static void *use_and_release(void *view) {
    check_view(view, "old");
    calque_view_release(view);
    return NULL;
}

static void test_forked(void) {
    calque_translator *translator = translator_with(OPTIONS, NULL);
    calque_view *view = view_of(translator);
    const char *text = calque_view_text(view, "plain", CALQUE_NTS, NULL);
    fflush(stdout);
    for (int round = 0; round < 20; round++) {
        pid_t child = fork();
        if (child == 0) {
            change(translator);
            check_translator(translator, "new");
            calque_translator_release(translator);
            check_view(view, "old");
            CHECK_TEXT("old", text);
            pthread_t thread;
            if (pthread_create(&thread, NULL, use_and_release, view) == 0)
                pthread_join(thread, NULL);
            fflush(stdout);
            _exit(check_failed == 0 ? 0 : 1);
        }
        int status = -1;
        while (waitpid(child, &status, 0) < 0)
            continue;
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        check_translator(translator, "old");
    }
    calque_translator_release(translator);
    use_and_release(view);
}

int main(void) {
    test_changed();
    test_cloned();
    test_released();
    test_forked();
    return check_end();
}
