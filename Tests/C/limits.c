/* Limits: each at one below, at it and at one above, and each option at the
 * ends of its range. The table of docs/reliability.md names this file. */
#include <stdlib.h>

#include "fixture.h"
#include "localization.h"

/* A JSON text of nested objects, so many inside one another, around a text. */
static char *nested(int depth) {
    char *json = malloc((size_t)depth * 6 + 8), *end = json;
    for (int at = 0; at < depth; at++)
        end += sprintf(end, "{\"a\":");
    end += sprintf(end, "\"x\"");
    for (int at = 0; at < depth; at++)
        *end++ = '}';
    *end = 0;
    return json;
}

static calque_status add(const char *limits, const char *tree) {
    char options[256];
    snprintf(options, sizeof options, "{\"lng\":\"en\",\"limits\":{%s}}",
             limits);
    calque_translator *translator = translator_with(options, NULL);
    calque_status status = calque_translator_add_bundle(
        translator, "en", 2, "translation", CALQUE_NTS, tree, CALQUE_NTS,
        CALQUE_BUNDLE_DEEP, NULL);
    /* The earlier resources are unchanged. */
    CHECK_TEXT("a", text_of(translator, "a"));
    calque_translator_release(translator);
    return status;
}

static void catalogs(void) {
    static const struct {
        const char *limits;
        int depth;
    } depths[] = {{"", 128},
                  {"\"maxCatalogDepth\":3", 3},
                  {"\"maxCatalogDepth\":512", 512}};
    for (size_t at = 0; at < COUNT_OF(depths); at++) {
        for (int step = -1; step <= 1; step++) {
            char *tree = nested(depths[at].depth + step);
            calque_translator *translator = NULL;
            char options[128];
            snprintf(options, sizeof options, "{\"limits\":{%s}}",
                     depths[at].limits);
            CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                        CALQUE_FORMAT_V4, options, CALQUE_NTS,
                                        NULL, &translator, NULL));
            CHECK_STATUS(step > 0 ? CALQUE_LIMIT_EXCEEDED : CALQUE_OK,
                         calque_translator_add_bundle(
                             translator, "en", 2, "translation", CALQUE_NTS,
                             tree, CALQUE_NTS, 0, NULL));
            calque_translator_release(translator);
            free(tree);
        }
    }
    /* 11 bytes. */
    CHECK_STATUS(CALQUE_OK, add("\"maxCatalogBytes\":12", "{\"b\":\"x\"}  "));
    CHECK_STATUS(CALQUE_OK, add("\"maxCatalogBytes\":11", "{\"b\":\"x\"}  "));
    CHECK_STATUS(CALQUE_LIMIT_EXCEEDED,
                 add("\"maxCatalogBytes\":10", "{\"b\":\"x\"}  "));
}

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
         "VK1", "VK{{n, number}}"},
        {CALQUE_FORMAT_V4, "$t(k)$t(k){{w}}", ",\"w\":\"'\"", 3, "KK&#39;",
         "KK{{w}}"},
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
            CHECK_STATUS(CALQUE_OK, calque_translator_add_bundle(
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

/* Message tables behind one: 16 and no more. */
static void tables(void) {
    calque_messages *last = NULL;
    CHECK_STATUS(CALQUE_OK, calque_messages_create(NULL, 0, &last, NULL));
    for (int count = 1; count <= 17; count++) {
        calque_messages *table = NULL;
        CHECK_STATUS(CALQUE_OK, calque_messages_create(NULL, 0, &table, NULL));
        CHECK_STATUS(count <= 16 ? CALQUE_OK : CALQUE_LIMIT_EXCEEDED,
                     calque_messages_set_parent(table, last, NULL));
        calque_messages_release(last);
        last = table;
    }
    calque_messages_release(last);
}

/* Each with a text that needs all of the limit. */
static void messages(void) {
    static const struct {
        const char *option;
        int limit;
        const char *text, *whole, *below;
    } cases[] = {
        {"maxDepth", 2, "%{b}", "b-c", "b-%{c}"},
        {"maxSteps", 2, "%{c}%{c}", "cc", "c%{c}"},
        {"maxOutput", 10, "%{long}", "0123456789", "%{long}"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        for (int step = -1; step <= 1; step++) {
            char options[64], buffer[64];
            snprintf(options, sizeof options, "{\"%s\":%d}", cases[at].option,
                     cases[at].limit + step);
            calque_messages *table = NULL;
            CHECK_STATUS(CALQUE_OK, calque_messages_create(options, CALQUE_NTS,
                                                           &table, NULL));
            CHECK_STATUS(
                CALQUE_OK,
                calque_messages_load_json(
                    table, CALQUE_MESSAGES_MESSAGE, NULL, 0,
                    "{\"b\":\"b-%{c}\",\"c\":\"c\",\"long\":\"0123456789\"}",
                    CALQUE_NTS, NULL, NULL));
            CHECK_STATUS(step < 0 ? CALQUE_LIMITED : CALQUE_OK,
                         calque_messages_decode(table, cases[at].text,
                                                CALQUE_NTS, buffer,
                                                sizeof buffer, NULL));
            CHECK_TEXT(step < 0 ? cases[at].below : cases[at].whole, buffer);
            calque_messages_release(table);
        }
    }
}

/* Numbers that are filled in count as well. */
static void filled_messages(void) {
    for (int most = 9; most <= 11; most++) {
        char options[64], buffer[64];
        snprintf(options, sizeof options, "{\"maxOutput\":%d}", most);
        calque_messages *table = NULL;
        const calque_arg args[] = {CALQUE_ARG_TEXT("", "0123456789")};
        CHECK_STATUS(CALQUE_OK,
                     calque_messages_create(options, CALQUE_NTS, &table, NULL));
        calque_messages_format(table, "%1%1", CALQUE_NTS, args, 1, buffer,
                               sizeof buffer, NULL, NULL);
        CHECK_TEXT(most < 10 ? "0123456789%1" : "01234567890123456789", buffer);
        calque_messages_release(table);
    }
}

static void localizations(void) {
    static const struct {
        const char *limits;
        bool is_index;
        const char *payload;
        calque_status status;
    } cases[] = {
        {"\"maximumTexts\":3", false,
         "{\"data\":{\"s\":{\"a\":\"1\",\"b\":\"2\"}}}", CALQUE_OK},
        {"\"maximumTexts\":2", false,
         "{\"data\":{\"s\":{\"a\":\"1\",\"b\":\"2\"}}}", CALQUE_OK},
        {"\"maximumTexts\":1", false,
         "{\"data\":{\"s\":{\"a\":\"1\",\"b\":\"2\"}}}", CALQUE_LIMIT_EXCEEDED},
        {"\"maximumBytes\":25", false, "{\"data\":{\"s\":{\"a\":\"1\"}}}",
         CALQUE_OK},
        {"\"maximumBytes\":24", false, "{\"data\":{\"s\":{\"a\":\"1\"}}}",
         CALQUE_OK},
        {"\"maximumBytes\":23", false, "{\"data\":{\"s\":{\"a\":\"1\"}}}",
         CALQUE_LIMIT_EXCEEDED},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        char options[256];
        snprintf(options, sizeof options,
                 "{\"guid\":\"g\",\"applicationId\":\"a\",\"restAPIKey\":\"k\","
                 "\"preferredLanguages\":[\"en\"],\"limits\":{%s}}",
                 cases[at].limits);
        calque_localization *opened = NULL;
        CHECK_STATUS(CALQUE_OK, calque_localization_create(
                                    options, CALQUE_NTS, NULL, &opened, NULL));
        CHECK_STATUS(cases[at].status,
                     calque_localization_load_resource(
                         opened, cases[at].payload, CALQUE_NTS, "en", 2, NULL));
        calque_localization_release(opened);
    }
}

/* An index of so many languages, each of them new. */
static char *index_of(int count) {
    char *json = malloc((size_t)count * 160 + 32), *end = json;
    end += sprintf(end, "{\"data\":[");
    for (int at = 0; at < count; at++) {
        end += sprintf(
            end,
            "%s{\"id\":%d,\"url\":\"https://h/%d\",\"should_update\":true,"
            "\"language\":{\"id\":%d,\"name\":\"n\",\"locale\":\"x%d\","
            "\"direction\":\"LRM\"}}",
            at == 0 ? "" : ",", at, at, at, at);
    }
    sprintf(end, "]}");
    return json;
}

static void languages(int limit) {
    for (int step = -1; step <= 1; step++) {
        char options[256];
        snprintf(options, sizeof options,
                 "{\"guid\":\"g\",\"applicationId\":\"a\",\"restAPIKey\":\"k\","
                 "\"limits\":{\"maximumLanguages\":%d}}",
                 limit);
        calque_localization *opened = NULL;
        char *json = index_of(limit + step);
        CHECK_STATUS(CALQUE_OK, calque_localization_create(
                                    options, CALQUE_NTS, NULL, &opened, NULL));
        CHECK_STATUS(step > 0 ? CALQUE_LIMIT_EXCEEDED : CALQUE_OK,
                     calque_localization_load_index(opened, json, CALQUE_NTS,
                                                    NULL, NULL));
        calque_localization_release(opened);
        free(json);
    }
}

/* The ends of the range of each option. */
static void ranges(void) {
    static const struct {
        const char *name;
        long long first, last;
    } options[] = {
        {"maxNesting", 1, 128},      {"maxSteps", 1, 1 << 30},
        {"maxOutput", 1, 1 << 30},   {"maxCatalogBytes", 1, 1 << 30},
        {"maxCatalogDepth", 1, 512}, {"maxMissingKeys", 1, 1 << 20},
    };
    for (size_t at = 0; at < COUNT_OF(options); at++) {
        const long long values[] = {options[at].first - 1, options[at].first,
                                    options[at].last, options[at].last + 1};
        for (int each = 0; each < 4; each++) {
            char json[128];
            snprintf(json, sizeof json, "{\"limits\":{\"%s\":%lld}}",
                     options[at].name, values[each]);
            calque_translator *translator = NULL;
            CHECK_STATUS(
                each == 0 || each == 3 ? CALQUE_INVALID_OPTION : CALQUE_OK,
                calque_translator_create(CALQUE_FORMAT_V4, json, CALQUE_NTS,
                                         NULL, &translator, NULL));
            calque_translator_release(translator);
        }
    }
    static const struct {
        const char *name;
        long long last;
    } of_messages[] = {
        {"maxDepth", 256}, {"maxOutput", 1 << 30}, {"maxSteps", 1 << 30}};
    for (size_t at = 0; at < COUNT_OF(of_messages); at++) {
        for (int step = -1; step <= 1; step++) {
            char json[64];
            snprintf(json, sizeof json, "{\"%s\":%lld}", of_messages[at].name,
                     of_messages[at].last + step);
            calque_messages *messages = NULL;
            CHECK_STATUS(
                step > 0 ? CALQUE_INVALID_OPTION : CALQUE_OK,
                calque_messages_create(json, CALQUE_NTS, &messages, NULL));
            calque_messages_release(messages);
        }
    }
}

int main(void) {
    catalogs();
    translations();
    steps();
    output();
    tables();
    messages();
    filled_messages();
    localizations();
    languages(10);
    languages(1000);
    languages(100000);
    ranges();
    return check_end();
}
