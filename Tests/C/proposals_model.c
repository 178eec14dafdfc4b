/* proposals.h: random histories of proposing, refusals, outages, deleting and
 * restarts. The text that is shown is the newest that was neither refused nor
 * deleted, and what waits is sent in order.
 *
 * usage: proposals_model [COUNT], 200 histories unless told. */
#include "folder.h"

#include <pthread.h>
#include <stdlib.h>

#include "localization.h"

enum { MOST = 64, REFUSED = -1, WAITING = -2 };

/* What was proposed, oldest first: `state` is an id of the backend, REFUSED
 * (or deleted) or WAITING. */
static struct {
    int value, state;
} model[MOST];
static int proposed;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int completions;
static int last_id;
/* 201 stores, 503 and 0 (unreachable) are outages, other statuses refuse. */
static int mode = 201;
static char folder_options[512];

static unsigned random_state;

static int below(int bound) {
    random_state = random_state * 1103515245u + 12345u;
    return (int)(random_state >> 16) % bound;
}

static const char *shown(void) {
    static char text[32];
    strcpy(text, "Welcome");
    for (int at = 0; at < proposed; at++)
        if (model[at].state != REFUSED)
            snprintf(text, sizeof text, "v%d", model[at].value);
    return text;
}

static int next_waiting(void) {
    for (int at = 0; at < proposed; at++)
        if (model[at].state == WAITING) return at;
    return -1;
}

static void on_start(void *user_data, const calque_request *request,
                     calque_exchange *exchange) {
    (void)user_data;
    char body[256] = "{}";
    int status = 200;
    pthread_mutex_lock(&lock);
    if (strncmp(request->method.data, "POST", 4) == 0) {
        const char *value = strstr(request->body.data, "&value=v");
        int next = next_waiting();
        CHECK(value != NULL && next >= 0 &&
              model[next].value == atoi(value + 8));
        status = mode;
        if (next >= 0 && mode == 201) {
            model[next].state = ++last_id;
            snprintf(body, sizeof body,
                     "{\"data\":" PROPOSAL("%d", "en-GB", "v%d") "}", last_id,
                     model[next].value);
        } else if (next >= 0 && mode != 0 && mode != 503) {
            model[next].state = REFUSED;
        }
    }
    pthread_mutex_unlock(&lock);
    if (status == 0) {
        calque_exchange_fail(exchange, CALQUE_UNREACHABLE, "out", CALQUE_NTS);
        return;
    }
    calque_response response = {
        sizeof response, status, NULL, 0, {body, strlen(body)}};
    calque_exchange_complete(exchange, &response);
}

static void on_complete(void *user_data, calque_status status,
                        calque_str result, const calque_error *error) {
    (void)user_data;
    (void)status;
    (void)result;
    (void)error;
    pthread_mutex_lock(&lock);
    completions += 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void wait_for(int count) {
    pthread_mutex_lock(&lock);
    while (completions < count)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static calque_localization *open_again(void) {
    static calque_transport transport = {.struct_size = sizeof transport,
                                         .start = on_start};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_localization *opened = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_localization_create(folder_options, CALQUE_NTS,
                                            &services, &opened, NULL));
    CHECK_STATUS(CALQUE_OK, calque_localization_load_resource(
                                opened, RESOURCE("en-GB", "Welcome"),
                                CALQUE_NTS, NULL, 0, NULL));
    return opened;
}

static void propose(calque_localization *localization) {
    char value[16];
    int before = completions;
    snprintf(value, sizeof value, "v%d", proposed);
    model[proposed].value = proposed;
    model[proposed].state = WAITING;
    proposed += 1;
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_propose(localization, "home.title",
                                          CALQUE_NTS, value, CALQUE_NTS,
                                          on_complete, NULL, NULL, NULL, NULL));
    wait_for(before + 1);
}

static void send_queued(calque_localization *localization) {
    int before = completions;
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_send_queued(localization, on_complete, NULL,
                                              NULL, NULL, NULL));
    wait_for(before + 1);
}

static void delete_one(calque_localization *localization) {
    int at = proposed == 0 ? 0 : below(proposed);
    if (at >= proposed || model[at].state < 0) return;
    int before = completions;
    CHECK_STATUS(CALQUE_OK,
                 calque_proposals_delete(localization, model[at].state,
                                         on_complete, NULL, NULL, NULL, NULL));
    wait_for(before + 1);
    model[at].state = REFUSED;
}

static void run_history(unsigned seed) {
    static const int modes[] = {201, 500, 0, 503, 404};
    char *folder = folder_new();
    if (folder == NULL) exit(2);
    snprintf(folder_options, sizeof folder_options,
             "{\"preferredLanguages\":[\"en-GB\"],\"url\":\"https://b.test\","
             "\"guid\":\"g\",\"directory\":\"%s\",\"persistProposals\":true}",
             folder);
    random_state = seed;
    proposed = 0;
    mode = 201;
    calque_localization *localization = open_again();
    for (int step = 0; step < 20; step++) {
        switch (below(6)) {
        case 0:
        case 1: propose(localization); break;
        case 2: mode = modes[below(COUNT_OF(modes))]; break;
        case 3: send_queued(localization); break;
        case 4: delete_one(localization); break;
        default:
            calque_localization_release(localization);
            localization = open_again();
        }
        CHECK_TEXT(shown(), localization_text(localization, "home.title"));
    }
    calque_localization_release(localization);
    folder_remove(folder);
}

int main(int argument_count, char **arguments) {
    int count = argument_count > 1 ? atoi(arguments[1]) : 200;
    for (int seed = 1; seed <= count && check_failed == 0; seed++)
        run_history((unsigned)seed);
    return check_end();
}
