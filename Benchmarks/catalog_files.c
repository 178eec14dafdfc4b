#include "catalog.h"

static int is_selected(struct selection selection, size_t message) {
    return message % selection.divisor == selection.remainder;
}

static void write_json_text(FILE *file, const char *key, const char *suffix,
                            const struct text *text, const char *inserted) {
    fprintf(file, ",\n\"%s%s\": \"%s%s%s\"", key, suffix, text->before,
            inserted, text->after);
}

static void write_json_message(const struct catalog *catalog,
                               enum catalog_language language, size_t message,
                               FILE *file) {
    const char *key = catalog->keys[message];
    char inserted[64] = "";
    struct text text;
    switch (catalog_kind(message)) {
    case MESSAGE_VARIABLE: snprintf(inserted, 64, "{{name}}"); break;
    case MESSAGE_PLURAL: snprintf(inserted, 64, "{{count}}"); break;
    case MESSAGE_NESTED:
        snprintf(inserted, 64, "$t(%s)",
                 catalog->keys[catalog_reference(catalog, message)]);
        break;
    default: break;
    }
    if (catalog_kind(message) == MESSAGE_PLURAL) {
        for (int form = 0; form < PLURAL_FORMS; form += 1) {
            if (!catalog_has_form(language, (enum plural_form)form)) continue;
            char suffix[16];
            snprintf(suffix, sizeof suffix, "_%s", FORM_NAMES[form]);
            catalog_text(language, message, form, &text);
            write_json_text(file, key, suffix, &text, inserted);
        }
        return;
    }
    catalog_text(language, message, 0, &text);
    write_json_text(file, key, "", &text, inserted);
    if (catalog_kind(message) != MESSAGE_CONTEXT) return;
    for (int context = 0; context < 2; context += 1) {
        char suffix[16];
        snprintf(suffix, sizeof suffix, "_%s", CONTEXTS[context]);
        catalog_text(language, message, context + 1, &text);
        write_json_text(file, key, suffix, &text, "");
    }
}

void catalog_write_json(const struct catalog *catalog,
                        enum catalog_language language,
                        struct selection selection, FILE *file) {
    fputs("{\"catalog\": \"benchmark\"", file);
    for (size_t message = 0; message < catalog->count; message += 1) {
        if (!is_selected(selection, message)) continue;
        write_json_message(catalog, language, message, file);
    }
    fputs("\n}\n", file);
}

/* The plural forms of msgstr[0], msgstr[1] ..., as the header numbers them. */
static void write_po_plurals(enum catalog_language language, size_t message,
                             const char *key, FILE *file) {
    int number = 0;
    struct text text;
    fprintf(file, "\nmsgid \"%s\"\nmsgid_plural \"%s\"\n", key, key);
    for (int form = 0; form < PLURAL_FORMS; form += 1) {
        if (!catalog_has_form(language, (enum plural_form)form)) continue;
        catalog_text(language, message, form, &text);
        fprintf(file, "msgstr[%d] \"%s%%lu%s\"\n", number, text.before,
                text.after);
        number += 1;
    }
}

static void write_po_message(const struct catalog *catalog,
                             enum catalog_language language, size_t message,
                             FILE *file) {
    const char *key = catalog->keys[message];
    enum message_kind kind = catalog_kind(message);
    struct text text;
    if (kind == MESSAGE_PLURAL) {
        write_po_plurals(language, message, key, file);
        return;
    }
    int inserts = kind == MESSAGE_VARIABLE || kind == MESSAGE_NESTED;
    catalog_text(language, message, 0, &text);
    fprintf(file, "\nmsgid \"%s\"\nmsgstr \"%s%s%s\"\n", key, text.before,
            inserts ? "%s" : "", text.after);
    if (kind != MESSAGE_CONTEXT) return;
    for (int context = 0; context < 2; context += 1) {
        catalog_text(language, message, context + 1, &text);
        fprintf(file, "\nmsgctxt \"%s\"\nmsgid \"%s\"\nmsgstr \"%s%s\"\n",
                CONTEXTS[context], key, text.before, text.after);
    }
}

void catalog_write_po(const struct catalog *catalog,
                      enum catalog_language language,
                      struct selection selection, FILE *file) {
    static const char *const forms[LANGUAGES] = {
        "nplurals=2; plural=n != 1;",
        "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : "
        "n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;",
        "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
        "(n%100<12 || n%100>14) ? 1 : 2;",
        "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && "
        "(n%100<12 || n%100>14) ? 1 : 2;",
    };
    fprintf(file,
            "msgid \"\"\nmsgstr \"\"\n"
            "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
            "\"Plural-Forms: %s\\n\"\n",
            forms[language]);
    for (size_t message = 0; message < catalog->count; message += 1) {
        if (!is_selected(selection, message)) continue;
        write_po_message(catalog, language, message, file);
    }
}
