/* Errors, reports and logs show URLs without their secrets, and names */
#include <stdlib.h>

#include "fixture.h"

static char log_lines[4096];

static void on_log(void *user_data, calque_str message) {
    (void)user_data;
    size_t length = strlen(log_lines);
    snprintf(log_lines + length, sizeof log_lines - length, "[%.*s]",
             (int)message.length, message.data);
}

static void on_start(void *user_data, const calque_request *request,
                     calque_exchange *exchange) {
    (void)user_data;
    (void)request;
    calque_response response = {sizeof response, 403, NULL, 0, {"", 0}};
    calque_exchange_complete(exchange, &response);
}

static void urls_keep_their_secrets(void) {
    static const struct {
        const char *url, *shown;
    } cases[] = {
        {"https://user:password@h.test/a.json", "https://h.test/a.json"},
        {"https://user@h.test:81", "https://h.test:81"},
        {"https://a@b:c@h.test/x@y?q=u@v", "https://h.test/x@y?q=u@v"},
        {"https://h.test/a?token=abc&lng=en",
         "https://h.test/a?token=***&lng=en"},
        {"https://h.test/a?Access_Token=abc#id_token=x",
         "https://h.test/a?Access_Token=***#id_token=***"},
        {"https://h.test/a?api-key=1&sig=2&key=3&monkey=4",
         "https://h.test/a?api-key=***&sig=***&key=***&monkey=4"},
        {"https://h.test/a?token", "https://h.test/a?token"},
        {"https://h.test/a?token=", "https://h.test/a?token=***"},
        {"https://h.test/?a=b=c&password=d=e&f",
         "https://h.test/?a=b=c&password=***&f"},
    };
    calque_transport transport = {.struct_size = sizeof transport,
                                  .start = on_start};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        char options[512];
        snprintf(
            options, sizeof options,
            "{\"lng\":\"en\",\"backend\":{\"loadPath\":\"%s\",\"maxRetries\":0}}",
            cases[at].url);
        calque_translator *translator = NULL;
        calque_string report = {0};
        calque_error *error = NULL;
        CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                    CALQUE_FORMAT_V4, options, CALQUE_NTS,
                                    &host, &translator, NULL));
        CHECK_STATUS(
            CALQUE_LOAD_FAILED,
            calque_translator_load(translator, NULL, 0, &report, &error));
        CHECK_TEXT(cases[at].shown, calque_error_source(error));
        char location[256];
        snprintf(location, sizeof location, "\"location\":\"%s\"",
                 cases[at].shown);
        CHECK(strstr(report.data, location) != NULL);
        CHECK(strstr(report.data, "password@") == NULL &&
              strstr(report.data, "abc") == NULL);
        calque_string_dispose(&report);
        calque_error_release(error);
        calque_translator_release(translator);
    }
}

/* Whether a text could be taken for more than one line, or for something else
 * than text. */
static bool is_one_line(const char *text) {
    for (; *text != 0; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7F) return false;
        if ((unsigned char)*text == 0xC2 && (unsigned char)text[1] < 0xA0)
            return false;
        if (strncmp(text, "\xe2\x80\xa8", 3) == 0) return false;
    }
    return true;
}

static void names_stay_on_their_line(void) {
    static const char *const options[] = {
        "{\"versions\":{\"e\\nn\\u0085\\u2028\":1}}",
        "{\"customHeaders\":{\"a\\nb\":\"c\"}}",
        "{\"resources\":{\"e\\nn\":1}}",
        "{\"resources\":{\"e\\nn\":{\"n\\u0007s\":1}}}",
    };
    for (size_t at = 0; at < COUNT_OF(options); at++) {
        calque_translator *translator = NULL;
        calque_error *error = NULL;
        calque_status status =
            calque_translator_create(CALQUE_FORMAT_V4, options[at], CALQUE_NTS,
                                     NULL, &translator, &error);
        CHECK(status >= CALQUE_INVALID_ARGUMENT);
        CHECK(is_one_line(calque_error_message(error)));
        CHECK(is_one_line(calque_error_path(error)));
        calque_error_release(error);
    }
    calque_error *error =
        calque_error_create(CALQUE_IO_ERROR, "a\nb\x1b[0m\xc2\x9b", CALQUE_NTS);
    CHECK_TEXT("a\\u000ab\\u001b[0m\\u009b", calque_error_message(error));
    calque_error_release(error);
}

static void logs_stay_on_their_line(void) {
    calque_host host = {.struct_size = sizeof host, .log = on_log};
    calque_translator *translator = translator_with(
        "{\"lng\":\"en\",\"ns\":\"n\\ns\",\"defaultNS\":\"n\\ns\",\"saveMissing\":true,"
        "\"resources\":{\"en\":{\"n\\ns\":{}}},\"backend\":{\"addPath\":\"http://u:p@h/{{lng}}\"}}",
        &host);
    text_of(translator, "missing");
    calque_translator_flush_missing_keys(translator, 10000);
    calque_translator_release(translator);
    CHECK(log_lines[0] == '[' && is_one_line(log_lines));
    CHECK(strstr(log_lines, "u:p") == NULL);
}

/* Patterns of format v1 whose references stay open, and options with debug. */
static void mistakes_stay_on_their_line(void) {
    static const struct {
        calque_format format;
        const char *options;
    } cases[] = {
        {CALQUE_FORMAT_V1,
         "{\"lng\":\"en\",\"resStore\":{\"en\":{\"translation\":"
         "{\"a\":\"$t(\\nb\"}}}}"},
        {CALQUE_FORMAT_V4,
         "{\"lng\":\"en\",\"debug\":true,\"fallback\\nLng\":1}"},
    };
    calque_host host = {.struct_size = sizeof host, .log = on_log};
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        calque_translator *translator = NULL;
        log_lines[0] = 0;
        CHECK_STATUS(CALQUE_OK, calque_translator_create(
                                    cases[at].format, cases[at].options,
                                    CALQUE_NTS, &host, &translator, NULL));
        text_of(translator, "a");
        calque_translator_release(translator);
        CHECK(log_lines[0] == '[' && is_one_line(log_lines));
    }
}

int main(void) {
    urls_keep_their_secrets();
    names_stay_on_their_line();
    logs_stay_on_their_line();
    mistakes_stay_on_their_line();
    return check_end();
}
