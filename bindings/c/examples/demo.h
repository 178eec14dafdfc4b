/*
 * Parts of the demo: a program that loads a folder of catalogs and shows them.
 *
 * Lists are jansson values, as the texts of a catalog are JSON anyway. A
 * function that returns `json_t *` hands over a reference; NULL means no
 * memory.
 */
#ifndef CALQUE_EXAMPLES_DEMO_H
#define CALQUE_EXAMPLES_DEMO_H

#include <calque.h>
#include <jansson.h>
#include <stdlib.h>

/* The arguments that the demo was called with. */
struct demo {
    const char *folder;
    const char *source;
    calque_format format;
    calque_translator *translator;
    /* Language -> key -> what is known of it; see keys_of(). */
    json_t *languages;
};

/* catalogs.c: [{"lng", "ns", "path"}] of all catalogs in a folder, sorted. */
json_t *catalogs_in(const char *folder);

/* catalogs.c: namespaces in a list of catalogs, each once. */
json_t *namespaces_of(const json_t *catalogs);

/*
 * keys.c: the keys of a language's resources, a plural key once for all its
 * forms: "ns:key" -> {"ns", "key", "text", "texts", "plural", "ordinal"}.
 * `text` is one of its texts, `texts` says how many there are.
 */
json_t *keys_of(const json_t *resources, calque_format format);

/*
 * keys.c: a value for every placeholder of a text, in the options that a call
 * of the format takes.
 */
json_t *options_for(const char *text, calque_format format);

/* show.c: the table of languages, and samples in each. False when one failed.
 */
bool show_table(const struct demo *demo);
void show_samples(const struct demo *demo);

/* show.c: translates a key; the caller disposes of the text. */
calque_status render(const struct demo *demo, const char *lng,
                     const json_t *key, const json_t *options,
                     calque_string *text);

#endif
