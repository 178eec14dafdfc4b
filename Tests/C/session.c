/* session.h: identifiers, sessions and messages */
#include <stdlib.h>

#include "check.h"

static calque_transcript_message *message_of(uint64_t number) {
    calque_transcript_message *message = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_create(
                     (calque_id){number > 0, number}, &message, NULL));
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

static calque_transcript_message_info
info_of(const calque_transcript_message *message) {
    calque_transcript_message_info info;
    CHECK_STATUS(CALQUE_OK, calque_transcript_message_get_info(message, &info));
    return info;
}

static calque_status set(calque_transcript_message *message, const char *member,
                         const char *value) {
    return calque_transcript_message_set(message, member, CALQUE_NTS, value,
                                         value == NULL ? 0 : CALQUE_NTS, NULL);
}

static void sessions_are_identifiers(void) {
    calque_id a = calque_id_random(), b = calque_id_random();
    CHECK(a.high != b.high || a.low != b.low);
    CHECK(((a.high >> 12) & 15) == 4 && a.low >> 62 == 2);
}

static void messages_keep_what_they_need(void) {
    calque_transcript_message *message = message_of(7);
    CHECK(info_of(message).session.low == 7);
    calque_transcript_message_release(message);
    message = message_of(0);
    calque_transcript_message_info info = info_of(message);
    CHECK(info.session.low == 0 && info.id.high == 0 && info.sender.high == 0);
    CHECK(info.is_pending && !info.should_expire);
    CHECK_STATUS(CALQUE_OK, set(message, "shouldExpire", "true"));
    CHECK(info_of(message).should_expire);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, set(message, "shouldExpire", "1"));
    CHECK_STATUS(CALQUE_OK, set(message, "shouldExpire", NULL));
    CHECK(!info_of(message).should_expire);
    CHECK_STATUS(CALQUE_OK,
                 set(message, "id", "00000000-0000-0001-0000-000000000005"));
    CHECK(info_of(message).id.high == 1 && info_of(message).id.low == 5);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, set(message, "id", "5"));
    CHECK(info_of(message).id.low == 5);
    calque_transcript_message_release(message);
}

static void texts_are_set_read_and_removed(void) {
    calque_transcript_message *message = message_of(0);
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
    calque_transcript_message *message = message_of(0);
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
    calque_transcript_message *message = message_of(0);
    calque_error *error = NULL;
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
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_transcript_message_get(message, "layout", CALQUE_NTS,
                                               NULL, 0, NULL));
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
    calque_transcript_message_info info = info_of(message);
    CHECK(!info.is_pending && info.error == 3 && info.id.low == 5);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_archive(message, &json, NULL));
    CHECK_TEXT(archive, json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_copy(message, &copy, NULL));
    calque_transcript_message_release(message);
    info = info_of(copy);
    CHECK(info.is_pending && info.id.low == 0);
    CHECK(info.error == CALQUE_TRANSCRIPT_ERROR_NONE);
    CHECK_STATUS(CALQUE_OK,
                 calque_transcript_message_archive(copy, &json, NULL));
    CHECK_TEXT("{\"version\":1,\"kind\":\"message\",\"url\":\"data:,x\","
               "\"later\":[true]}",
               json.data);
    calque_string_dispose(&json);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, set(copy, "error", "12"));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, set(copy, "error", "one"));
    CHECK_STATUS(CALQUE_OK, set(copy, "error", "-1"));
    CHECK(info_of(copy).error == CALQUE_TRANSCRIPT_ERROR_UNKNOWN);
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
    calque_transcript_message_info info = {.is_pending = true};
    char text[4] = "x";
    size_t length = 3;
    calque_transcript_message_release(NULL);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_transcript_message_get_info(NULL, &info));
    CHECK(!info.is_pending);
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
                 calque_transcript_message_create((calque_id){0}, NULL, NULL));
}

int main(void) {
    identifiers_read_back();
    sessions_are_identifiers();
    messages_keep_what_they_need();
    texts_are_set_read_and_removed();
    queries_count_towards_the_limit();
    layouts_are_checked_and_copied();
    copies_and_archives();
    null_is_let_through();
    return check_end();
}
