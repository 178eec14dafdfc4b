/* Limits that no option sets: each at one below, at it and at one above. The
 * table of docs/reliability.md names this file. */
#include <stdlib.h>

#include "fixture.h"

enum { MEBIBYTE = 1 << 20 };

/* A text that grows at its end. */
typedef struct {
    char *data;
    size_t length;
} text;

static text text_new(size_t capacity) {
    return (text){calloc(1, capacity + 1), 0};
}

static void put(text *to, const char *more, size_t times) {
    size_t length = strlen(more);
    for (; times > 0; times--, to->length += length)
        memcpy(to->data + to->length, more, length);
}

/* Whether a text is one part so many times, and then the other. */
static bool is_made_of(const char *whole, const char *part, size_t times,
                       const char *end) {
    size_t length = strlen(part);
    for (; times > 0; times--, whole += length)
        if (strncmp(whole, part, length) != 0) return false;
    return strcmp(whole, end) == 0;
}

/* "{" and members that refer to one another, from the first number to 33. */
static void put_chain(text *to, int first, const char *open,
                      const char *close) {
    char member[64];
    snprintf(member, sizeof member, "{\"n%d\":\"x\"", first);
    put(to, member, 1);
    for (int at = first + 1; at <= 33; at++) {
        snprintf(member, sizeof member, ",\"n%d\":\"%s%d%s\"", at, open, at - 1,
                 close);
        put(to, member, 1);
    }
}

static void references_inside_one_another(void) {
    text tree = text_new(4096);
    put_chain(&tree, 0, "$t(n", ")");
    put(&tree, "}", 1);
    calque_translator *translator = translator_with("{\"lng\":\"en\"}", NULL);
    calque_translator_add_resource_bundle(translator, "en", 2, "translation",
                                          CALQUE_NTS, tree.data, tree.length, 0,
                                          NULL);
    CHECK_TEXT("x", text_of(translator, "n31"));
    CHECK_TEXT("x", text_of(translator, "n32"));
    CHECK_TEXT("$t(n0)", text_of(translator, "n33"));
    calque_translator_release(translator);
    free(tree.data);
}

/* A text of the same part so many times, each of which becomes "V". */
static void parts(const char *part, size_t most) {
    static char shown[1 << 17];
    for (size_t count = most - 1; count <= most + 1; count++) {
        text tree = text_new(1 << 17);
        put(&tree, "{\"v\":\"V\",\"k\":\"", 1);
        put(&tree, part, count);
        put(&tree, "\"}", 1);
        calque_translator *translator =
            translator_with("{\"lng\":\"en\"}", NULL);
        CHECK_STATUS(CALQUE_OK,
                     calque_translator_add_resource_bundle(
                         translator, "en", 2, "translation", CALQUE_NTS,
                         tree.data, tree.length, 0, NULL));
        const calque_arg args[] = {CALQUE_ARG_TEXT("v", "V")};
        calque_translator_translate(translator, "k", CALQUE_NTS, args, 1, shown,
                                    sizeof shown, NULL);
        CHECK(is_made_of(shown, "V", count < most ? count : most,
                         count > most ? part : ""));
        calque_translator_release(translator);
        free(tree.data);
    }
}

/* The second value, when the first and what is left have so many bytes. */
static void output(void) {
    static char shown[2 * MEBIBYTE + 16];
    for (int step = -1; step <= 1; step++) {
        text value = text_new(MEBIBYTE);
        put(&value, "x", (size_t)(MEBIBYTE - 5 + step));
        calque_translator *translator =
            translator_with("{\"lng\":\"en\",\"resources\":{\"en\":{"
                            "\"translation\":{\"two\":\"{{v}}{{v}}\"}}}}",
                            NULL);
        const calque_arg args[] = {CALQUE_ARG_TEXT("v", value.data)};
        calque_translator_translate(translator, "two", CALQUE_NTS, args, 1,
                                    shown, sizeof shown, NULL);
        CHECK(is_made_of(shown, value.data, step > 0 ? 1 : 2,
                         step > 0 ? "{{v}}" : ""));
        calque_translator_release(translator);
        free(value.data);
    }
}

static calque_status decoded(const char *table, const char *message) {
    static char shown[2 * MEBIBYTE];
    calque_messages *messages = NULL;
    CHECK_STATUS(CALQUE_OK, calque_messages_create(NULL, 0, &messages, NULL));
    CHECK_STATUS(CALQUE_OK, calque_messages_load_json(
                                messages, CALQUE_MESSAGES_MESSAGE, NULL, 0,
                                table, CALQUE_NTS, NULL, NULL));
    calque_status status = calque_messages_decode(messages, message, CALQUE_NTS,
                                                  shown, sizeof shown, NULL);
    calque_messages_release(messages);
    return status;
}

static void messages(void) {
    for (int step = -1; step <= 1; step++) {
        calque_status expected = step > 0 ? CALQUE_LIMITED : CALQUE_OK;
        text table = text_new(2 * MEBIBYTE), message = text_new(MEBIBYTE);
        put_chain(&table, 1, "%{n", "}");
        put(&table, ",\"long\":\"", 1);
        put(&table, "x", (size_t)(MEBIBYTE + step));
        put(&table, "\"}", 1);
        char deepest[16];
        snprintf(deepest, sizeof deepest, "%%{n%d}", 32 + step);
        CHECK_STATUS(expected, decoded(table.data, deepest));
        CHECK_STATUS(expected, decoded(table.data, "%{long}"));
        put(&message, "%{n1}", (size_t)(100000 + step));
        CHECK_STATUS(expected, decoded(table.data, message.data));
        free(table.data);
        free(message.data);
    }
}

static calque_localization *localization_new(void) {
    calque_localization *opened = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_localization_create("{\"guid\":\"g\"}", CALQUE_NTS,
                                            NULL, &opened, NULL));
    return opened;
}

/* White space counts, too. */
static void bytes(void) {
    enum { MOST = 64 * MEBIBYTE };
    for (int step = -1; step <= 1; step++) {
        calque_status expected = step > 0 ? CALQUE_LIMIT_EXCEEDED : CALQUE_OK;
        text json = text_new(MOST + 1);
        put(&json, "{\"data\":{\"s\":{\"a\":\"1\"}}}", 1);
        put(&json, " ", MOST + (size_t)step - json.length);
        calque_translator *translator =
            translator_with("{\"lng\":\"en\"}", NULL);
        CHECK_STATUS(expected,
                     calque_translator_add_resource_bundle(
                         translator, "en", 2, "translation", CALQUE_NTS,
                         json.data, json.length, 0, NULL));
        calque_translator_release(translator);
        calque_localization *opened = localization_new();
        CHECK_STATUS(expected,
                     calque_localization_load_resource(
                         opened, json.data, json.length, "en", 2, NULL));
        calque_localization_release(opened);
        free(json.data);
    }
}

static void texts_of_a_language(void) {
    enum { MOST = 1000000 };
    for (int step = -1; step <= 1; step++) {
        text json = text_new((size_t)MOST * 16);
        put(&json, "{\"data\":{\"s\":{\"0\":\"\"", 1);
        for (int at = 1; at < MOST + step; at++)
            json.length +=
                (size_t)sprintf(json.data + json.length, ",\"%d\":\"\"", at);
        put(&json, "}}}", 1);
        calque_localization *opened = localization_new();
        CHECK_STATUS(step > 0 ? CALQUE_LIMIT_EXCEEDED : CALQUE_OK,
                     calque_localization_load_resource(
                         opened, json.data, json.length, "en", 2, NULL));
        calque_localization_release(opened);
        free(json.data);
    }
}

int main(void) {
    references_inside_one_another();
    parts("{{v}}", 1000);
    parts("$t(v)", 10000);
    output();
    messages();
    bytes();
    texts_of_a_language();
    return check_end();
}
