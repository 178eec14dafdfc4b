/*
 * Calls whose options choose a language, a namespace or a default text, and
 * keys with a namespace: typed arguments, which take a short way, give what
 * JSON options give, when a chain is new and when it is known.
 */
#include <stdlib.h>

#include "fixture.h"

#define TEXT(name, value) CALQUE_ARG_TEXT(name, value)
#define LONG_TEXT                                                              \
    "A text that is longer than sixty-four bytes, more than one wide move."

static const char *const OPTIONS[] = {
    "{\"lng\": \"en\"}",
    "{\"lng\": \"en\", \"fallbackLng\": [\"de\", \"fr\"]}",
    "{\"lng\": \"en\", \"fallbackNS\": \"common\"}",
    "{\"lng\": \"cimode\"}",
    "{\"lng\": \"en\", \"saveMissing\": true}",
    "{\"lng\": \"en\", \"updateMissing\": true}",
    "{\"lng\": \"en\", \"returnEmptyString\": false}",
    "{\"lng\": \"en\", \"appendNamespaceToMissingKey\": true}",
    "{\"lng\": \"en\", \"nsSeparator\": \"::\"}",
    "{\"lng\": \"en\", \"nsSeparator\": false}",
    "{\"lng\": \"en\", \"nsSeparator\": \":\"}",
    "{\"lng\": \"en\", \"keySeparator\": \":\"}",
    "{\"lng\": \"en\", \"limits\": {\"maxOutput\": 40}}",
    "{\"lng\": \"en\", \"interpolation\": {\"prefix\": \"a\"}}",
};

static const char *const KEYS[] = {
    "a",
    "ok",
    "yes",
    "save",
    "dialog.title",
    "a_key_of_more_than_16",
    "common:save",
    "common:dialog.title",
    "common:none",
    "common:",
    ":save",
    "nowhere:save",
    "common:a:b",
    "common::save",
    "Really: all?",
    "12:30",
    "none",
    "none at all",
    "no,ne",
    "schl\xC3\xBCssel",
    "comm\xC3\xB6n:save",
    "a-long-namespace:save",
    "common:variable",
    "variable",
    "long",
    "empty",
    "list",
    "object",
    "reference",
    "common:reference",
    "{none}",
    "$t(save)",
    "none#1",
    "z~",
    "common:z",
    "no<ne",
};

static const struct choice {
    const char *json;
    calque_arg args[3];
    size_t count;
} CHOICES[] = {
    {NULL, {{0}}, 0},
    {"{\"ns\": \"common\"}", {TEXT("ns", "common")}, 1},
    {"{\"ns\": \"nowhere\"}", {TEXT("ns", "nowhere")}, 1},
    {"{\"ns\": \"a-long-namespace\"}", {TEXT("ns", "a-long-namespace")}, 1},
    {"{\"ns\": \"\"}", {TEXT("ns", "")}, 1},
    {"{\"lng\": \"de\"}", {TEXT("lng", "de")}, 1},
    {"{\"lng\": \"xx\"}", {TEXT("lng", "xx")}, 1},
    {"{\"lng\": \"cimode\"}", {TEXT("lng", "cimode")}, 1},
    {"{\"lng\": \"de\", \"ns\": \"common\"}",
     {TEXT("lng", "de"), TEXT("ns", "common")},
     2},
    {"{\"defaultValue\": \"Standard\"}", {TEXT("defaultValue", "Standard")}, 1},
    {"{\"defaultValue\": \"\"}", {TEXT("defaultValue", "")}, 1},
    {"{\"defaultValue\": \"" LONG_TEXT "\"}",
     {TEXT("defaultValue", LONG_TEXT)},
     1},
    {"{\"defaultValue\": \"$t(save) {{ns}}\", \"ns\": \"common\"}",
     {TEXT("defaultValue", "$t(save) {{ns}}"), TEXT("ns", "common")},
     2},
    {"{\"lng\": \"de\", \"defaultValue\": \"Gr\xC3\xB6\xC3\x9F"
     "e\"}",
     {TEXT("lng", "de"), TEXT("defaultValue", "Gr\xC3\xB6\xC3\x9F"
                                              "e")},
     2},
    {"{\"name\": \"Alice\", \"ns\": \"common\"}",
     {TEXT("name", "Alice"), TEXT("ns", "common")},
     2},
    {"{\"ns\": \"common\", \"nsx\": \"x\"}",
     {TEXT("ns", "common"), TEXT("nsx", "x")},
     2},
    {"{\"lngs\": \"de\"}", {TEXT("lngs", "de")}, 1},
    {"{\"n\": \"x\", \"de\": \"y\"}", {TEXT("n", "x"), TEXT("de", "y")}, 2},
};

static void add(calque_translator *translator, const char *lng, const char *ns,
                const char *json) {
    CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                translator, lng, CALQUE_NTS, ns, CALQUE_NTS,
                                json, CALQUE_NTS, 0, NULL));
}

static calque_translator *opened(const char *options, bool has_colons) {
    calque_translator *translator = translator_with(options, NULL);
    add(translator, "en", "translation",
        "{\"a\": \"A\", \"ok\": \"OK\", \"yes\": \"Yes\", \"save\": \"Save\","
        "\"dialog\": {\"title\": \"Title\"}, \"a_key_of_more_than_16\": \"K\","
        "\"variable\": \"{{name}} {{lng}}{{ns}}\", \"long\": \"" LONG_TEXT
        "\", \"empty\": \"\", \"list\": [\"1\", \"2\"],"
        "\"object\": {\"a\": \"b\"}, \"reference\": \"$t(save)\"}");
    add(translator, "en", "common",
        "{\"save\": \"Common\", \"dialog\": {\"title\": \"T\"}, \"b\": \"B\","
        "\"variable\": \"{{name}}!\", \"reference\": \"<$t(save)>\"}");
    add(translator, "de", "translation",
        "{\"save\": \"Speichern\", \"empty\": \"leer\"}");
    add(translator, "de", "common",
        has_colons ? "{\"Really: all?\": \"Alle?\", \"12:30\": \"x\"}"
                   : "{\"ok\": \"Gut\"}");
    if (has_colons)
        add(translator, "en", "a-long-namespace",
            "{\"save\": \"Far\", \"common:save\": \"As it stands\"}");
    return translator;
}

/* One call, with texts that end in NUL or have lengths and more behind them. */
static void compare(const calque_translator *translator, const char *key,
                    const struct choice *choice, bool is_measured,
                    size_t capacity) {
    char buffer[256], names[3][32], texts[3][128];
    calque_arg args[3];
    calque_string expected = {0};
    size_t length = 0, shown;
    for (size_t at = 0; at < choice->count; at++) {
        args[at] = choice->args[at];
        if (!is_measured) continue;
        args[at].name_length = strlen(args[at].name);
        args[at].length = strlen(args[at].text);
        snprintf(names[at], sizeof names[at], "%sx", args[at].name);
        snprintf(texts[at], sizeof texts[at], "%sx", args[at].text);
        args[at].name = names[at];
        args[at].text = texts[at];
    }
    calque_status status = calque_translator_translate(
        translator, key, CALQUE_NTS, choice->count > 0 ? args : NULL,
        choice->count, buffer, capacity, &length);
    calque_status wanted = calque_translator_translate_json(
        translator, key, CALQUE_NTS, choice->json, CALQUE_NTS,
        CALQUE_RESULT_TEXT, &expected, NULL);
    shown = expected.length < capacity ? expected.length : capacity - 1;
    bool is_same =
        status == (expected.length < capacity ? wanted : CALQUE_TRUNCATED) &&
        length == expected.length && strlen(buffer) <= shown &&
        strlen(buffer) + 3 >= shown &&
        memcmp(buffer, expected.data, strlen(buffer)) == 0;
    if (!CHECK(is_same))
        printf("%s %s: \"%s\", not \"%s\"\n", key,
               choice->json == NULL ? "" : choice->json, buffer, expected.data);
    calque_string_dispose(&expected);
}

int main(void) {
    static const size_t capacities[] = {256, 66, 5};
    for (size_t at = 0; at < 2 * COUNT_OF(OPTIONS); at++) {
        calque_translator *translator = opened(OPTIONS[at / 2], at % 2 == 1);
        for (size_t round = 0; round < 3; round++)
            for (size_t key = 0; key < COUNT_OF(KEYS); key++)
                for (size_t choice = 0; choice < COUNT_OF(CHOICES); choice++)
                    compare(translator, KEYS[key], CHOICES + choice, round == 1,
                            capacities[round]);
        calque_translator_release(translator);
    }
    return check_end();
}
