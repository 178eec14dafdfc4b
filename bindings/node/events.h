/* Functions of JavaScript that a translator calls: handlers of events, a log.
 *
 * They run on their own thread alone. What another thread of the library
 * reports, such as one that posts missing keys, does not reach them. */
#ifndef CALQUE_NODE_EVENTS_H
#define CALQUE_NODE_EVENTS_H

#include "call.h"
#include <pthread.h>

typedef struct handler {
    napi_env env;
    napi_ref function;
    pthread_t thread;
} handler;

/* NULL for a value that is no function. */
static handler *handler_of(napi_env env, napi_value function) {
    napi_valuetype type = napi_undefined;
    handler *self = NULL;
    napi_typeof(env, function, &type);
    if (type != napi_function || (self = malloc(sizeof *self)) == NULL)
        return NULL;
    *self = (handler){env, NULL, pthread_self()};
    napi_create_reference(env, function, 1, &self->function);
    return self;
}

static void free_handler(void *data) {
    handler *self = data;
    if (self == NULL) return;
    napi_delete_reference(self->env, self->function);
    free(self);
}

/* What the function throws, the call throws that the event came from. */
static void run_handler(handler *self, const calque_str *texts, size_t count) {
    napi_handle_scope scope;
    napi_value function = NULL, global = NULL, values[2] = {NULL, NULL};
    if (!pthread_equal(self->thread, pthread_self()) ||
        napi_open_handle_scope(self->env, &scope) != napi_ok)
        return;
    for (size_t at = 0; at < count; at += 1)
        napi_create_string_utf8(self->env, texts[at].data ? texts[at].data : "",
                                texts[at].length, &values[at]);
    napi_get_reference_value(self->env, self->function, &function);
    napi_get_global(self->env, &global);
    napi_call_function(self->env, global, function, count, values, NULL);
    napi_close_handle_scope(self->env, scope);
}

static void on_event(void *self, calque_str name, calque_str arguments) {
    run_handler(self, (calque_str[]){name, arguments}, 2);
}

static void on_log(void *self, calque_str line) { run_handler(self, &line, 1); }

#endif
