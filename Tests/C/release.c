/* Objects may be released in any order; valgrind tells what was forgotten. */
#include "fixture.h"

static const char *const CATALOG =
    CALQUE_JSON({"lng": "en", "resources": {"en": {"translation": {"k": "text"}}}});

/* The six orders of releasing a translator, its clone and a view of it. */
static void every_order_is_fine(void) {
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (size_t at = 0; at < COUNT_OF(orders); at += 1) {
        calque_translator *translator = translator_with(CATALOG, NULL);
        calque_translator *clone = NULL;
        calque_view *view = NULL;
        char buffer[16];
        CHECK_STATUS(CALQUE_OK, calque_translator_clone(translator, NULL, 0,
                                                        &clone, NULL));
        CHECK_STATUS(CALQUE_OK, calque_view_create(clone, NULL, 0, NULL, 0,
                                                   NULL, 0, &view, NULL));
        for (int step = 0; step < 3; step += 1) {
            switch (orders[at][step]) {
            case 0:
                calque_translator_release(translator);
                translator = NULL;
                break;
            case 1:
                calque_translator_release(clone);
                clone = NULL;
                break;
            default:
                calque_view_release(view);
                view = NULL;
                break;
            }
            if (translator != NULL)
                CHECK_TEXT("text", text_of(translator, "k"));
            if (clone != NULL) CHECK_TEXT("text", text_of(clone, "k"));
            if (view != NULL) {
                CHECK_STATUS(CALQUE_OK, calque_view_translate(
                                            view, "k", 1, NULL, 0, buffer,
                                            sizeof buffer, NULL));
                CHECK_TEXT("text", buffer);
            }
        }
    }
}

static void references_are_counted(void) {
    calque_translator *translator = translator_with(CATALOG, NULL);
    for (int at = 0; at < 100; at += 1) {
        CHECK(calque_translator_retain(translator) == translator);
    }
    for (int at = 0; at < 100; at += 1) {
        calque_translator_release(translator);
        CHECK_TEXT("text", text_of(translator, "k"));
    }
    calque_translator_release(translator);
}

/* An error outlives the translator whose call failed. */
static void errors_stand_alone(void) {
    calque_translator *translator = translator_with(CATALOG, NULL);
    calque_error *error = NULL;
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_translator_add_resource_bundle(translator, "en", 2, "n",
                                                       1, "{x}", 3, 0, &error));
    calque_translator_release(translator);
    CHECK_STATUS(CALQUE_INVALID_JSON, calque_error_status(error));
    CHECK(strlen(calque_error_message(error)) > 0);
    calque_error_release(error);
}

int main(void) {
    every_order_is_fine();
    references_are_counted();
    errors_stand_alone();
    return check_end();
}
