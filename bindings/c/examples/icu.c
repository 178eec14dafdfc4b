/*
 * ICU4C in place of the library's own numbers: a formatter that a host
 * registers as `number` is called instead of the built-in one, the others stay.
 *
 * Formatters of ICU are dear to make, so one is kept for each locale.
 */
#include <stdio.h>
#include <string.h>

#include <calque.h>
#include <jansson.h>
#include <unicode/unumberformatter.h>
#include <unicode/ustring.h>

enum { MOST_LOCALES = 8 };

static struct {
    char locale[32];
    UNumberFormatter *formatter;
} made[MOST_LOCALES];

/* The formatter of a locale; NULL when there are too many. Calls come from one
 * thread here; others need a lock. */
static UNumberFormatter *formatter_of(calque_str lng) {
    UErrorCode status = U_ZERO_ERROR;
    for (int at = 0; at < MOST_LOCALES; at += 1) {
        if (made[at].formatter == NULL) {
            snprintf(made[at].locale, sizeof made[at].locale, "%.*s",
                     (int)lng.length, lng.data);
            made[at].formatter = unumf_openForSkeletonAndLocale(
                u"compact-long", -1, made[at].locale, &status);
            return made[at].formatter;
        }
        if (strlen(made[at].locale) == lng.length &&
            memcmp(made[at].locale, lng.data, lng.length) == 0) {
            return made[at].formatter;
        }
    }
    return NULL;
}

static bool number(void *user_data, calque_str value, calque_str lng,
                   calque_str options, calque_sink *out) {
    (void)user_data;
    (void)options;
    json_t *json = json_loadb(value.data, value.length, JSON_DECODE_ANY, NULL);
    UNumberFormatter *formatter = formatter_of(lng);
    bool done = json_is_number(json) && formatter != NULL;
    if (done) {
        UErrorCode status = U_ZERO_ERROR;
        UFormattedNumber *result = unumf_openResult(&status);
        int32_t length = 0;
        unumf_formatDouble(formatter, json_number_value(json), result, &status);
        const UChar *wide = ufmtval_getString(
            unumf_resultAsValue(result, &status), &length, &status);
        char text[256];
        int32_t bytes = 0;
        u_strToUTF8(text, sizeof text, &bytes, wide, length, &status);
        done = U_SUCCESS(status);
        if (done) calque_sink_append(out, text, (size_t)bytes);
        unumf_closeResult(result);
    }
    json_decref(json);
    return done;
}

int main(void) {
    static const char options[] = CALQUE_JSON(
        {"lng": "de", "interpolation": {"escapeValue": false}, "resources": {
            "de": {"translation": {"read": "{{n, number}} Seiten, {{part, list}}"}},
            "en": {"translation": {"read": "{{n, number}} pages, {{part, list}}"}}}});
    static const char call[] = CALQUE_JSON({"n": 1234567, "part": ["a", "b", "c"]});
    static const char *const languages[] = {"de", "en"};
    calque_translator *translator = NULL;
    if (calque_translator_create(CALQUE_FORMAT_V4, options, CALQUE_NTS, NULL,
                                 &translator, NULL) != CALQUE_OK ||
        calque_translator_add_formatter(translator, "number", CALQUE_NTS,
                                        number, NULL, NULL, NULL) != CALQUE_OK)
        return 1;
    for (int at = 0; at < 2; at += 1) {
        calque_string text = {0};
        calque_translator_change_language(translator, languages[at], CALQUE_NTS,
                                          NULL);
        calque_translator_translate_json(translator, "read", CALQUE_NTS, call,
                                         CALQUE_NTS, CALQUE_RESULT_TEXT, &text,
                                         NULL);
        printf("%s\n", text.data);
        calque_string_dispose(&text);
    }
    calque_translator_release(translator);
    for (int at = 0; at < MOST_LOCALES; at += 1)
        unumf_close(made[at].formatter);
    return 0;
}
