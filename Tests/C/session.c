/* session.h: identifiers, sessions and messages */
#include <stdlib.h>

#include "check.h"

static calque_session *session_of(uint64_t number) {
    calque_session *session = NULL;
    calque_id id = {1, number};
    CHECK_STATUS(CALQUE_OK, calque_session_from_id(id, &session, NULL));
    return session;
}

static calque_transcript_message *message_of(const calque_session *session) {
    calque_transcript_message *message = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_create(session, &message, NULL));
    return message;
}

static void identifiers_read_back(void) {
    char text[64];
    size_t length = 0;
    calque_id id = {9, 9};
    const char *uuid = "01234567-89ab-cdef-fedc-ba9876543210";
    CHECK_STATUS(CALQUE_OK, calque_id_parse(uuid, CALQUE_NTS, &id, NULL));
    CHECK(id.high == 0x0123456789abcdef && id.low == 0xfedcba9876543210);
    CHECK_STATUS(CALQUE_OK, calque_id_text(id, text, sizeof text, &length));
    CHECK_TEXT(uuid, text);
    CHECK(length == 36);
    CHECK_STATUS(CALQUE_TRUNCATED, calque_id_text(id, text, 36, &length));
    CHECK(length == 36 && strlen(text) == 35);
    CHECK_STATUS(CALQUE_OK, calque_id_text(id, text, 37, NULL));
    CHECK_STATUS(CALQUE_TRUNCATED, calque_id_text(id, NULL, 0, &length));
    CHECK(length == 36);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_id_parse(uuid, 35, &id, NULL));
    CHECK(id.high == 0 && id.low == 0);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_id_parse(NULL, 0, &id, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_id_parse(uuid, CALQUE_NTS, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_UTF8, calque_id_parse("\xff", 1, &id, NULL));
}

static void sessions_are_equal_by_identifier(void) {
    calque_session *a = NULL, *b = NULL, *again = NULL;
    calque_string archive = {0};
    calque_id none = {0, 0};
    CHECK_STATUS(CALQUE_OK, calque_session_create(&a, NULL));
    CHECK_STATUS(CALQUE_OK, calque_session_create(&b, NULL));
    CHECK(!calque_session_equal(a, b));
    CHECK_STATUS(CALQUE_OK, calque_session_archive(a, &archive, NULL));
    CHECK_STATUS(CALQUE_OK, calque_session_restore(archive.data, archive.length,
                                                   &again, NULL));
    CHECK(calque_session_equal(a, again));
    CHECK(calque_session_id(a).high == calque_session_id(again).high);
    CHECK(calque_session_equal(NULL, NULL) && !calque_session_equal(a, NULL));
    calque_session_release(again);
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_session_restore("{", 1, &again, NULL));
    CHECK(again == NULL);
    CHECK_STATUS(
        CALQUE_UNSUPPORTED,
        calque_session_restore("{\"version\":2}", CALQUE_NTS, &again, NULL));
    CHECK_STATUS(
        CALQUE_INVALID_TYPE,
        calque_session_restore("{\"version\":1}", CALQUE_NTS, &again, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_session_from_id(none, &again, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_session_create(NULL, NULL));
    calque_string_dispose(&archive);
    calque_session_release(a);
    calque_session_release(b);
    calque_session_release(NULL);
    CHECK(calque_session_retain(NULL) == NULL);
}

static void messages_keep_what_they_need(void) {
    calque_session *session = session_of(7), *of_message = NULL;
    calque_transcript_message *message = message_of(session);
    calque_session_release(session);
    of_message = calque_transcript_message_session(message);
    CHECK(calque_session_id(of_message).low == 7);
    calque_transcript_message_release(message);
    CHECK(calque_session_id(of_message).low == 7);
    calque_session_release(of_message);
    message = message_of(NULL);
    CHECK(calque_transcript_message_session(message) == NULL);
    CHECK(calque_transcript_message_is_pending(message));
    CHECK(calque_transcript_message_id(message).high == 0);
    CHECK(calque_transcript_message_sender(message).high == 0);
    CHECK(!calque_transcript_message_should_expire(message));
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_set_should_expire(message, true));
    CHECK(calque_transcript_message_should_expire(message));
    calque_transcript_message_release(message);
}

static void texts_are_set_read_and_removed(void) {
    calque_transcript_message *message = message_of(NULL);
    char text[8] = "old";
    size_t length = 9;
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_transcript_message_get(
                                       message, "summaryText", CALQUE_NTS, text,
                                       sizeof text, &length));
    CHECK_TEXT("", text);
    CHECK(length == 0);
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_set(
                                message, "summaryText", CALQUE_NTS, "aé!",
                                CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_get(message, "summaryText",
                                               CALQUE_NTS, text, 5, &length));
    CHECK_TEXT("aé!", text);
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_transcript_message_get(message, "summaryText",
                                               CALQUE_NTS, text, 3, &length));
    CHECK_TEXT("a", text);
    CHECK(length == 4);
    CHECK_STATUS(CALQUE_INVALID_UTF8,
                 calque_transcript_message_set(message, "summaryText",
                                               CALQUE_NTS, "\xc3", 1, NULL));
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_get(
                                message, "summaryText", CALQUE_NTS, text,
                                sizeof text, NULL));
    CHECK_TEXT("aé!", text);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_set(message, "summaryText",
                                               CALQUE_NTS, NULL, 0, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_transcript_message_get(message, "summaryText",
                                               CALQUE_NTS, NULL, 0, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_set(message, "accessibilityLabel",
                                               CALQUE_NTS, "label", 3, NULL));
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_get(
                                message, "accessibilityLabel", CALQUE_NTS, text,
                                sizeof text, NULL));
    CHECK_TEXT("lab", text);
    calque_transcript_message_release(message);
}

static void queries_count_towards_the_limit(void) {
    calque_transcript_message *message = message_of(NULL);
    char *value = malloc(6000);
    char text[64];
    size_t used = 1;
    calque_error *error = NULL;
    calque_string items = {0};
    memset(value, 'x', 6000);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_transcript_message_get(message, "url", CALQUE_NTS, NULL,
                                               0, &used));
    CHECK(used == 0);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_set(message, "url", CALQUE_NTS,
                                               "https://e/", CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_LIMIT_EXCEEDED,
                 calque_transcript_message_query_set(message, "k", 1, value,
                                                     4988, &error));
    CHECK(calque_error_detail(error) == CALQUE_TRANSCRIPT_ERROR_URL_TOO_LONG);
    calque_error_release(error);
    calque_transcript_message_get(message, "url", CALQUE_NTS, NULL, 0, &used);
    CHECK(used == 10);
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_query_set(
                                message, "k", 1, value, 4987, NULL));
    calque_transcript_message_get(message, "url", CALQUE_NTS, NULL, 0, &used);
    CHECK(used == CALQUE_TRANSCRIPT_URL_LIMIT);
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_validate(message, NULL));
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_query_set(message, "k", 1,
                                                                NULL, 0, NULL));
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_query_set(
                                message, "a b", 3, "1&+é", CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_get(message, "url", CALQUE_NTS, text,
                                               sizeof text, NULL));
    CHECK_TEXT("https://e/?a%20b=1%26%2B%C3%A9", text);
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_query_get(
                                message, "a b", 3, text, sizeof text, NULL));
    CHECK_TEXT("1&+é", text);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_transcript_message_query_get(message, "b", 1, text,
                                                     sizeof text, NULL));
    CHECK_TEXT("", text);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_query_items(message, &items, NULL));
    CHECK_TEXT("[[\"a b\",\"1&+é\"]]", items.data);
    calque_string_dispose(&items);
    free(value);
    calque_transcript_message_release(message);
}

static void layouts_are_checked_and_copied(void) {
    calque_transcript_message *message = message_of(NULL);
    calque_error *error = NULL;
    calque_string json = {0};
    char text[64];
    size_t length = 1;
    char layout[] = "{\"live\":1,\"alternate\":{\"image\":\"i\","
                    "\"mediaFileURL\":\"x\"}}";
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_transcript_message_get(message, "layout", CALQUE_NTS,
                                               NULL, 0, &length));
    CHECK(length == 0);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_set(message, "layout", CALQUE_NTS,
                                               layout, CALQUE_NTS, NULL));
    memset(layout, 'x', sizeof layout);
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_layout_shown(
                                message, false, &json, NULL));
    CHECK_TEXT("{\"image\":\"i\"}", json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_INVALID_TYPE,
                 calque_transcript_message_set(message, "layout", CALQUE_NTS,
                                               "{\"caption\":1}", CALQUE_NTS,
                                               &error));
    CHECK_TEXT("layout.caption", calque_error_path(error));
    calque_error_release(error);
    CHECK_STATUS(CALQUE_INVALID_JSON,
                 calque_transcript_message_set(message, "layout", CALQUE_NTS,
                                               "{", 1, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_get(message, "layout", CALQUE_NTS,
                                               text, sizeof text, NULL));
    CHECK_TEXT("{\"live\":1,\"alternate\":{\"image\":\"i\","
               "\"mediaFileURL\":\"x\"}}",
               text);
    CHECK_STATUS(CALQUE_INVALID_OPTION,
                 calque_transcript_message_set(message, "lay", CALQUE_NTS, "{}",
                                               CALQUE_NTS, &error));
    CHECK_TEXT("lay", calque_error_path(error));
    calque_error_release(error);
    CHECK_STATUS(
        CALQUE_INVALID_OPTION,
        calque_transcript_message_get(message, "", 0, text, sizeof text, NULL));
    CHECK_TEXT("", text);
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_set(
                                message, "layout", CALQUE_NTS, NULL, 0, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_transcript_message_layout_shown(
                                       message, true, &json, NULL));
    calque_transcript_message_release(message);
}

static void copies_and_archives(void) {
    const char *archive = "{\"version\":1,\"kind\":\"message\",\"id\":"
                          "\"00000000-0000-0001-0000-000000000005\","
                          "\"sequence\":4,\"url\":\"data:,x\",\"error\":3,"
                          "\"later\":[true]}";
    calque_transcript_message *message = NULL, *copy = NULL;
    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_restore(
                                archive, CALQUE_NTS, &message, NULL));
    CHECK(!calque_transcript_message_is_pending(message));
    CHECK(calque_transcript_message_error_code(message) == 3);
    CHECK(calque_transcript_message_id(message).low == 5);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_archive(message, &json, NULL));
    CHECK_TEXT(archive, json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_copy(message, &copy, NULL));
    calque_transcript_message_release(message);
    CHECK(calque_transcript_message_is_pending(copy));
    CHECK(calque_transcript_message_id(copy).low == 0);
    CHECK(calque_transcript_message_error_code(copy) ==
          CALQUE_TRANSCRIPT_ERROR_NONE);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_archive(copy, &json, NULL));
    CHECK_TEXT("{\"version\":1,\"kind\":\"message\",\"url\":\"data:,x\","
               "\"later\":[true]}",
               json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_transcript_message_set_error_code(copy, 12));
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_set_error_code(copy, -1));
    CHECK(calque_transcript_message_error_code(copy) ==
          CALQUE_TRANSCRIPT_ERROR_UNKNOWN);
    calque_transcript_message_release(copy);
    CHECK_STATUS(CALQUE_UNSUPPORTED, calque_transcript_message_restore(
                                         "{\"version\":1,\"kind\":\"text\","
                                         "\"text\":\"x\"}",
                                         CALQUE_NTS, &copy, NULL));
    CHECK(copy == NULL);
}

static void null_is_let_through(void) {
    calque_string json = {0};
    calque_transcript_message *message = NULL;
    calque_id id = {1, 1};
    char text[4] = "x";
    size_t length = 3;
    calque_transcript_message_release(NULL);
    CHECK(calque_transcript_message_retain(NULL) == NULL);
    CHECK(calque_transcript_message_session(NULL) == NULL);
    CHECK(!calque_transcript_message_is_pending(NULL));
    CHECK(!calque_transcript_message_should_expire(NULL));
    CHECK(calque_transcript_message_error_code(NULL) == 0);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_transcript_message_set_id(NULL, id));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_transcript_message_get(NULL, "url", CALQUE_NTS, text,
                                               sizeof text, &length));
    CHECK_TEXT("", text);
    CHECK(length == 0);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_transcript_message_copy(NULL, &message, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_transcript_message_archive(NULL, &json, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_transcript_message_validate(NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_transcript_message_create(NULL, NULL, NULL));
}

int main(void) {
    identifiers_read_back();
    sessions_are_equal_by_identifier();
    messages_keep_what_they_need();
    texts_are_set_read_and_removed();
    queries_count_towards_the_limit();
    layouts_are_checked_and_copied();
    copies_and_archives();
    null_is_let_through();
    return check_end();
}
