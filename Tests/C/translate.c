/* translate.h and arg.h */
#include "fixture.h"

static const char *const CATALOG = CALQUE_JSON({
    "lng": "en",
    "fallbackLng": "en",
    "resources": {"en": {"translation": {
        "plain": "Grüße",
        "euro": "€€",
        "smile": "a😀",
        "empty": "",
        "who": "Hello {{name}}!",
        "raw": "Hello {{- name}}!",
        "file_one": "{{count}} file",
        "file_other": "{{count}} files",
        "place_ordinal_one": "{{count}}st",
        "place_ordinal_two": "{{count}}nd",
        "place_ordinal_few": "{{count}}rd",
        "place_ordinal_other": "{{count}}th",
        "friend": "friend",
        "friend_female": "girlfriend",
        "number": 5,
        "yes": true,
        "list": ["x", "y"],
        "tree": {"leaf": "green"},
        "deep": "{{user.name}}"
    }}}
});

static calque_translator *fresh(void) { return translator_with(CATALOG, NULL); }

/* Every capacity around the length: what is written, and what is reported. */
static void a_short_buffer_is_cut_between_characters(void) {
    const struct {
        const char *key, *whole;
        size_t capacity;
        const char *written;
        calque_status status;
    } cases[] = {
        {"plain", "Grüße", 8, "Grüße", CALQUE_OK},
        {"plain", "Grüße", 9, "Grüße", CALQUE_OK},
        {"plain", "Grüße", 7, "Grüß", CALQUE_TRUNCATED},
        {"plain", "Grüße", 6, "Grü", CALQUE_TRUNCATED},
        {"plain", "Grüße", 5, "Grü", CALQUE_TRUNCATED},
        {"plain", "Grüße", 4, "Gr", CALQUE_TRUNCATED},
        {"plain", "Grüße", 2, "G", CALQUE_TRUNCATED},
        {"plain", "Grüße", 1, "", CALQUE_TRUNCATED},
        {"euro", "€€", 6, "€", CALQUE_TRUNCATED},
        {"euro", "€€", 5, "€", CALQUE_TRUNCATED},
        {"euro", "€€", 4, "€", CALQUE_TRUNCATED},
        {"euro", "€€", 3, "", CALQUE_TRUNCATED},
        {"euro", "€€", 7, "€€", CALQUE_OK},
        {"smile", "a😀", 5, "a", CALQUE_TRUNCATED},
        {"smile", "a😀", 6, "a😀", CALQUE_OK},
        {"empty", "", 1, "", CALQUE_OK},
        {"nowhere", "nowhere", 8, "nowhere", CALQUE_MISSING_KEY},
        {"nowhere", "nowhere", 7, "nowher", CALQUE_TRUNCATED},
    };
    calque_translator *translator = fresh();
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        char buffer[16];
        size_t length = 99;
        memset(buffer, '#', sizeof buffer);
        CHECK_STATUS(cases[at].status,
                     calque_translator_translate(translator, cases[at].key,
                                                 CALQUE_NTS, NULL, 0, buffer,
                                                 cases[at].capacity, &length));
        if (!CHECK_TEXT(cases[at].written, buffer)) printf("case %zu\n", at);
        CHECK(length == strlen(cases[at].whole));
        for (size_t beyond = cases[at].capacity; beyond < sizeof buffer;
             beyond += 1) {
            CHECK(buffer[beyond] == '#');
        }
    }
    calque_translator_release(translator);
}

static void no_buffer_measures(void) {
    calque_translator *translator = fresh();
    size_t length = 0;
    char byte = '#';
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_translator_translate(translator, "plain", CALQUE_NTS,
                                             NULL, 0, NULL, 0, &length));
    CHECK(length == 7);
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_translator_translate(translator, "plain", CALQUE_NTS,
                                             NULL, 0, &byte, 0, &length));
    CHECK(length == 7 && byte == '#');
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_translator_translate(translator, "plain", CALQUE_NTS,
                                             NULL, 0, NULL, 0, NULL));
    calque_translator_release(translator);
}

static void keys_have_explicit_lengths(void) {
    calque_translator *translator = fresh();
    char buffer[32];
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_translate(translator, "friends", 6, NULL, 0,
                                             buffer, sizeof buffer, NULL));
    CHECK_TEXT("friend", buffer);
    size_t length = 0;
    CHECK_STATUS(CALQUE_MISSING_KEY,
                 calque_translator_translate(translator, "a\0b", 3, NULL, 0,
                                             buffer, sizeof buffer, &length));
    CHECK(length == 3 && memcmp(buffer, "a\0b", 4) == 0);
    CHECK_STATUS(CALQUE_INVALID_UTF8, calque_translator_translate(
                                          translator, "\xf0\x9f\x98", 3, NULL,
                                          0, buffer, sizeof buffer, &length));
    CHECK(length == 0 && buffer[0] == '\0');
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_translate(translator, NULL, 0, NULL, 0,
                                             buffer, sizeof buffer, &length));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_translate(translator, "who", CALQUE_NTS,
                                             NULL, 1, buffer, sizeof buffer,
                                             &length));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_translate(translator, "who",
                                             SIZE_MAX / 2 + 1, NULL, 0, buffer,
                                             sizeof buffer, &length));
    calque_translator_release(translator);
}

static void arguments_of_every_kind_are_rendered(void) {
    const struct {
        const char *key;
        calque_arg arg;
        const char *text;
        calque_status status;
    } cases[] = {
        {"who", CALQUE_ARG_TEXT("name", "Bo"), "Hello Bo!", CALQUE_OK},
        {"who", CALQUE_ARG_TEXT("name", "<b>"), "Hello &lt;b&gt;!", CALQUE_OK},
        {"raw", CALQUE_ARG_TEXT("name", "<b>"), "Hello <b>!", CALQUE_OK},
        {"who",
         {"name", 4, CALQUE_ARG_KIND_TEXT, 0, 0, 0, "Bob", 2},
         "Hello Bo!",
         CALQUE_OK},
        {"who",
         {"names", 4, CALQUE_ARG_KIND_TEXT, 0, 0, 0, "Bo", CALQUE_NTS},
         "Hello Bo!",
         CALQUE_OK},
        {"who", CALQUE_ARG_INT("name", INT64_MIN),
         "Hello -9223372036854775808!", CALQUE_OK},
        {"who", CALQUE_ARG_DOUBLE("name", 1.5), "Hello 1.5!", CALQUE_OK},
        {"who", CALQUE_ARG_DOUBLE("name", 3.0), "Hello 3!", CALQUE_OK},
        {"who", CALQUE_ARG_BOOL("name", true), "Hello true!", CALQUE_OK},
        {"who", CALQUE_ARG_DECIMAL("name", "1.50"), "Hello 1.50!", CALQUE_OK},
        {"who",
         {"name", 4, CALQUE_ARG_KIND_NULL, 0, 0, 0, NULL, 0},
         "Hello !",
         CALQUE_OK},
        {"deep", CALQUE_ARG_JSON("user", "{\"name\": \"Bo\"}"), "Bo",
         CALQUE_OK},
        {"deep", CALQUE_ARG_JSON("user", "{\"name\": \"<\\u00e9>\"}"),
         "&lt;é&gt;", CALQUE_OK},
        {"deep", CALQUE_ARG_JSON("user", " {\"name\" : 5 , \"a\": [1, {}]} "),
         "5", CALQUE_OK},
        {"deep", CALQUE_ARG_JSON("user", "{\"name\": {\"x\": 1}}"),
         "[object Object]", CALQUE_OK},
        {"deep", CALQUE_ARG_JSON("user", "{\"name\": 0}"), "0", CALQUE_OK},
        {"deep", CALQUE_ARG_JSON("user", "{\"nam\": 1}"), "{{user.name}}",
         CALQUE_OK},
        {"deep", CALQUE_ARG_JSON("user", "{\"name\": \"\xff\"}"), "",
         CALQUE_INVALID_UTF8},
        {"deep", CALQUE_ARG_JSON("user", "{\"name\": 01}"), "",
         CALQUE_INVALID_JSON},
        {"deep", CALQUE_ARG_JSON("user", "{\"name\": \"Bo\"} x"), "",
         CALQUE_INVALID_JSON},
        {"deep", CALQUE_ARG_JSON("user", "{\"name\": \"Bo\", \"a\": [1,]}"), "",
         CALQUE_INVALID_JSON},
        {"deep", CALQUE_ARG_JSON("user", " [1]"), "{{user.name}}", CALQUE_OK},
        {"plain", CALQUE_ARG_JSON("user", "{\"name\": 1"), "",
         CALQUE_INVALID_JSON},
        {"none", CALQUE_ARG_JSON("user", "[1, ]"), "", CALQUE_INVALID_JSON},
        {"deep", {"user", 4, 8, 0, 0, 0, "{}", 2}, "", CALQUE_INVALID_ARGUMENT},
        {"who", CALQUE_ARG_TEXT("other", "Bo"), "Hello {{name}}!", CALQUE_OK},
        {"file", CALQUE_ARG_INT("count", 1), "1 file", CALQUE_OK},
        {"file", CALQUE_ARG_INT("count", 2), "2 files", CALQUE_OK},
        {"file", CALQUE_ARG_DOUBLE("count", 1.0), "1 file", CALQUE_OK},
        {"file", CALQUE_ARG_DOUBLE("count", 1.5), "1.5 files", CALQUE_OK},
        {"file", CALQUE_ARG_DECIMAL("count", "1"), "1 file", CALQUE_OK},
        {"file", CALQUE_ARG_DECIMAL("count", "1.0"), "1.0 files", CALQUE_OK},
        {"friend", CALQUE_ARG_TEXT("context", "female"), "girlfriend",
         CALQUE_OK},
        {"friend", CALQUE_ARG_TEXT("context", "robot"), "friend", CALQUE_OK},
        {"none", CALQUE_ARG_TEXT("defaultValue", "Dflt"), "Dflt",
         CALQUE_MISSING_KEY},
        {"none", CALQUE_ARG_TEXT("defaultValue", "Grö{ße"), "Grö{ße",
         CALQUE_MISSING_KEY},
        {"none", CALQUE_ARG_TEXT("defaultValue", "A {{name}}!"), "A {{name}}!",
         CALQUE_MISSING_KEY},
        {"none", CALQUE_ARG_TEXT("defaultValue", "\xff"), "",
         CALQUE_INVALID_UTF8},
        {"none", CALQUE_ARG_TEXT("defaultValue", "{{\xff}}"), "",
         CALQUE_INVALID_UTF8},
        {":plain", CALQUE_ARG_INT("x", 1), "plain", CALQUE_MISSING_KEY},
        {"größe", CALQUE_ARG_INT("count", 1), "größe", CALQUE_MISSING_KEY},
        {"gr\xf6\xdf"
         "e",
         CALQUE_ARG_INT("count", 1), "", CALQUE_INVALID_UTF8},
        {"plain", CALQUE_ARG_TEXT("ns", "\xff"), "", CALQUE_INVALID_UTF8},
        {"who", CALQUE_ARG_TEXT(NULL, "Bo"), "", CALQUE_INVALID_ARGUMENT},
        {"who", CALQUE_ARG_TEXT("name", NULL), "", CALQUE_INVALID_ARGUMENT},
        {"who", CALQUE_ARG_TEXT("name", "\xff"), "", CALQUE_INVALID_UTF8},
        {"who", CALQUE_ARG_TEXT("\xff", "Bo"), "", CALQUE_INVALID_UTF8},
        {"who", CALQUE_ARG_JSON("name", "{"), "", CALQUE_INVALID_JSON},
        {"who", CALQUE_ARG_DECIMAL("name", "1,5"), "", CALQUE_INVALID_ARGUMENT},
        {"file", CALQUE_ARG_DECIMAL("count", "1,5"), "",
         CALQUE_INVALID_ARGUMENT},
        {"plain", CALQUE_ARG_DECIMAL("other", "1,5"), "",
         CALQUE_INVALID_ARGUMENT},
        {"none", CALQUE_ARG_DECIMAL("other", ""), "", CALQUE_INVALID_ARGUMENT},
        {"who", {"name", 4, 7, 0, 0, 0, "Bo", 2}, "", CALQUE_INVALID_ARGUMENT},
        {"who", {"name", 4, -1, 0, 0, 0, "Bo", 2}, "", CALQUE_INVALID_ARGUMENT},
    };
    calque_translator *translator = fresh();
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        char buffer[64] = "#";
        if (!CHECK_STATUS(cases[at].status, calque_translator_translate(
                                                translator, cases[at].key,
                                                CALQUE_NTS, &cases[at].arg, 1,
                                                buffer, sizeof buffer, NULL)) ||
            !CHECK_TEXT(cases[at].text, buffer)) {
            printf("case %zu\n", at);
        }
    }
    calque_translator_release(translator);
}

static void ordinals_and_several_arguments_work_together(void) {
    const struct {
        int64_t count;
        const char *text;
    } cases[] = {{1, "1st"},   {2, "2nd"},   {3, "3rd"},    {4, "4th"},
                 {11, "11th"}, {21, "21st"}, {112, "112th"}};
    calque_translator *translator = fresh();
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        char buffer[16];
        const calque_arg args[] = {
            CALQUE_ARG_BOOL("ordinal", true),
            CALQUE_ARG_INT("count", cases[at].count),
            CALQUE_ARG_TEXT("unused", "x"),
        };
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_translate(
                         translator, "place", CALQUE_NTS, args, COUNT_OF(args),
                         buffer, sizeof buffer, NULL));
        CHECK_TEXT(cases[at].text, buffer);
    }
    calque_translator_release(translator);
}

static void results_come_in_the_form_asked_for(void) {
    const struct {
        const char *keys, *options;
        calque_result_form form;
        const char *result;
        calque_status status;
    } cases[] = {
        {"plain", NULL, CALQUE_RESULT_TEXT, "Grüße", CALQUE_OK},
        {"plain", NULL, CALQUE_RESULT_JSON, "\"Grüße\"", CALQUE_OK},
        {"number", NULL, CALQUE_RESULT_JSON, "5", CALQUE_OK},
        {"number", NULL, CALQUE_RESULT_TEXT, "5", CALQUE_OK},
        {"yes", NULL, CALQUE_RESULT_JSON, "true", CALQUE_OK},
        {"list", "{\"returnObjects\": true}", CALQUE_RESULT_JSON,
         "[\"x\",\"y\"]", CALQUE_OK},
        {"list", "{\"joinArrays\": \"+\"}", CALQUE_RESULT_TEXT, "x+y",
         CALQUE_OK},
        {"tree", "{\"returnObjects\": true}", CALQUE_RESULT_JSON,
         "{\"leaf\":\"green\"}", CALQUE_OK},
        {"[\"none\", \"plain\"]", NULL, CALQUE_RESULT_TEXT, "Grüße", CALQUE_OK},
        {"[\"none\", \"nil\"]", NULL, CALQUE_RESULT_JSON, "\"nil\"",
         CALQUE_MISSING_KEY},
        {"none", "{\"defaultValue\": \"D\"}", CALQUE_RESULT_JSON, "\"D\"",
         CALQUE_MISSING_KEY},
        {"who", "{\"name\": \"Bo\"}", CALQUE_RESULT_TEXT, "Hello Bo!",
         CALQUE_OK},
        {"who", "{\"name\": \"\\u00e9\\n\"}", CALQUE_RESULT_TEXT, "Hello é\n!",
         CALQUE_OK},
        {"who", "{\"name\": \"a\", \"name\": \"b\"}", CALQUE_RESULT_TEXT,
         "Hello b!", CALQUE_OK},
        {"who", " { } x", CALQUE_RESULT_TEXT, NULL, CALQUE_INVALID_JSON},
        {"deep", "{\"user\": {\"name\": \"Bo\"}}", CALQUE_RESULT_TEXT, "Bo",
         CALQUE_OK},
        {"file", "{\"count\": 1.5}", CALQUE_RESULT_TEXT, "1.5 files",
         CALQUE_OK},
        {"plain", "{", CALQUE_RESULT_TEXT, NULL, CALQUE_INVALID_JSON},
        {"plain", "[]", CALQUE_RESULT_TEXT, NULL, CALQUE_INVALID_TYPE},
        {"plain", "{\"a\": \"\xff\"}", CALQUE_RESULT_TEXT, NULL,
         CALQUE_INVALID_UTF8},
        {"[\"plain\"", NULL, CALQUE_RESULT_TEXT, NULL, CALQUE_INVALID_JSON},
        {"plain", NULL, 3, NULL, CALQUE_INVALID_ARGUMENT},
        {"plain", NULL, -1, NULL, CALQUE_INVALID_ARGUMENT},
        {NULL, NULL, CALQUE_RESULT_TEXT, NULL, CALQUE_INVALID_ARGUMENT},
    };
    calque_translator *translator = fresh();
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_string out = {0};
        calque_error *error = NULL;
        bool right = CHECK_STATUS(cases[at].status,
                                  calque_translator_translate_json(
                                      translator, cases[at].keys, CALQUE_NTS,
                                      cases[at].options, CALQUE_NTS,
                                      cases[at].form, &out, &error));
        if (cases[at].result == NULL) {
            right &= CHECK(out.data == NULL && out.length == 0);
            right &= CHECK(error != NULL);
        } else {
            right &= CHECK_TEXT(cases[at].result, out.data);
            right &= CHECK(out.data != NULL && strlen(out.data) == out.length);
            right &= CHECK(error == NULL);
        }
        if (!right) printf("case %zu\n", at);
        calque_string_dispose(&out);
        calque_error_release(error);
    }
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_translator_translate_json(translator, "plain", CALQUE_NTS, NULL,
                                         0, CALQUE_RESULT_TEXT, NULL, NULL));
    calque_translator_release(translator);
}

static void details_say_what_was_used(void) {
    calque_translator *translator = fresh();
    calque_string out = {0};
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_translate_json(
                     translator, "file", CALQUE_NTS, "{\"count\": 2}",
                     CALQUE_NTS, CALQUE_RESULT_DETAILS, &out, NULL));
    const char *const members[] = {"\"res\":\"2 files\"",
                                   "\"usedKey\":\"file\"",
                                   "\"exactUsedKey\":\"file_other\"",
                                   "\"usedLng\":\"en\"",
                                   "\"usedNS\":\"translation\"",
                                   "\"usedParams\":{\"count\":2}"};
    for (size_t at = 0; at < COUNT_OF(members); at += 1) {
        CHECK(out.data != NULL && strstr(out.data, members[at]) != NULL);
    }
    calque_string_dispose(&out);
    calque_translator_release(translator);
}

/* Variables for all calls are options in format v1, and not among those of a
   call; format ios counts whole numbers and shows them as text. */
static void details_of_older_formats_say_what_was_used(void) {
    const struct {
        calque_format format;
        const char *options, *args, *details;
    } cases[] = {
        {CALQUE_FORMAT_V1,
         "{\"lng\":\"en\",\"defaultVariables\":{\"name\":\"Ann\",\"count\":2},"
         "\"resStore\":{\"en\":{\"translation\":{\"k\":\"__name__\"}}}}",
         "{\"context\":\"male\",\"name\":\"Bob\"}",
         "{\"res\":\"Bob\",\"usedKey\":\"k\",\"usedNS\":\"translation\","
         "\"usedParams\":{\"context\":\"male\",\"name\":\"Bob\"}}"},
        {CALQUE_FORMAT_IOS,
         "{\"lang\":\"en\",\"resourcesStore\":{\"en\":{\"translation\":"
         "{\"k_plural\":\"__count__ __name__\"}}}}",
         "{\"count\":2.5,\"context\":\"male\",\"variables\":{\"name\":\"Bob\"}}",
         "{\"res\":\"2 Bob\",\"usedKey\":\"k\",\"exactUsedKey\":\"k_plural\","
         "\"usedLng\":\"en\",\"usedNS\":\"translation\",\"usedParams\":"
         "{\"name\":\"Bob\",\"count\":\"2\"}}"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_translator *translator = NULL;
        calque_string out = {0};
        CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                    cases[at].format, cases[at].options,
                                    CALQUE_NTS, NULL, &translator, NULL));
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_translate_json(
                         translator, "k", CALQUE_NTS, cases[at].args,
                         CALQUE_NTS, CALQUE_RESULT_DETAILS, &out, NULL));
        CHECK_TEXT(cases[at].details, out.data);
        calque_string_dispose(&out);
        calque_translator_release(translator);
    }
}

static void existence_and_explanation_agree(void) {
    calque_translator *translator = fresh();
    bool exists = false;
    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_exists(translator, "tree.leaf", CALQUE_NTS,
                                          NULL, 0, &exists, NULL));
    CHECK(exists);
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_exists(translator, "tree.none", CALQUE_NTS,
                                          NULL, 0, &exists, NULL));
    CHECK(!exists);
    exists = true;
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_translator_exists(translator, "plain", CALQUE_NTS, "{",
                                          1, &exists, NULL));
    CHECK(!exists);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_exists(translator, "plain", CALQUE_NTS, NULL,
                                          0, NULL, NULL));
    CHECK_STATUS(CALQUE_OK, calque_translator_explain(
                                translator, "file", CALQUE_NTS,
                                "{\"count\": 2}", CALQUE_NTS, &json, NULL));
    const char *const parts[] = {"\"found\":true",
                                 "\"exactUsedKey\":\"file_other\"",
                                 "\"key\":\"file_other\"",
                                 "\"outcome\":\"found\"", "\"usedLng\":\"en\""};
    for (size_t at = 0; at < COUNT_OF(parts); at += 1) {
        if (!CHECK(json.data != NULL && strstr(json.data, parts[at]) != NULL)) {
            printf("%s in %s\n", parts[at], json.data);
        }
    }
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_explain(translator, "nope", CALQUE_NTS, NULL,
                                           0, &json, NULL));
    CHECK(json.data != NULL && strstr(json.data, "\"found\":false") != NULL);
    CHECK(json.data != NULL && strstr(json.data, "\"missing\"") != NULL);
    calque_string_dispose(&json);
    calque_translator_release(translator);
}

/* The same call as text and as JSON, which is made in another way. */
static void post_processors_yield_the_same_text_in_every_form(void) {
    static const char *const keys[] = {"pair", "percent", "padded",     "many",
                                       "end",  "other",   "none",       "named",
                                       "name", "i",       "i_interval", "tree"};
    static const char *const options[] = {
        "\"sprintf\", \"sprintf\": [\"one\", 2]",
        "\"sprintf\", \"sprintf\": [\"one\", \"two\", 3]",
        "\"sprintf\", \"sprintf\": [1.5, -3]",
        "\"sprintf\", \"sprintf\": [5, 9007199254740993]",
        "\"sprintf\", \"sprintf\": [\"<b>\", -3], \"name\": \"%s <\"",
        "\"sprintf\", \"sprintf\": []",
        "\"sprintf\", \"sprintf\": [true, null]",
        "\"sprintf\", \"sprintf\": [\"\\u00e9\", [1]]",
        "\"sprintf\", \"sprintf\": \"one\"",
        "\"sprintf\", \"sprintf\": {\"name\": \"x\"}",
        "\"sprintf\"",
        "\"none\", \"sprintf\": [\"one\", 2]",
        "[\"sprintf\"], \"sprintf\": [\"one\", 2]",
        "\"sprintf\", \"sprintf\": [1, 2], \"defaultValue\": \"%s!\"",
        "\"interval\"",
        "\"interval\", \"count\": 0",
        "\"interval\", \"count\": 1",
        "\"interval\", \"count\": 2.5",
        "\"interval\", \"count\": 7",
        "\"interval\", \"count\": 1000000",
        "\"interval\", \"count\": -1",
        "\"interval\", \"count\": \"3\"",
        "\"interval\", \"count\": true",
    };
    calque_translator *translator = translator_with(CALQUE_JSON(
            {"pair": "%s of %d", "percent": "100%% %s", "padded": "%5d|%-5s",
             "many": "%s %s %s %s", "end": "%s %", "other": "%x %s",
             "none": "no placeholder", "named": "%(name)s",
             "name": "{{name}} %s", "i": "without",
             "i_interval": "(1)[one];(2-7)[a few];(7-inf)[{{count}}];",
             "tree": {"a": "%s"}}),
         NULL);
    for (size_t at = 0; at < COUNT_OF(keys) * COUNT_OF(options); at += 1) {
        char given[160], quoted[160];
        calque_string text, json;
        snprintf(given, sizeof given, "{\"postProcess\": %s}",
                 options[at / COUNT_OF(keys)]);
        const char *key = keys[at % COUNT_OF(keys)];
        calque_status status = calque_translator_translate_json(
            translator, key, CALQUE_NTS, given, CALQUE_NTS, CALQUE_RESULT_TEXT,
            &text, NULL);
        CHECK_STATUS(status, calque_translator_translate_json(
                                 translator, key, CALQUE_NTS, given, CALQUE_NTS,
                                 CALQUE_RESULT_JSON, &json, NULL));
        snprintf(quoted, sizeof quoted, "\"%s\"", text.data);
        if (!CHECK_TEXT(quoted, json.data)) printf("%s %s\n", key, given);
        calque_string_dispose(&text);
        calque_string_dispose(&json);
    }
    calque_translator_release(translator);
}

int main(void) {
    a_short_buffer_is_cut_between_characters();
    no_buffer_measures();
    keys_have_explicit_lengths();
    arguments_of_every_kind_are_rendered();
    ordinals_and_several_arguments_work_together();
    results_come_in_the_form_asked_for();
    details_say_what_was_used();
    details_of_older_formats_say_what_was_used();
    existence_and_explanation_agree();
    post_processors_yield_the_same_text_in_every_form();
    return check_end();
}
