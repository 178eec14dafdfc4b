/*
 * A catalog made up from a seed: the same messages for every library that is
 * measured. Of 20 messages 12 are plain, 4 have one variable, 2 have plural
 * forms, 1 refers to another message and 1 has a context.
 */
#ifndef BENCHMARK_CATALOG_H
#define BENCHMARK_CATALOG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum message_kind {
    MESSAGE_PLAIN,
    MESSAGE_VARIABLE,
    MESSAGE_PLURAL,
    MESSAGE_NESTED,
    MESSAGE_CONTEXT,
    MESSAGE_KINDS
};

/* Plural categories in the order of CLDR. */
enum plural_form {
    FORM_ZERO,
    FORM_ONE,
    FORM_TWO,
    FORM_FEW,
    FORM_MANY,
    FORM_OTHER,
    PLURAL_FORMS
};

enum catalog_language {
    LANGUAGE_EN,
    LANGUAGE_AR,
    LANGUAGE_RU,
    LANGUAGE_PL,
    LANGUAGES
};

/* Its tag. */
extern const char *const LANGUAGE_TAGS[LANGUAGES];

/* Names of plural forms, as they stand in catalogs. */
extern const char *const FORM_NAMES[PLURAL_FORMS];

/* The two contexts that a message with a context has texts for. */
extern const char *const CONTEXTS[2];

/* A text: what is inserted stands between its two parts. */
struct text {
    char before[256];
    char after[256];
};

struct catalog {
    size_t count;
    /* Keys, in the order of the messages. */
    char (*keys)[32];
};

struct catalog catalog_create(size_t count);
void catalog_free(struct catalog *catalog);

enum message_kind catalog_kind(size_t message);

/* The plain message that a nested one refers to. */
size_t catalog_reference(const struct catalog *catalog, size_t message);

/* Whether a language has texts of a plural form; all numbers are whole. */
int catalog_has_form(enum catalog_language language, enum plural_form form);

/*
 * The text of a message. `variant` is a plural form, or for a message with a
 * context 0 for its own text and 1 or 2 for those of its contexts.
 */
void catalog_text(enum catalog_language language, size_t message, int variant,
                  struct text *text);

/*
 * Which messages a file gets: those whose number has this remainder by
 * `divisor`.
 */
struct selection {
    size_t divisor;
    size_t remainder;
};

/* Writes the catalog as i18next JSON, format v4, with flat keys. */
void catalog_write_json(const struct catalog *catalog,
                        enum catalog_language language,
                        struct selection selection, FILE *file);

/* Writes the catalog for msgfmt, with the keys as message ids. */
void catalog_write_po(const struct catalog *catalog,
                      enum catalog_language language,
                      struct selection selection, FILE *file);

#endif
