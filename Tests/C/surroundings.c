/* The surroundings of a translator: a clock that is set back, and symbolic
 * links where its cache is. */
#define _GNU_SOURCE
#include "folder.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

#include "fixture.h"

/* Seconds by which the system's clock is set back. */
static time_t set_back;

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec -= set_back;
    return result;
}

/* A server that answers with one text; not at all with the status 0. */
typedef struct web {
    const char *body;
    int status;
    /* Busy so many times first; the clock is set back then. */
    int busy;
    int asked;
    int64_t now;
} web;

static void on_start(void *user_data, const calque_request *request,
                     calque_exchange *exchange) {
    web *server = user_data;
    (void)request;
    server->asked += 1;
    if (server->status == 0) {
        calque_exchange_fail(exchange, CALQUE_UNREACHABLE, "down", CALQUE_NTS);
        return;
    }
    calque_response response = {.struct_size = sizeof response,
                                .status = server->status,
                                .body = {server->body, strlen(server->body)}};
    if (server->busy > 0) {
        server->busy -= 1;
        set_back += 24 * 3600;
        response.status = 503;
    }
    calque_exchange_complete(exchange, &response);
}

static int64_t now_of(void *user_data) { return ((web *)user_data)->now; }

/* The text of "k" after a load, with a cache in a folder. */
static const char *loaded(const char *folder, web *server, const char *more) {
    static char text[4096];
    char options[512];
    snprintf(
        options, sizeof options,
        "{\"lng\":\"de\",\"fallbackLng\":false,\"loadFromLocalCache\":true,"
        "\"updateLocalCache\":true,\"localCachePath\":\"%s/cache\","
        "\"backend\":{\"loadPath\":\"http://h/{{lng}}\"},%s}",
        folder, more);
    calque_transport transport = {.struct_size = sizeof transport,
                                  .user_data = server,
                                  .start = on_start};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport,
                                .user_data = server,
                                .now = server->now == 0 ? NULL : now_of};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    calque_translator *translator = translator_with(options, &host);
    calque_translator_load(translator, NULL, 0, NULL, NULL);
    snprintf(text, sizeof text, "%s", text_of(translator, "k"));
    calque_translator_release(translator);
    return text;
}

/* Pauses go by a clock that never steps. */
static void a_pause_ends_although_the_clock_is_set_back(void) {
    char *folder = folder_new();
    web server = {.body = "{\"k\":\"K\"}", .status = 200, .busy = 3};
    CHECK_TEXT("K",
               loaded(folder, &server, "\"retryTimeout\":1,\"maxRetries\":5"));
    CHECK(server.asked == 4 && set_back > 0);
    set_back = 0;
    folder_remove(folder);
}

/* A copy from a time that has not come yet is no fresh one: it serves where
 * there is nothing better. */
static void a_cache_from_the_future_is_outdated(void) {
    char *folder = folder_new();
    web server = {.body = "{\"k\":\"old\"}", .status = 200, .now = 5000000};
    const char *more = "\"maxRetries\":0,\"expirationTime\":1000";
    CHECK_TEXT("old", loaded(folder, &server, more));
    server.now = 1000000;
    server.status = 0;
    CHECK_TEXT("old", loaded(folder, &server, more));
    server.status = 200;
    server.body = "{\"k\":\"new\"}";
    CHECK_TEXT("new", loaded(folder, &server, more));
    folder_remove(folder);
}

static void put_file(const char *path, const char *content) {
    FILE *file = fopen(path, "w");
    if (!CHECK(file != NULL)) return;
    fputs(content, file);
    fclose(file);
}

static const char *content_of(const char *path) {
    static char content[256];
    FILE *file = fopen(path, "r");
    if (file == NULL) return "-";
    content[fread(content, 1, sizeof content - 1, file)] = 0;
    fclose(file);
    return content;
}

static bool is_link(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

/* A link in the place of a file of the cache is replaced: never is anything
 * written through it. */
static void links_are_not_written_through(void) {
    static const char *const names[] = {"de.json", "de.state"};
    static const char *const targets[] = {"victim", "nowhere", "de.json"};
    for (size_t name = 0; name < COUNT_OF(names); name++) {
        for (size_t target = 0; target < COUNT_OF(targets); target++) {
            char *folder = folder_new();
            char cache[300], victim[300], link[400], to[400];
            snprintf(cache, sizeof cache, "%s/cache", folder);
            snprintf(victim, sizeof victim, "%s/victim", folder);
            snprintf(link, sizeof link, "%s/%s", cache, names[name]);
            snprintf(to, sizeof to, "%s%s", target < 2 ? "../" : "",
                     targets[target]);
            CHECK(mkdir(cache, 0700) == 0);
            put_file(victim, "{\"translation\":{\"k\":\"victim\"}}");
            CHECK(symlink(to, link) == 0);
            web server = {.body = "{\"k\":\"K\"}", .status = 200};
            CHECK_TEXT("K", loaded(folder, &server, "\"maxRetries\":0"));
            CHECK_TEXT("{\"translation\":{\"k\":\"victim\"}}",
                       content_of(victim));
            CHECK(!is_link(link) && strcmp(content_of(link), "-") != 0);
            snprintf(link, sizeof link, "%s/nowhere", folder);
            CHECK_TEXT("-", content_of(link));
            folder_remove(folder);
        }
    }
}

/* The folder itself may be a link: that is for its owner to decide. */
static void a_linked_folder_is_used(void) {
    char *folder = folder_new();
    char place[300], link[300];
    snprintf(place, sizeof place, "%s/place", folder);
    snprintf(link, sizeof link, "%s/cache", folder);
    CHECK(mkdir(place, 0700) == 0 && symlink("place", link) == 0);
    web server = {.body = "{\"k\":\"K\"}", .status = 200};
    CHECK_TEXT("K", loaded(folder, &server, "\"maxRetries\":0"));
    server.status = 0;
    CHECK_TEXT("K", loaded(folder, &server, "\"maxRetries\":0"));
    folder_remove(folder);
}

int main(void) {
    a_pause_ends_although_the_clock_is_set_back();
    a_cache_from_the_future_is_outdated();
    links_are_not_written_through();
    a_linked_folder_is_used();
    return check_end();
}
