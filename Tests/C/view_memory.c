/* view.h: views that threads share, and buffers over what a call reads */
#include <pthread.h>

#include "view_fixture.h"

static void *use_and_release(void *argument) {
    calque_view *view = argument;
    char buffer[32];
    for (int round = 0; round < 20; round++) {
        calque_view_translate(view, "plain", CALQUE_NTS, NULL, 0, buffer,
                              sizeof buffer, NULL);
        calque_view_release(calque_view_retain(view));
    }
    calque_view_release(view);
    return strcmp(buffer, "plain") == 0 ? argument : NULL;
}

/* Each thread releases its own reference; whichever is the last frees the view,
 * and what it kept of a translator that is gone. */
static void threads_release_their_own_references(void) {
    for (int round = 0; round < 20; round++) {
        calque_translator *translator = translator_with(CATALOG, NULL);
        calque_view *view = view_of(translator, NULL, NULL, NULL);
        calque_translator_release(translator);
        pthread_t threads[2];
        for (int at = 0; at < 2; at++) {
            CHECK(pthread_create(&threads[at], NULL, use_and_release,
                                 calque_view_retain(view)) == 0);
        }
        calque_view_release(view);
        for (int at = 0; at < 2; at++) {
            void *used = NULL;
            pthread_join(threads[at], &used);
            CHECK(used == view);
        }
    }
}

/* A buffer over what the call reads is a mistake, and the text is anything
 * then; but no byte beside the buffer is written, and the call ends. */
static void a_buffer_over_its_inputs_harms_nothing_else(void) {
    enum { ROOM = 48 };
    static const char *const keys[] = {"plain",
                                       "who",
                                       "both",
                                       "file",
                                       "none",
                                       "menu.open",
                                       "$t(plain){{name}}"};
    calque_translator *translator = translator_with(CATALOG, NULL);
    calque_view *view = view_of(translator, NULL, NULL, NULL);
    for (size_t key = 0; key < COUNT_OF(keys); key++) {
        for (size_t start = 8; start < 24; start++) {
            char memory[16 + ROOM + 16];
            memset(memory, '#', sizeof memory);
            size_t length = strlen(keys[key]), whole = 0;
            memcpy(memory + start, keys[key], length);
            const calque_arg args[] = {{"name", 4, CALQUE_ARG_KIND_TEXT, 0, 0,
                                        0, memory + start + 2, length - 2},
                                       CALQUE_ARG_INT("count", 2)};
            calque_status status =
                calque_view_translate(view, memory + start, length, args, 2,
                                      memory + 16, ROOM, &whole);
            CHECK(status == CALQUE_OK || status == CALQUE_MISSING_KEY ||
                  status == CALQUE_TRUNCATED || status == CALQUE_INVALID_UTF8);
            bool is_intact = memchr(memory + 16, 0, ROOM) != NULL;
            for (int at = 0; at < 16; at++) {
                bool is_key =
                    (size_t)at >= start && (size_t)at < start + length;
                is_intact &= is_key || memory[at] == '#';
                is_intact &= memory[16 + ROOM + at] == '#';
            }
            CHECK(is_intact && whole < 1000);
        }
    }
    calque_view_release(view);
    calque_translator_release(translator);
}

int main(void) {
    threads_release_their_own_references();
    a_buffer_over_its_inputs_harms_nothing_else();
    return check_end();
}
