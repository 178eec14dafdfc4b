/* pattern.h */
#include "check.h"

static calque_string describe(calque_format format, const char *options,
                              const char *patterns, calque_status *status) {
    calque_string json = {0};
    *status = calque_pattern_describe(format, options, CALQUE_NTS, patterns,
                                      CALQUE_NTS, &json, NULL);
    return json;
}

static void parts_have_names_and_offsets(void) {
    calque_status status;
    calque_string json =
        describe(CALQUE_FORMAT_V4, NULL, "[\"a {{- b}}\", \"c\"]", &status);
    CHECK(status == CALQUE_OK);
    CHECK_TEXT("[[{\"kind\":\"placeholder\",\"start\":2,\"end\":9,"
               "\"name\":\"b\",\"raw\":true,\"formats\":[]}],[]]",
               json.data);
    calque_string_dispose(&json);
    json = describe(CALQUE_FORMAT_V1,
                    "{\"interpolationPrefix\":\"<\","
                    "\"interpolationSuffix\":\">\"}",
                    "[\"<x>\"]", &status);
    CHECK(status == CALQUE_OK);
    CHECK_TEXT("[[{\"kind\":\"placeholder\",\"start\":0,\"end\":3,"
               "\"name\":\"x\",\"raw\":false,\"formats\":[]}]]",
               json.data);
    calque_string_dispose(&json);
}

static void wrong_patterns_are_refused(void) {
    calque_status status;
    calque_string json = describe(CALQUE_FORMAT_V4, NULL, "{}", &status);
    CHECK(status == CALQUE_INVALID_TYPE && json.data == NULL);
    describe(CALQUE_FORMAT_V4, NULL, "[1]", &status);
    CHECK(status == CALQUE_INVALID_TYPE);
    describe(CALQUE_FORMAT_V4, NULL, "[", &status);
    CHECK(status == CALQUE_INVALID_JSON);
    describe((calque_format)9, NULL, "[]", &status);
    CHECK(status == CALQUE_INVALID_ARGUMENT);
    describe(CALQUE_FORMAT_V4, NULL, NULL, &status);
    CHECK(status == CALQUE_INVALID_ARGUMENT);
    CHECK(calque_pattern_describe(CALQUE_FORMAT_V4, NULL, 0, "[]", CALQUE_NTS,
                                  NULL, NULL) == CALQUE_INVALID_ARGUMENT);
}

static void forms_have_numbers_that_show_them(void) {
    calque_string json = {0};
    CHECK(calque_plural_forms("en", CALQUE_NTS, CALQUE_FORMAT_V4,
                              CALQUE_PLURAL_CARDINAL, &json,
                              NULL) == CALQUE_OK);
    CHECK_TEXT("[{\"suffix\":\"_other\",\"category\":\"other\",\"integers\":"
               "[\"0\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\"],"
               "\"decimals\":[\"0.0\",\"0.1\",\"0.2\",\"0.3\"]},"
               "{\"suffix\":\"_one\",\"category\":\"one\",\"integers\":[\"1\"],"
               "\"decimals\":[]}]",
               json.data);
    calque_string_dispose(&json);
    CHECK(calque_plural_forms("en", CALQUE_NTS, CALQUE_FORMAT_V3,
                              CALQUE_PLURAL_ORDINAL, &json, NULL) == CALQUE_OK);
    CHECK_TEXT("[]", json.data);
    calque_string_dispose(&json);
    CHECK(calque_plural_forms("en", CALQUE_NTS, CALQUE_FORMAT_V4, 2, &json,
                              NULL) == CALQUE_INVALID_ARGUMENT);
    CHECK(calque_plural_forms(NULL, 0, CALQUE_FORMAT_V4, 0, &json, NULL) ==
          CALQUE_INVALID_ARGUMENT);
}

int main(void) {
    parts_have_names_and_offsets();
    wrong_patterns_are_refused();
    forms_have_numbers_that_show_them();
    return check_end();
}
