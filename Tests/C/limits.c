/* Limits: each at one below, at it and at one above. The table of
 * docs/reliability.md names this file. */
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
    calque_status status = calque_translator_add_resource_bundle(
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
                         calque_translator_add_resource_bundle(
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

/* By default there may be 1,000. */
static void languages(int limit) {
    for (int step = -1; step <= 1; step++) {
        char options[256] = "{\"guid\":\"g\"}";
        if (limit != 1000)
            snprintf(options, sizeof options,
                     "{\"guid\":\"g\",\"limits\":{\"maximumLanguages\":%d}}",
                     limit);
        calque_localization *opened = NULL;
        char *json = index_of(limit + step);
        CHECK_STATUS(CALQUE_OK, calque_localization_create(
                                    options, CALQUE_NTS, NULL, &opened, NULL));
        CHECK_STATUS(step > 0 ? CALQUE_LIMIT_EXCEEDED : CALQUE_OK,
                     calque_localization_load_index(opened, json, CALQUE_NTS,
                                                    NULL, 0, NULL, NULL));
        calque_localization_release(opened);
        free(json);
    }
}

int main(void) {
    catalogs();
    tables();
    messages();
    filled_messages();
    localizations();
    languages(10);
    languages(1000);
    languages(100000);
    return check_end();
}
