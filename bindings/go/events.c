#include "_cgo_export.h"
#include "events.h"

static void event(void *handler, calque_str name, calque_str arguments) {
    calqueGoEvent((uintptr_t)handler, (char *)name.data, name.length,
                  (char *)arguments.data, arguments.length);
}

static void line(void *handler, calque_str text) {
    calqueGoEvent((uintptr_t)handler, "log", 3, (char *)text.data, text.length);
}

static void done(void *handler) { calqueGoDone((uintptr_t)handler); }

calque_status calque_go_create(calque_format format, const char *options,
                               size_t length, uintptr_t log,
                               calque_translator **out, calque_error **error) {
    calque_host host = {.struct_size = sizeof host,
                        .user_data = (void *)log,
                        .user_data_free = done,
                        .log = line};
    return calque_translator_create(format, options, length, log ? &host : NULL,
                                    out, error);
}

calque_status calque_go_on(calque_translator *translator, const char *events,
                           size_t length, uintptr_t handler,
                           calque_error **error) {
    return calque_translator_on(translator, events, length, event,
                                (void *)handler, done, NULL, error);
}
