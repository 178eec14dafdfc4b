/**
 * @file calque_easy.h
 * @brief One line per text in C programs: macros over the shared translator.
 *
 * Header-only, C99 and later, over calque.h; C++ programs have calque.hpp.
 *
 *     calque_easy_open(CALQUE_FORMAT_V4, CALQUE_JSON({"lng": "pl"}), NULL);
 *     calque_easy_add_file("pl", "translation", "locales/pl.json", NULL);
 *     puts(I18NEXT("title"));
 *     puts(I18NEXT("file", CALQUE_COUNT(3), CALQUE_ARG_TEXT("name", "Ada")));
 *
 * With CALQUE_EASY_GETTEXT defined before the inclusion, it has the names of
 * gettext as well: _("text"), N_("text"), P_("%d file", "%d files", n).
 *
 * A returned text is valid until the thread has asked for #CALQUE_EASY_TEXTS
 * more in the same source file: print or copy it. Every macro may be used from
 * any thread once the shared translator is set up. A missing key gives its
 * fallback text; the result is never NULL.
 */
#ifndef CALQUE_EASY_H
#define CALQUE_EASY_H

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calque.h"

/** The number of texts of a thread and source file that are valid at a time. */
#define CALQUE_EASY_TEXTS 16

#if defined(__GNUC__)
/** Makes the compiler check the arguments of a call against its format. */
#define CALQUE_EASY_PRINTF(at, first)                                          \
    __attribute__((format(printf, at, first), unused))
/** Makes the compiler treat the result as a format like that parameter. */
#define CALQUE_EASY_FORMAT(parameter)                                          \
    __attribute__((format_arg(parameter), unused))
#define CALQUE_EASY_UNUSED __attribute__((unused))
#define CALQUE_EASY_THREAD static __thread
#else
#define CALQUE_EASY_PRINTF(at, first)
#define CALQUE_EASY_FORMAT(parameter)
#define CALQUE_EASY_UNUSED
#define CALQUE_EASY_THREAD static _Thread_local
#endif

CALQUE_BEGIN

/** The memory of a returned text, which later texts reuse. */
typedef struct calque_easy_slot {
    /** Allocated, or NULL. */
    char *data;
    /** Its size in bytes. */
    size_t capacity;
} calque_easy_slot;

CALQUE_EASY_THREAD calque_easy_slot calque_easy_slots[CALQUE_EASY_TEXTS];
CALQUE_EASY_THREAD unsigned calque_easy_turn;

/* Memory for a text; NULL if there is none. */
static inline char *calque_easy_room(size_t capacity) {
    calque_easy_slot *slot =
        &calque_easy_slots[calque_easy_turn++ % CALQUE_EASY_TEXTS];
    if (slot->capacity < capacity) {
        size_t larger = capacity < 256 ? 256 : capacity;
        char *data = (char *)realloc(slot->data, larger);
        if (data == NULL) return NULL;
        slot->data = data;
        slot->capacity = larger;
    }
    return slot->data;
}

/** Frees the texts of this thread and source file. Call it before the thread
 * ends. */
CALQUE_EASY_UNUSED static inline void calque_easy_clear(void) {
    for (size_t at = 0; at < CALQUE_EASY_TEXTS; at += 1) {
        free(calque_easy_slots[at].data);
        calque_easy_slots[at].data = NULL;
        calque_easy_slots[at].capacity = 0;
    }
}

/**
 * Creates the shared translator, replacing an earlier one.
 *
 * Where keys are whole sentences, as with gettext, the options have
 * `keySeparator` and `nsSeparator` false.
 *
 * @param format one of the CALQUE_FORMAT_ constants.
 * @param options JSON object, NUL-terminated, as in calque_translator_create().
 * @param error may be NULL.
 * @return as calque_translator_create(). On failure the old one stays.
 */
CALQUE_EASY_UNUSED static inline calque_status
calque_easy_open(calque_format format, const char *options,
                 calque_error **error) {
    calque_translator *made = NULL;
    calque_status status = calque_translator_create(format, options, CALQUE_NTS,
                                                    NULL, &made, error);
    if (made != NULL) calque_translator_set_shared(made);
    calque_translator_release(made);
    return status;
}

/** Adds a JSON file of texts to the shared translator:
 * calque_translator_add_file(). */
CALQUE_EASY_UNUSED static inline calque_status
calque_easy_add_file(const char *lng, const char *ns, const char *path,
                     calque_error **error) {
    calque_translator *shared = calque_translator_shared();
    calque_status status = calque_translator_add_file(
        shared, lng, CALQUE_NTS, ns, CALQUE_NTS, path, 0, error);
    calque_translator_release(shared);
    return status;
}

/** Changes the language of the shared translator. */
CALQUE_EASY_UNUSED static inline calque_status
calque_easy_change_language(const char *lng, calque_error **error) {
    calque_translator *shared = calque_translator_shared();
    calque_status status =
        calque_translator_change_language(shared, lng, CALQUE_NTS, error);
    calque_translator_release(shared);
    return status;
}

/**
 * Translates a key with the shared translator. Returns the key itself if there
 * is no memory.
 *
 * @param args options and variables.
 * @param count the number of arguments.
 */
CALQUE_EASY_UNUSED static inline const char *
calque_easy_translate(const char *key, const calque_arg *args, size_t count) {
    calque_translator *shared = calque_translator_shared();
    size_t length = 0, capacity = 256;
    const char *text = NULL;
    for (;;) {
        char *buffer = calque_easy_room(capacity);
        if (buffer == NULL) break;
        text = buffer;
        if (calque_translator_translate(shared, key, CALQUE_NTS, args, count,
                                        buffer, capacity,
                                        &length) != CALQUE_TRUNCATED) {
            break;
        }
        capacity = length + 1;
        text = NULL;
        calque_easy_turn -= 1; /* Enlarge the same slot. */
    }
    calque_translator_release(shared);
    return text != NULL ? text : key;
}

/**
 * The text of a key: `I18NEXT("key")`, followed by arguments such as
 * CALQUE_COUNT(3), CALQUE_CONTEXT("male"), CALQUE_DEFAULT_VALUE("text") and the
 * CALQUE_ARG_ initializers.
 */
#define I18NEXT(...) CALQUE_EASY_TEXT(__VA_ARGS__, CALQUE_ARG_INT(NULL, 0))
#define CALQUE_EASY_TEXT(key, ...)                                             \
    calque_easy_translate(                                                     \
        (key), (const calque_arg[]){__VA_ARGS__},                              \
        sizeof((const calque_arg[]){__VA_ARGS__}) / sizeof(calque_arg) - 1)
/** Argument: the number that chooses the plural form. */
#define CALQUE_COUNT(number) CALQUE_ARG_INT("count", (number))
/** Argument: the context that chooses a form. */
#define CALQUE_CONTEXT(text) CALQUE_ARG_TEXT("context", (text))
/** Argument: the text if the key is missing. */
#define CALQUE_DEFAULT_VALUE(text) CALQUE_ARG_TEXT("defaultValue", (text))

/**
 * The text of a key, or of the first of several that has one.
 *
 * @param keys a key or a JSON array of keys.
 * @param options JSON object of options and variables; NULL for none.
 */
CALQUE_EASY_UNUSED static inline const char *
calque_easy_json(const char *keys, const char *options) {
    calque_translator *shared = calque_translator_shared();
    calque_string result = {NULL, 0};
    char *text = NULL;
    calque_translator_translate_json(shared, keys, CALQUE_NTS, options,
                                     CALQUE_NTS, CALQUE_RESULT_TEXT, &result,
                                     NULL);
    calque_translator_release(shared);
    if (result.data != NULL &&
        (text = calque_easy_room(result.length + 1)) != NULL) {
        memcpy(text, result.data, result.length);
        text[result.length] = 0;
    }
    calque_string_dispose(&result);
    return text != NULL ? text : keys;
}

/* Finds the type of each argument of a format: the letters of its length and
 * conversion packed into a number, 0 for none. Returns the number of arguments,
 * or -1 for a format with too many, with an unknown conversion or with %n. */
static inline int calque_easy_conversions(const char *format,
                                          unsigned types[16]) {
    int next = 0, most = 0;
    memset(types, 0, 16 * sizeof types[0]);
    while ((format = strchr(format, '%')) != NULL) {
        int place = next;
        unsigned type = 0;
        format += 1;
        if (*format == '%') {
            format += 1;
            continue;
        }
        const char *digits = format + strspn(format, "0123456789");
        if (digits > format && *digits == '$') {
            place = atoi(format) - 1;
            format = digits + 1;
        }
        format += strspn(format, "-+ #0'");
        format += strspn(format, "0123456789.");
        while (*format != 0 && strchr("hljztLq", *format) != NULL) {
            type = type << 8 | (unsigned char)*format++;
        }
        if (*format == 0 || strchr("diouxXeEfFgGaAcsp", *format) == NULL)
            return -1;
        if (place < 0 || place >= 16) return -1;
        /* Conversions of arguments with the same type are equal. */
        char letter = *format++;
        if (strchr("di", letter) != NULL) letter = 'd';
        if (strchr("ouxX", letter) != NULL) letter = 'u';
        if (strchr("eEfFgGaA", letter) != NULL) letter = 'f';
        type = type << 8 | (unsigned char)letter;
        if (types[place] != 0 && types[place] != type) return -1;
        types[place] = type;
        next = place + 1;
        if (next > most) most = next;
    }
    return most;
}

/** Whether a translated format takes the same arguments as its source, so that
 * it can be used in its place. */
CALQUE_EASY_UNUSED static inline bool
calque_easy_matches(const char *source, const char *translated) {
    unsigned wanted[16], found[16];
    int count = calque_easy_conversions(source, wanted);
    return count >= 0 && calque_easy_conversions(translated, found) == count &&
           memcmp(wanted, found, sizeof wanted) == 0;
}

/**
 * The translation of a format if it takes the same arguments as the source,
 * otherwise the source. The compiler checks the call that uses the result.
 */
CALQUE_EASY_FORMAT(2)
static inline const char *calque_easy_checked(const char *key,
                                              const char *source) {
    const calque_arg fallback = CALQUE_DEFAULT_VALUE(source);
    const char *text = calque_easy_translate(key, &fallback, 1);
    return calque_easy_matches(source, text) ? text : source;
}

/** As calque_easy_checked(), for the plural form of a number; the source is one
 * of two texts. */
CALQUE_EASY_FORMAT(1)
CALQUE_EASY_FORMAT(2)
static inline const char *calque_easy_plural(const char *one, const char *other,
                                             int64_t number) {
    const char *source = number == 1 ? one : other;
    const calque_arg args[] = {CALQUE_COUNT(number),
                               CALQUE_DEFAULT_VALUE(source)};
    const char *text = calque_easy_translate(one, args, 2);
    return calque_easy_matches(other, text) || calque_easy_matches(one, text)
               ? text
               : source;
}

/**
 * Translates a key and formats the text as printf() does (`tf`). The compiler
 * checks the arguments against `source`; a translation that takes other
 * arguments is not used.
 *
 * @param source the format if the key is missing.
 */
CALQUE_EASY_PRINTF(2, 3)
static inline const char *calque_easy_format(const char *key,
                                             const char *source, ...) {
    const char *format = calque_easy_checked(key, source);
    char *text = NULL;
    va_list values;
    va_start(values, source);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length < 0 || (text = calque_easy_room((size_t)length + 1)) == NULL)
        return key;
    va_start(values, source);
    vsnprintf(text, (size_t)length + 1, format, values);
    va_end(values);
    return text;
}

/** calque_easy_format(): `I18NEXT_SPRINTF("key", "%s and %s", "a", "b")`. */
#define I18NEXT_SPRINTF(...) calque_easy_format(__VA_ARGS__)

#ifdef CALQUE_EASY_GETTEXT
/** The translation of a text, which is its own key. The result of a format may
 * be passed to printf(). */
#define _(text) calque_easy_checked((text), (text))
/** Marks a text for tools that collect them. */
#define N_(text) (text)
/** The plural form for a number; the first text is the key. */
#define P_(one, other, number) calque_easy_plural((one), (other), (number))
#endif

CALQUE_END

#endif
