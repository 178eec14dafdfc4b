/* Lists the keys of a catalog and the variables that a text needs. */
#include <stdio.h>
#include <string.h>

#include "demo.h"

/* Cuts `suffix` off the end of a key. */
static bool cut(char *key, const char *suffix) {
    size_t length = strlen(key), end = strlen(suffix);
    if (length <= end || strcmp(key + length - end, suffix) != 0) return false;
    key[length - end] = '\0';
    return true;
}

/* Cuts `_0`, `_12` and the like off the end of a key. */
static bool cut_number(char *key) {
    char *mark = strrchr(key, '_');
    if (mark == NULL || mark == key || mark[1] == '\0') return false;
    if (strspn(mark + 1, "0123456789") != strlen(mark + 1)) return false;
    *mark = '\0';
    return true;
}

/* Cuts the plural form off a key, as the format writes it. */
static bool cut_plural(char *key, calque_format format, bool *ordinal) {
    static const char *const categories[] = {"_zero", "_one",  "_two",
                                             "_few",  "_many", "_other"};
    *ordinal = false;
    if (format == CALQUE_FORMAT_V4) {
        for (size_t at = 0; at < sizeof categories / sizeof *categories;
             at += 1) {
            if (!cut(key, categories[at])) continue;
            *ordinal = cut(key, "_ordinal");
            return true;
        }
        return false;
    }
    if (cut(key, "_plural")) return true;
    if (format == CALQUE_FORMAT_V2 || format == CALQUE_FORMAT_V3) {
        return cut_number(key);
    }
    char whole[1024];
    snprintf(whole, sizeof whole, "%s", key);
    if (cut_number(whole) && cut(whole, "_plural")) {
        key[strlen(whole)] = '\0';
        return true;
    }
    return false;
}

/* Notes one text under its key. */
static void add_text(json_t *keys, const char *ns, const char *path,
                     const char *text, calque_format format) {
    char base[1024], name[2048];
    bool ordinal = false;
    snprintf(base, sizeof base, "%s", path);
    bool plural = cut_plural(base, format, &ordinal);
    snprintf(name, sizeof name, "%s:%s", ns, base);
    json_t *known = json_object_get(keys, name);
    if (known == NULL) {
        known =
            json_pack("{ss ss ss si sb sb}", "ns", ns, "key", base, "text",
                      text, "texts", 0, "plural", false, "ordinal", ordinal);
        json_object_set_new(keys, name, known);
    }
    json_int_t texts = json_integer_value(json_object_get(known, "texts"));
    json_object_set_new(known, "texts", json_integer(texts + 1));
    if (plural) json_object_set_new(known, "plural", json_true());
}

/* Walks a tree; the depth of a catalog is limited by the library. */
static void add_tree(json_t *keys, const char *ns, const char *path,
                     const json_t *tree, calque_format format) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)tree, name, value) {
        char deeper[1024];
        snprintf(deeper, sizeof deeper, "%s%s%s", path, *path ? "." : "", name);
        if (json_is_object(value)) {
            add_tree(keys, ns, deeper, value, format);
        } else if (json_is_string(value)) {
            add_text(keys, ns, deeper, json_string_value(value), format);
        }
    }
}

json_t *keys_of(const json_t *resources, calque_format format) {
    json_t *keys = json_object();
    const char *ns;
    json_t *tree;
    json_object_foreach((json_t *)resources, ns, tree) {
        add_tree(keys, ns, "", tree, format);
    }
    return keys;
}

/* A value that looks right for a variable of this name. */
static json_t *value_for(const char *name, const char *spec) {
    static const struct {
        const char *name, *value;
    } known[] = {{"name", "Ada"}, {"user", "Ada"}, {"date", "2026-05-01"}};
    for (size_t at = 0; at < sizeof known / sizeof *known; at += 1) {
        if (strcmp(name, known[at].name) == 0)
            return json_string(known[at].value);
    }
    if (strstr(spec, "datetime")) return json_string("2026-05-01");
    if (strstr(spec, "list"))
        return json_pack("[sss]", "Emma", "Faust", "Lalka");
    if (strstr(spec, "number") || strstr(spec, "currency"))
        return json_integer(1234);
    if (strstr(name, "ount") || strstr(name, "days")) return json_integer(2);
    char shown[256];
    snprintf(shown, sizeof shown, "[%.200s]", name);
    return json_string(shown);
}

/* Sets `a.b.c` in nested objects. */
static void set_variable(json_t *variables, char *name, const char *spec) {
    char *dot;
    while ((dot = strchr(name, '.')) != NULL) {
        *dot = '\0';
        json_t *inner = json_object_get(variables, name);
        if (!json_is_object(inner)) {
            inner = json_object();
            json_object_set_new(variables, name, inner);
        }
        variables = inner;
        name = dot + 1;
    }
    json_object_set_new(variables, name, value_for(name, spec));
}

json_t *options_for(const char *text, calque_format format) {
    bool old = format == CALQUE_FORMAT_IOS || format == CALQUE_FORMAT_V1;
    const char *prefix = old ? "__" : "{{", *suffix = old ? "__" : "}}";
    json_t *variables = json_object();
    const char *from = text, *end;
    while ((from = strstr(from, prefix)) != NULL) {
        from += strspn(from + strlen(prefix), "- ") + strlen(prefix);
        if ((end = strstr(from, suffix)) == NULL) break;
        char name[256] = "";
        size_t length = strcspn(from, ", ");
        if (length > (size_t)(end - from)) length = (size_t)(end - from);
        if (length < sizeof name) memcpy(name, from, length);
        char spec[64];
        snprintf(spec, sizeof spec, "%.*s", (int)(end - from), from);
        if (name[0] != '\0') set_variable(variables, name, spec);
        from = end + strlen(suffix);
    }
    if (format != CALQUE_FORMAT_IOS) return variables;
    return json_pack("{so}", "variables", variables);
}
