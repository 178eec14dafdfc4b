/* Proposals that wait survive a process that is killed again and again: they
 * reach the backend in order, each once.
 *
 * usage: proposals_killed [COUNT], 60 unless told; with N about 2 N kills. */
#define _DEFAULT_SOURCE
#include "folder.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "localization.h"

enum { MOST = 1000 };

/* The backend's store, in memory that parent and children share. */
typedef struct backend {
    int stored[MOST + 1];
    int count;
    /* The child dies at this point: 0 at none, 1 before the backend notes what
     * it was sent, 2 before it answers. */
    int death;
    bool is_down;
} backend;

static backend *server;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int completions;
static int queued;

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

static void on_start(void *user_data, const calque_request *request,
                     calque_exchange *exchange) {
    (void)user_data;
    if (server->is_down) {
        calque_exchange_fail(exchange, CALQUE_UNREACHABLE, "down", CALQUE_NTS);
        return;
    }
    if (server->death == 1) die();
    const char *value = strstr(request->body.data, "&value=v");
    int number = value == NULL ? 0 : atoi(value + 8);
    bool is_known = false;
    for (int at = 0; at < server->count; at++)
        is_known |= server->stored[at] == number;
    if (!is_known && server->count < MOST)
        server->stored[server->count++] = number;
    if (server->death == 2 && !is_known) die();
    char body[256];
    snprintf(body, sizeof body,
             "{\"data\":{\"id\":%d,\"section\":\"home\",\"key\":\"k%d\","
             "\"locale\":\"en-GB\",\"value\":\"v%d\"}}",
             number, number, number);
    calque_response response = {
        sizeof response, is_known ? 412 : 201, NULL, 0, {body, strlen(body)}};
    calque_exchange_complete(exchange, &response);
}

static void on_complete(void *user_data, calque_status status,
                        calque_str result, const calque_error *error) {
    (void)user_data;
    (void)status;
    (void)error;
    pthread_mutex_lock(&lock);
    completions += 1;
    sscanf(result.data == NULL ? "" : result.data, "{\"queued\":%d}", &queued);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static calque_localization *open_in(const char *folder) {
    static calque_transport transport = {.struct_size = sizeof transport,
                                         .start = on_start};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    char options[512];
    snprintf(
        options, sizeof options,
        "{\"preferredLanguages\":[\"en-GB\"],\"url\":\"https://b.test\","
        "\"applicationId\":\"a\",\"restAPIKey\":\"k\",\"directory\":\"%s\","
        "\"persistProposals\":true}",
        folder);
    calque_localization *opened = NULL;
    CHECK_STATUS(CALQUE_OK, calque_localization_create(
                                options, CALQUE_NTS, &services, &opened, NULL));
    CHECK_STATUS(CALQUE_OK, calque_localization_load_resource(
                                opened, RESOURCE("en-GB", "Welcome"),
                                CALQUE_NTS, NULL, 0, NULL));
    return opened;
}

static void wait_for(int count) {
    pthread_mutex_lock(&lock);
    while (completions < count)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void propose_all(const char *folder, int count) {
    calque_localization *localization = open_in(folder);
    for (int number = 1; number <= count; number++) {
        char key[32], value[32];
        snprintf(key, sizeof key, "home.k%d", number);
        snprintf(value, sizeof value, "v%d", number);
        CHECK_STATUS(CALQUE_OK,
                     calque_proposals_propose(localization, key, CALQUE_NTS,
                                              value, CALQUE_NTS, on_complete,
                                              NULL, NULL, NULL, NULL));
        wait_for(number);
    }
    /* Not released: the process ends in the middle of things. */
    die();
}

static void send_all(const char *folder) {
    calque_localization *localization = open_in(folder);
    int before = completions;
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_send_queued(localization, on_complete, NULL,
                                              NULL, NULL, NULL));
    wait_for(before + 1);
    calque_localization_release(localization);
}

/* Runs a child; whether it ended by itself, with nothing wrong. */
static bool child_ends(void (*body)(const char *, int), const char *folder,
                       int count) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        body(folder, count);
        _exit(check_failed == 0 && queued == 0 ? 0 : 1);
    }
    int status = -1;
    while (waitpid(child, &status, 0) < 0)
        continue;
    CHECK(WIFEXITED(status) ? WEXITSTATUS(status) == 0
                            : WTERMSIG(status) == SIGKILL);
    return WIFEXITED(status);
}

static void send_once(const char *folder, int count) {
    (void)count;
    send_all(folder);
}

int main(int argument_count, char **arguments) {
    int count = argument_count > 1 ? atoi(arguments[1]) : 60;
    if (count < 1 || count > MOST) return 2;
    const char *folder = folder_new();
    server = mmap(NULL, sizeof *server, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (folder == NULL || server == MAP_FAILED) return 2;
    server->is_down = true;
    CHECK(!child_ends(propose_all, folder, count));
    server->is_down = false;
    int kills = 0;
    unsigned random = 1;
    for (int round = 0; round < 8 * count; round++) {
        random = random * 1103515245u + 12345u;
        server->death = 1 + (int)(random >> 16) % 2;
        if (child_ends(send_once, folder, 0)) break;
        kills += 1;
    }
    server->death = 0;
    CHECK(child_ends(send_once, folder, 0));
    CHECK(server->count == count);
    int in_order = 0;
    for (int at = 0; at < count; at++)
        in_order += server->stored[at] == at + 1;
    CHECK(in_order == count);
    printf("%d proposals, %d kills\n", count, kills);
    return check_end();
}
