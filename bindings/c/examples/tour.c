/*
 * A tour of what a translator does, over the catalogs in samples/: plurals,
 * ordinals, context, nesting, interpolation and fallback, in six languages.
 *
 * usage: tour SAMPLES
 */
#include <stdio.h>

#include <calque.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const char *const LANGUAGES[] = {"en", "de", "ar", "ru", "pl", "ja"};
static const char *const NAMESPACES[] = {"common", "books"};

/* Loads every catalog; says which one is at fault when one is. */
static calque_status load(calque_translator *translator, const char *folder) {
    for (size_t at = 0; at < COUNT_OF(LANGUAGES) * COUNT_OF(NAMESPACES);
         at += 1) {
        const char *lng = LANGUAGES[at / COUNT_OF(NAMESPACES)];
        const char *ns = NAMESPACES[at % COUNT_OF(NAMESPACES)];
        char path[4096];
        calque_error *error = NULL;
        snprintf(path, sizeof path, "%s/%s/%s.json", folder, lng, ns);
        calque_status status = calque_translator_add_file(
            translator, lng, CALQUE_NTS, ns, CALQUE_NTS, path, 0, &error);
        if (status != CALQUE_OK) {
            fprintf(stderr, "%s\n", calque_error_message(error));
            calque_error_release(error);
            return status;
        }
    }
    return CALQUE_OK;
}

/* Prints one line: a key in the translator's language with arguments. */
static void show(const calque_translator *translator, const char *key,
                 const calque_arg *args, size_t arg_count) {
    char text[256];
    calque_translator_translate(translator, key, CALQUE_NTS, args, arg_count,
                                text, sizeof text, NULL);
    printf("  %s\n", text);
}

static void show_language(calque_translator *translator, const char *lng) {
    calque_translator_change_language(translator, lng, CALQUE_NTS, NULL);
    printf("%s, %s\n", lng,
           calque_translator_dir(translator, NULL, 0) == CALQUE_RTL
               ? "right to left"
               : "left to right");

    const calque_arg name = CALQUE_ARG_TEXT("name", "Ada");
    show(translator, "welcome", &name, 1);

    const calque_arg evening = CALQUE_ARG_TEXT("context", "evening");
    show(translator, "greeting", &evening, 1);

    static const int counts[] = {0, 1, 2, 5, 21};
    for (size_t at = 0; at < COUNT_OF(counts); at += 1) {
        const calque_arg args[] = {CALQUE_ARG_TEXT("name", "Ada"),
                                   CALQUE_ARG_INT("count", counts[at])};
        show(translator, "books:summary", args, COUNT_OF(args));
    }

    const calque_arg place[] = {CALQUE_ARG_INT("count", 3),
                                CALQUE_ARG_BOOL("ordinal", true)};
    show(translator, "books:place", place, COUNT_OF(place));

    const calque_arg days = CALQUE_ARG_INT("days", 2);
    show(translator, "books:due", &days, 1);

    show(translator, "menu.settings", NULL, 0);
    show(translator, "about", NULL, 0);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s SAMPLES\n", argv[0]);
        return 2;
    }
    calque_translator *translator = NULL;
    calque_status status = calque_translator_create(
        CALQUE_FORMAT_V4,
        CALQUE_JSON({
            "lng": "en",
            "fallbackLng": "en",
            "ns": ["common", "books"],
            "defaultNS": "common"
        }),
                     CALQUE_NTS, NULL, &translator, NULL);
    if (status == CALQUE_OK) status = load(translator, argv[1]);
    if (status == CALQUE_OK) {
        for (size_t at = 0; at < COUNT_OF(LANGUAGES); at += 1) {
            show_language(translator, LANGUAGES[at]);
        }
    }
    calque_translator_release(translator);
    return status == CALQUE_OK ? 0 : 1;
}
