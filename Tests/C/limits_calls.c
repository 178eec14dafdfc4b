/* Limits of a translation: each at one below, at it and at one above, by each
 * door. The table of docs/reliability.md names this file. */
#include <stdlib.h>

#include "fixture.h"

/* Parts of a translation over the limit stay as written. */
static void translations(void) {
    static const struct {
        const char *limits, *key, *text;
    } cases[] = {
        /* Three references inside one another. */
        {"\"maxNesting\":4", "r3", "x"},
        {"\"maxNesting\":3", "r3", "x"},
        {"\"maxNesting\":2", "r3", "$t(r0)"},
        /* Ten bytes. */
        {"\"maxOutput\":11", "ten", "0123456789"},
        {"\"maxOutput\":10", "ten", "0123456789"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        char options[512];
        snprintf(
            options, sizeof options,
            "{\"lng\":\"en\",\"limits\":{%s},\"resources\":{\"en\":{\"translation\":{"
            "\"r3\":\"$t(r2)\",\"r2\":\"$t(r1)\",\"r1\":\"$t(r0)\",\"r0\":\"x\","
            "\"ten\":\"{{v}}\"}}}}",
            cases[at].limits);
        calque_translator *translator = translator_with(options, NULL);
        char buffer[64];
        const calque_arg args[] = {CALQUE_ARG_TEXT("v", "0123456789")};
        calque_translator_translate(translator, cases[at].key, CALQUE_NTS, args,
                                    1, buffer, sizeof buffer, NULL);
        CHECK_TEXT(cases[at].text, buffer);
        calque_translator_release(translator);
    }
}

/* "c_one_other" is the first form of two counts, of eleven bytes, and
 * "c_other_other" the third. */
static void forms(void) {
    static const struct {
        int limit;
        const char *first, *third;
    } cases[] = {
        {10, "bare", "bare"}, {11, "pair", "bare"},   {12, "pair", "bare"},
        {34, "pair", "bare"}, {35, "pair", "others"}, {36, "pair", "others"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        char options[512];
        snprintf(
            options, sizeof options,
            "{\"lng\":\"en\",\"strict\":false,\"limits\":{\"maxFormBytes\":%d},"
            "\"resources\":{\"en\":{\"translation\":{\"c\":\"bare\","
            "\"c_one_other\":\"pair\",\"d\":\"bare\","
            "\"d_other_other\":\"others\"}}}}",
            cases[at].limit);
        calque_translator *translator = translator_with(options, NULL);
        char buffer[64];
        const calque_arg args[] = {
            CALQUE_ARG_JSON("counts", "{\"a\":1,\"b\":2}")};
        calque_translator_translate(translator, "c", 1, args, 1, buffer,
                                    sizeof buffer, NULL);
        CHECK_TEXT(cases[at].first, buffer);
        calque_translator_translate(translator, "d", 1, args, 1, buffer,
                                    sizeof buffer, NULL);
        CHECK_TEXT(cases[at].third, buffer);
        calque_translator_release(translator);
    }
}

/* The last line of the log. */
static char logged[256];

static void on_log(void *user_data, calque_str message) {
    (void)user_data;
    snprintf(logged, sizeof logged, "%s", message.data);
}

/* Texts put together from three parts, by each feature, format and door. The
 * host learns of a limit from its log and from the explanation of a call. */
static void steps(void) {
    static const struct {
        calque_format format;
        const char *text, *options;
        /* Steps for all of it. */
        int steps;
        const char *whole, *below;
    } cases[] = {
        {CALQUE_FORMAT_V4, "{{v}}{{v}}{{v}}", "", 3, "VVV", "VV{{v}}"},
        {CALQUE_FORMAT_V3, "{{v}}{{v}}{{v}}", "", 3, "VVV", "VV{{v}}"},
        {CALQUE_FORMAT_V2, "{{v}}{{v}}{{v}}", "", 3, "VVV", "VV{{v}}"},
        {CALQUE_FORMAT_V4, "$t(k)$t(k)$t(k)", "", 3, "KKK", "KK$t(k)"},
        {CALQUE_FORMAT_V3, "$t(k)$t(k)$t(k)", "", 3, "KKK", "KK$t(k)"},
        {CALQUE_FORMAT_V2, "$t(k)$t(k)$t(k)", "", 3, "KKK", "KK$t(k)"},
        {CALQUE_FORMAT_V4, "{{v}}$t(k, {\\\"n\\\": 1}){{n, number}}", "", 3,
         "VK1", "V$t(k, {\"n\": 1})1"},
        {CALQUE_FORMAT_V4, "$t(k)$t(k){{w}}", ",\"w\":\"'\"", 3, "KK&#39;",
         "K$t(k)&#39;"},
        /* A value with a mark of references: the text is scanned. */
        {CALQUE_FORMAT_V4, "$t(k)$t(k){{w}}", ",\"w\":\"$\"", 3, "KK$",
         "K$t(k)$"},
        {CALQUE_FORMAT_V4, "{{v}}$t(k)%s",
         ",\"postProcess\":\"sprintf\",\"sprintf\":[1]", 2, "VK1", "V$t(k)1"},
        {CALQUE_FORMAT_V4, "{{v}}\",\"$t(k)", ",\"joinArrays\":\"+\"", 2, "V+K",
         "V+$t(k)"},
        /* Looking a key up is a step of its own. */
        {CALQUE_FORMAT_V1, "__v____v____v__", "", 4, "VVV", "VV__v__"},
        {CALQUE_FORMAT_V1, "$t(k)$t(k)$t(k)", "", 7, "KKK", "$t(k)KK"},
        {CALQUE_FORMAT_IOS, "__v__ __v__ __v__", "", 3, "V V V", "V V __v__"},
        {CALQUE_FORMAT_IOS, "$t(k)$t(k)$t(k)", "", 3, "KKK", "KK$t(k)"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        for (int step = -1; step <= 1; step++) {
            bool is_array = strstr(cases[at].text, "\",\"") != NULL;
            char options[64], tree[256], call[256];
            snprintf(options, sizeof options,
                     "{\"lng\":\"en\",\"lang\":\"en\","
                     "\"limits\":{\"maxSteps\":%d}}",
                     cases[at].steps + step);
            snprintf(tree, sizeof tree, "{\"k\":\"K\",\"three\":%s\"%s\"%s}",
                     is_array ? "[" : "", cases[at].text, is_array ? "]" : "");
            snprintf(call, sizeof call,
                     cases[at].format == CALQUE_FORMAT_IOS
                         ? "{\"variables\":{\"v\":\"V\"}%s}"
                         : "{\"v\":\"V\",\"n\":1%s}",
                     cases[at].options);
            calque_host host = {.struct_size = sizeof host, .log = on_log};
            calque_translator *translator = NULL;
            CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                        cases[at].format, options, CALQUE_NTS,
                                        &host, &translator, NULL));
            CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                        translator, "en", 2, "translation",
                                        CALQUE_NTS, tree, CALQUE_NTS, 0, NULL));
            const char *expected = step < 0 ? cases[at].below : cases[at].whole;
            logged[0] = 0;
            CHECK_TEXT(expected, text_with(translator, "three", call));
            CHECK((strstr(logged, "maxSteps") != NULL) == (step < 0));
            calque_string told = {0};
            CHECK_STATUS(CALQUE_OK, calque_translator_explain(
                                        translator, "three", CALQUE_NTS, call,
                                        CALQUE_NTS, &told, NULL));
            CHECK((strstr(told.data, "\"limits\":[\"maxSteps\"]") != NULL) ==
                  (step < 0));
            calque_string_dispose(&told);
            /* Typed arguments say no more than variables. */
            if (cases[at].options[0] == 0 &&
                cases[at].format != CALQUE_FORMAT_IOS) {
                const calque_arg args[] = {CALQUE_ARG_TEXT("v", "V"),
                                           CALQUE_ARG_INT("n", 1)};
                char buffer[64];
                calque_translator_translate(translator, "three", CALQUE_NTS,
                                            args, 2, buffer, sizeof buffer,
                                            NULL);
                CHECK_TEXT(expected, buffer);
            }
            calque_translator_release(translator);
        }
    }
}

/* A text that is longer than the limit already grows no more: so each can be
 * over it by what one part comes to. */
static void output(void) {
    static const struct {
        const char *text, *options, *shown;
        int most;
    } cases[] = {
        {"{{v}}{{v}}", "", "0123456789{{v}}", 14},
        {"{{v}}{{v}}", "", "01234567890123456789", 15},
        {"{{v}}{{v}}", "", "01234567890123456789", 16},
        {"%1$s%1$s",
         ",\"postProcess\":\"sprintf\",\"sprintf\":[\"0123456789\"]",
         "0123456789%1$s", 9},
        {"%1$s%1$s",
         ",\"postProcess\":\"sprintf\",\"sprintf\":[\"0123456789\"]",
         "01234567890123456789", 10},
        {"%1$s%1$s",
         ",\"postProcess\":\"sprintf\",\"sprintf\":[\"0123456789\"]",
         "01234567890123456789", 11},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        char options[256], call[256];
        snprintf(options, sizeof options,
                 "{\"lng\":\"en\",\"limits\":{\"maxOutput\":%d},"
                 "\"resources\":{\"en\":{\"translation\":{\"two\":\"%s\"}}}}",
                 cases[at].most, cases[at].text);
        snprintf(call, sizeof call, "{\"v\":\"0123456789\"%s}",
                 cases[at].options);
        calque_translator *translator = translator_with(options, NULL);
        CHECK_TEXT(cases[at].shown, text_with(translator, "two", call));
        calque_translator_release(translator);
    }
}

/* A text that is longer than the limit is not inserted into another: it would
 * grow with each text that refers to the next. */
static void chains(void) {
    static const calque_format formats[] = {CALQUE_FORMAT_V1, CALQUE_FORMAT_V2,
                                            CALQUE_FORMAT_V3, CALQUE_FORMAT_V4,
                                            CALQUE_FORMAT_IOS};
    static const char *calls[] = {"{}", "{\"v\":{\"w\":1}}"};
    for (size_t at = 0; at < COUNT_OF(formats) * 6; at++) {
        int most = 19 + (int)(at % 3);
        char options[128];
        snprintf(options, sizeof options,
                 "{\"lng\":\"en\",\"lang\":\"en\",\"limits\":"
                 "{\"maxOutput\":%d}}",
                 most);
        calque_translator *translator = NULL;
        CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                    formats[at / 6], options, CALQUE_NTS, NULL,
                                    &translator, NULL));
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_add_resource_bundle(
                         translator, "en", 2, "translation", CALQUE_NTS,
                         "{\"one\":\"$t(two)0123456789\","
                         "\"two\":\"$t(three)0123456789\","
                         "\"three\":\"0123456789\"}",
                         CALQUE_NTS, 0, NULL));
        CHECK_TEXT(most < 20 ? "$t(two)0123456789"
                             : "012345678901234567890123456789",
                   text_with(translator, "one", calls[at / 3 % 2]));
        calque_translator_release(translator);
    }
}

/* A value that is an object has a text scanned instead of following what was
 * compiled of it: which parts a limit leaves must not depend on that. Scanning
 * fills in variables before it follows references. */
static void doors(void) {
    static const struct {
        const char *limits, *text, *shown;
    } cases[] = {
        {"\"maxSteps\":4", "{{v}}$t(k){{v}}$t(k)", "0123456789K0123456789K"},
        {"\"maxSteps\":3", "{{v}}$t(k){{v}}$t(k)",
         "0123456789K0123456789$t(k)"},
        {"\"maxSteps\":2", "{{v}}$t(k){{v}}$t(k)",
         "0123456789$t(k)0123456789$t(k)"},
        {"\"maxSteps\":1", "{{v}}$t(k){{v}}", "0123456789$t(k){{v}}"},
        /* References inside one another. */
        {"\"maxSteps\":6", "$t(deep){{v}}$t(k)", "K{{u}}K0123456789K"},
        {"\"maxSteps\":5", "$t(deep){{v}}$t(k)", "K{{u}}K0123456789$t(k)"},
        {"\"maxSteps\":4", "$t(deep){{v}}$t(k)", "K{{u}}$t(k)0123456789$t(k)"},
        /* Variables in the options of a reference. */
        {"\"maxSteps\":3", "$t(k, {\"n\": \"{{v}}\"})$t(k)", "KK"},
        {"\"maxSteps\":2", "$t(k, {\"n\": \"{{v}}\"})$t(k)", "K$t(k)"},
        {"\"maxSteps\":1", "$t(k, {\"n\": \"{{v}}\"})",
         "$t(k, {\"n\": \"0123456789\"})"},
        /* Both passes over variables come across one that is not escaped. */
        {"\"maxSteps\":3", "{{- w}}$t(k)", "{{- w}}K"},
        {"\"maxSteps\":2", "{{- w}}$t(k)", "{{- w}}$t(k)"},
        /* Each formatter is a step. */
        {"\"maxSteps\":3", "$t(k){{n, number, number}}", "K1"},
        {"\"maxSteps\":2", "$t(k){{n, number, number}}", "$t(k)1"},
        {"\"maxOutput\":25", "{{v}}$t(k){{v}}", "0123456789K0123456789"},
        {"\"maxOutput\":24", "{{v}}$t(k){{v}}", "0123456789$t(k)0123456789"},
        {"\"maxOutput\":20", "{{v}}$t(k){{v}}", "0123456789$t(k)0123456789"},
        {"\"maxOutput\":19", "{{v}}$t(k){{v}}", "0123456789$t(k){{v}}"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        char options[128];
        snprintf(options, sizeof options, "{\"lng\":\"en\",\"limits\":{%s}}",
                 cases[at].limits);
        calque_translator *translator = translator_with(options, NULL);
        const char *const texts[][2] = {
            {"k", "K"}, {"deep", "$t(k){{u}}$t(k)"}, {"text", cases[at].text}};
        for (size_t each = 0; each < COUNT_OF(texts); each++) {
            char json[128], *end = json;
            *end++ = '"';
            for (const char *next = texts[each][1]; *next != 0; next++) {
                if (*next == '"') *end++ = '\\';
                *end++ = *next;
            }
            strcpy(end, "\"");
            CHECK_STATUS(CALQUE_OK, calque_translator_add_resource(
                                        translator, "en", 2, "translation",
                                        CALQUE_NTS, texts[each][0], CALQUE_NTS,
                                        json, CALQUE_NTS, 0, NULL));
        }
        char buffer[64];
        const calque_arg args[] = {CALQUE_ARG_TEXT("v", "0123456789"),
                                   CALQUE_ARG_INT("n", 1)};
        calque_translator_translate(translator, "text", CALQUE_NTS, args, 2,
                                    buffer, sizeof buffer, NULL);
        CHECK_TEXT(cases[at].shown, buffer);
        CHECK_TEXT(
            cases[at].shown,
            text_with(translator, "text", "{\"v\":\"0123456789\",\"n\":1}"));
        CHECK_TEXT(cases[at].shown,
                   text_with(translator, "text",
                             "{\"v\":\"0123456789\",\"n\":1,\"o\":{\"p\":1}}"));
        calque_translator_release(translator);
    }
}

/* Text of so many bytes as JSON, to be freed. */
static char *long_text(size_t length) {
    char *json = malloc(length + 3);
    memset(json, 'x', length + 2);
    json[0] = json[length + 1] = '"';
    json[length + 2] = 0;
    return json;
}

static bool nothing(void *user_data, calque_str value, calque_str lng,
                    calque_str options, calque_sink *out) {
    (void)user_data, (void)value, (void)lng, (void)options;
    calque_sink_append(out, "-", 1);
    return true;
}

/* Bytes of the texts that a call reads, of which little is put out: 8 MiB, with
 * 64 more for each text. */
static void cost(void) {
    enum { MOST = 8 << 20, OWN = 64, UNIT = 7, READ = 960 };
    const int count = (MOST - 2 * OWN - 2 * UNIT) / (UNIT + READ + OWN);
    const int left = MOST - 2 * OWN - 2 * UNIT - count * (UNIT + READ + OWN);
    const char *const doors[] = {"{}", "{\"o\":{\"p\":1}}"};
    for (int step = -1; step <= 1; step++) {
        calque_translator *translator =
            translator_with("{\"lng\":\"en\"}", NULL);
        CHECK_STATUS(CALQUE_OK, calque_translator_add_formatter(
                                    translator, "f", CALQUE_NTS, nothing, NULL,
                                    NULL, NULL));
        char *text = malloc((size_t)(count + 2) * UNIT + 3), *end = text;
        *end++ = '"';
        for (int at = 0; at < count + 2; at++)
            end += sprintf(end, "$t(%c,f)", at == count ? 'r' : 'a');
        strcpy(end, "\"");
        char *texts[] = {long_text(READ), long_text((size_t)(left + step)),
                         text};
        const char *const keys[] = {"a", "r", "text"};
        for (size_t at = 0; at < COUNT_OF(keys); at++) {
            CHECK_STATUS(CALQUE_OK, calque_translator_add_resource(
                                        translator, "en", 2, "translation",
                                        CALQUE_NTS, keys[at], CALQUE_NTS,
                                        texts[at], CALQUE_NTS, 0, NULL));
            free(texts[at]);
        }
        /* A dash for each reference. */
        const size_t whole = (size_t)count + 2;
        for (size_t at = 0; at < COUNT_OF(doors); at++) {
            calque_string out = {0};
            CHECK_STATUS(CALQUE_OK,
                         calque_translator_translate_json(
                             translator, "text", CALQUE_NTS, doors[at],
                             CALQUE_NTS, CALQUE_RESULT_TEXT, &out, NULL));
            CHECK(out.length == (step > 0 ? whole - 1 + UNIT : whole));
            CHECK_TEXT(step > 0 ? "-$t(a,f)" : "--------",
                       out.data + out.length - 8);
            calque_string_dispose(&out);
        }
        size_t length = 0;
        calque_translator_translate(translator, "text", CALQUE_NTS, NULL, 0,
                                    NULL, 0, &length);
        CHECK(length == (step > 0 ? whole - 1 + UNIT : whole));
        calque_translator_release(translator);
    }
}

/* Texts inside one another that are scanned, and longer than what is first
 * reserved for them: each is read about as often as it is there, and told once.
 */
static void long_texts(void) {
    calque_translator *translator = translator_with("{\"lng\":\"en\"}", NULL);
    char *innermost = long_text(3000), key[8] = "k0", text[16];
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_add_resource(
                     translator, "en", 2, "translation", CALQUE_NTS, key,
                     CALQUE_NTS, innermost, CALQUE_NTS, 0, NULL));
    for (int at = 1; at <= 30; at++) {
        sprintf(text, "\"$t(%s)-\"", key);
        sprintf(key, "k%d", at);
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_add_resource(
                         translator, "en", 2, "translation", CALQUE_NTS, key,
                         CALQUE_NTS, text, CALQUE_NTS, 0, NULL));
    }
    CHECK(strlen(text_of(translator, "k30")) == 3030);
    const char *options = "{\"o\":{\"p\":1}}";
    CHECK(strlen(text_with(translator, "k30", options)) == 3030);
    calque_string told = {0};
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_explain(translator, "k30", CALQUE_NTS,
                                           options, CALQUE_NTS, &told, NULL));
    const char *candidate = strstr(told.data, "\"key\":\"k0\"");
    CHECK(candidate != NULL && strstr(candidate + 1, "\"key\":\"k0\"") == NULL);
    calque_string_dispose(&told);
    calque_translator_release(translator);
    free(innermost);
}

/* Widths and precisions of sprintf: 1,000 and no more. */
static void widths(void) {
    static const struct {
        calque_format format;
        const char *text, *arguments;
        int more;
    } cases[] = {
        {CALQUE_FORMAT_V4, "%%%dd", "[1]", 0},
        {CALQUE_FORMAT_V4, "%%-%ds", "[\"a\"]", 0},
        {CALQUE_FORMAT_V4, "%%0%df", "[1.5]", 0},
        {CALQUE_FORMAT_IOS, "%%%dd", "[1]", 0},
        {CALQUE_FORMAT_IOS, "%%-%d@", "[\"a\"]", 0},
        {CALQUE_FORMAT_IOS, "%%.%df", "[1.5]", 2},
        {CALQUE_FORMAT_IOS, "%%.%dd", "[1]", 0},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        for (int size = 999; size <= 1001; size++) {
            char pattern[32], text[64], options[128];
            snprintf(pattern, sizeof pattern, cases[at].text, size);
            snprintf(text, sizeof text, "\"%s\"", pattern);
            snprintf(options, sizeof options,
                     "{\"postProcess\":\"sprintf\",\"sprintf\":%s}",
                     cases[at].arguments);
            calque_translator *translator = NULL;
            CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                        cases[at].format,
                                        "{\"lng\":\"en\",\"lang\":\"en\"}",
                                        CALQUE_NTS, NULL, &translator, NULL));
            CHECK_STATUS(CALQUE_OK,
                         calque_translator_add_resource(
                             translator, "en", 2, "translation", CALQUE_NTS,
                             "k", CALQUE_NTS, text, CALQUE_NTS, 0, NULL));
            size_t expected =
                (size_t)((size > 1000 ? 1000 : size) + cases[at].more);
            if (!CHECK(strlen(text_with(translator, "k", options)) == expected))
                printf("%s\n", pattern);
            calque_translator_release(translator);
        }
    }
}

int main(void) {
    translations();
    forms();
    steps();
    output();
    chains();
    doors();
    cost();
    long_texts();
    widths();
    return check_end();
}
