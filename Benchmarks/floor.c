#include "floor.h"

#include <string.h>

#include "memory.h"

#define WIDE 64
#define NO_DISPLACEMENT 65536

enum operation { END, LITERAL, VARIABLE, COUNT, REFERENCE };

struct slot {
    uint32_t fingerprint;
    uint32_t key;
    uint32_t text;
    uint16_t key_length;
    uint16_t is_template;
};

struct floor {
    enum catalog_language language;
    uint32_t slot_count;
    uint32_t bucket_count;
    struct slot *slots;
    uint16_t *displacements;
    char *blob;
    size_t length;
    size_t capacity;
};

/* A key and where its text comes from; variant -1 has all plural forms. */
struct item {
    char key[48];
    uint64_t hash;
    uint32_t bucket;
    uint32_t slot;
    size_t message;
    int variant;
};

static inline uint64_t word_at(const char *place) {
    uint64_t word;
    memcpy(&word, place, sizeof word);
    return word;
}

static inline uint64_t fold(uint64_t left, uint64_t right) {
    __uint128_t product = (__uint128_t)left * right;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* Keys have at least eight bytes. */
static inline uint64_t hash_of(const char *key, size_t length) {
    const uint64_t multiplier = 0x9E3779B97F4A7C15u;
    uint64_t state = length * multiplier;
    for (size_t at = 0; at + 8 < length; at += 8) {
        state = fold(state ^ word_at(key + at), multiplier);
    }
    return fold(state ^ word_at(key + length - 8), multiplier);
}

static inline uint32_t scaled(uint32_t number, uint32_t count) {
    return (uint32_t)((uint64_t)number * count >> 32);
}

static inline uint32_t slot_of(const struct floor *floor, uint64_t hash,
                               uint32_t displacement) {
    uint32_t step = (uint32_t)hash | 1;
    return scaled((uint32_t)(hash >> 32) + displacement * step,
                  floor->slot_count);
}

static inline int is_same(const char *left, const char *right, size_t length) {
    for (size_t at = 0; at + 8 < length; at += 8) {
        if (word_at(left + at) != word_at(right + at)) return 0;
    }
    return word_at(left + length - 8) == word_at(right + length - 8);
}

/* Finding */

/* No slot. */
#define FLOOR_MISSING UINT32_MAX

static inline uint32_t find(const struct floor *floor, const char *key,
                            size_t length) {
    uint64_t hash = hash_of(key, length);
    uint32_t bucket = scaled((uint32_t)hash, floor->bucket_count);
    uint32_t number = slot_of(floor, hash, floor->displacements[bucket]);
    const struct slot *slot = floor->slots + number;
    if (slot->fingerprint != (uint32_t)(hash >> 32)) return FLOOR_MISSING;
    if (slot->key_length != length) return FLOOR_MISSING;
    if (!is_same(floor->blob + slot->key, key, length)) return FLOOR_MISSING;
    return number;
}

/* Rendering */

static inline char *move(char *out, const char *from, size_t length) {
    memcpy(out, from, WIDE);
    for (size_t at = WIDE; at < length; at += WIDE) {
        memcpy(out + at, from + at, WIDE);
    }
    return out + length;
}

static inline char *move_text(const struct floor *floor, uint32_t slot,
                              char *out) {
    const char *text = floor->blob + floor->slots[slot].text;
    uint32_t length;
    memcpy(&length, text, sizeof length);
    return move(out, text + sizeof length, length);
}

static inline size_t finish(char *out, char *end) {
    *end = 0;
    return (size_t)(end - out);
}

size_t floor_text(const struct floor *floor, const char *key, char *out) {
    size_t length = strlen(key);
    uint32_t slot = find(floor, key, length);
    if (slot != FLOOR_MISSING) return finish(out, move_text(floor, slot, out));
    memcpy(out, key, length + 1);
    return length;
}

static inline char *write_decimal(char *out, uint64_t number) {
    char digits[20];
    size_t first = sizeof digits;
    do {
        first -= 1;
        digits[first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    for (; first < sizeof digits; first += 1, out += 1)
        *out = digits[first];
    return out;
}

/* A segment: operation, length, bytes. */
static inline char *run(const struct floor *floor, const char *program,
                        char *out, uint64_t name, const char *value,
                        uint64_t count) {
    uint32_t slot;
    for (;;) {
        size_t length = (uint8_t)program[1];
        switch (program[0]) {
        case LITERAL: out = move(out, program + 2, length); break;
        case VARIABLE:
            if (word_at(program + 2) == name) {
                size_t size = strlen(value);
                memcpy(out, value, size);
                out += size;
            }
            break;
        case COUNT: out = write_decimal(out, count); break;
        case REFERENCE:
            memcpy(&slot, program + 2, sizeof slot);
            out = move_text(floor, slot, out);
            break;
        default: return out;
        }
        program += 2 + length;
    }
}

size_t floor_variable(const struct floor *floor, const char *key, uint64_t name,
                      const char *value, char *out) {
    uint32_t slot = find(floor, key, strlen(key));
    if (slot == FLOOR_MISSING) return 0;
    const char *program = floor->blob + floor->slots[slot].text;
    return finish(out, run(floor, program, out, name, value, 0));
}

static inline enum plural_form slavic_form(enum catalog_language language,
                                           uint64_t n) {
    uint64_t last = n % 10;
    int is_teen = n % 100 - 11 < 4;
    if (language == LANGUAGE_PL ? n == 1 : last == 1 && !is_teen) {
        return FORM_ONE;
    }
    return last >= 2 && last <= 4 && !is_teen ? FORM_FEW : FORM_MANY;
}

static inline enum plural_form form_of(enum catalog_language language,
                                       uint64_t n) {
    if (language == LANGUAGE_EN) return n == 1 ? FORM_ONE : FORM_OTHER;
    if (language != LANGUAGE_AR) return slavic_form(language, n);
    if (n < 3) return (enum plural_form)n;
    uint64_t rest = n % 100;
    if (rest >= 3 && rest <= 10) return FORM_FEW;
    return rest >= 11 ? FORM_MANY : FORM_OTHER;
}

enum plural_form floor_form(const struct floor *floor, uint64_t count) {
    return form_of(floor->language, count);
}

size_t floor_plural(const struct floor *floor, const char *key, uint64_t count,
                    char *out) {
    uint32_t slot = find(floor, key, strlen(key));
    if (slot == FLOOR_MISSING) return 0;
    uint32_t forms[PLURAL_FORMS];
    memcpy(forms, floor->blob + floor->slots[slot].text, sizeof forms);
    const char *program = floor->blob + forms[form_of(floor->language, count)];
    return finish(out, run(floor, program, out, 0, "", count));
}

size_t floor_context(const struct floor *floor, const char *key,
                     const char *context, char *out) {
    char whole[128];
    size_t key_length = strlen(key);
    size_t context_length = strlen(context);
    memcpy(whole, key, key_length);
    whole[key_length] = '_';
    memcpy(whole + key_length + 1, context, context_length);
    uint32_t slot = find(floor, whole, key_length + 1 + context_length);
    if (slot == FLOOR_MISSING) return 0;
    return finish(out, move_text(floor, slot, out));
}

uint64_t floor_name(const char *name) {
    char word[8] = {0};
    memcpy(word, name, strnlen(name, sizeof word));
    return word_at(word);
}

/* Building */

static uint32_t append(struct floor *floor, const void *bytes, size_t length) {
    if (floor->length + length + WIDE > floor->capacity) {
        floor->capacity = (floor->length + length + WIDE) * 2;
        char *larger = take(floor->capacity, 1);
        if (floor->length > 0) memcpy(larger, floor->blob, floor->length);
        free(floor->blob);
        floor->blob = larger;
    }
    memcpy(floor->blob + floor->length, bytes, length);
    floor->length += length;
    return (uint32_t)(floor->length - length);
}

static uint32_t add_segment(struct floor *floor, enum operation operation,
                            const void *bytes, size_t length) {
    char head[2] = {(char)operation, (char)length};
    uint32_t start = append(floor, head, sizeof head);
    append(floor, bytes, length);
    return start;
}

static uint32_t add_template(struct floor *floor, const struct item *item,
                             int variant, const struct item *items) {
    struct text text;
    catalog_text(floor->language, item->message, variant, &text);
    uint32_t start =
        add_segment(floor, LITERAL, text.before, strlen(text.before));
    uint64_t name = floor_name("name");
    switch (catalog_kind(item->message)) {
    case MESSAGE_VARIABLE: add_segment(floor, VARIABLE, &name, 8); break;
    case MESSAGE_PLURAL: add_segment(floor, COUNT, "", 0); break;
    case MESSAGE_NESTED:
        add_segment(floor, REFERENCE, &items[item->variant].slot, 4);
        break;
    default: break;
    }
    add_segment(floor, LITERAL, text.after, strlen(text.after));
    add_segment(floor, END, "", 0);
    return start;
}

static uint32_t add_text(struct floor *floor, const struct item *item) {
    struct text text;
    catalog_text(floor->language, item->message, item->variant, &text);
    uint32_t length = (uint32_t)(strlen(text.before) + strlen(text.after));
    uint32_t start = append(floor, &length, sizeof length);
    append(floor, text.before, strlen(text.before));
    append(floor, text.after, strlen(text.after));
    return start;
}

static void add_item(struct floor *floor, const struct item *item,
                     const struct item *items) {
    struct slot *slot = floor->slots + item->slot;
    enum message_kind kind = catalog_kind(item->message);
    slot->fingerprint = (uint32_t)(item->hash >> 32);
    slot->key_length = (uint16_t)strlen(item->key);
    slot->key = append(floor, item->key, slot->key_length);
    if (kind == MESSAGE_PLAIN || kind == MESSAGE_CONTEXT) {
        slot->text = add_text(floor, item);
    } else if (kind == MESSAGE_PLURAL) {
        uint32_t forms[PLURAL_FORMS] = {0};
        for (int form = 0; form < PLURAL_FORMS; form += 1) {
            if (!catalog_has_form(floor->language, (enum plural_form)form)) {
                continue;
            }
            forms[form] = add_template(floor, item, form, items);
        }
        slot->text = append(floor, forms, sizeof forms);
    } else {
        slot->text = add_template(floor, item, 0, items);
    }
}

/* The items of a catalog; the first `count` are the messages' own. */
static struct item *items_of(const struct catalog *catalog, size_t *count) {
    struct item *items = take(catalog->count * 2, sizeof *items);
    size_t length = catalog->count;
    for (size_t message = 0; message < catalog->count; message += 1) {
        struct item *item = items + message;
        memcpy(item->key, catalog->keys[message], sizeof(char[32]));
        item->message = message;
        if (catalog_kind(message) == MESSAGE_NESTED) {
            item->variant = (int)catalog_reference(catalog, message);
        }
        if (catalog_kind(message) != MESSAGE_CONTEXT) continue;
        for (int context = 0; context < 2; context += 1, length += 1) {
            snprintf(items[length].key, sizeof items[length].key, "%s_%s",
                     catalog->keys[message], CONTEXTS[context]);
            items[length].message = message;
            items[length].variant = context + 1;
        }
    }
    *count = length;
    return items;
}

/* Sorts item numbers by bucket, large buckets first. */
static struct item *sorting_items;
static uint32_t *sorting_sizes;

static int compare_items(const void *left, const void *right) {
    const struct item *one = sorting_items + *(const uint32_t *)left;
    const struct item *two = sorting_items + *(const uint32_t *)right;
    uint32_t size_one = sorting_sizes[one->bucket];
    uint32_t size_two = sorting_sizes[two->bucket];
    if (size_one != size_two) return size_one > size_two ? -1 : 1;
    return (one->bucket > two->bucket) - (one->bucket < two->bucket);
}

/* Whether the items of a bucket all find free slots. */
static int fits(const struct floor *floor, struct item *items,
                const uint32_t *bucket, uint32_t size, uint8_t *is_taken,
                uint32_t displacement) {
    uint32_t placed = 0;
    for (; placed < size; placed += 1) {
        struct item *item = items + bucket[placed];
        item->slot = slot_of(floor, item->hash, displacement);
        if (is_taken[item->slot]) break;
        is_taken[item->slot] = 1;
    }
    if (placed == size) return 1;
    while (placed > 0) {
        placed -= 1;
        is_taken[items[bucket[placed]].slot] = 0;
    }
    return 0;
}

static void place(struct floor *floor, struct item *items, size_t count) {
    uint32_t *sizes = take(floor->bucket_count, sizeof *sizes);
    uint32_t *order = take(count, sizeof *order);
    uint8_t *is_taken = take(floor->slot_count, 1);
    for (size_t at = 0; at < count; at += 1) {
        items[at].hash = hash_of(items[at].key, strlen(items[at].key));
        items[at].bucket =
            scaled((uint32_t)items[at].hash, floor->bucket_count);
        sizes[items[at].bucket] += 1;
        order[at] = (uint32_t)at;
    }
    sorting_items = items;
    sorting_sizes = sizes;
    qsort(order, count, sizeof *order, compare_items);
    for (size_t first = 0; first < count;) {
        uint32_t bucket = items[order[first]].bucket;
        uint32_t displacement = 0;
        while (displacement < NO_DISPLACEMENT &&
               !fits(floor, items, order + first, sizes[bucket], is_taken,
                     displacement)) {
            displacement += 1;
        }
        if (displacement == NO_DISPLACEMENT) {
            fputs("the floor found no perfect hash\n", stderr);
            exit(1);
        }
        floor->displacements[bucket] = (uint16_t)displacement;
        first += sizes[bucket];
    }
    free(sizes);
    free(order);
    free(is_taken);
}

struct floor *floor_create(const struct catalog *catalog,
                           enum catalog_language language) {
    struct floor *floor = take(1, sizeof *floor);
    size_t count;
    struct item *items = items_of(catalog, &count);
    floor->language = language;
    floor->slot_count = (uint32_t)(count + count / 4);
    floor->bucket_count = (uint32_t)(count / 4);
    floor->slots = take(floor->slot_count, sizeof *floor->slots);
    floor->displacements =
        take(floor->bucket_count, sizeof *floor->displacements);
    place(floor, items, count);
    for (size_t at = 0; at < count; at += 1) {
        add_item(floor, items + at, items);
    }
    free(items);
    return floor;
}

void floor_free(struct floor *floor) {
    if (floor == NULL) return;
    free(floor->slots);
    free(floor->displacements);
    free(floor->blob);
    free(floor);
}
