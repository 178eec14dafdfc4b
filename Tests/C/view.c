/* view.h, and what interpreter.h has for views and translators */
#include <calque/interpreter.h>

#include "view_fixture.h"

static const char *through(const calque_view *view, const char *key) {
    static char buffer[128];
    calque_view_translate(view, key, CALQUE_NTS, NULL, 0, buffer, sizeof buffer,
                          NULL);
    return buffer;
}

static void a_view_fixes_language_namespace_and_prefix(void) {
    const struct {
        const char *lng, *ns, *prefix, *key, *text;
    } cases[] = {
        {NULL, NULL, NULL, "plain", "plain"},
        {"", "", "", "menu.open", "Open"},
        {"de", NULL, NULL, "plain", "schlicht"},
        {"de", NULL, NULL, "menu.open", "Open"},
        {"de-AT", NULL, NULL, "plain", "schlicht"},
        {"[\"de\"]", NULL, NULL, "menu.open", "menu.open"},
        {"[\"de\"]", NULL, NULL, "plain", "schlicht"},
        {"[\"xx\", \"de\"]", NULL, NULL, "plain", "schlicht"},
        {NULL, "other", NULL, "plain", "other plain"},
        {NULL, "[\"other\", \"translation\"]", NULL, "menu.open", "Open"},
        {NULL, NULL, "menu", "open", "Open"},
        {NULL, NULL, "menu", "none", "menu.none"},
        {NULL, NULL, NULL, "other:plain", "other plain"},
    };
    calque_translator *translator = translator_with(CATALOG, NULL);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_view *view =
            view_of(translator, cases[at].lng, cases[at].ns, cases[at].prefix);
        if (!CHECK_TEXT(cases[at].text, through(view, cases[at].key))) {
            printf("case %zu\n", at);
        }
        calque_view_release(view);
    }
    calque_translator_release(translator);
}

static void a_view_answers_as_the_translator_does(void) {
    const struct {
        const char *key;
        calque_arg arg;
        const char *text;
        calque_status status;
    } cases[] = {
        {"who", CALQUE_ARG_TEXT("name", "<Bo>"), "Hello &lt;Bo&gt;!",
         CALQUE_OK},
        {"file", CALQUE_ARG_INT("count", 1), "1 file", CALQUE_OK},
        {"file", CALQUE_ARG_INT("count", 0), "0 files", CALQUE_OK},
        {"both", CALQUE_ARG_INT("x", 0), "plain text", CALQUE_OK},
        {"none", CALQUE_ARG_INT("x", 0), "none", CALQUE_MISSING_KEY},
        {"none", CALQUE_ARG_TEXT("defaultValue", "D"), "D", CALQUE_MISSING_KEY},
        {"who", CALQUE_ARG_TEXT("name", "\xff"), "", CALQUE_INVALID_UTF8},
    };
    calque_translator *translator = translator_with(CATALOG, NULL);
    calque_view *view = view_of(translator, NULL, NULL, NULL);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        char one[64] = "#", two[64] = "#";
        size_t length = 0;
        CHECK_STATUS(cases[at].status,
                     calque_view_translate(view, cases[at].key, CALQUE_NTS,
                                           &cases[at].arg, 1, one, sizeof one,
                                           &length));
        CHECK_TEXT(cases[at].text, one);
        CHECK(length == strlen(one));
        CHECK_STATUS(cases[at].status,
                     calque_translator_translate(translator, cases[at].key,
                                                 CALQUE_NTS, &cases[at].arg, 1,
                                                 two, sizeof two, NULL));
        CHECK_TEXT(one, two);
    }
    calque_view_release(view);
    calque_translator_release(translator);
}

static void a_call_may_have_a_prefix_of_its_own(void) {
    const struct {
        const char *prefix, *key;
        calque_arg own;
        const char *text;
    } cases[] = {
        {"menu", "open", CALQUE_ARG_TEXT("keyPrefix", "nowhere"),
         "nowhere.open"},
        {"menu", "plain", CALQUE_ARG_TEXT("keyPrefix", ""), "plain"},
        {"nowhere", "open", CALQUE_ARG_TEXT("keyPrefix", "menu"), "Open"},
        {NULL, "open", CALQUE_ARG_TEXT("keyPrefix", "menu"), "Open"},
        {"menu",
         "open",
         {.name = "keyPrefix", .name_length = CALQUE_NTS},
         "Open"},
        {NULL,
         "plain",
         {.name = "keyPrefix", .name_length = CALQUE_NTS},
         "plain"},
    };
    calque_translator *translator = translator_with(CATALOG, NULL);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        char text[64] = "";
        calque_view *view = view_of(translator, NULL, NULL, cases[at].prefix);
        calque_view_translate(view, cases[at].key, CALQUE_NTS, &cases[at].own,
                              1, text, sizeof text, NULL);
        if (!CHECK_TEXT(cases[at].text, text)) printf("case %zu\n", at);
        calque_view_release(view);
    }
    /* Without a view it is a variable like any other. */
    CHECK_TEXT("open",
               text_with(translator, "open", "{\"keyPrefix\": \"menu\"}"));
    calque_translator_release(translator);
}

/* A program that keeps a view, and makes it again when its translator changes.
 */
typedef struct kept_view {
    calque_translator *translator;
    calque_view *view;
} kept_view;

static void make_again(void *user_data, calque_str name, calque_str arguments) {
    kept_view *kept = user_data;
    (void)name;
    (void)arguments;
    calque_view_release(kept->view);
    calque_view_create(kept->translator, NULL, 0, NULL, 0, NULL, 0, &kept->view,
                       NULL);
}

static void the_event_changed_tells_when_to_make_a_view_again(void) {
    kept_view kept = {translator_with(CATALOG, NULL), NULL};
    uint64_t subscription = 0;
    kept.view = view_of(kept.translator, NULL, NULL, NULL);
    CHECK_STATUS(CALQUE_OK, calque_translator_on(kept.translator, "changed",
                                                 CALQUE_NTS, make_again, &kept,
                                                 NULL, &subscription, NULL));
    calque_translator_change_language(kept.translator, "de", CALQUE_NTS, NULL);
    CHECK_TEXT("schlicht", through(kept.view, "plain"));
    calque_translator_add_resource(
        kept.translator, "de", CALQUE_NTS, "translation", CALQUE_NTS, "plain",
        CALQUE_NTS, "\"anders\"", CALQUE_NTS, CALQUE_BUNDLE_SILENT, NULL);
    CHECK_TEXT("anders", through(kept.view, "plain"));
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_off(kept.translator, subscription));
    calque_translator_change_language(kept.translator, "en", CALQUE_NTS, NULL);
    CHECK_TEXT("anders", through(kept.view, "plain"));
    calque_view_release(kept.view);
    calque_translator_release(kept.translator);
}

/* Members left out are zero: the length of the name, and so the name. */
static void an_argument_without_a_name_is_refused(void) {
    const calque_arg args[] = {{.name = "name",
                                .kind = CALQUE_ARG_KIND_TEXT,
                                .text = "Bo",
                                .length = CALQUE_NTS}};
    calque_translator *translator = translator_with(CATALOG, NULL);
    calque_view *view = view_of(translator, NULL, NULL, NULL);
    char text[64] = "";
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_view_translate(view, "who", CALQUE_NTS, args, 1, text,
                                       sizeof text, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_translate(translator, "who", CALQUE_NTS,
                                             args, 1, text, sizeof text, NULL));
    calque_view_release(view);
    calque_translator_release(translator);
}

static void plain_texts_are_lent(void) {
    calque_translator *translator = translator_with(CATALOG, NULL);
    calque_view *view = view_of(translator, NULL, NULL, NULL);
    size_t length = 99;
    CHECK_TEXT("plain", calque_view_text(view, "plain", CALQUE_NTS, &length));
    CHECK(length == 5);
    CHECK(calque_view_text(view, "plain", 5, NULL) ==
          calque_view_text(view, "plain", 5, NULL));
    const char *const others[] = {"who", "both", "none", "menu"};
    for (size_t at = 0; at < COUNT_OF(others); at += 1) {
        CHECK(calque_view_text(view, others[at], CALQUE_NTS, &length) == NULL);
        CHECK(length == 0);
    }
    CHECK(calque_view_text(view, NULL, 0, &length) == NULL);
    CHECK(calque_view_text(NULL, "plain", CALQUE_NTS, &length) == NULL);
    calque_view_release(view);
    calque_translator_release(translator);
}

static void plain_texts_cost_few_arguments(void) {
    calque_translator *translator = translator_with(CALQUE_JSON({"lng": "en", "resources": {"en": {"translation": {
            "plain": "plain", "empty": "", "who": "{{name}}",
            "zero": "a\u0000b", "menu": {"open": "Open"}}}}}),
         NULL);
    calque_view *view = view_of(translator, NULL, NULL, NULL);
    calque_view *menu = view_of(translator, NULL, NULL, "menu");
    CHECK(calque_view_text(view, "plain", CALQUE_NTS, NULL) ==
          calque_view_text(view, "plain", 5, NULL));
    CHECK_TEXT("", calque_view_text(view, "empty", CALQUE_NTS, NULL));
    CHECK_TEXT("Open", calque_view_text(menu, "open", CALQUE_NTS, NULL));
    const char *const others[] = {"who", "menu", "none", "", NULL};
    for (size_t at = 0; at < COUNT_OF(others); at += 1) {
        CHECK(calque_view_text(view, others[at], CALQUE_NTS, NULL) == NULL);
    }
    CHECK(calque_view_text(NULL, "plain", CALQUE_NTS, NULL) == NULL);
    calque_view_release(menu);
    calque_view_release(view);
    calque_translator_release(translator);
}

static bool formatted(void *user_data, calque_str value, calque_str lng,
                      calque_str options, calque_sink *out) {
    (void)value, (void)lng, (void)options;
    *(int *)user_data += 1;
    calque_sink_append(out, "done", 4);
    return true;
}

static void a_try_never_calls_back(void) {
    const struct {
        const char *key;
        calque_arg arg;
        const char *text;
        calque_status status;
    } cases[] = {
        {"plain", CALQUE_ARG_INT("x", 0), "plain", CALQUE_OK},
        {"who", CALQUE_ARG_TEXT("name", "Bo"), "Hello Bo!", CALQUE_OK},
        {"file", CALQUE_ARG_INT("count", 1), "1 file", CALQUE_OK},
        {"f", CALQUE_ARG_INT("v", 0), "", CALQUE_UNSUPPORTED},
        {"none", CALQUE_ARG_TEXT("defaultValue", "D"), "D", CALQUE_MISSING_KEY},
        {"list", CALQUE_ARG_TEXT("joinArrays", "+"), "one", CALQUE_OK},
        {"list", CALQUE_ARG_BOOL("returnObjects", 1), "[\"one\"]", CALQUE_OK},
        {"who", CALQUE_ARG_TEXT("name", "\xff"), "", CALQUE_UNSUPPORTED},
    };
    calque_translator *translator = translator_with(CALQUE_JSON({"lng": "en", "resources": {"en": {"translation": {
            "plain": "plain", "who": "Hello {{name}}!", "f": "{{v, mine}}",
            "file_one": "{{count}} file", "list": ["one"]}}}}),
         NULL);
    int calls = 0;
    calque_translator_add_formatter(translator, "mine", 4, formatted, &calls,
                                    NULL, NULL);
    calque_view *view = view_of(translator, NULL, NULL, NULL);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        char text[32] = "#";
        size_t length = 99;
        CHECK_STATUS(cases[at].status,
                     calque_view_try_translate(view, cases[at].key, CALQUE_NTS,
                                               &cases[at].arg, 1, text,
                                               sizeof text, &length));
        if (!CHECK_TEXT(cases[at].text, text)) printf("case %zu\n", at);
        CHECK(length == strlen(cases[at].text));
        char other[32] = "#";
        CHECK_STATUS(cases[at].status,
                     calque_translator_try_translate(
                         translator, cases[at].key, CALQUE_NTS, &cases[at].arg,
                         1, other, sizeof other, NULL));
        CHECK_TEXT(cases[at].text, other);
    }
    CHECK(calls == 0);
    char text[6];
    size_t length = 0;
    CHECK_STATUS(CALQUE_OK, calque_view_try_translate(view, "plain", 5, NULL, 0,
                                                      text, 6, &length));
    CHECK_TEXT("plain", text);
    CHECK_STATUS(
        CALQUE_TRUNCATED,
        calque_view_try_translate(view, "plain", 5, NULL, 0, text, 5, &length));
    CHECK(length == 5);
    CHECK_STATUS(CALQUE_MISSING_KEY,
                 calque_view_try_translate(view, "none", 4, NULL, 0, text,
                                           sizeof text, &length));
    CHECK_TEXT("none", text);
    CHECK_STATUS(CALQUE_UNSUPPORTED,
                 calque_view_try_translate(NULL, "plain", 5, NULL, 0, text,
                                           sizeof text, &length));
    CHECK(length == 0 && text[0] == '\0');
    CHECK_STATUS(
        CALQUE_UNSUPPORTED,
        calque_view_try_translate(view, NULL, 0, NULL, 1, NULL, 0, NULL));
    calque_view_release(view);
    calque_translator_release(translator);
}

static void note_missing(void *user_data, const calque_missing_key *missing) {
    (void)missing;
    *(int *)user_data += 1;
}

static void a_try_tells_of_no_missing_key(void) {
    const struct {
        calque_format format;
        const char *options;
    } cases[] = {
        {CALQUE_FORMAT_V1, "{\"lng\": \"en\", \"sendMissing\": true}"},
        {CALQUE_FORMAT_V4, "{\"lng\": \"en\", \"saveMissing\": true}"},
        {CALQUE_FORMAT_IOS, "{\"lang\": \"en\", \"saveMissing\": true}"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        int calls = 0;
        calque_host host = {.struct_size = sizeof host,
                            .user_data = &calls,
                            .missing_key = note_missing};
        calque_translator *translator = NULL;
        CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                    cases[at].format, cases[at].options,
                                    CALQUE_NTS, &host, &translator, NULL));
        char text[32] = "#";
        CHECK_STATUS(CALQUE_UNSUPPORTED, calque_translator_try_translate(
                                             translator, "none", 4, NULL, 0,
                                             text, sizeof text, NULL));
        CHECK_TEXT("", text);
        CHECK(calls == 0);
        calque_translator_translate(translator, "none", 4, NULL, 0, text,
                                    sizeof text, NULL);
        CHECK_TEXT("none", text);
        CHECK(calls == 1);
        calque_translator_release(translator);
    }
}

static void a_view_stays_in_its_moment(void) {
    calque_translator *translator = translator_with(CATALOG, NULL);
    calque_view *before = view_of(translator, NULL, NULL, NULL);
    const char *borrowed = calque_view_text(before, "plain", CALQUE_NTS, NULL);
    CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                translator, "en", 2, "translation", CALQUE_NTS,
                                "{\"plain\": \"new\"}", CALQUE_NTS, 0, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_change_language(translator, "de", 2, NULL));
    calque_view *after = view_of(translator, "en", NULL, NULL);
    calque_translator_release(translator);
    CHECK_TEXT("plain", through(before, "plain"));
    CHECK_TEXT("plain", borrowed);
    CHECK_TEXT("new", through(after, "plain"));
    CHECK(calque_view_retain(before) == before);
    calque_view_release(before);
    CHECK_TEXT("plain", through(before, "plain"));
    calque_view_release(before);
    calque_view_release(after);
}

static void wrong_arguments_make_no_view(void) {
    const struct {
        const char *lng, *ns, *prefix;
        calque_status status;
    } cases[] = {
        {"\xff", NULL, NULL, CALQUE_INVALID_UTF8},
        {NULL, "\xff", NULL, CALQUE_INVALID_UTF8},
        {NULL, NULL, "\xff", CALQUE_INVALID_UTF8},
        {"[\"en\"", NULL, NULL, CALQUE_INVALID_JSON},
        {NULL, "[", NULL, CALQUE_INVALID_JSON},
    };
    calque_translator *translator = translator_with(CATALOG, NULL);
    char buffer[8] = "x";
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_view *view = (calque_view *)buffer;
        calque_error *error = NULL;
        if (!CHECK_STATUS(cases[at].status,
                          calque_view_create(translator, cases[at].lng,
                                             CALQUE_NTS, cases[at].ns,
                                             CALQUE_NTS, cases[at].prefix,
                                             CALQUE_NTS, &view, &error))) {
            printf("case %zu\n", at);
        }
        CHECK(view == NULL && error != NULL);
        calque_error_release(error);
    }
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_view_create(translator, NULL, 0, NULL, 0, NULL, 0, NULL, NULL));
    CHECK(calque_view_retain(NULL) == NULL);
    calque_view_release(NULL);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_view_translate(NULL, "a", 1, NULL, 0, buffer,
                                       sizeof buffer, NULL));
    calque_translator_release(translator);
}

int main(void) {
    a_view_fixes_language_namespace_and_prefix();
    a_view_answers_as_the_translator_does();
    a_call_may_have_a_prefix_of_its_own();
    the_event_changed_tells_when_to_make_a_view_again();
    an_argument_without_a_name_is_refused();
    plain_texts_are_lent();
    plain_texts_cost_few_arguments();
    a_try_never_calls_back();
    a_try_tells_of_no_missing_key();
    a_view_stays_in_its_moment();
    wrong_arguments_make_no_view();
    return check_end();
}
