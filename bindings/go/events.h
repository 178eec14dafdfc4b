/* Functions of a Go program that the library calls; they are numbers of
 * runtime/cgo. */
#include <calque.h>
#include <stdint.h>

calque_status calque_go_create(calque_format format, const char *options,
                               size_t length, uintptr_t log,
                               calque_translator **out, calque_error **error);
calque_status calque_go_on(calque_translator *translator, const char *events,
                           size_t length, uintptr_t handler,
                           calque_error **error);
