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
    localizations();
    languages(10);
    languages(1000);
    languages(100000);
    ranges();
    return check_end();
}
