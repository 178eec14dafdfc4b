/* Short forms for the translators that the tests use. */
#ifndef CALQUE_TESTS_FIXTURE_H
#define CALQUE_TESTS_FIXTURE_H

#include "check.h"

/* A v4 translator over options in JSON; NULL and a failed check otherwise. */
static inline calque_translator *translator_with(const char *options,
                                                 const calque_host *host) {
    calque_translator *translator = NULL;
    calque_error *error = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_create(CALQUE_FORMAT_V4, options, CALQUE_NTS,
                                          host, &translator, &error));
    if (error != NULL) printf("%s\n", calque_error_message(error));
    calque_error_release(error);
    return translator;
}

/* The text of a key without arguments, in a buffer that the next call reuses.
 */
static inline const char *text_of(const calque_translator *translator,
                                  const char *key) {
    static char buffer[4096];
    calque_translator_translate(translator, key, CALQUE_NTS, NULL, 0, buffer,
                                sizeof buffer, NULL);
    return buffer;
}

/* The text of a key with JSON options, in a buffer that the next call reuses.
 */
static inline const char *text_with(const calque_translator *translator,
                                    const char *key, const char *options) {
    static char buffer[4096];
    calque_string text = {0};
    calque_translator_translate_json(translator, key, CALQUE_NTS, options,
                                     CALQUE_NTS, CALQUE_RESULT_TEXT, &text,
                                     NULL);
    snprintf(buffer, sizeof buffer, "%s", text.data == NULL ? "" : text.data);
    calque_string_dispose(&text);
    return buffer;
}

#endif
