/* The library loaded, used and unloaded, as plug-ins are: nothing stays.
 *
 * usage: test_unloading LIBRARY */
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>

#include "check.h"

enum { CYCLES = 1000 };

static const char CATALOG[] =
    CALQUE_JSON({
    "lng": "de", "fallbackLng": "en",
    "resources": {
        "de": {"translation": {"hello": "Hallo {{name}}"}},
        "en": {"translation": {"file_one": "{{count}} file", "file_other": "{{count}} files"}}
    }
});

/* A function of the library under its own name with an underscore. */
#define FUNCTION(name) __typeof__(name) *name##_ = dlsym(library, #name)

static void translate(void *library) {
    FUNCTION(calque_translator_create);
    FUNCTION(calque_translator_translate);
    FUNCTION(calque_translator_release);
    char text[64];
    calque_arg name = CALQUE_ARG_TEXT("name", "Bo");
    calque_arg count = CALQUE_ARG_INT("count", 2);
    calque_translator *translator = NULL;
    CHECK(calque_translator_create_(CALQUE_FORMAT_V4, CATALOG, CALQUE_NTS, NULL,
                                    &translator, NULL) == CALQUE_OK);
    calque_translator_translate_(translator, "hello", CALQUE_NTS, &name, 1,
                                 text, sizeof text, NULL);
    CHECK_TEXT("Hallo Bo", text);
    calque_translator_translate_(translator, "file", CALQUE_NTS, &count, 1,
                                 text, sizeof text, NULL);
    CHECK_TEXT("2 files", text);
    calque_translator_release_(translator);
}

static void cycle(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!CHECK(library != NULL)) exit(check_end());
    translate(library);
    CHECK(dlclose(library) == 0);
}

int main(int count, char **arguments) {
    const char *path = count > 1 ? arguments[1] : "libcalque.so";
    /* What libc and the loader keep for the next time. */
    for (int round = 0; round < 5; round++)
        cycle(path);
    size_t before = mallinfo2().uordblks;
    for (int round = 0; round < CYCLES; round++)
        cycle(path);
    size_t after = mallinfo2().uordblks;
    /* malloc counts what it keeps for the next time, up to some KiB, too. */
    if (!CHECK(after < before + CYCLES * 16))
        printf("%zu bytes a cycle\n", (after - before) / CYCLES);
    return check_end();
}
