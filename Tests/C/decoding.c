/* decoding.h: limits, tokens, formatting, reports */
#include "messages_fixture.h"

static void test_limits(void) {
    calque_messages *table = table_with(
        "{\"maxDepth\": 2, \"maxOutput\": 8, \"maxSteps\": 3}",
        "{\"a\": \"a%{b}\", \"b\": \"b%{c}\", \"c\": \"c\", \"s\": \"%{s}\","
        " \"long\": \"12345678\", \"l9\": \"123456789\"}",
        NULL);
    static const struct {
        const char *text, *expected;
        calque_status status;
    } cases[] = {
        {"%{b}", "bc", CALQUE_OK},
        {"%{a}", "ab%{c}", CALQUE_LIMITED},
        {"%{s}", "%{s}", CALQUE_CYCLE},
        {"%{long}", "12345678", CALQUE_OK},
        {"%{l9}", "%{l9}", CALQUE_LIMITED},
        {"%{c}%{c}", "cc", CALQUE_OK},
        {"%{c}%{c}%{c}", "ccc", CALQUE_OK},
        {"%{c}%{c}%{c}%{c}", "ccc%{c}", CALQUE_LIMITED},
        {"%{nope}", "%{nope}", CALQUE_OK},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        char buffer[64];
        CHECK_STATUS(cases[i].status,
                     calque_messages_decode(table, cases[i].text, CALQUE_NTS,
                                            buffer, sizeof buffer, NULL));
        CHECK_TEXT(cases[i].expected, buffer);
    }
    calque_messages_release(table);
}

static void test_tokens(void) {
    calque_messages *table =
        table_with("{\"mode\": \"js\"}", "{\"BKY_A\": \"a %1\\n%%\"}", NULL);
    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK, calque_messages_tokenize(table, "%{bky_a}\"%2",
                                                     CALQUE_NTS, &json, NULL));
    CHECK_TEXT("[\"a \",1,\"\\n\",\"%\\\"\",2]", json.data);
    calque_string_dispose(&json);
    calque_messages_release(table);
}

static void test_format(void) {
    calque_messages *table =
        table_with(NULL, "{\"ask\": \"Delete %1 of %2?\"}", NULL);
    calque_arg args[] = {CALQUE_ARG_INT("", 3),
                         CALQUE_ARG_TEXT("", "%1%{ask}")};
    char buffer[64];
    size_t length;
    calque_error *error = NULL;
    CHECK_STATUS(CALQUE_OK, calque_messages_format(
                                table, "%{ask}", CALQUE_NTS, args, 2, buffer,
                                sizeof buffer, &length, &error));
    CHECK_TEXT("Delete 3 of %1%{ask}?", buffer);
    CHECK(error == NULL && length == strlen(buffer));
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_messages_format(table, "%{ask}", CALQUE_NTS, args, 2,
                                        buffer, 9, &length, &error));
    CHECK_TEXT("Delete 3", buffer);
    CHECK_STATUS(CALQUE_INVALID_PLACEHOLDER,
                 calque_messages_format(table, "%{ask}", CALQUE_NTS, args, 1,
                                        buffer, sizeof buffer, &length,
                                        &error));
    CHECK_TEXT("Delete 3 of %2?", buffer);
    CHECK(strstr(calque_error_message(error), "%2") != NULL);
    calque_error_release(error);
    error = NULL;
    calque_arg bad[] = {{NULL, 0, 99, 0, 0, 0, NULL, 0}};
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_format(table, "%1", 2, bad, 1, buffer,
                                        sizeof buffer, &length, NULL));
    CHECK_TEXT("", buffer);
    calque_messages_release(table);
}

static void test_reports(void) {
    calque_messages *table = table_with(
        NULL, "{\"a\": \"%{b} %1\", \"b\": \"%{a}\", \"e\": \"x\"}", NULL);
    calque_messages *other = table_with(NULL, "{\"A\": \"%1\"}", NULL);
    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_check(table, "%{e}", CALQUE_NTS, &json, NULL));
    calque_string_dispose(&json);
    CHECK_STATUS(
        CALQUE_NOT_FOUND,
        calque_messages_check(table, "%{zz} %{e}", CALQUE_NTS, &json, NULL));
    CHECK_TEXT("{\"missing\":[\"zz\"],\"cycles\":[],\"limited\":[],"
               "\"placeholders\":[]}",
               json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_CYCLE,
                 calque_messages_check(table, "%{a}", CALQUE_NTS, &json, NULL));
    CHECK_TEXT("{\"missing\":[],\"cycles\":[\"a\"],\"limited\":[],"
               "\"placeholders\":[1]}",
               json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_OK, calque_messages_compare(table, other, &json, NULL));
    CHECK_TEXT("{\"missing\":[\"b\",\"e\"],\"extra\":[],\"empty\":[],"
               "\"mismatches\":[{\"key\":\"a\",\"source\":[\"%1\",\"%{b}\"],"
               "\"translation\":[\"%1\"]}]}",
               json.data);
    calque_string_dispose(&json);
    calque_messages_release(table);
    calque_messages_release(other);
}

int main(void) {
    test_limits();
    test_tokens();
    test_format();
    test_reports();
    return check_end();
}
