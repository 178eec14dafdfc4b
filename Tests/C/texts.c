/* texts.h: versioned texts from cache, bundle and network */
#include "texts_fixture.h"

static void versions_are_read_compared_and_shown(void) {
    const struct {
        const char *text;
        const char *shown;
    } cases[] = {
        {"1.2.3", "1.2.3"},
        {"1.0.001", "1.0.001"},
        {".1.2.3.", "1.2.3"},
        {"1..2.3", "1.2.3"},
        {"-0.0.1", "0.0.1"},
        {"1.2", NULL},
        {"1.2.3.4", NULL},
        {"a.b.c", NULL},
        {"", NULL},
        {"1.2.3 ", NULL},
        {"0.-1.0", NULL},
        {"18446744073709551615.0.0", "18446744073709551615.0.0"},
        {"18446744073709551616.0.0", NULL},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_text_version version = {9, 9, 9, 9, 9, 9, 9};
        char shown[64];
        calque_status status =
            calque_text_version_parse(cases[at].text, CALQUE_NTS, &version);
        calque_text_version_format(&version, shown, sizeof shown, NULL);
        CHECK_STATUS(cases[at].shown != NULL ? CALQUE_OK
                                             : CALQUE_INVALID_ARGUMENT,
                     status);
        CHECK_TEXT(cases[at].shown != NULL ? cases[at].shown : "0.0.0", shown);
    }
    calque_text_version low = {1, 9, 9, 0, 0, 0, 0};
    calque_text_version high = {1, 10, 0, 3, 300, 0, 0};
    char small[4];
    size_t length = 0;
    CHECK_STATUS(CALQUE_TRUNCATED, calque_text_version_format(
                                       &low, small, sizeof small, &length));
    CHECK(length == 5);
    CHECK_TEXT("1.9", small);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_text_version_format(&high, small, sizeof small, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_text_version_parse("1.2.3", CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_text_version_parse(NULL, 0, &low));
    CHECK_STATUS(CALQUE_INVALID_UTF8,
                 calque_text_version_parse("1.2.\xFF", CALQUE_NTS, &low));
}

static void a_wrong_create_takes_nothing(void) {
    const struct {
        const char *options;
        calque_status status;
    } cases[] = {
        {"{", CALQUE_INVALID_JSON},
        {"[]", CALQUE_INVALID_TYPE},
        {"{\"sessionID\": 1}", CALQUE_INVALID_OPTION},
        {"{\"resourceTimeout\": 0}", CALQUE_INVALID_OPTION},
    };
    server web;
    server_open(&web);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_services services = services_of(&web);
        calque_texts *texts = (calque_texts *)&web;
        calque_error *error = NULL;
        CHECK_STATUS(cases[at].status,
                     calque_texts_create(cases[at].options, CALQUE_NTS,
                                         &services, &texts, &error));
        CHECK(texts == NULL);
        CHECK(error != NULL);
        calque_error_release(error);
    }
    calque_services services = services_of(&web);
    calque_texts *texts = NULL;
    /* Under valgrind this also shows that what was begun is freed. */
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_texts_create(NULL, 0, &services, &texts, NULL));
    services.struct_size = 0;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_texts_create(NULL, 0, &services, &texts, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_texts_create(NULL, 0, NULL, NULL, NULL));
    CHECK(web.freed == 0);
    server_close(&web);
}

static void null_is_checked_everywhere(void) {
    calque_string text = {0};
    calque_text_info info;
    uint64_t number = 7;
    calque_text_source source = source_of("a", NULL, NULL);
    CHECK(calque_texts_retain(NULL) == NULL);
    calque_texts_release(NULL);
#define REFUSED(call) CHECK_STATUS(CALQUE_INVALID_ARGUMENT, call)
    REFUSED(calque_texts_set_options(NULL, "{}", 2, NULL));
    REFUSED(calque_texts_set_version_source(NULL, NULL, 0, NULL, 0, NULL, NULL,
                                            NULL, NULL));
    REFUSED(calque_texts_refresh_versions(NULL, NULL, NULL, NULL, NULL));
    REFUSED(calque_texts_await_versions(NULL, NULL));
    REFUSED(calque_texts_register(NULL, &source, NULL));
    REFUSED(calque_texts_unregister(NULL, "a", 1));
    REFUSED(calque_texts_get(NULL, "a", 1, &text, &info, NULL));
    REFUSED(calque_texts_await(NULL, "a", 1, 1, &text, &info, NULL));
    REFUSED(calque_texts_request(NULL, "a", 1, 0, 1, bell_answer, NULL, NULL,
                                 &number, NULL));
    CHECK(number == 0);
    REFUSED(calque_texts_cancel(NULL, 1));
    REFUSED(calque_texts_on(NULL, NULL, NULL, NULL, &number, NULL));
    REFUSED(calque_texts_off(NULL, 1));
    REFUSED(calque_texts_clear_caches(NULL, NULL));
    REFUSED(calque_texts_status(NULL, &text, NULL));

    shelf here;
    shelf_open(&here, "");
    REFUSED(calque_texts_register(here.texts, NULL, NULL));
    REFUSED(calque_texts_get(here.texts, NULL, 0, &text, &info, NULL));
    REFUSED(calque_texts_await(here.texts, NULL, 0, 1, &text, &info, NULL));
    REFUSED(calque_texts_request(here.texts, "a", 1, 0, 1, NULL, NULL, NULL,
                                 NULL, NULL));
    REFUSED(calque_texts_on(here.texts, NULL, NULL, NULL, NULL, NULL));
    REFUSED(calque_texts_request(here.texts, "a", 1, 2, 1, bell_answer, NULL,
                                 NULL, &number, NULL));
    static const char *const refused[] = {
        "{\"resourceTimeout\":0}", "{\"resourceTimeout\":2147483648}",
        "{\"resourceBundle\":1}", "{\"sessionID\":\"other\"}"};
    for (size_t at = 0; at < COUNT_OF(refused); at++)
        CHECK_STATUS(CALQUE_INVALID_OPTION,
                     calque_texts_set_options(here.texts, refused[at],
                                              CALQUE_NTS, NULL));
    REFUSED(calque_texts_status(here.texts, NULL, NULL));
    source.struct_size = 3;
    REFUSED(calque_texts_register(here.texts, &source, NULL));
    source = source_of("", NULL, NULL);
    REFUSED(calque_texts_register(here.texts, &source, NULL));
    source = source_of("a", NULL, NULL);
    source.sha256 = text_of_c("00ff");
    REFUSED(calque_texts_register(here.texts, &source, NULL));
    source = source_of("\xFF", NULL, NULL);
    CHECK_STATUS(CALQUE_INVALID_UTF8,
                 calque_texts_register(here.texts, &source, NULL));
#undef REFUSED
    struct {
        calque_text_source source;
        uint64_t newer;
    } larger = {source_of("a", NULL, NULL), 1};
    larger.source.struct_size = sizeof larger;
    CHECK_STATUS(CALQUE_UNSUPPORTED,
                 calque_texts_register(here.texts, &larger.source, NULL));
    larger.newer = 0;
    CHECK_STATUS(CALQUE_OK,
                 calque_texts_register(here.texts, &larger.source, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_texts_get(here.texts, "a", 1, &text, &info, NULL));
    CHECK(text.data == NULL && info.place == CALQUE_TEXT_NOWHERE);
    CHECK_STATUS(CALQUE_OK, calque_texts_unregister(here.texts, "a", 1));
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_texts_unregister(here.texts, "a", 1));
    CHECK_STATUS(CALQUE_REFUSED,
                 calque_texts_await(here.texts, "a", 1, 1, &text, &info, NULL));
    shelf_close(&here);
}

static void a_text_comes_from_bundle_network_and_cache(void) {
    shelf here;
    bell ring = bell_of(0);
    uint64_t subscription = 0;
    shelf_open(&here, "");
    shelf_write(&here, "licence.txt", "bundled");
    shelf_write(&here, "versions.json", "{\"licence\": \"1.0.0\"}");
    server_answer(&here.server, "/versions", 200, "{\"licence\": \"1.0.002\"}");
    server_answer(&here.server, "/licence", 200, "served");
    shelf_bundle(&here);
    CHECK_STATUS(CALQUE_OK, calque_texts_on(here.texts, bell_increase, &ring,
                                            bell_free, &subscription, NULL));
    CHECK(subscription != 0);
    CHECK_STATUS(CALQUE_OK, calque_texts_set_version_source(
                                here.texts, "versions.json", CALQUE_NTS, NULL,
                                0, NULL, NULL, NULL, NULL));
    calque_text_source source =
        source_of("licence", "licence.txt", "http://server/licence");
    CHECK_STATUS(CALQUE_OK, calque_texts_register(here.texts, &source, NULL));
    CHECK_TEXT("1.0.0 bundle bundled 0", shelf_get(&here, "licence"));

    CHECK_STATUS(CALQUE_OK, calque_texts_set_version_source(
                                here.texts, "versions.json", CALQUE_NTS,
                                "http://server/versions", CALQUE_NTS,
                                bell_versions, &ring, bell_free, NULL));
    CHECK_TEXT("1.0.002 remote served 0", shelf_await(&here, "licence", 0));
    bell_wait(&ring, 3);
    CHECK_TEXT("licence 0.0.0 1.0.0; versions 0; licence 1.0.0 1.0.002; ",
               ring.lines);
    CHECK(ring.freed == 1);
    CHECK_STATUS(CALQUE_OK, calque_texts_off(here.texts, subscription));
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_texts_off(here.texts, subscription));
    CHECK(ring.freed == 2);

    calque_string json = {0};
    CHECK_STATUS(CALQUE_OK, calque_texts_status(here.texts, &json, NULL));
    CHECK(strstr(json.data, "\"versionsKnown\":true") != NULL);
    CHECK(strstr(json.data, "\"place\":\"remote\"") != NULL);
    calque_string_dispose(&json);

    shelf_reopen(&here, "");
    CHECK_STATUS(CALQUE_OK, calque_texts_register(here.texts, &source, NULL));
    CHECK_TEXT("1.0.002 cache served 0", shelf_get(&here, "licence"));
    CHECK_STATUS(CALQUE_OK, calque_texts_clear_caches(here.texts, NULL));
    CHECK_TEXT("-", shelf_get(&here, "licence"));
    shelf_close(&here);
}

static void what_fails_falls_back_and_says_why(void) {
    const struct {
        int status;
        const char *body;
        const char *line;
        calque_status alone;
    } cases[] = {
        {404, "a page", "1.0.0 bundle bundled 64", CALQUE_HTTP_STATUS},
        {500, "a page", "1.0.0 bundle bundled 64", CALQUE_HTTP_STATUS},
        {0, NULL, "1.0.0 bundle bundled 62", CALQUE_UNREACHABLE},
        {200, "\xFF", "1.0.0 bundle bundled 21", CALQUE_INVALID_UTF8},
        {-1, NULL, "1.0.0 bundle bundled 61", CALQUE_TIMEOUT},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        shelf here;
        shelf_open(&here, "\"resourceTimeout\": 200");
        shelf_write(&here, "a.txt", "bundled");
        shelf_write(&here, "versions.json", "{\"a\": \"1.0.0\"}");
        server_answer(&here.server, "/versions", 200,
                      "{\"a\": \"2.0.0\", \"b\": \"2.0.0\"}");
        server_answer(&here.server, "/a", cases[at].status, cases[at].body);
        shelf_bundle(&here);
        calque_texts_set_version_source(here.texts, "versions.json", CALQUE_NTS,
                                        "http://server/versions", CALQUE_NTS,
                                        NULL, NULL, NULL, NULL);
        CHECK_STATUS(CALQUE_OK, calque_texts_await_versions(here.texts, NULL));
        calque_text_source source = source_of("a", "a.txt", "http://server/a");
        calque_texts_register(here.texts, &source, NULL);
        CHECK_TEXT(cases[at].line, shelf_await(&here, "a", 0));
        source = source_of("b", NULL, "http://server/a");
        calque_texts_register(here.texts, &source, NULL);
        calque_string text = {0};
        calque_error *error = NULL;
        CHECK_STATUS(cases[at].alone, calque_texts_await(here.texts, "b", 1, 0,
                                                         &text, NULL, &error));
        CHECK(text.data == NULL);
        CHECK(calque_error_message(error)[0] != 0);
        if (cases[at].status > 400) {
            CHECK(calque_error_detail(error) == cases[at].status);
        }
        calque_error_release(error);
        shelf_close(&here);
    }
}

static void requests_are_answered_once_each(void) {
    shelf here;
    bell ring = bell_of(0);
    uint64_t numbers[3] = {0, 0, 0};
    shelf_open(&here, "");
    server_answer(&here.server, "/a", -1, NULL);
    calque_text_source source = source_of("a", NULL, "http://server/a");
    calque_texts_register(here.texts, &source, NULL);
    for (size_t at = 0; at < COUNT_OF(numbers); at += 1) {
        CHECK_STATUS(CALQUE_OK, calque_texts_request(
                                    here.texts, "a", 1, 0, 0, bell_answer,
                                    &ring, bell_free, &numbers[at], NULL));
        CHECK(numbers[at] != 0);
    }
    CHECK_STATUS(CALQUE_OK, calque_texts_cancel(here.texts, numbers[1]));
    CHECK_STATUS(CALQUE_NOT_FOUND, calque_texts_cancel(here.texts, numbers[1]));
    bell_wait(&ring, 1);
    CHECK_TEXT("60 -; ", ring.lines);
    server_release(&here.server, 200, "served");
    bell_wait(&ring, 3);
    CHECK_TEXT("60 -; 0 served; 0 served; ", ring.lines);
    bell_wait_freed(&ring, 3);
    /* Not registered, and released before there is an answer. */
    calque_texts_request(here.texts, "b", 1, 0, 0, bell_answer, &ring,
                         bell_free, NULL, NULL);
    bell_wait(&ring, 4);
    source = source_of("c", NULL, "http://server/a");
    calque_texts_register(here.texts, &source, NULL);
    calque_texts_request(here.texts, "c", 1, 0, 0, bell_answer, &ring,
                         bell_free, NULL, NULL);
    calque_texts_set_version_source(here.texts, NULL, 0, "http://server/a",
                                    CALQUE_NTS, bell_versions, &ring, bell_free,
                                    NULL);
    shelf_close(&here);
    CHECK_TEXT("60 -; 0 served; 0 served; 51 -; versions 60; 60 -; ",
               ring.lines);
    CHECK(ring.freed == 6);
}

static void callbacks_come_where_the_host_wants_them(void) {
    shelf here;
    bell ring = bell_of(0);
    shelf_open_with(&here, "", true);
    server_answer(&here.server, "/a", 200, "served");
    calque_text_source source = source_of("a", NULL, "http://server/a");
    calque_texts_register(here.texts, &source, NULL);
    calque_texts_request(here.texts, "a", 1, 0, 0, bell_answer, &ring,
                         bell_free, NULL, NULL);
    CHECK_TEXT("0.0.0 remote served 0", shelf_await(&here, "a", 0));
    CHECK(ring.count == 0);
    CHECK(server_run_dispatched(&here.server));
    CHECK_TEXT("0 served; ", ring.lines);
    CHECK(ring.freed == 1);
    calque_texts_request(here.texts, "b", 1, 0, 0, bell_answer, &ring,
                         bell_free, NULL, NULL);
    shelf_close(&here);
    CHECK(ring.freed == 2);
}

int main(void) {
    versions_are_read_compared_and_shown();
    a_wrong_create_takes_nothing();
    null_is_checked_everywhere();
    a_text_comes_from_bundle_network_and_cache();
    what_fails_falls_back_and_says_why();
    requests_are_answered_once_each();
    callbacks_come_where_the_host_wants_them();
    return check_end();
}
