/* A catalog for views, and short ways to make and read them. */
#ifndef CALQUE_TESTS_VIEW_FIXTURE_H
#define CALQUE_TESTS_VIEW_FIXTURE_H

#include "fixture.h"

static const char *const CATALOG = CALQUE_JSON({
    "lng": "en",
    "fallbackLng": "en",
    "resources": {
        "en": {
            "translation": {
                "plain": "plain",
                "who": "Hello {{name}}!",
                "both": "$t(plain) text",
                "file_one": "{{count}} file",
                "file_other": "{{count}} files",
                "menu": {"open": "Open", "save": "Save {{name}}"}
            },
            "other": {"plain": "other plain"}
        },
        "de": {"translation": {"plain": "schlicht"}}
    }
});

static inline calque_view *view_of(const calque_translator *translator,
                                   const char *lng, const char *ns,
                                   const char *prefix) {
    calque_view *view = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_view_create(translator, lng, CALQUE_NTS, ns, CALQUE_NTS,
                                    prefix, CALQUE_NTS, &view, NULL));
    return view;
}

#endif
