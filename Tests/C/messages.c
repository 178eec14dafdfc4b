/* messages.h: tables, files, options, parents, callbacks */
#include <stdlib.h>

#include "messages_fixture.h"

/* The seed's own examples. */
static void test_examples(void) {
    calque_messages *shared = calque_messages_shared();
    CHECK(shared != NULL && shared == calque_messages_shared());
    CHECK_STATUS(CALQUE_OK, calque_messages_set(shared, CALQUE_MESSAGES_MESSAGE,
                                                "LISTS_INLIST", CALQUE_NTS,
                                                "in list", CALQUE_NTS, NULL));
    CHECK_STATUS(CALQUE_OK, calque_messages_set(shared, CALQUE_MESSAGES_SYNONYM,
                                                "LISTS_GET_INDEX_INPUT_IN_LIST",
                                                CALQUE_NTS, "LISTS_INLIST",
                                                CALQUE_NTS, NULL));
    CHECK_TEXT("in list", get(shared, "LISTS_INLIST"));
    CHECK_TEXT("in list", get(shared, "lists_get_index_input_in_list"));
    CHECK(get(shared, "LISTS") == NULL);

    const calque_messages_pair pairs[] = {
        {"bky_name", CALQUE_NTS, "Blockly", CALQUE_NTS},
        {"bky_description", CALQUE_NTS, "This is the %{bky_name} library.", 32},
    };
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_load_pairs(shared, CALQUE_MESSAGES_MESSAGE,
                                            pairs, COUNT_OF(pairs), NULL));
    CHECK_TEXT("Blockly", decode(shared, "%{bky_name}"));
    CHECK_TEXT("This is the Blockly library.",
               decode(shared, "%{bky_description}"));
    CHECK_TEXT("%{non_existent_message}",
               decode(shared, "%{non_existent_message}"));
    CHECK_TEXT("Learn to code with #Blockly",
               decode(shared, "Learn to code with #%{bky_name}"));
    calque_messages_clear(shared);
    CHECK(get(shared, "bky_name") == NULL);
}

static bool count_entry(void *user_data, calque_messages_kind kind,
                        calque_str key, calque_str text) {
    (void)key;
    (void)text;
    ((int *)user_data)[kind] += 1;
    return true;
}

static void test_prefixes(void) {
    calque_messages *table = table_with(NULL, "{}", NULL);
    calque_messages_counts load;
    const char *messages = "{\"@metadata\": {}, \"GREETING\": \"Welcome\", "
                           "\"TITLE\": \"Today\", \"#\": \"note\", \"n\": 1}";
    CHECK_STATUS(CALQUE_OK, calque_messages_load_json(
                                table, CALQUE_MESSAGES_MESSAGE, "PREFIX_",
                                CALQUE_NTS, messages, CALQUE_NTS, &load, NULL));
    CHECK(load.stored == 2 && load.skipped == 1);
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_load_json(
                     table, CALQUE_MESSAGES_SYNONYM, "PREFIX_xxx", 7,
                     "{\"SCREEN\": \"TITLE\",}", CALQUE_NTS, &load, NULL));
    CHECK(load.stored == 1 && load.skipped == 0);
    CHECK_TEXT("Welcome", get(table, "prefix_greeting"));
    CHECK_TEXT("Today", get(table, "PREFIX_SCREEN"));
    CHECK(get(table, "GREETING") == NULL);
    int counts[2] = {0, 0};
    CHECK_STATUS(CALQUE_OK, calque_messages_each(table, count_entry, counts));
    CHECK(counts[CALQUE_MESSAGES_MESSAGE] == 2);
    CHECK(counts[CALQUE_MESSAGES_SYNONYM] == 1);
    calque_messages_release(table);
}

static void test_failures(void) {
    static const struct {
        const char *json;
        calque_status status;
        size_t line, column;
    } cases[] = {
        {"{\"a\": \"new\",\n  \"b\": }", CALQUE_INVALID_JSON, 2, 9},
        {"\"text\"", CALQUE_INVALID_TYPE, 0, 0},
        {"[1, 2]", CALQUE_INVALID_TYPE, 0, 0},
        {"{\"a\": \"\xff\"}", CALQUE_INVALID_UTF8, 1, 8},
        {NULL, CALQUE_INVALID_ARGUMENT, 0, 0},
    };
    calque_messages *table = table_with(NULL, "{\"a\": \"old\"}", NULL);
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        calque_error *error = NULL;
        calque_messages_counts load = {9, 9};
        CHECK_STATUS(cases[i].status,
                     calque_messages_load_json(
                         table, CALQUE_MESSAGES_MESSAGE, NULL, 0, cases[i].json,
                         cases[i].json == NULL ? 0 : CALQUE_NTS, &load,
                         &error));
        CHECK(calque_error_status(error) == cases[i].status);
        CHECK(calque_error_line(error) == cases[i].line);
        CHECK(calque_error_column(error) == cases[i].column);
        CHECK(load.stored == 0 && load.skipped == 0);
        calque_error_release(error);
    }
    CHECK_TEXT("old", get(table, "a"));

    const calque_messages_pair pairs[] = {{"a", 1, "new", 3},
                                          {"b", 1, NULL, 0}};
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_load_pairs(table, CALQUE_MESSAGES_MESSAGE,
                                            pairs, 2, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_load_pairs(table, 2, pairs, 1, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_load_pairs(table, 0, NULL, 1, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_load_pairs(table, 0, NULL, 0, NULL));
    CHECK_TEXT("old", get(table, "a"));
    calque_messages_release(table);
}

static void test_files(void) {
    calque_messages *table = table_with(NULL, "{}", NULL);
    calque_error *error = NULL;
    CHECK_STATUS(CALQUE_IO_ERROR, calque_messages_load_file(
                                      table, CALQUE_MESSAGES_MESSAGE, NULL, 0,
                                      "no/such/file.json", NULL, &error));
    CHECK_TEXT("no/such/file.json", calque_error_source(error));
    calque_error_release(error);
    CHECK_STATUS(CALQUE_IO_ERROR,
                 calque_messages_load_file(table, CALQUE_MESSAGES_MESSAGE, NULL,
                                           0, ".", NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_load_file(table, CALQUE_MESSAGES_MESSAGE, NULL,
                                           0, NULL, NULL, NULL));

    char path[] = "messages-XXXXXX";
    int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (CHECK(file != NULL)) {
        fputs("\xEF\xBB\xBF{\"k\": \"from a file\"}\n", file);
        fclose(file);
        CHECK_STATUS(CALQUE_OK,
                     calque_messages_load_file(table, CALQUE_MESSAGES_MESSAGE,
                                               "p_", 2, path, NULL, NULL));
        CHECK_TEXT("from a file", get(table, "P_K"));
        file = fopen(path, "w");
        fputs("{\n\"k\" 1}", file);
        fclose(file);
        CHECK_STATUS(CALQUE_INVALID_JSON,
                     calque_messages_load_file(table, CALQUE_MESSAGES_MESSAGE,
                                               NULL, 0, path, NULL, &error));
        CHECK(calque_error_line(error) == 2);
        CHECK_TEXT(path, calque_error_source(error));
        calque_error_release(error);
        remove(path);
    }
    calque_messages_release(table);
}

static void test_options(void) {
    static const struct {
        const char *json;
        calque_status status;
        const char *path;
    } cases[] = {
        {"{\"mode\": \"js\", \"unknown\": 1}", CALQUE_OK, ""},
        {"{\"mode\": 1}", CALQUE_INVALID_OPTION, "mode"},
        {"{\"maxDepth\": 256}", CALQUE_OK, ""},
        {"{\"maxDepth\": 257}", CALQUE_INVALID_OPTION, "maxDepth"},
        {"{\"maxOutput\": -1}", CALQUE_INVALID_OPTION, "maxOutput"},
        {"{\"maxSteps\": 1.5}", CALQUE_INVALID_OPTION, "maxSteps"},
        {"[]", CALQUE_INVALID_TYPE, ""},
        {"{", CALQUE_INVALID_JSON, ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i += 1) {
        calque_messages *table = (calque_messages *)&table;
        calque_error *error = NULL;
        CHECK_STATUS(
            cases[i].status,
            calque_messages_create(cases[i].json, CALQUE_NTS, &table, &error));
        CHECK((table != NULL) == (cases[i].status == CALQUE_OK));
        CHECK_TEXT(cases[i].path, calque_error_path(error));
        calque_error_release(error);
        calque_messages_release(table);
    }
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_create(NULL, 0, NULL, NULL));
}

static void test_buffers(void) {
    calque_messages *table = table_with(
        NULL, "{\"k\": \"ab\xC3\xA9\", \"nul\": \"a\\u0000b\"}", NULL);
    char buffer[8];
    size_t length = 0;
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_messages_get(table, "k", 1, NULL, 0, &length));
    CHECK(length == 4);
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_messages_get(table, "k", 1, buffer, 4, &length));
    CHECK_TEXT("ab", buffer);
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_get(table, "k", 1, buffer, 5, &length));
    CHECK_TEXT("ab\xC3\xA9", buffer);
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_decode(table, "x%{K}", 5, buffer, 6, &length));
    CHECK_TEXT("xab\xC3\xA9", buffer);
    CHECK_STATUS(CALQUE_TRUNCATED,
                 calque_messages_decode(table, "x%{K}", 5, buffer, 5, &length));
    CHECK_TEXT("xab", buffer);
    CHECK(length == 5);
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_get(table, "nul", 3, buffer, 8, &length));
    CHECK(length == 3 && memcmp(buffer, "a\0b", 4) == 0);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_messages_get(table, "k\0", 2, buffer, 8, &length));
    CHECK(length == 0 && buffer[0] == 0);
    CHECK_STATUS(CALQUE_INVALID_UTF8,
                 calque_messages_get(table, "\xff", 1, buffer, 8, &length));
    CHECK_STATUS(CALQUE_INVALID_UTF8,
                 calque_messages_decode(table, "\xc3", 1, buffer, 8, &length));
    CHECK(length == 0 && buffer[0] == 0);
    calque_messages_release(table);
}

static void test_nothing(void) {
    char buffer[8] = "x";
    size_t length = 9;
    calque_string json = {0};
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_get(NULL, "k", 1, buffer, 8, &length));
    CHECK(length == 0 && buffer[0] == 0);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_decode(NULL, "k", 1, NULL, 0, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_format(NULL, "k", 1, NULL, 0, buffer, 8,
                                        &length, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_tokenize(NULL, "k", 1, &json, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_check(NULL, "k", 1, &json, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_compare(NULL, NULL, &json, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_set(NULL, CALQUE_MESSAGES_MESSAGE, "k", 1, "t",
                                     1, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_remove(NULL, "k", 1, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_set_parent(NULL, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_set_resolver(NULL, NULL, NULL, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_on(NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_each(NULL, NULL, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_messages_off(NULL, 1));
    CHECK(calque_messages_retain(NULL) == NULL);
    CHECK(json.data == NULL);
    calque_messages_clear(NULL);
    calque_messages_release(NULL);
}

static void test_parents(void) {
    calque_messages *english =
        table_with(NULL, "{\"a\": \"A\", \"b\": \"B %{a}\"}", NULL);
    calque_messages *german = table_with(NULL, "{\"a\": \"\xC3\x84\"}", NULL);
    CHECK_STATUS(CALQUE_OK, calque_messages_set_parent(german, english, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_messages_set_parent(english, german, NULL));
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_set(english, CALQUE_MESSAGES_MESSAGE, "c", 1,
                                     "C", 1, NULL));
    CHECK_TEXT("C", get(german, "c"));
    calque_messages_release(english);
    CHECK_TEXT("B \xC3\x84", decode(german, "%{b}"));
    CHECK_TEXT("C", get(german, "c"));
    CHECK_STATUS(CALQUE_OK, calque_messages_set_parent(german, NULL, NULL));
    CHECK(get(german, "b") == NULL);
    calque_messages_release(german);
}

typedef struct record {
    calque_messages *table;
    int calls, freed;
    uint64_t epoch, subscription;
    char arguments[64];
} record;

static void on_free(void *user_data) { ((record *)user_data)->freed += 1; }

static void on_change(void *user_data, uint64_t epoch) {
    record *seen = user_data;
    seen->calls += 1;
    seen->epoch = epoch;
    calque_messages_off(seen->table, seen->subscription);
}

static bool on_resolve(void *user_data, calque_str key, calque_str arguments,
                       calque_sink *out) {
    record *seen = user_data;
    seen->calls += 1;
    snprintf(seen->arguments, sizeof seen->arguments, "%s", arguments.data);
    if (strcmp(key.data, "files") != 0) return false;
    calque_sink_append(out, "%1 files in %{place}", CALQUE_NTS);
    calque_messages_set(seen->table, CALQUE_MESSAGES_MESSAGE, "seen", 4, "yes",
                        3, NULL);
    return true;
}

static bool first_entry(void *user_data, calque_messages_kind kind,
                        calque_str key, calque_str text) {
    snprintf(user_data, 64, "%d %s=%s", (int)kind, key.data, text.data);
    return false;
}

static void test_callbacks(void) {
    calque_messages *table = table_with(NULL, "{\"place\": \"box\"}", NULL);
    record changes = {.table = table};
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_on(table, on_change, &changes, on_free,
                                    &changes.subscription, NULL));
    calque_messages_set(table, CALQUE_MESSAGES_MESSAGE, "k", 1, "v", 1, NULL);
    calque_messages_set(table, CALQUE_MESSAGES_MESSAGE, "k", 1, "w", 1, NULL);
    CHECK(changes.calls == 1 && changes.freed == 1);
    CHECK(changes.epoch > 0);
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_messages_off(table, changes.subscription));

    record hook = {.table = table};
    CHECK_STATUS(CALQUE_OK, calque_messages_set_resolver(table, on_resolve,
                                                         &hook, on_free, NULL));
    calque_arg args[] = {CALQUE_ARG_INT("", 5)};
    char buffer[64];
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_format(table, "%{files}", CALQUE_NTS, args, 1,
                                        buffer, sizeof buffer, NULL, NULL));
    CHECK_TEXT("5 files in box", buffer);
    CHECK_TEXT("[5]", hook.arguments);
    CHECK_TEXT("yes", get(table, "seen"));
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_get(table, "files", 5, buffer, 64, NULL));
    CHECK_TEXT("%1 files in %{place}", buffer);
    CHECK_TEXT("[]", hook.arguments);
    CHECK(get(table, "other") == NULL && hook.calls == 3);
    CHECK_STATUS(CALQUE_OK,
                 calque_messages_set_resolver(table, NULL, NULL, NULL, NULL));
    CHECK(hook.freed == 1);

    CHECK_STATUS(CALQUE_OK, calque_messages_each(table, first_entry, buffer));
    CHECK_TEXT("0 place=box", buffer);
    CHECK_STATUS(CALQUE_OK, calque_messages_remove(table, "PLACE", 5, NULL));
    CHECK_STATUS(CALQUE_NOT_FOUND,
                 calque_messages_remove(table, "PLACE", 5, NULL));
    calque_messages_release(table);
}

int main(void) {
    test_examples();
    test_prefixes();
    test_failures();
    test_files();
    test_options();
    test_buffers();
    test_nothing();
    test_parents();
    test_callbacks();
    return check_end();
}
