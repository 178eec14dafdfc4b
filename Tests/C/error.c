/* error.h and string.h */
#include "fixture.h"

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static void no_error_reads_as_nothing(void) {
    CHECK_STATUS(CALQUE_OK, calque_error_status(NULL));
    CHECK_TEXT("", calque_error_message(NULL));
    CHECK_TEXT("", calque_error_path(NULL));
    CHECK_TEXT("", calque_error_source(NULL));
    CHECK(calque_error_line(NULL) == 0 && calque_error_column(NULL) == 0);
    calque_error_release(NULL);
}

/* Malformed JSON, and where the fault is. */
static void malformed_json_has_a_position(void) {
    const struct {
        const char *json;
        calque_status status;
        size_t line, column;
    } cases[] = {
        {"", CALQUE_INVALID_JSON, 1, 0},
        {"{", CALQUE_INVALID_JSON, 1, 0},
        {"{\"a\": \"b\"", CALQUE_INVALID_JSON, 1, 0},
        {"{\"a\": tru}", CALQUE_INVALID_JSON, 1, 0},
        {"{\"a\": 1}}", CALQUE_INVALID_JSON, 1, 0},
        {"{\n  \"a\": \"b\",\n  \"c\" \"d\"\n}", CALQUE_INVALID_JSON, 3, 0},
        {"{\n\n  \"a\": 'b'\n}", CALQUE_INVALID_JSON, 3, 0},
        {"{\"a\": \"\\ud800\"}", CALQUE_INVALID_JSON, 1, 0},
        {"{\"a\": \"\xff\"}", CALQUE_INVALID_UTF8, 1, 8},
        {"{\n\"a\": \"\xc3(\"}", CALQUE_INVALID_UTF8, 2, 7},
    };
    calque_translator *translator = translator_with("{}", NULL);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_error *error = NULL;
        CHECK_STATUS(cases[at].status,
                     calque_translator_add_resource_bundle(
                         translator, "en", CALQUE_NTS, "translation",
                         CALQUE_NTS, cases[at].json, CALQUE_NTS, 0, &error));
        size_t line = calque_error_line(error);
        size_t column = calque_error_column(error);
        CHECK(error != NULL);
        CHECK(calque_error_status(error) == cases[at].status);
        CHECK(strlen(calque_error_message(error)) > 0);
        CHECK(strchr(calque_error_message(error), '\n') == NULL);
        if (!CHECK(line == cases[at].line && column > 0)) {
            printf("case %zu: %zu:%zu\n", at, line, column);
        }
        if (cases[at].column > 0 && !CHECK(column == cases[at].column)) {
            printf("case %zu: column %zu\n", at, column);
        }
        calque_error_release(error);
    }
    calque_translator_release(translator);
}

static void wrong_options_name_their_path(void) {
    calque_translator *translator = NULL;
    calque_error *error = NULL;
    CHECK_STATUS(CALQUE_INVALID_OPTION,
                 calque_translator_create(
                     CALQUE_FORMAT_V4,
                     CALQUE_JSON({"interpolation": {"prefix": 7}}), CALQUE_NTS,
                                 NULL, &translator, &error));
    CHECK(translator == NULL);
    CHECK_TEXT("interpolation.prefix", calque_error_path(error));
    CHECK(ends_with(calque_error_message(error), " (interpolation.prefix)"));
    calque_error_release(error);
}

static void files_are_named_as_source(void) {
    calque_translator *translator = translator_with("{}", NULL);
    calque_error *error = NULL;
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_translator_add_file(translator, "en", CALQUE_NTS,
                                            "translation", CALQUE_NTS,
                                            "/no/such/file.json", 0, &error));
    CHECK_TEXT("/no/such/file.json", calque_error_source(error));
    CHECK(ends_with(calque_error_message(error), " (/no/such/file.json)"));
    CHECK(calque_error_line(error) == 0 && calque_error_column(error) == 0);
    calque_error_release(error);
    calque_translator_release(translator);
}

static void unknown_numbers_name_their_parameter(void) {
    calque_error *error = NULL;
    calque_translator *translator = NULL;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_translator_create(77, "{}", CALQUE_NTS, NULL,
                                          &translator, &error));
    CHECK_TEXT("unknown format", calque_error_message(error));
    calque_error_release(error);
    calque_formatter *formatter = NULL;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_formatter_create(77, "en", CALQUE_NTS, NULL, 0, NULL,
                                         &formatter, &error));
    CHECK_TEXT("unknown kind", calque_error_message(error));
    calque_error_release(error);
}

static void a_string_can_be_disposed_of_twice(void) {
    calque_translator *translator = translator_with("{}", NULL);
    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK, calque_translator_options(translator, &json, NULL));
    CHECK(json.data != NULL && strlen(json.data) == json.length);
    calque_string_dispose(&json);
    CHECK(json.data == NULL && json.length == 0);
    calque_string_dispose(&json);
    calque_string_dispose(NULL);
    calque_translator_release(translator);
}

int main(void) {
    no_error_reads_as_nothing();
    malformed_json_has_a_position();
    wrong_options_name_their_path();
    files_are_named_as_source();
    unknown_numbers_name_their_parameter();
    a_string_can_be_disposed_of_twice();
    return check_end();
}
