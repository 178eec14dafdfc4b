/* view.h: scratches and flat arguments */
#include <stdlib.h>

#include "fixture.h"

static const char *const CATALOG = CALQUE_JSON({
    "lng": "en",
    "resources": {"en": {"translation": {
        "plain": "plain",
        "who": "Hello {{name}}!",
        "two": "{{a}} and {{b}}",
        "file_one": "{{count}} file",
        "file_other": "{{count}} files",
        "raw": "[{{- v}}]",
        "deep": "{{user.name}}",
        "zero": "a\u0000b"
    }}}
});

static calque_view *english(void) {
    calque_translator *translator = translator_with(CATALOG, NULL);
    calque_view *view = NULL;
    CHECK_STATUS(CALQUE_OK, calque_view_create(translator, NULL, 0, NULL, 0,
                                               NULL, 0, &view, NULL));
    calque_translator_release(translator);
    return view;
}

static void arguments_are_one_text(void) {
    const struct {
        const char *key, *flat, *text;
        calque_status status;
    } cases[] = {
        {"plain", NULL, "plain", CALQUE_OK},
        {"plain", "", "plain", CALQUE_OK},
        {"who", "name\x1f" "Bo", "Hello Bo!", CALQUE_OK},
        {"who", "name\x1f" "Bo\x1e", "Hello Bo!", CALQUE_OK},
        {"who", "name\x1f", "Hello !", CALQUE_OK},
        {"two", "a\x1f" "1\x1e" "b\x1f" "2", "1 and 2", CALQUE_OK},
        {"two", "b\x1f" "2\x1e" "a\x1c" "1\x1e", "1 and 2", CALQUE_OK},
        {"file", "count\x1c" "1", "1 file", CALQUE_OK},
        {"file", "count\x1c" "-2", "-2 files", CALQUE_OK},
        {"file", "count\x1c" "0", "0 files", CALQUE_OK},
        {"file", "count\x1d" "1.0", "1.0 files", CALQUE_OK},
        {"raw", "v\x1c" "999999999999999999", "[999999999999999999]", CALQUE_OK},
        {"raw", "v\x1c" "-9223372036854775808", "[-9223372036854775808]",
         CALQUE_OK},
        {"raw", "v\x1c" "1.50", "[1.5]", CALQUE_OK},
        {"raw", "v\x1c" "1e21", "[1e+21]", CALQUE_OK},
        {"raw", "v\x1c" "true", "[true]", CALQUE_OK},
        {"deep", "user\x1c" "{\"name\":\"Bo\"}", "Bo", CALQUE_OK},
        {"raw", "v\x1f" "\x1b[\x1b\\\x1b]\x1b^\x1b_.", "[\x1b\x1c\x1d\x1e\x1f.]",
         CALQUE_OK},
        {"two", "\x1b_\x1f" "x\x1e" "a\x1f" "\x1b^1\x1e" "b\x1f" "2",
         "\x1e" "1 and 2", CALQUE_OK},
        {"none", NULL, "none", CALQUE_MISSING_KEY},
        {"none", "defaultValue\x1f" "D", "D", CALQUE_MISSING_KEY},
        {"plain", "name", NULL, CALQUE_INVALID_ARGUMENT},
        {"plain", "\x1e", NULL, CALQUE_INVALID_ARGUMENT},
        {"plain", "a\x1f" "1\x1e" "b", NULL, CALQUE_INVALID_ARGUMENT},
        {"plain", "a\x1f" "1\x1f", NULL, CALQUE_INVALID_ARGUMENT},
        {"plain", "a\x1f" "1\x1c" "2", NULL, CALQUE_INVALID_ARGUMENT},
        {"plain", "a\x1f\x1b", NULL, CALQUE_INVALID_ARGUMENT},
        {"plain", "a\x1f\x1bZ", NULL, CALQUE_INVALID_ARGUMENT},
        {"plain", "a\x1f\x1b`", NULL, CALQUE_INVALID_ARGUMENT},
        {"plain", "a\x1c", NULL, CALQUE_INVALID_JSON},
        {"plain", "a\x1c" "01", NULL, CALQUE_INVALID_JSON},
        {"plain", "a\x1c" "-", NULL, CALQUE_INVALID_JSON},
        {"plain", "a\x1d" "x", NULL, CALQUE_INVALID_ARGUMENT},
        {"raw", "v\x1f\xff", NULL, CALQUE_INVALID_UTF8},
        {"\xff", NULL, NULL, CALQUE_INVALID_UTF8},
    };
    calque_view *view = english();
    calque_scratch *scratch = calque_scratch_create();
    CHECK_STATUS(CALQUE_OK, calque_scratch_status(scratch));
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        size_t length = 99;
        const char *text = calque_view_translate_flat(
            view, scratch, cases[at].key, CALQUE_NTS, cases[at].flat, CALQUE_NTS,
            &length);
        bool right = CHECK_STATUS(cases[at].status, calque_scratch_status(scratch));
        if (cases[at].text == NULL) {
            right = CHECK(text == NULL && length == 0) && right;
        } else {
            right = CHECK_TEXT(cases[at].text, text) && right;
            CHECK(text != NULL && length == strlen(text));
        }
        if (!right) printf("case %zu\n", at);
    }
    calque_scratch_release(scratch);
    calque_view_release(view);
}

static void a_scratch_grows_with_texts_and_arguments(void) {
    enum { LONG = 5000, MANY = 100 };
    calque_view *view = english();
    calque_scratch *scratch = calque_scratch_create();
    char value[LONG + 1], flat[LONG + 64], expected[LONG + 64];
    memset(value, 'x', LONG);
    value[LONG] = '\0';
    for (size_t length = 1000; length < 1040; length += 1) {
        snprintf(flat, sizeof flat, "v\x1f%s", value + LONG - length);
        snprintf(expected, sizeof expected, "[%s]", value + LONG - length);
        CHECK_TEXT(expected, calque_view_translate_flat(view, scratch, "raw", 3,
                                                        flat, CALQUE_NTS, NULL));
    }
    snprintf(flat, sizeof flat, "v\x1f%s", value);
    snprintf(expected, sizeof expected, "[%s]", value);
    CHECK_TEXT(expected, calque_view_translate_flat(view, scratch, "raw", 3, flat,
                                                    CALQUE_NTS, NULL));
    size_t end = 0;
    for (int at = 0; at < MANY; at += 1) {
        end += (size_t)snprintf(flat + end, sizeof flat - end, "n%d\x1c%d\x1e", at,
                                at);
    }
    snprintf(flat + end, sizeof flat - end, "a\x1fone\x1e" "b\x1f\x1b^two");
    CHECK_TEXT("one and \x1etwo",
               calque_view_translate_flat(view, scratch, "two", 3, flat,
                                          CALQUE_NTS, NULL));
    size_t length = 0;
    const char *text =
        calque_view_translate_flat(view, scratch, "zero", 4, NULL, 0, &length);
    CHECK(length == 3 && text != NULL && memcmp(text, "a\0b", 4) == 0);
    calque_scratch_release(scratch);
    calque_view_release(view);
}

static calque_scratch *shared;
static const calque_view *through;

static bool again(void *user_data, calque_str value, calque_str lng,
                  calque_str options, calque_sink *out) {
    (void)user_data, (void)value, (void)lng, (void)options;
    const char *text =
        calque_view_translate_flat(through, shared, "plain", 5, NULL, 0, NULL);
    CHECK(text == NULL);
    CHECK_STATUS(CALQUE_REFUSED, calque_scratch_status(shared));
    CHECK(calque_scratch_translate(shared, "0plain\x1e") == NULL);
    CHECK_STATUS(CALQUE_REFUSED, calque_scratch_status(shared));
    CHECK_STATUS(CALQUE_REFUSED, calque_scratch_bind(shared, through));
    calque_sink_append(out, "done", 4);
    return true;
}

static void a_callback_needs_a_scratch_of_its_own(void) {
    calque_translator *translator = translator_with(
        CALQUE_JSON({"lng": "en", "resources": {"en": {"translation": {
            "plain": "plain", "f": "{{v, again}}"}}}}),
        NULL);
    CHECK_STATUS(CALQUE_OK, calque_translator_add_formatter(
                                translator, "again", 5, again, NULL, NULL, NULL));
    calque_view *view = NULL;
    calque_view_create(translator, NULL, 0, NULL, 0, NULL, 0, &view, NULL);
    shared = calque_scratch_create();
    through = view;
    CHECK_TEXT("done", calque_view_translate_flat(view, shared, "f", 1,
                                                  "v\x1fx", CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_OK, calque_scratch_status(shared));
    calque_scratch_release(shared);
    calque_view_release(view);
    calque_translator_release(translator);
}

static void a_bound_scratch_takes_whole_calls(void) {
    const struct {
        const char *call, *text;
        calque_status status;
    } cases[] = {
        {"0plain\x1e", "plain", CALQUE_OK},
        {"1plain\x1e" "x\x1f" "1\x1e", "plain", CALQUE_OK},
        {"1who\x1ename\x1f" "Bo\x1e", "Hello Bo!", CALQUE_OK},
        {"1who\x1ename\x1f\x1e", "Hello !", CALQUE_OK},
        {"1file\x1e" "count\x1c" "1\x1e", "1 file", CALQUE_OK},
        {"1raw\x1ev\x1c-12\x1e", "[-12]", CALQUE_OK},
        {"2two\x1e" "a\x1f" "1\x1e" "b\x1f" "2\x1e", "1 and 2", CALQUE_OK},
        {"0none\x1e", "none", CALQUE_MISSING_KEY},
        {"0no\x1bne\x1e", "no\x1bne", CALQUE_MISSING_KEY},
        /* A number that is not that of the entries, or none. */
        {"0who\x1ename\x1f" "Bo\x1e", NULL, CALQUE_UNSUPPORTED},
        {"2who\x1ename\x1f" "Bo\x1e", NULL, CALQUE_UNSUPPORTED},
        {"1who\x1ename\x1f" "Bo\x1e" "x\x1f\x1e", NULL, CALQUE_UNSUPPORTED},
        {"Awho\x1e", NULL, CALQUE_UNSUPPORTED},
        {"/who\x1e", NULL, CALQUE_UNSUPPORTED},
        {"who\x1e", NULL, CALQUE_UNSUPPORTED},
        /* Marks in a key, a name or a value. */
        {"0a\x1e" "b\x1f\x1e", NULL, CALQUE_UNSUPPORTED},
        {"0a\x1e\x1e", NULL, CALQUE_UNSUPPORTED},
        {"1raw\x1ev\x1f" "a\x1f" "b\x1e", NULL, CALQUE_UNSUPPORTED},
        {"1raw\x1ev\x1f" "a\x1b_\x1e", NULL, CALQUE_UNSUPPORTED},
        {"1raw\x1ev\x1c" "1\x1d\x1e", NULL, CALQUE_UNSUPPORTED},
        /* What lies behind a NUL is not there. */
        {"0plain", NULL, CALQUE_UNSUPPORTED},
        {"1raw\x1ev\x1f" "a", NULL, CALQUE_UNSUPPORTED},
        {"1raw\x1ev", NULL, CALQUE_UNSUPPORTED},
        {"1raw\x1e", NULL, CALQUE_UNSUPPORTED},
        {"\x1e", NULL, CALQUE_UNSUPPORTED},
        {"0\x1e", NULL, CALQUE_UNSUPPORTED},
        {"0", NULL, CALQUE_UNSUPPORTED},
        {"", NULL, CALQUE_UNSUPPORTED},
        {NULL, NULL, CALQUE_UNSUPPORTED},
        /* What takes the full rules. */
        {"0zero\x1e", NULL, CALQUE_UNSUPPORTED},
        {"1deep\x1euser\x1c{}\x1e", NULL, CALQUE_UNSUPPORTED},
        {"1raw\x1ev\x1f\xff\x1e", NULL, CALQUE_UNSUPPORTED},
        {"0\xff\x1e", NULL, CALQUE_UNSUPPORTED},
    };
    calque_view *view = english();
    calque_scratch *scratch = calque_scratch_create();
    CHECK(calque_scratch_translate(scratch, "0plain\x1e") == NULL);
    CHECK_STATUS(CALQUE_UNSUPPORTED, calque_scratch_status(scratch));
    CHECK_STATUS(CALQUE_OK, calque_scratch_bind(scratch, view));
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        const char *text = calque_scratch_translate(scratch, cases[at].call);
        bool right = CHECK_STATUS(cases[at].status, calque_scratch_status(scratch));
        right = (cases[at].text == NULL ? CHECK(text == NULL)
                                        : CHECK_TEXT(cases[at].text, text)) &&
                right;
        if (!right) printf("case %zu\n", at);
    }
    char most[256] = "@two\x1e" "a\x1fone\x1e" "b\x1ftwo\x1e";
    for (int at = 2; at < 16; at += 1) {
        snprintf(most + strlen(most), sizeof most - strlen(most), "n%d\x1c%d\x1e",
                 at, at);
    }
    CHECK_TEXT("one and two", calque_scratch_translate(scratch, most));
    strcat(most, "n\x1c" "1\x1e");
    CHECK(calque_scratch_translate(scratch, most) == NULL);
    most[0] = 'A';
    CHECK(calque_scratch_translate(scratch, most) == NULL);
    calque_scratch_release(scratch);
    calque_view_release(view);
}

static void a_bound_scratch_keeps_its_view_and_grows(void) {
    enum { LONG = 5000 };
    calque_view *view = english();
    calque_scratch *scratch = calque_scratch_create();
    CHECK_STATUS(CALQUE_OK, calque_scratch_bind(scratch, view));
    CHECK_STATUS(CALQUE_OK, calque_scratch_bind(scratch, view));
    calque_view_release(view);
    char value[LONG + 1], call[LONG + 16], expected[LONG + 16];
    memset(value, 'x', LONG);
    value[LONG] = '\0';
    for (size_t length = 1000; length < 1040; length += 1) {
        snprintf(call, sizeof call, "1raw\x1ev\x1f%s\x1e", value + LONG - length);
        snprintf(expected, sizeof expected, "[%s]", value + LONG - length);
        CHECK_TEXT(expected, calque_scratch_translate(scratch, call));
    }
    snprintf(call, sizeof call, "1raw\x1ev\x1f%s\x1e", value);
    snprintf(expected, sizeof expected, "[%s]", value);
    CHECK_TEXT(expected, calque_scratch_translate(scratch, call));
    CHECK_STATUS(CALQUE_OK, calque_scratch_bind(scratch, NULL));
    CHECK(calque_scratch_translate(scratch, "0plain\x1e") == NULL);
    calque_scratch_release(scratch);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_scratch_bind(NULL, NULL));
    CHECK(calque_scratch_translate(NULL, "0plain\x1e") == NULL);
}

static void wrong_arguments_give_no_text(void) {
    calque_view *view = english();
    calque_scratch *scratch = calque_scratch_create();
    size_t length = 99;
    CHECK(calque_view_translate_flat(NULL, scratch, "plain", 5, NULL, 0, &length) ==
          NULL);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_scratch_status(scratch));
    CHECK(length == 0);
    CHECK(calque_view_translate_flat(view, scratch, NULL, 0, NULL, 0, NULL) == NULL);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_scratch_status(scratch));
    CHECK(calque_view_translate_flat(view, scratch, "plain", 5, NULL, 3, NULL) ==
          NULL);
    CHECK(calque_view_translate_flat(view, scratch, "plain", 5, "a", SIZE_MAX - 1,
                                     NULL) == NULL);
    CHECK(calque_view_translate_flat(view, NULL, "plain", 5, NULL, 0, NULL) == NULL);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_scratch_status(NULL));
    calque_scratch_release(NULL);
    calque_scratch_release(scratch);
    calque_view_release(view);
}

int main(void) {
    arguments_are_one_text();
    a_scratch_grows_with_texts_and_arguments();
    a_callback_needs_a_scratch_of_its_own();
    a_bound_scratch_takes_whole_calls();
    a_bound_scratch_keeps_its_view_and_grows();
    wrong_arguments_give_no_text();
    return check_end();
}
