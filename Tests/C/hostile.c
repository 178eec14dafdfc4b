/* Catalogs and variables that mean harm, and limits at their edge. */
#include <stdlib.h>

#include "fixture.h"

static void references_in_circles_end(void) {
    calque_translator *translator = translator_with(CALQUE_JSON({
            "lng": "en",
            "resources": {"en": {"translation": {
                "self": "a $t(self)",
                "ping": "ping $t(pong)",
                "pong": "pong $t(ping)",
                "x": "x $t(y)",
                "y": "y $t(z)",
                "z": "z $t(x)",
                "fork": "$t(fork, {\"context\": \"l\"})",
                "fork_l": "$t(fork) $t(fork, {\"context\": \"r\"})",
                "fork_r": "$t(fork, {\"context\": \"l\"}) $t(fork)"
            }}}
        }),
         NULL);
    CHECK_TEXT("a a ", text_of(translator, "self"));
    CHECK_TEXT("ping pong ", text_of(translator, "ping"));
    const char *const keys[] = {"x", "y", "z", "fork", "fork_l"};
    for (size_t at = 0; at < COUNT_OF(keys); at += 1) {
        size_t length = 0;
        CHECK_STATUS(CALQUE_TRUNCATED, calque_translator_translate(
                                           translator, keys[at], CALQUE_NTS,
                                           NULL, 0, NULL, 0, &length));
        CHECK(length > 0 && length <= 1 << 20);
    }
    calque_translator_release(translator);
}

/* The value of a variable is text, never a placeholder or a reference. */
static void values_are_not_read_again(void) {
    const struct {
        const char *key, *value, *text;
    } cases[] = {
        {"safe", "{{other}}", "[{{other}}]"},
        {"safe", "{{- other}}", "[{{- other}}]"},
        {"raw", "$t(secret)", "[$t(secret)]"},
        {"raw", "$&", "[$&]"},
        {"raw", "$1 $$ $` $'", "[$1 $$ $` $']"},
        {"nested", "$&", "<[$&]>"},
        {"nested", "$$", "<[$$]>"},
        {"nested", "%s %d %n", "<[%s %d %n]>"},
        {"raw", "__proto__", "[__proto__]"},
        {"safe", "<script>'&\"/", "[&lt;script&gt;&#39;&amp;&quot;&#x2F;]"},
    };
    calque_translator *translator = translator_with(CALQUE_JSON({
            "lng": "en",
            "resources": {"en": {"translation": {
                "raw": "[{{- v}}]",
                "safe": "[{{v}}]",
                "nested": "<$t(raw)>",
                "secret": "secret",
                "dollar": "<$t(ampersand)>",
                "ampersand": "$& $1 $$"
            }}}
        }),
         NULL);
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        const calque_arg args[] = {CALQUE_ARG_TEXT("v", cases[at].value),
                                   CALQUE_ARG_TEXT("other", "leak")};
        char buffer[128];
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_translate(
                         translator, cases[at].key, CALQUE_NTS, args,
                         COUNT_OF(args), buffer, sizeof buffer, NULL));
        CHECK_TEXT(cases[at].text, buffer);
    }
    CHECK_TEXT("<$& $1 $$>", text_of(translator, "dollar"));
    calque_translator_release(translator);
}

static void unclosed_placeholders_stay_as_written(void) {
    const char *const texts[] = {
        "{{",
        "}}",
        "{{}}",
        "{{name",
        "name}}",
        "{ {name}}",
        "{{ name",
        "{{{{{{{{",
        "$t(",
        "$t()",
        "$t(key",
        "$t(key, {",
        "$t(key, {\"a\"",
        "$t((((((",
        "{{name, number(",
        "a {{ b {{ c",
        "$",
        "$t",
        "{",
        "}",
    };
    calque_translator *translator = translator_with("{\"lng\": \"en\"}", NULL);
    for (size_t at = 0; at < COUNT_OF(texts); at += 1) {
        calque_string json = {0};
        char value[64] = "\"";
        size_t end = 1;
        for (const char *from = texts[at]; *from != '\0'; from += 1) {
            if (*from == '"') value[end++] = '\\';
            value[end++] = *from;
        }
        value[end++] = '"';
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_add_resource(
                         translator, "en", 2, "translation", CALQUE_NTS, "key",
                         CALQUE_NTS, value, end, 0, NULL));
        calque_status status = calque_translator_translate_json(
            translator, "key", CALQUE_NTS, NULL, 0, CALQUE_RESULT_TEXT, &json,
            NULL);
        CHECK_STATUS(CALQUE_OK, status);
        if (strcmp(texts[at], "$t()") != 0) CHECK_TEXT(texts[at], json.data);
        calque_string_dispose(&json);
    }
    calque_translator_release(translator);
}

/* A tree of `depth` objects inside one another. */
static char *nested_objects(int depth) {
    char *json = malloc((size_t)depth * 6 + 4);
    if (json == NULL) return NULL;
    char *end = json;
    for (int level = 0; level < depth; level += 1) {
        memcpy(end, "{\"a\":", 5);
        end += 5;
    }
    *end++ = '1';
    memset(end, '}', (size_t)depth);
    end[depth] = '\0';
    return json;
}

static void depth_is_limited(void) {
    const struct {
        const char *options;
        int depth;
        calque_status status;
    } cases[] = {
        {"{}", 127, CALQUE_OK},
        {"{}", 128, CALQUE_OK},
        {"{}", 129, CALQUE_LIMIT_EXCEEDED},
        {"{}", 20000, CALQUE_LIMIT_EXCEEDED},
        {"{\"limits\": {\"maxCatalogDepth\": 3}}", 2, CALQUE_OK},
        {"{\"limits\": {\"maxCatalogDepth\": 3}}", 3, CALQUE_OK},
        {"{\"limits\": {\"maxCatalogDepth\": 3}}", 4, CALQUE_LIMIT_EXCEEDED},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_translator *translator =
            translator_with(cases[at].options, NULL);
        char *tree = nested_objects(cases[at].depth);
        if (CHECK(tree != NULL) &&
            !CHECK_STATUS(cases[at].status,
                          calque_translator_add_resource_bundle(
                              translator, "en", 2, "translation", CALQUE_NTS,
                              tree, CALQUE_NTS, 0, NULL))) {
            printf("depth %d\n", cases[at].depth);
        }
        free(tree);
        calque_translator_release(translator);
    }
}

static void size_is_limited(void) {
    const char *tree = "{\"k\": \"12345678\"}";
    const struct {
        int offset;
        calque_status status;
    } cases[] = {{1, CALQUE_OK}, {0, CALQUE_OK}, {-1, CALQUE_LIMIT_EXCEEDED}};
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        char options[80];
        snprintf(options, sizeof options,
                 "{\"lng\": \"en\", \"limits\": {\"maxCatalogBytes\": %d}}",
                 (int)strlen(tree) + cases[at].offset);
        calque_translator *translator = translator_with(options, NULL);
        CHECK_STATUS(cases[at].status,
                     calque_translator_add_resource_bundle(
                         translator, "en", 2, "translation", CALQUE_NTS, tree,
                         CALQUE_NTS, 0, NULL));
        CHECK_TEXT(cases[at].status == CALQUE_OK ? "12345678" : "k",
                   text_of(translator, "k"));
        calque_translator_release(translator);
    }
}

/* A chain of references, one longer than the limit. */
static void nesting_is_limited(void) {
    calque_translator *translator = translator_with(CALQUE_JSON({
            "lng": "en",
            "limits": {"maxNesting": 3},
            "resources": {"en": {"translation": {
                "n0": "end",
                "n1": "1 $t(n0)",
                "n2": "2 $t(n1)",
                "n3": "3 $t(n2)",
                "n4": "4 $t(n3)"
            }}}
        }),
         NULL);
    CHECK_TEXT("2 1 end", text_of(translator, "n2"));
    CHECK_TEXT("3 2 1 end", text_of(translator, "n3"));
    CHECK(strstr(text_of(translator, "n4"), "end") == NULL);
    CHECK(strncmp(text_of(translator, "n4"), "4 3 2 ", 6) == 0);
    calque_translator_release(translator);
}

/* Every doubling reference doubles the text: 2^30 bytes, were there no limit.
 */
static void output_is_limited(void) {
    calque_translator *translator = translator_with("{\"lng\": \"en\"}", NULL);
    char json[2048] = "{\"k0\": \"xx\"";
    for (int at = 1; at <= 30; at += 1) {
        char member[64];
        snprintf(member, sizeof member, ", \"k%d\": \"$t(k%d)$t(k%d)\"", at,
                 at - 1, at - 1);
        strcat(json, member);
    }
    strcat(json, "}");
    CHECK_STATUS(CALQUE_OK, calque_translator_add_resource_bundle(
                                translator, "en", 2, "translation", CALQUE_NTS,
                                json, CALQUE_NTS, 0, NULL));
    size_t length = 0;
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_translator_translate(translator, "k30", CALQUE_NTS,
                                             NULL, 0, NULL, 0, &length));
    CHECK(length > 0 && length <= (1 << 20) + 4096);
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_translator_translate(translator, "k4", CALQUE_NTS, NULL,
                                             0, NULL, 0, &length));
    CHECK(length == 32);
    calque_translator_release(translator);
}

/* Text of every length around what is moved in one piece. */
static void buffers_are_never_overrun(void) {
    enum { GUARD = 16 };
    static const size_t lengths[] = {0,  1,  15, 16,  31, 32,
                                     63, 64, 65, 127, 128};
    char text[160], json[200], buffer[200 + GUARD];
    calque_translator *translator = translator_with("{\"lng\": \"en\"}", NULL);
    for (size_t at = 0; at < COUNT_OF(lengths); at += 1) {
        size_t length = lengths[at];
        memset(text, 'x', length);
        text[length] = '\0';
        snprintf(json, sizeof json, "\"%s\"", text);
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_add_resource(
                         translator, "en", 2, "translation", CALQUE_NTS, "k", 1,
                         json, CALQUE_NTS, 0, NULL));
        for (size_t capacity = 1; capacity <= length + 2; capacity += 1) {
            size_t whole = 0;
            memset(buffer, '#', sizeof buffer);
            calque_status status = calque_translator_translate(
                translator, "k", 1, NULL, 0, buffer, capacity, &whole);
            bool fits = capacity > length;
            bool intact = true;
            for (size_t beyond = capacity; beyond < capacity + GUARD;
                 beyond += 1)
                intact &= buffer[beyond] == '#';
            size_t kept = fits ? length : capacity - 1;
            if (!CHECK(intact && whole == length && strlen(buffer) == kept &&
                       status == (fits ? CALQUE_OK : CALQUE_TRUNCATED))) {
                printf("length %zu, capacity %zu\n", length, capacity);
            }
        }
    }
    calque_translator_release(translator);
}

static void long_input_is_only_long(void) {
    enum { SIZE = 1 << 20 };
    calque_translator *translator = translator_with("{\"lng\": \"en\"}", NULL);
    char *key = malloc(SIZE + 1);
    if (CHECK(key != NULL)) {
        const char *const fills[] = {"x", ".", ":", "{{", "$t(", "a_"};
        for (size_t at = 0; at < COUNT_OF(fills); at += 1) {
            size_t step = strlen(fills[at]);
            for (size_t from = 0; from < SIZE; from += 1) {
                key[from] = fills[at][from % step];
            }
            key[SIZE] = '\0';
            calque_arg arg = CALQUE_ARG_TEXT("count", key);
            calque_status status = calque_translator_translate(
                translator, key, SIZE, &arg, 1, NULL, 0, NULL);
            CHECK(status == CALQUE_TRUNCATED || status == CALQUE_MISSING_KEY ||
                  status == CALQUE_LIMIT_EXCEEDED);
        }
    }
    free(key);
    calque_translator_release(translator);
}

int main(void) {
    references_in_circles_end();
    values_are_not_read_again();
    unclosed_placeholders_stay_as_written();
    depth_is_limited();
    size_is_limited();
    nesting_is_limited();
    output_is_limited();
    buffers_are_never_overrun();
    long_input_is_only_long();
    return check_end();
}
