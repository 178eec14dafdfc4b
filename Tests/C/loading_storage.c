/* The cache of loading, where processes are killed and file systems refuse */
#include "folder.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "fixture.h"

#define KEYS 3000

/* A server with two versions of one file, and what it was asked last. */
typedef struct web {
    char *bodies[2];
    int version;
    char validator[16];
} web;

static void on_start(void *user_data, const calque_request *request,
                     calque_exchange *exchange) {
    web *server = user_data;
    server->validator[0] = 0;
    for (size_t i = 0; i < request->header_count; i++) {
        if (strcmp(request->headers[i].name.data, "If-None-Match") == 0) {
            snprintf(server->validator, sizeof server->validator, "%s",
                     request->headers[i].value.data);
        }
    }
    const char *body = server->bodies[server->version];
    calque_header etag = {{"ETag", 4},
                          {server->version ? "\"1\"" : "\"0\"", 3}};
    calque_response response = {
        sizeof response, 200, &etag, 1, {body, strlen(body)}};
    calque_exchange_complete(exchange, &response);
}

static char *body_of(int version) {
    char *body = malloc(KEYS * 32);
    size_t length = 1;
    body[0] = '{';
    for (int i = 0; i < KEYS; i++) {
        length += (size_t)sprintf(body + length, "%s\"key%d\":\"v%d\"",
                                  i == 0 ? "" : ",", i, version);
    }
    body[length] = '}';
    body[length + 1] = 0;
    return body;
}

static void server_init(web *server) {
    server->version = 0;
    server->validator[0] = 0;
    for (int i = 0; i < 2; i++)
        server->bodies[i] = body_of(i);
}

static void server_end(web *server) {
    for (int i = 0; i < 2; i++)
        free(server->bodies[i]);
}

/* Reads and writes the cache in a directory; without a server it only reads. */
static calque_translator *translator_in(const char *directory, web *server) {
    char options[1024];
    snprintf(
        options, sizeof options,
        "{\"lng\":\"de\",\"fallbackLng\":false,\"loadFromLocalCache\":true,"
        "\"localCachePath\":\"%s\"%s}",
        directory,
        server == NULL ? ""
                       : ",\"updateLocalCache\":true,\"backend\":"
                         "{\"loadPath\":\"http://h/{{lng}}/{{ns}}\"}");
    calque_transport transport = {.struct_size = sizeof transport,
                                  .user_data = server,
                                  .start = on_start};
    calque_services services = {.struct_size = sizeof services,
                                .transport = server ? &transport : NULL};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    return translator_with(options, &host);
}

static size_t count_files(const char *path) {
    DIR *directory = opendir(path);
    size_t count = 0;
    if (directory == NULL) return 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        count += entry->d_name[0] != '.';
    }
    closedir(directory);
    return count;
}

/* Writes one version after the other until it is killed. */
static void write_for_ever(const char *directory, web *server, int ready) {
    calque_translator *translator = translator_in(directory, server);
    for (;; server->version ^= 1) {
        calque_translator_load(translator, NULL, 0, NULL, NULL);
        if (write(ready, "w", 1) != 1) _exit(1);
    }
}

/* Kills a writer at some moment of its second write or a later one. */
static void kill_writer(const char *directory, web *server, long nanoseconds) {
    int ends[2];
    char byte;
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) write_for_ever(directory, server, ends[1]);
    close(ends[1]);
    CHECK(read(ends[0], &byte, 1) == 1);
    struct timespec moment = {0, nanoseconds};
    nanosleep(&moment, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(ends[0]);
}

/* The cache holds one whole version, and its validator is that version's. */
static void check_cache(const char *directory, web *server) {
    calque_string report = {0};
    calque_translator *translator = translator_in(directory, NULL);
    CHECK_STATUS(CALQUE_OK,
                 calque_translator_load(translator, NULL, 0, &report, NULL));
    CHECK(strstr(report.data, "},{") == NULL);
    calque_string_dispose(&report);
    char first[4096];
    snprintf(first, sizeof first, "%s", text_of(translator, "key0"));
    CHECK(strcmp(first, "v0") == 0 || strcmp(first, "v1") == 0);
    CHECK_TEXT(first, text_of(translator, "key2999"));
    calque_translator_release(translator);
    translator = translator_in(directory, server);
    calque_translator_load(translator, NULL, 0, NULL, NULL);
    CHECK(server->validator[0] == 0 || server->validator[1] == first[1]);
    calque_translator_release(translator);
}

static void test_killed_a_hundred_times(void) {
    char *directory = folder_new();
    if (!CHECK(directory != NULL)) return;
    web server;
    server_init(&server);
    for (long i = 0; i < 100; i++) {
        kill_writer(directory, &server, i * 71003 % 5000000);
        check_cache(directory, &server);
    }
    /* Files begun by the killed processes were removed by later ones. */
    CHECK(count_files(directory) == 2);
    folder_remove(directory);
    server_end(&server);
}

/* Loads in a child process that the file system refuses something, and checks
 * that the texts are there and the failure is reported. */
static void check_refused(const char *directory, void (*refuse)(void)) {
    web server;
    server_init(&server);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        refuse();
        check_failed = check_passed = 0;
        calque_string report = {0};
        calque_translator *translator = translator_in(directory, &server);
        CHECK_STATUS(CALQUE_PARTIAL, calque_translator_load(translator, NULL, 0,
                                                            &report, NULL));
        CHECK_TEXT("v0", text_of(translator, "key0"));
        const char *last = strrchr(report.data, '{');
        CHECK(strstr(last, "\"source\":\"cache\",\"outcome\":\"failed\"") !=
              NULL);
        CHECK(strstr(last, "\"status\":40,\"detail\":11,\"message\":\"") !=
              NULL);
        calque_string_dispose(&report);
        calque_translator_release(translator);
        exit(check_end());
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
    server_end(&server);
}

/* Files may have 8 KiB: less than the texts take. */
static void fill_disk(void) {
    struct rlimit limit = {8192, 8192};
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* The rights of nobody, whom permissions bind. */
static void become_nobody(void) {
    if (geteuid() == 0) CHECK(setgid(65534) == 0 && setuid(65534) == 0);
}

static void test_full_disk(void) {
    char *directory = folder_new();
    if (!CHECK(directory != NULL)) return;
    check_refused(directory, fill_disk);
    CHECK(count_files(directory) == 0);
    folder_remove(directory);
}

static void test_read_only_directory(void) {
    char *directory = folder_new();
    if (!CHECK(directory != NULL)) return;
    CHECK(chmod(directory, 0555) == 0);
    check_refused(directory, become_nobody);
    CHECK(count_files(directory) == 0);
    CHECK(chmod(directory, 0700) == 0);
    folder_remove(directory);
}

int main(void) {
    test_killed_a_hundred_times();
    test_full_disk();
    test_read_only_directory();
    return check_end();
}
