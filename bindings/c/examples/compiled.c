/* Resources compiled into a file and opened in place: and a view. */
#include <calque.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Compiles into a file; complains where the resources are wrong. */
static int compile(const char *path) {
    const char *resources = CALQUE_JSON({
        "en": {"translation": {
            "greeting": "Hello {{name}}!",
            "basket_one": "{{count}} thing for {{name}}",
            "basket_other": "{{count}} things for {{name}}"
        }},
        "nl": {"translation": {"greeting": "Dag {{name}}!"}}
    });
    calque_error *error = NULL;
    if (calque_catalog_compile_file(CALQUE_FORMAT_V4, NULL, 0, resources,
                                    CALQUE_NTS, path, &error) == CALQUE_OK) {
        return 1;
    }
    puts(calque_error_message(error));
    calque_error_release(error);
    return 0;
}

/* A view of a translator that has nothing but the file. */
static calque_view *view_of(const char *path, const char *lng) {
    calque_catalog *catalog = NULL;
    calque_translator *translator = NULL;
    calque_view *view = NULL;
    calque_error *error = NULL;
    size_t in_place = 0;
    if (calque_catalog_open(path, 0, &catalog, &error) == CALQUE_OK &&
        calque_translator_create(CALQUE_FORMAT_V4, "{\"fallbackLng\": \"en\"}",
                                 CALQUE_NTS, NULL, &translator,
                                 &error) == CALQUE_OK &&
        calque_translator_add_catalog(translator, catalog, NULL, 0, 0,
                                      &in_place, &error) == CALQUE_OK) {
        printf("%zu bundles in place\n", in_place);
        calque_view_create(translator, lng, CALQUE_NTS, NULL, 0, NULL, 0, &view,
                           &error);
    }
    if (error != NULL) puts(calque_error_message(error));
    calque_error_release(error);
    /* The view keeps what it needs. */
    calque_translator_release(translator);
    calque_catalog_release(catalog);
    return view;
}

static void greet(const calque_view *view) {
    const calque_arg name = CALQUE_ARG_TEXT("name", "Noor");
    char text[256];
    calque_view_translate(view, "greeting", CALQUE_NTS, &name, 1, text,
                          sizeof text, NULL);
    puts(text);
}

static void fill_baskets(const calque_view *view) {
    enum { ROWS = 3 };
    const int64_t counts[ROWS] = {1, 2, 12};
    const char *const names[ROWS] = {"Ada", "Noor", "Ben"};
    for (int row = 0; row < ROWS; row += 1) {
        const calque_arg args[] = {CALQUE_ARG_INT("count", counts[row]),
                                   CALQUE_ARG_TEXT("name", names[row])};
        char text[128];
        calque_view_translate(view, "basket", CALQUE_NTS, args, 2, text,
                              sizeof text, NULL);
        puts(text);
    }
}

int main(void) {
    char path[] = "/tmp/calque-example-XXXXXX";
    int file = mkstemp(path);
    if (file < 0) return 1;
    close(file);
    calque_view *view = compile(path) ? view_of(path, "nl") : NULL;
    if (view != NULL) {
        greet(view);
        fill_baskets(view);
    }
    int status = view == NULL;
    calque_view_release(view);
    remove(path);
    return status;
}
