/* Printing: the table of languages, and samples of what texts do. */
#include <stdio.h>
#include <string.h>

#include "demo.h"

enum { LANGUAGES_SHOWN = 8, KEYS_SHOWN = 2, FORMATS_SHOWN = 4 };

static const char *text_member(const json_t *key, const char *name) {
    return json_string_value(json_object_get(key, name));
}

calque_status render(const struct demo *demo, const char *lng,
                     const json_t *key, const json_t *options,
                     calque_string *text) {
    bool ios = demo->format == CALQUE_FORMAT_IOS;
    json_t *call = json_deep_copy(options);
    json_object_set_new(call, ios ? "lang" : "lng", json_string(lng));
    json_object_set(call, ios ? "namespace" : "ns", json_object_get(key, "ns"));
    /* A key may hold a colon of its own. Not otherwise: references to other
     * namespaces inherit the option. */
    if (strchr(text_member(key, "key"), ':') != NULL) {
        json_object_set_new(call, "nsSeparator", json_false());
    }
    json_t *keys = json_pack("[O]", json_object_get(key, "key"));
    char *keys_json = json_dumps(keys, JSON_COMPACT);
    char *call_json = json_dumps(call, JSON_COMPACT);
    calque_status status = calque_translator_translate_json(
        demo->translator, keys_json, CALQUE_NTS, call_json, CALQUE_NTS,
        CALQUE_RESULT_TEXT, text, NULL);
    free(keys_json);
    free(call_json);
    json_decref(keys);
    json_decref(call);
    return status;
}

/* Translates every key of a language; how many calls failed. */
static int failures_of(const struct demo *demo, const char *lng,
                       const json_t *keys) {
    int failures = 0;
    const char *name;
    json_t *key;
    json_object_foreach((json_t *)keys, name, key) {
        calque_string text = {0};
        json_t *options = options_for(text_member(key, "text"), demo->format);
        if (json_is_true(json_object_get(key, "plural"))) {
            json_object_set_new(options, "count", json_integer(2));
        }
        failures += render(demo, lng, key, options, &text) >= 20;
        calque_string_dispose(&text);
        json_decref(options);
    }
    return failures;
}

/* How many keys of the source language a language has. */
static size_t covered(const struct demo *demo, const json_t *keys) {
    size_t count = 0;
    const char *name;
    json_t *key;
    json_object_foreach((json_t *)keys, name, key) {
        count += json_object_get(json_object_get(demo->languages, demo->source),
                                 name) != NULL;
    }
    return count;
}

bool show_table(const struct demo *demo) {
    json_t *source = json_object_get(demo->languages, demo->source);
    size_t wanted = json_object_size(source);
    int failures = 0;
    const char *lng, *name;
    json_t *keys, *key;
    printf("%-12s %7s %7s %9s %7s\n", "language", "texts", "keys", "covered",
           "errors");
    json_object_foreach(demo->languages, lng, keys) {
        json_int_t texts = 0;
        json_object_foreach(keys, name, key) {
            texts += json_integer_value(json_object_get(key, "texts"));
        }
        int failed = failures_of(demo, lng, keys);
        failures += failed;
        printf("%-12s %7lld %7zu %7zu %% %7d\n", lng, (long long)texts,
               json_object_size(keys),
               wanted ? 100 * covered(demo, keys) / wanted : 100, failed);
    }
    return failures == 0;
}

/* One line: a language, and a text for each of some options. */
static void show_line(const struct demo *demo, const char *lng,
                      const json_t *key, const json_t *variants) {
    size_t at;
    json_t *variant;
    printf("  %-8s", lng);
    json_array_foreach((json_t *)variants, at, variant) {
        calque_string text = {0};
        json_t *options = options_for(text_member(key, "text"), demo->format);
        json_object_update(options, variant);
        render(demo, lng, key, options, &text);
        printf("%s%s", at == 0 ? "" : " | ",
               text.data == NULL ? "" : text.data);
        calque_string_dispose(&text);
        json_decref(options);
    }
    printf("\n");
}

static int descending(const void *one, const void *two) {
    size_t left = *(const size_t *)one, right = *(const size_t *)two;
    return left < right ? 1 : left > right ? -1 : 0;
}

/* How many keys a language must cover to be among the best ones. */
static size_t least_shown(const struct demo *demo) {
    size_t count = 0, least = 0;
    size_t *all = calloc(json_object_size(demo->languages) + 1, sizeof *all);
    const char *lng;
    json_t *keys;
    if (all == NULL) return 0;
    json_object_foreach(demo->languages, lng, keys) {
        all[count++] = covered(demo, keys);
    }
    qsort(all, count, sizeof *all, descending);
    if (count > LANGUAGES_SHOWN) least = all[LANGUAGES_SHOWN - 1];
    free(all);
    return least;
}

/* One key in the source language, and in those that cover most of it. */
static void show_key(const struct demo *demo, const char *what,
                     const json_t *key, size_t least, json_t *variants) {
    int shown = 0;
    const char *lng;
    json_t *keys;
    printf("\n%s: %s:%s\n", what, text_member(key, "ns"),
           text_member(key, "key"));
    show_line(demo, demo->source, key, variants);
    json_object_foreach(demo->languages, lng, keys) {
        if (strcmp(lng, demo->source) == 0) continue;
        if (covered(demo, keys) < least) continue;
        shown += 1;
        if (shown >= LANGUAGES_SHOWN) break;
        show_line(demo, lng, key, variants);
    }
    json_decref(variants);
}

/* The contexts of a key: `evening` when there are `k` and `k_evening`. */
static json_t *contexts_of(const json_t *keys, const char *name) {
    json_t *variants = json_pack("[{}]");
    size_t length = strlen(name);
    const char *other;
    json_t *key;
    json_object_foreach((json_t *)keys, other, key) {
        if (strncmp(other, name, length) == 0 && other[length] == '_') {
            json_array_append_new(
                variants, json_pack("{ss}", "context", other + length + 1));
        }
    }
    return variants;
}

/* Whether `k_evening` is there only as a context of `k`. */
static bool is_context(const json_t *keys, const char *name) {
    char shorter[2048];
    snprintf(shorter, sizeof shorter, "%s", name);
    char *mark = strrchr(shorter, '_');
    if (mark == NULL) return false;
    *mark = '\0';
    return json_object_get(keys, shorter) != NULL;
}

/* Whether some language lacks a key. */
static bool is_missing_somewhere(const struct demo *demo, const char *name) {
    const char *lng;
    json_t *keys;
    json_object_foreach(demo->languages, lng, keys) {
        if (json_object_get(keys, name) == NULL) return true;
    }
    return false;
}

/* The kind of message that a key is a sample of. */
enum kind {
    PLURAL,
    ORDINAL,
    CONTEXT,
    NESTING,
    FORMAT,
    INTERPOLATION,
    FALLBACK,
    PLAIN
};

static const char *const TITLES[] = {"Plurals (0, 1, 2, 5, 21)",
                                     "Ordinals (1, 2, 3, 11)",
                                     "Context",
                                     "Nesting (1, 2, 5)",
                                     "Format",
                                     "Interpolation",
                                     "Fallback"};

/* Whether placeholders are `__name__` rather than `{{name}}`. */
static bool has_underscores(calque_format format) {
    return format == CALQUE_FORMAT_V1 || format == CALQUE_FORMAT_IOS;
}

/* Whether a placeholder of a text names a formatter: `{{pages, number}}`. */
static bool has_format(const char *text, calque_format format) {
    const char *mark = has_underscores(format) ? NULL : strstr(text, "{{");
    const char *comma = mark == NULL ? NULL : strchr(mark, ',');
    return comma != NULL && comma < strstr(mark, "}}");
}

static enum kind kind_of(const struct demo *demo, const json_t *keys,
                         const char *name, const json_t *key) {
    const char *text = text_member(key, "text");
    const char *mark = has_underscores(demo->format) ? "__" : "{{";
    json_t *contexts = contexts_of(keys, name);
    bool has_contexts = json_array_size(contexts) > 1;
    json_decref(contexts);
    if (json_is_true(json_object_get(key, "ordinal"))) return ORDINAL;
    if (json_is_true(json_object_get(key, "plural"))) return PLURAL;
    if (is_context(keys, name)) return PLAIN;
    if (has_contexts) return CONTEXT;
    if (strstr(text, "$t(") != NULL) return NESTING;
    if (has_format(text, demo->format)) return FORMAT;
    if (strstr(text, mark) != NULL) return INTERPOLATION;
    return is_missing_somewhere(demo, name) ? FALLBACK : PLAIN;
}

/* The options that a sample is shown with: an array of objects. */
static json_t *variants_of(enum kind kind, const json_t *keys,
                           const char *name) {
    switch (kind) {
    case PLURAL:
        return json_pack("[{si} {si} {si} {si} {si}]", "count", 0, "count", 1,
                         "count", 2, "count", 5, "count", 21);
    case ORDINAL:
        return json_pack("[{si sb} {si sb} {si sb} {si sb}]", "count", 1,
                         "ordinal", 1, "count", 2, "ordinal", 1, "count", 3,
                         "ordinal", 1, "count", 11, "ordinal", 1);
    case CONTEXT: return contexts_of(keys, name);
    case NESTING:
        return json_pack("[{si} {si} {si}]", "count", 1, "count", 2, "count",
                         5);
    default: return json_pack("[{}]");
    }
}

void show_samples(const struct demo *demo) {
    json_t *source = json_object_get(demo->languages, demo->source);
    size_t least = least_shown(demo);
    for (enum kind kind = PLURAL; kind < PLAIN; kind += 1) {
        int shown = 0;
        const char *name;
        json_t *key;
        json_object_foreach(source, name, key) {
            if (kind_of(demo, source, name, key) != kind) continue;
            show_key(demo, TITLES[kind], key, least,
                     variants_of(kind, source, name));
            shown += 1;
            if (shown == (kind == FORMAT ? FORMATS_SHOWN : KEYS_SHOWN)) break;
        }
    }
}
