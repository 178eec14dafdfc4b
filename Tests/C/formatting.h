/* Values of one kind through calque_formatter_format(). */
#ifndef CALQUE_TESTS_FORMATTING_H
#define CALQUE_TESTS_FORMATTING_H

#include <calque.h>
#include <string.h>

static inline calque_status format_int(const calque_formatter *formatter,
                                       int64_t value, char *buffer,
                                       size_t capacity, size_t *length) {
    const calque_arg arg = CALQUE_ARG_INT("", value);
    return calque_formatter_format(formatter, &arg, 1, buffer, capacity,
                                   length);
}

static inline calque_status format_double(const calque_formatter *formatter,
                                          double value, char *buffer,
                                          size_t capacity, size_t *length) {
    const calque_arg arg = CALQUE_ARG_DOUBLE("", value);
    return calque_formatter_format(formatter, &arg, 1, buffer, capacity,
                                   length);
}

static inline calque_status format_decimal(const calque_formatter *formatter,
                                           const char *digits, char *buffer,
                                           size_t capacity, size_t *length) {
    const calque_arg arg = {
        .kind = CALQUE_ARG_KIND_DECIMAL, .text = digits, .length = CALQUE_NTS};
    return calque_formatter_format(formatter, &arg, 1, buffer, capacity,
                                   length);
}

static inline calque_status format_name(const calque_formatter *formatter,
                                        const char *code, char *buffer,
                                        size_t capacity, size_t *length) {
    const calque_arg arg = CALQUE_ARG_TEXT("", code);
    return calque_formatter_format(formatter, &arg, 1, buffer, capacity,
                                   length);
}

/* Up to eight texts. */
static inline calque_status format_list(const calque_formatter *formatter,
                                        const char *const *texts, size_t count,
                                        char *buffer, size_t capacity,
                                        size_t *length) {
    calque_arg args[8] = {{0}};
    for (size_t at = 0; at < count; at += 1)
        args[at] = (calque_arg)CALQUE_ARG_TEXT("", texts[at]);
    return calque_formatter_format(formatter, args, count, buffer, capacity,
                                   length);
}

#endif
