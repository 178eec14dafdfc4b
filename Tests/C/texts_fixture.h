/* Texts with a server in memory and a folder of their own. */
#ifndef CALQUE_TESTS_TEXTS_FIXTURE_H
#define CALQUE_TESTS_TEXTS_FIXTURE_H

#include "folder.h"

#include <pthread.h>

#include "check.h"

/* A path of the server; status 0 fails, -1 keeps the answer back. */
typedef struct page {
    const char *path;
    int status;
    const char *body;
} page;

typedef struct server {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    page pages[8];
    size_t page_count;
    calque_exchange *held[8];
    size_t held_count;
    void (*works[16])(void *argument);
    void *arguments[16];
    size_t work_count;
    int freed;
} server;

static inline void server_open(server *self) {
    memset(self, 0, sizeof *self);
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
}

static inline void server_close(server *self) {
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
}

static inline void server_answer(server *self, const char *path, int status,
                                 const char *body) {
    page added = {path, status, body};
    pthread_mutex_lock(&self->lock);
    if (self->page_count < COUNT_OF(self->pages)) {
        self->pages[self->page_count] = added;
        self->page_count += 1;
    }
    pthread_mutex_unlock(&self->lock);
}

static inline void exchange_end(calque_exchange *exchange, int status,
                                const char *body) {
    calque_response response = {sizeof response, status, NULL, 0, {NULL, 0}};
    if (status == 0) {
        calque_exchange_fail(exchange, CALQUE_UNREACHABLE, "down", CALQUE_NTS);
        return;
    }
    response.body.data = body;
    response.body.length = strlen(body);
    calque_exchange_complete(exchange, &response);
}

static inline void server_start(void *user_data, const calque_request *request,
                                calque_exchange *exchange) {
    server *self = user_data;
    page found = {NULL, 404, "not found"};
    pthread_mutex_lock(&self->lock);
    for (size_t at = 0; at < self->page_count; at += 1) {
        size_t length = strlen(self->pages[at].path);
        if (request->url.length > length &&
            strcmp(request->url.data + request->url.length - length,
                   self->pages[at].path) == 0) {
            found = self->pages[at];
        }
    }
    if (found.status == -1 && self->held_count < COUNT_OF(self->held)) {
        self->held[self->held_count] = exchange;
        self->held_count += 1;
        pthread_cond_broadcast(&self->changed);
        exchange = NULL;
    }
    pthread_mutex_unlock(&self->lock);
    if (exchange != NULL) exchange_end(exchange, found.status, found.body);
}

/* Answers what is held back; waits until there is something. */
static inline void server_release(server *self, int status, const char *body) {
    calque_exchange *held[8];
    size_t count;
    pthread_mutex_lock(&self->lock);
    while (self->held_count == 0) {
        pthread_cond_wait(&self->changed, &self->lock);
    }
    count = self->held_count;
    memcpy(held, self->held, sizeof held);
    self->held_count = 0;
    pthread_mutex_unlock(&self->lock);
    for (size_t at = 0; at < count; at += 1) {
        exchange_end(held[at], status, body);
    }
}

static inline void server_dispatch(void *user_data, void (*work)(void *),
                                   void *argument) {
    server *self = user_data;
    pthread_mutex_lock(&self->lock);
    if (self->work_count < COUNT_OF(self->works)) {
        self->works[self->work_count] = work;
        self->arguments[self->work_count] = argument;
        self->work_count += 1;
    }
    pthread_mutex_unlock(&self->lock);
}

/* Runs the callbacks that were dispatched; whether there were any. */
static inline bool server_run_dispatched(server *self) {
    size_t done = 0;
    for (;;) {
        void (*work)(void *) = NULL;
        void *argument = NULL;
        pthread_mutex_lock(&self->lock);
        if (done < self->work_count) {
            work = self->works[done];
            argument = self->arguments[done];
            done += 1;
        } else {
            self->work_count = 0;
        }
        pthread_mutex_unlock(&self->lock);
        if (work == NULL) return done > 0;
        work(argument);
    }
}

static inline void server_free(void *user_data) {
    server *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->freed += 1;
    pthread_mutex_unlock(&self->lock);
}

static inline calque_services services_of(server *self) {
    static calque_transport transport;
    calque_services services = {sizeof services, NULL, NULL, NULL, NULL, NULL};
    calque_transport table = {sizeof table, self, server_free, server_start,
                              NULL};
    transport = table;
    services.transport = &transport;
    services.user_data = self;
    services.user_data_free = server_free;
    return services;
}

static inline calque_str text_of_c(const char *text) {
    calque_str borrowed = {text, text == NULL ? 0 : strlen(text)};
    return borrowed;
}

static inline calque_text_source source_of(const char *identifier,
                                           const char *bundle_file,
                                           const char *remote_file) {
    calque_text_source source = {sizeof source,
                                 text_of_c(identifier),
                                 text_of_c(bundle_file),
                                 text_of_c(remote_file),
                                 {NULL, 0}};
    return source;
}

/* Texts over a folder of their own. */
typedef struct shelf {
    server server;
    char *folder;
    calque_texts *texts;
    bool dispatches;
    int opened;
} shelf;

static inline void shelf_reopen(shelf *self, const char *more) {
    char options[512];
    calque_services services = services_of(&self->server);
    if (self->dispatches) services.dispatch = server_dispatch;
    calque_texts_release(self->texts);
    self->texts = NULL;
    self->opened += 1;
    snprintf(options, sizeof options, "{\"cacheDirectory\": \"%s/cache\"%s%s}",
             self->folder, more[0] == 0 ? "" : ", ", more);
    CHECK_STATUS(CALQUE_OK, calque_texts_create(options, CALQUE_NTS, &services,
                                                &self->texts, NULL));
}

static inline void shelf_open_with(shelf *self, const char *more,
                                   bool dispatches) {
    memset(self, 0, sizeof *self);
    server_open(&self->server);
    self->dispatches = dispatches;
    self->folder = folder_new();
    if (!CHECK(self->folder != NULL)) exit(check_end());
    shelf_reopen(self, more);
}

static inline void shelf_open(shelf *self, const char *more) {
    shelf_open_with(self, more, false);
}

static inline void shelf_write(shelf *self, const char *name,
                               const char *content) {
    char path[512];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", self->folder, name);
    file = fopen(path, "w");
    if (!CHECK(file != NULL)) return;
    fputs(content, file);
    fclose(file);
}

/* Releases the texts, ends what a transport still has, and looks that the
 * services were freed as often as they were given: twice each time. */
static inline void shelf_close(shelf *self) {
    calque_texts_release(self->texts);
    if (self->server.held_count > 0) server_release(&self->server, 0, NULL);
    server_run_dispatched(&self->server);
    CHECK(self->server.freed == 2 * self->opened);
    folder_remove(self->folder);
    server_close(&self->server);
}

/* A text as "version place text reason"; "-" for none. */
static inline const char *line_of(calque_status status, calque_string *text,
                                  const calque_text_info *info) {
    static const char *const places[] = {"nowhere", "cache", "bundle",
                                         "remote"};
    static char line[512];
    char version[64];
    CHECK((status == CALQUE_PARTIAL) == (info->reason != CALQUE_OK));
    calque_text_version_format(&info->version, version, sizeof version, NULL);
    snprintf(line, sizeof line, "%s %s %s %d", version, places[info->place],
             text->data == NULL ? "" : text->data, (int)info->reason);
    if (text->data == NULL) snprintf(line, sizeof line, "-");
    calque_string_dispose(text);
    return line;
}

static inline const char *shelf_get(shelf *self, const char *identifier) {
    calque_string text = {0};
    calque_text_info info;
    calque_status status = calque_texts_get(self->texts, identifier, CALQUE_NTS,
                                            &text, &info, NULL);
    return line_of(status, &text, &info);
}

static inline const char *shelf_await(shelf *self, const char *identifier,
                                      uint32_t timeout) {
    calque_string text = {0};
    calque_text_info info;
    calque_status status = calque_texts_await(
        self->texts, identifier, CALQUE_NTS, timeout, &text, &info, NULL);
    return line_of(status, &text, &info);
}

/* Rings for every callback, and writes down what it was told. */
typedef struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int count;
    int freed;
    char lines[512];
} bell;

static inline bell bell_of(int count) {
    bell ring = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, count, 0,
                 ""};
    return ring;
}

static inline void bell_ring(bell *self, const char *line) {
    pthread_mutex_lock(&self->lock);
    size_t used = strlen(self->lines);
    snprintf(self->lines + used, sizeof self->lines - used, "%s; ", line);
    self->count += 1;
    pthread_cond_broadcast(&self->rung);
    pthread_mutex_unlock(&self->lock);
}

static inline void bell_wait(bell *self, int count) {
    pthread_mutex_lock(&self->lock);
    while (self->count < count)
        pthread_cond_wait(&self->rung, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

static inline void bell_wait_freed(bell *self, int freed) {
    pthread_mutex_lock(&self->lock);
    while (self->freed < freed)
        pthread_cond_wait(&self->rung, &self->lock);
    pthread_mutex_unlock(&self->lock);
}

static inline void bell_free(void *user_data) {
    bell *self = user_data;
    pthread_mutex_lock(&self->lock);
    self->freed += 1;
    pthread_cond_broadcast(&self->rung);
    pthread_mutex_unlock(&self->lock);
}

/* The status and the text of a result, which is JSON. */
static inline void bell_answer(void *user_data, calque_status status,
                               calque_str result, const calque_error *error) {
    char line[128], text[96] = "-";
    CHECK((error == NULL) == (status == CALQUE_OK));
    CHECK(calque_error_status(error) != CALQUE_OK || status == CALQUE_OK);
    if (result.data != NULL)
        CHECK(sscanf(result.data, "{\"text\":\"%95[^\"]", text) == 1);
    snprintf(line, sizeof line, "%d %s", (int)status, text);
    bell_ring(user_data, line);
}

static inline void bell_versions(void *user_data, calque_status status,
                                 calque_str result, const calque_error *error) {
    char line[64];
    CHECK((error == NULL) == (status == CALQUE_OK) && result.data == NULL);
    snprintf(line, sizeof line, "versions %d", (int)status);
    bell_ring(user_data, line);
}

/* The bundle is where the files of the shelf are. */
static inline void shelf_bundle(const shelf *self) {
    char json[600];
    snprintf(json, sizeof json, "{\"resourceBundle\":\"%s\"}", self->folder);
    CHECK_STATUS(CALQUE_OK,
                 calque_texts_set_options(self->texts, json, CALQUE_NTS, NULL));
}

static inline void bell_increase(void *user_data,
                                 const calque_text_increase *increase) {
    char line[192], version[64], previous[64];
    CHECK(increase->struct_size == sizeof *increase);
    calque_text_version_format(&increase->version, version, sizeof version,
                               NULL);
    calque_text_version_format(&increase->previous, previous, sizeof previous,
                               NULL);
    snprintf(line, sizeof line, "%s %s %s", increase->identifier.data, previous,
             version);
    bell_ring(user_data, line);
}

#endif
