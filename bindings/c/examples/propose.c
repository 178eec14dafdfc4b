/*
 * A screen of labels that people can propose better wordings for, against a
 * backend whose URL is the first argument. Reads commands line by line: show,
 * edit, propose KEY TEXT, list, delete ID, done, quit.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <calque.h>
#include <calque/http.h>

/* A label: what it shows, and how. */
typedef struct label {
    const char *key;
    char value[128];
    char mark;
} label;

static void label_set(void *user_data, calque_str value, calque_str locale,
                      calque_localization_source source) {
    label *self = user_data;
    (void)locale;
    (void)source;
    snprintf(self->value, sizeof self->value, "%.*s", (int)value.length,
             value.data);
}

static void label_begin(void *user_data, calque_sink *original) {
    label *self = user_data;
    calque_sink_append(original, &self->mark, 1);
    self->mark = '*';
}

static void label_end(void *user_data, calque_str original) {
    ((label *)user_data)->mark = original.length == 1 ? original.data[0] : ' ';
}

/* Waits for a call to the backend: it ends on a thread of the library. */
typedef struct waiter {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool done;
    calque_status status;
    char result[1024];
} waiter;

static void waiter_complete(void *user_data, calque_status status,
                            calque_str result, const calque_error *error) {
    waiter *self = user_data;
    pthread_mutex_lock(&self->lock);
    snprintf(self->result, sizeof self->result, "%s",
             error == NULL ? result.data : calque_error_message(error));
    self->status = status;
    self->done = true;
    pthread_cond_signal(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

static calque_status waiter_wait(waiter *self, calque_status begun) {
    if (begun != CALQUE_OK) {
        return begun;
    }
    pthread_mutex_lock(&self->lock);
    while (!self->done) {
        pthread_cond_wait(&self->changed, &self->lock);
    }
    self->done = false;
    pthread_mutex_unlock(&self->lock);
    if (self->status != CALQUE_OK) {
        printf("%s: %s\n", calque_status_name(self->status), self->result);
    }
    return self->status;
}

static label labels[] = {{"title", "", ' '}, {"greeting", "", ' '}};
enum { LABELS = sizeof labels / sizeof labels[0] };

static void show(void) {
    for (int each = 0; each < LABELS; each += 1) {
        printf("%c %s: %s\n", labels[each].mark, labels[each].key,
               labels[each].value);
    }
}

static void list(calque_localization *texts, waiter *calls) {
    calque_string json = {NULL, 0};
    calque_status status = calque_proposals_fetch(
        texts, NULL, 0, waiter_complete, calls, NULL, NULL, NULL);
    if (waiter_wait(calls, status) == CALQUE_OK &&
        calque_proposals_list(texts, NULL, 0, NULL, 0, NULL, 0, &json, NULL) ==
            CALQUE_OK) {
        printf("%s\n", json.data);
    }
    calque_string_dispose(&json);
}

static bool carry_out(calque_localization *texts, waiter *calls,
                      const char *line) {
    char key[32], identifier[64], value[128];
    calque_string summary = {NULL, 0};
    int id = 0;
    if (strncmp(line, "edit", 4) == 0) {
        calque_proposals_begin_editing(texts, NULL, 0, NULL);
        show();
    } else if (sscanf(line, "propose %31s %127[^\n]", key, value) == 2) {
        snprintf(identifier, sizeof identifier, "home.%s", key);
        waiter_wait(calls, calque_proposals_propose(
                               texts, identifier, CALQUE_NTS, value, CALQUE_NTS,
                               waiter_complete, calls, NULL, NULL, NULL));
        show();
    } else if (strncmp(line, "list", 4) == 0) {
        list(texts, calls);
    } else if (sscanf(line, "delete %d", &id) == 1) {
        waiter_wait(calls, calque_proposals_delete(texts, id, waiter_complete,
                                                   calls, NULL, NULL, NULL));
        show();
    } else if (strncmp(line, "done", 4) == 0) {
        calque_proposals_end_editing(texts, &summary, NULL);
        printf("%s\n", summary.data);
        calque_string_dispose(&summary);
    } else if (strncmp(line, "show", 4) == 0) {
        show();
    }
    return strncmp(line, "quit", 4) != 0;
}

static calque_status open_texts(const char *url, calque_http *http,
                                calque_localization **texts) {
    char options[512];
    calque_transport transport = {.struct_size = sizeof transport};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    snprintf(
        options, sizeof options,
        "{\"url\":\"%s\",\"environment\":\"staging\",\"guid\":\"example\"}",
        url);
    calque_status status = calque_http_transport(http, &transport);
    if (status != CALQUE_OK) {
        return status;
    }
    status =
        calque_localization_create(options, CALQUE_NTS, &services, texts, NULL);
    if (status != CALQUE_OK) {
        transport.user_data_free(transport.user_data);
    }
    return status;
}

int main(int count, char **arguments) {
    waiter calls = {.lock = PTHREAD_MUTEX_INITIALIZER,
                    .changed = PTHREAD_COND_INITIALIZER};
    calque_http *http = NULL;
    calque_localization *texts = NULL;
    char line[256];
    int result = EXIT_FAILURE;
    if (count != 2 || calque_http_create(NULL, 0, &http, NULL) != CALQUE_OK ||
        open_texts(arguments[1], http, &texts) != CALQUE_OK) {
        fprintf(stderr, "usage: propose URL\n");
        goto end;
    }
    if (waiter_wait(&calls, calque_localization_update(texts, waiter_complete,
                                                       &calls, NULL, NULL,
                                                       NULL)) != CALQUE_OK) {
        goto end;
    }
    for (int each = 0; each < LABELS; each += 1) {
        char identifier[64];
        calque_component component = {
            sizeof component, &labels[each], NULL,     label_set,
            label_begin,      label_end,     {NULL, 0}};
        snprintf(identifier, sizeof identifier, "home.%s", labels[each].key);
        calque_localization_register(texts, identifier, CALQUE_NTS, &component,
                                     NULL, NULL);
    }
    while (fgets(line, sizeof line, stdin) != NULL &&
           carry_out(texts, &calls, line)) {
    }
    result = EXIT_SUCCESS;
end:
    calque_localization_release(texts);
    calque_http_release(http);
    return result;
}
