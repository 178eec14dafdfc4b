/* Arrow arrays of every layout, made of cells whose values the tests know. */
#ifndef CALQUE_TESTS_ARROW_TABLE_H
#define CALQUE_TESTS_ARROW_TABLE_H

#include <calque/arrow.h>
#include <stdlib.h>

#include "check.h"

/* The value of a row: an argument, whose text is in the cell. */
struct cell {
    calque_arg_kind kind;
    int64_t integer;
    double number;
    char text[96];
    size_t length;
    /* Decimals: the number without its point. */
    __int128 digits;
};

/* Arrays that were made and not released, and those released twice. */
static int arrays_alive;

static void release_array(struct ArrowArray *array) {
    arrays_alive -= 1;
    for (int64_t at = 0; at < array->n_children; at += 1) {
        if (array->children[at]->release != NULL)
            array->children[at]->release(array->children[at]);
        free(array->children[at]);
    }
    if (array->dictionary != NULL) {
        array->dictionary->release(array->dictionary);
        free(array->dictionary);
    }
    for (int64_t at = 0; at < array->n_buffers; at += 1)
        free((void *)array->buffers[at]);
    free(array->buffers);
    free(array->children);
    array->release = NULL;
}

static void release_schema(struct ArrowSchema *schema) {
    for (int64_t at = 0; at < schema->n_children; at += 1) {
        schema->children[at]->release(schema->children[at]);
        free(schema->children[at]);
    }
    if (schema->dictionary != NULL) {
        schema->dictionary->release(schema->dictionary);
        free(schema->dictionary);
    }
    free(schema->children);
    schema->release = NULL;
}

static struct ArrowSchema schema_of(const char *format, const char *name) {
    return (struct ArrowSchema){.format = format,
                                .name = name,
                                .flags = ARROW_FLAG_NULLABLE,
                                .release = release_schema};
}

/* Memory of exactly so many bytes, none of them zero. */
static void *filled(size_t size) {
    void *memory = malloc(size == 0 ? 1 : size);
    memset(memory, 0xA5, size);
    return memory;
}

static struct ArrowArray array_of(int64_t length, int64_t offset,
                                  int64_t buffers) {
    arrays_alive += 1;
    return (struct ArrowArray){.length = length,
                               .null_count = -1,
                               .offset = offset,
                               .n_buffers = buffers,
                               .buffers =
                                   calloc((size_t)buffers + 1, sizeof(void *)),
                               .release = release_array};
}

static void set_validity(struct ArrowArray *array, const struct cell *cells) {
    size_t first = (size_t)array->offset, count = (size_t)array->length;
    uint8_t *bits = filled((first + count + 7) / 8);
    bool any = false;
    for (size_t at = 0; at < count; at += 1) {
        size_t place = first + at;
        bits[place / 8] |= (uint8_t)(1 << place % 8);
        if (cells[at].kind != CALQUE_ARG_KIND_NULL) continue;
        bits[place / 8] &= (uint8_t)~(1 << place % 8);
        any = true;
    }
    array->buffers[0] = bits;
    if (any) return;
    /* No nulls, told in one of two ways. */
    array->null_count = 0;
    if (count % 2 == 0) return;
    free(bits);
    array->buffers[0] = NULL;
}

/* Texts behind one another, with offsets of so many bytes. */
static void set_texts(struct ArrowArray *array, const struct cell *cells,
                      size_t width) {
    size_t first = (size_t)array->offset, count = (size_t)array->length;
    size_t total = 3 * first;
    for (size_t at = 0; at < count; at += 1)
        total += cells[at].length;
    char *bytes = filled(total), *offsets = filled((first + count + 1) * width);
    int64_t end = 0;
    for (size_t place = 0; place <= first + count; place += 1) {
        if (place > first) {
            const struct cell *cell = cells + (place - first - 1);
            memcpy(bytes + end, cell->text, cell->length);
            end += (int64_t)cell->length;
        } else if (place > 0) {
            end += 3;
        }
        int32_t narrow = (int32_t)end;
        memcpy(offsets + place * width,
               width == 4 ? (void *)&narrow : (void *)&end, width);
    }
    array->buffers[1] = offsets;
    array->buffers[2] = bytes;
}

/* Views, whose longer texts lie in two buffers by turns. */
static void set_views(struct ArrowArray *array, const struct cell *cells) {
    size_t first = (size_t)array->offset, count = (size_t)array->length;
    char *views = filled((first + count) * 16), *parts[2];
    int64_t *sizes = filled(16);
    sizes[0] = sizes[1] = 0;
    for (size_t at = 0; at < count; at += 1)
        sizes[at % 2] += cells[at].length > 12 ? (int64_t)cells[at].length : 0;
    for (size_t part = 0; part < 2; part += 1)
        parts[part] = filled((size_t)sizes[part]);
    int32_t ends[2] = {0, 0};
    for (size_t at = 0; at < count; at += 1) {
        char *view = views + (first + at) * 16;
        int32_t length = (int32_t)cells[at].length, part = (int32_t)(at % 2);
        memset(view, 0, 16);
        memcpy(view, &length, 4);
        if (length <= 12) {
            memcpy(view + 4, cells[at].text, (size_t)length);
            continue;
        }
        memcpy(view + 4, cells[at].text, 4);
        memcpy(view + 8, &part, 4);
        memcpy(view + 12, ends + part, 4);
        memcpy(parts[part] + ends[part], cells[at].text, (size_t)length);
        ends[part] += length;
    }
    array->buffers[1] = views;
    array->buffers[2] = parts[0];
    array->buffers[3] = parts[1];
    array->buffers[4] = sizes;
}

static size_t width_of(const char *format) {
    switch (format[0]) {
    case 'c':
    case 'C': return 1;
    case 's':
    case 'S':
    case 'e': return 2;
    case 'i':
    case 'I':
    case 'f': return 4;
    case 't': return strcmp(format, "tdD") == 0 ? 4 : 8;
    case 'd': {
        const char *comma = strrchr(format, ',');
        if (strchr(format, ',') == comma) return 16;
        return (size_t)atoi(comma + 1) / 8;
    }
    default: return 8;
    }
}

/* Numbers of fixed width. */
static void set_numbers(struct ArrowArray *array, const struct cell *cells,
                        const char *format) {
    size_t first = (size_t)array->offset, count = (size_t)array->length;
    size_t width = width_of(format);
    char *values = filled((first + count) * width);
    for (size_t at = 0; at < count; at += 1) {
        char *place = values + (first + at) * width;
        float narrow = (float)cells[at].number;
        const void *from = &cells[at].integer;
        if (format[0] == 'f') from = &narrow;
        if (format[0] == 'g') from = &cells[at].number;
        if (format[0] == 'd') {
            memset(place, cells[at].digits < 0 ? 0xFF : 0, width);
            memcpy(place, &cells[at].digits, width < 16 ? width : 16);
        } else {
            memcpy(place, from, width);
        }
    }
    array->buffers[1] = values;
}

static void set_bits(struct ArrowArray *array, const struct cell *cells) {
    size_t first = (size_t)array->offset, count = (size_t)array->length;
    uint8_t *bits = filled((first + count + 7) / 8);
    for (size_t at = 0; at < count; at += 1) {
        size_t place = first + at;
        bits[place / 8] &= (uint8_t)~(1 << place % 8);
        if (cells[at].integer != 0)
            bits[place / 8] |= (uint8_t)(1 << place % 8);
    }
    array->buffers[1] = bits;
}

/* An array of a format: so many cells behind `offset` others. */
static struct ArrowArray array_with(const char *format,
                                    const struct cell *cells, size_t count,
                                    size_t offset) {
    size_t buffers = strcmp(format, "n") == 0                               ? 0
                     : strcmp(format, "vu") == 0                            ? 5
                     : strcmp(format, "u") == 0 || strcmp(format, "U") == 0 ? 3
                                                                            : 2;
    struct ArrowArray array =
        array_of((int64_t)count, (int64_t)offset, (int64_t)buffers);
    if (buffers == 0) return array;
    set_validity(&array, cells);
    if (strcmp(format, "vu") == 0) {
        set_views(&array, cells);
    } else if (buffers == 3) {
        set_texts(&array, cells, format[0] == 'u' ? 4 : 8);
    } else if (format[0] == 'b') {
        set_bits(&array, cells);
    } else {
        set_numbers(&array, cells, format);
    }
    return array;
}

#endif
