/* Message tables, and short ways to read them. */
#ifndef CALQUE_TESTS_MESSAGES_FIXTURE_H
#define CALQUE_TESTS_MESSAGES_FIXTURE_H

#include "check.h"

static inline calque_messages *
table_with(const char *options, const char *messages, const char *synonyms) {
    calque_messages *table = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_create(options, CALQUE_NTS, &table, NULL));
    CHECK_STATUS(CALQUE_OK, calque_messages_load_json(
                                table, CALQUE_MESSAGES_MESSAGE, NULL, 0,
                                messages, CALQUE_NTS, NULL, NULL));
    if (synonyms != NULL) {
        CHECK_STATUS(CALQUE_OK, calque_messages_load_json(
                                    table, CALQUE_MESSAGES_SYNONYM, NULL, 0,
                                    synonyms, CALQUE_NTS, NULL, NULL));
    }
    return table;
}

/* The message of a key in a buffer that the next call reuses. */
static inline const char *get(const calque_messages *table, const char *key) {
    static char buffer[256];
    calque_status status = calque_messages_get(table, key, CALQUE_NTS, buffer,
                                               sizeof buffer, NULL);
    return status == CALQUE_OK ? buffer : NULL;
}

static inline const char *decode(const calque_messages *table,
                                 const char *text) {
    static char buffer[1024];
    calque_messages_decode(table, text, CALQUE_NTS, buffer, sizeof buffer,
                           NULL);
    return buffer;
}

#endif
