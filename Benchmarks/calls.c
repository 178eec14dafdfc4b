#include "calls.h"

#include <libintl.h>
#include <stdio.h>
#include <string.h>

#define BUFFER 1024

/* The workload that makes one call after another. */
#define WORKLOAD(call)                                                         \
    uint64_t call##_loop(const void *subject, size_t calls) {                  \
        const struct subject *row = subject;                                   \
        char buffer[BUFFER];                                                   \
        uint64_t total = 0;                                                    \
        size_t at = row->first;                                                \
        for (size_t number = 0; number < calls; number += 1) {                 \
            uint32_t count = row->counts[(row->first + number) % COUNTS];      \
            total += call(row, at, count, buffer);                             \
            at = at + 1 < row->count ? at + 1 : 0;                             \
        }                                                                      \
        return total;                                                          \
    }

/* Calque */

static inline size_t view_plain(const struct subject *row, size_t at,
                                uint32_t count, char *buffer) {
    size_t length;
    (void)count;
    calque_view_translate(row->view, row->keys[at], CALQUE_NTS, NULL, 0, buffer,
                          BUFFER, &length);
    return length;
}
WORKLOAD(view_plain)

/* Each call in another language than the one before. */
static inline size_t view_mixed(const struct subject *row, size_t at,
                                uint32_t count, char *buffer) {
    size_t length;
    (void)count;
    calque_view_translate(row->views[at % LANGUAGES], row->keys[at], CALQUE_NTS,
                          NULL, 0, buffer, BUFFER, &length);
    return length;
}
WORKLOAD(view_mixed)

static inline size_t view_variable(const struct subject *row, size_t at,
                                   uint32_t count, char *buffer) {
    const calque_arg name = CALQUE_ARG_TEXT("name", "Alice");
    size_t length;
    (void)count;
    calque_view_translate(row->view, row->keys[at], CALQUE_NTS, &name, 1,
                          buffer, BUFFER, &length);
    return length;
}
WORKLOAD(view_variable)

static inline size_t view_plural(const struct subject *row, size_t at,
                                 uint32_t count, char *buffer) {
    const calque_arg number = CALQUE_ARG_INT("count", count);
    size_t length;
    calque_view_translate(row->view, row->keys[at], CALQUE_NTS, &number, 1,
                          buffer, BUFFER, &length);
    return length;
}
WORKLOAD(view_plural)

static inline size_t view_context(const struct subject *row, size_t at,
                                  uint32_t count, char *buffer) {
    const calque_arg context = CALQUE_ARG_TEXT("context", row->contexts[at]);
    size_t length;
    (void)count;
    calque_view_translate(row->view, row->keys[at], CALQUE_NTS, &context, 1,
                          buffer, BUFFER, &length);
    return length;
}
WORKLOAD(view_context)

static inline size_t translate_plain(const struct subject *row, size_t at,
                                     uint32_t count, char *buffer) {
    size_t length;
    (void)count;
    calque_translator_translate(row->translator, row->keys[at], CALQUE_NTS,
                                NULL, 0, buffer, BUFFER, &length);
    return length;
}
WORKLOAD(translate_plain)

static inline size_t translate_variable(const struct subject *row, size_t at,
                                        uint32_t count, char *buffer) {
    const calque_arg name = CALQUE_ARG_TEXT("name", "Alice");
    size_t length;
    (void)count;
    calque_translator_translate(row->translator, row->keys[at], CALQUE_NTS,
                                &name, 1, buffer, BUFFER, &length);
    return length;
}
WORKLOAD(translate_variable)

static inline size_t translate_plural(const struct subject *row, size_t at,
                                      uint32_t count, char *buffer) {
    const calque_arg number = CALQUE_ARG_INT("count", count);
    size_t length;
    calque_translator_translate(row->translator, row->keys[at], CALQUE_NTS,
                                &number, 1, buffer, BUFFER, &length);
    return length;
}
WORKLOAD(translate_plural)

/* The category of a number in decimal text: the rule, and reading both texts.
 */
static inline size_t plural_category(const struct subject *row, size_t at,
                                     uint32_t count, char *buffer) {
    calque_plural category;
    (void)at;
    (void)buffer;
    calque_plural_category(row->lng, CALQUE_NTS, row->decimals[count],
                           CALQUE_NTS, CALQUE_PLURAL_CARDINAL, &category, NULL);
    return category;
}
WORKLOAD(plural_category)

/* The rule alone, found before. */
static inline size_t plural_rule(const struct subject *row, size_t at,
                                 uint32_t count, char *buffer) {
    (void)at;
    (void)buffer;
    return (size_t)calque_plural_rule_select(row->rule, count);
}
WORKLOAD(plural_rule)

/* The floor */

static inline size_t c_plain(const struct subject *row, size_t at,
                             uint32_t count, char *buffer) {
    (void)count;
    return floor_text(row->floor, row->keys[at], buffer);
}
WORKLOAD(c_plain)

static inline size_t c_variable(const struct subject *row, size_t at,
                                uint32_t count, char *buffer) {
    (void)count;
    return floor_variable(row->floor, row->keys[at], row->name, "Alice",
                          buffer);
}
WORKLOAD(c_variable)

static inline size_t c_plural(const struct subject *row, size_t at,
                              uint32_t count, char *buffer) {
    return floor_plural(row->floor, row->keys[at], count, buffer);
}
WORKLOAD(c_plural)

static inline size_t c_context(const struct subject *row, size_t at,
                               uint32_t count, char *buffer) {
    (void)count;
    return floor_context(row->floor, row->keys[at], row->contexts[at], buffer);
}
WORKLOAD(c_context)

static inline size_t c_mixed(const struct subject *row, size_t at,
                             uint32_t count, char *buffer) {
    (void)count;
    return floor_text(row->floors[at % LANGUAGES], row->keys[at], buffer);
}
WORKLOAD(c_mixed)

static inline size_t c_form(const struct subject *row, size_t at,
                            uint32_t count, char *buffer) {
    (void)at;
    (void)buffer;
    return floor_form(row->floor, count);
}
WORKLOAD(c_form)

/* glibc */

static inline size_t glibc_plain(const struct subject *row, size_t at,
                                 uint32_t count, char *buffer) {
    const char *text = gettext(row->keys[at]);
    size_t length = strlen(text);
    (void)count;
    memcpy(buffer, text, length + 1);
    return length;
}
WORKLOAD(glibc_plain)

/* A domain for each language, as LANGUAGE cannot change with each call. */
static inline size_t glibc_mixed(const struct subject *row, size_t at,
                                 uint32_t count, char *buffer) {
    const char *text = dgettext(row->domains[at % LANGUAGES], row->keys[at]);
    size_t length = strlen(text);
    (void)count;
    memcpy(buffer, text, length + 1);
    return length;
}
WORKLOAD(glibc_mixed)

static inline size_t glibc_variable(const struct subject *row, size_t at,
                                    uint32_t count, char *buffer) {
    (void)count;
    return (size_t)snprintf(buffer, BUFFER, gettext(row->keys[at]), "Alice");
}
WORKLOAD(glibc_variable)

static inline size_t glibc_plural(const struct subject *row, size_t at,
                                  uint32_t count, char *buffer) {
    const char *key = row->keys[at];
    return (size_t)snprintf(buffer, BUFFER, ngettext(key, key, count),
                            (unsigned long)count);
}
WORKLOAD(glibc_plural)

static inline size_t glibc_nested(const struct subject *row, size_t at,
                                  uint32_t count, char *buffer) {
    (void)count;
    return (size_t)snprintf(buffer, BUFFER, gettext(row->keys[at]),
                            gettext(row->references[at]));
}
WORKLOAD(glibc_nested)

/* As the macro pgettext of gettext.h does it for texts that are not literals.
 */
static inline size_t glibc_context(const struct subject *row, size_t at,
                                   uint32_t count, char *buffer) {
    char whole[128];
    size_t context = strlen(row->contexts[at]);
    size_t key = strlen(row->keys[at]);
    (void)count;
    memcpy(whole, row->contexts[at], context);
    whole[context] = '\004';
    memcpy(whole + context + 1, row->keys[at], key + 1);
    const char *text = gettext(whole);
    size_t length = strlen(text);
    memcpy(buffer, text, length + 1);
    return length;
}
WORKLOAD(glibc_context)
