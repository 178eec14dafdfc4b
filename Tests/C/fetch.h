/* Requests over a transport, as a program makes them itself. */
#ifndef CALQUE_TESTS_FETCH_H
#define CALQUE_TESTS_FETCH_H

#include <semaphore.h>
#include <stdlib.h>

#include "check.h"

/* A request under way. */
typedef struct fetch {
    calque_transport transport;
    calque_request request;
    sem_t ended;
    calque_status status;
    int32_t http_status;
    char body[64];
    size_t body_length;
} fetch;

static inline void fetch_ended(void *user_data, calque_status status,
                               const calque_response *response,
                               const calque_error *error) {
    fetch *self = user_data;
    CHECK((response != NULL) == (status == CALQUE_OK));
    CHECK((error != NULL) == (status != CALQUE_OK));
    self->status = status;
    if (response != NULL) {
        size_t length = response->body.length;
        self->http_status = response->status;
        self->body_length = length;
        if (length > sizeof self->body) length = sizeof self->body;
        if (length > 0) memcpy(self->body, response->body.data, length);
    }
    sem_post(&self->ended);
}

/* Starts a request over a transport, whose user data it takes over. */
static inline fetch *fetch_start(const calque_transport *transport,
                                 const calque_request *request) {
    static uint64_t number;
    fetch *self = calloc(1, sizeof *self);
    calque_exchange *exchange = NULL;
    if (self == NULL) abort();
    self->transport = *transport;
    self->request = *request;
    self->request.number = ++number;
    CHECK(sem_init(&self->ended, 0, 0) == 0);
    CHECK_STATUS(CALQUE_OK,
                 calque_exchange_create(fetch_ended, self, NULL, &exchange));
    transport->start(transport->user_data, &self->request, exchange);
    return self;
}

static inline void fetch_cancel(const fetch *self) {
    self->transport.cancel(self->transport.user_data, self->request.number);
}

/* Waits for the end and frees the request. */
static inline calque_status fetch_finish(fetch *self) {
    while (sem_wait(&self->ended) != 0) {
    }
    calque_status status = self->status;
    if (self->transport.user_data_free != NULL)
        self->transport.user_data_free(self->transport.user_data);
    sem_destroy(&self->ended);
    free(self);
    return status;
}

#endif
