/* The handles that calls are made with, by noun. Each noun has a function that
 * makes one call, and one that releases some of its handles, or all. Calls get
 * handles as they are: NULL where none was made or it was released. */
#ifndef CALQUE_FUZZ_DOORS_H
#define CALQUE_FUZZ_DOORS_H

#include "choices.h"

enum { HANDLES = 6 };

extern calque_translator *translators[HANDLES];
extern calque_view *views[HANDLES];
extern calque_catalog *catalogs[HANDLES];
extern calque_locale_data *locale_data[2];

/* One of an array of handles. */
#define ANY(handles) ((handles)[next((uint32_t)COUNT_OF(handles))])

/* Releases some handles of an array, or all. */
#define RELEASE(handles, release, all)                                         \
    for (size_t at = 0; at < COUNT_OF(handles); at++) {                        \
        if (!(all) && next(2)) continue;                                       \
        release((handles)[at]);                                                \
        (handles)[at] = NULL;                                                  \
    }

/* After a call that makes something: it is there, or the call has failed. */
#define MADE(handle, status)                                                   \
    must(((handle) != NULL) == ((status) == CALQUE_OK),                        \
         "a handle and a failure")

void call_translator(void);
void release_translators(bool all);
void call_view(void);
void release_views(bool all);
void call_table(void);
void release_tables(bool all);
void call_catalog(void);
void release_catalogs(bool all);
/* Locale data for formatters, from a file; none when it cannot be read. */
void read_locales(const char *path);
void call_formatter(void);
void release_formatters(bool all);
void call_messages(void);
void release_messages(bool all);
void call_localization(void);
void release_localizations(bool all);
void call_conversation(void);
void release_conversations(bool all);
void call_texts(void);
void release_texts(bool all);

#endif
