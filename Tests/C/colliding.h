/* Names that are made to collide in a hash without a seed: the fold of eight
 * bytes at a time that catalogs and tables use. */
#ifndef CALQUE_TESTS_COLLIDING_H
#define CALQUE_TESTS_COLLIDING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define MULTIPLIER UINT64_C(0x9E3779B97F4A7C15)

enum { NAME_SIZE = 17 };

static inline uint64_t folded(uint64_t word) {
    unsigned __int128 product = (unsigned __int128)word * MULTIPLIER;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* Whether eight bytes are text that JSON, keys and lower case leave as it is.
 */
static inline bool is_plain(uint64_t word) {
    for (int at = 0; at < 8; at++) {
        unsigned char byte = (unsigned char)(word >> (8 * at));
        if (byte <= ' ' || byte > '~' || (byte >= 'A' && byte <= 'Z') ||
            byte == '"' || byte == '\\' || byte == '.' || byte == ':') {
            return false;
        }
    }
    return true;
}

/* Makes names of 16 bytes whose hashes are all the same: the second word turns
 * what the first came to into one state.
 *
 * start: the state that a hash begins with; it tells the kinds of hash apart.
 */
static inline void colliding_names(char (*names)[NAME_SIZE], size_t count,
                                   uint64_t start) {
    uint64_t counter = 0;
    for (size_t made = 0; made < count;) {
        /* Eight letters from a on. */
        uint64_t word = UINT64_C(0x6161616161616161);
        for (int at = 0; at < 8; at++)
            word += (counter >> (4 * at) & 15) << (8 * at);
        counter += 1;
        uint64_t second = folded(start ^ word) ^ UINT64_C(0x6363636363636363);
        if (!is_plain(second)) continue;
        memcpy(names[made], &word, 8);
        memcpy(names[made] + 8, &second, 8);
        names[made++][16] = 0;
    }
}

/* Names of the same shape that nobody made to collide. */
static inline void ordinary_names(char (*names)[NAME_SIZE], size_t count) {
    for (size_t at = 0; at < count; at++) {
        snprintf(names[at], NAME_SIZE, "name-%08zx-ab",
                 at * 2654435761u % 4294967291u);
    }
}

/* The state that hashes of keys in catalogs begin with, and that of names of 16
 * bytes in other tables. */
#define KEY_HASH MULTIPLIER
#define NAME_HASH (16 * MULTIPLIER)

#endif
