/* batch.h */
#include "fixture.h"

static const char *const CATALOG = CALQUE_JSON({
    "lng": "en",
    "resources": {"en": {"translation": {
        "a": "first",
        "b": "",
        "long": "a text of more than a few bytes, so that it does not fit",
        "row_one": "{{who}}: {{count}} file, {{share}}, {{done}}{{all}}",
        "row_other": "{{who}}: {{count}} files, {{share}}, {{done}}{{all}}"
    }}}
});

static calque_view *english(void) {
    calque_translator *translator = translator_with(CATALOG, NULL);
    calque_view *view = NULL;
    CHECK_STATUS(CALQUE_OK, calque_view_create(translator, NULL, 0, NULL, 0,
                                               NULL, 0, &view, NULL));
    calque_translator_release(translator);
    return view;
}

/* Four keys: a, b, none, long. */
static calque_batch four_keys(void) {
    static const int32_t offsets[] = {0, 1, 2, 6, 10};
    calque_batch batch = {.struct_size = sizeof batch};
    batch.rows = 4;
    batch.keys = "abnonelong";
    batch.key_offsets = offsets;
    batch.key_count = 4;
    return batch;
}

static const char *const FOUR_TEXTS =
    "firstnonea text of more than a few bytes, so that it does not fit";

static void many_keys_become_one_text(void) {
    calque_view *view = english();
    calque_batch batch = four_keys();
    char buffer[128];
    int32_t offsets[5];
    int64_t large[5];
    calque_status statuses[4];
    size_t length = 0;
    batch.buffer = buffer;
    batch.capacity = sizeof buffer;
    batch.offsets = offsets;
    batch.large_offsets = large;
    batch.statuses = statuses;
    CHECK_STATUS(CALQUE_MISSING_KEY,
                 calque_view_translate_batch(view, &batch, &length, NULL));
    CHECK_TEXT(FOUR_TEXTS, buffer);
    CHECK(length == strlen(FOUR_TEXTS));
    const int32_t expected[] = {0, 5, 5, 9, (int32_t)length};
    for (size_t at = 0; at < 5; at += 1) {
        CHECK(offsets[at] == expected[at] && large[at] == expected[at]);
    }
    const calque_status told[] = {CALQUE_OK, CALQUE_OK, CALQUE_MISSING_KEY,
                                  CALQUE_OK};
    for (size_t at = 0; at < 4; at += 1)
        CHECK_STATUS(told[at], statuses[at]);
    calque_view_release(view);
}

static void a_small_buffer_tells_what_is_needed(void) {
    calque_view *view = english();
    size_t whole = strlen(FOUR_TEXTS);
    for (size_t capacity = 0; capacity <= whole + 2; capacity += 1) {
        calque_batch batch = four_keys();
        char buffer[128];
        int32_t offsets[5] = {7, 7, 7, 7, 7};
        calque_status statuses[4];
        size_t length = 0;
        memset(buffer, '#', sizeof buffer);
        batch.buffer = capacity == 0 ? NULL : buffer;
        batch.capacity = capacity;
        batch.offsets = offsets;
        batch.statuses = statuses;
        CHECK_STATUS(capacity > whole ? CALQUE_MISSING_KEY : CALQUE_TRUNCATED,
                     calque_view_translate_batch(view, &batch, &length, NULL));
        CHECK(length == whole && offsets[4] == (int32_t)whole &&
              offsets[0] == 0);
        CHECK(buffer[capacity] == '#');
        CHECK_STATUS(capacity > whole ? CALQUE_OK : CALQUE_TRUNCATED,
                     statuses[3]);
        if (capacity > 0) {
            size_t fits = capacity - 1 < whole ? capacity - 1 : whole;
            CHECK(strlen(buffer) == fits &&
                  strncmp(buffer, FOUR_TEXTS, fits) == 0);
        }
    }
    calque_view_release(view);
}

static void one_key_takes_columns(void) {
    const int64_t counts[] = {1, 2, -3};
    const double shares[] = {0.5, 1e21, -0.0};
    const uint8_t done[] = {1, 0, 2};
    const int32_t who[] = {0, 2, 2, 6}, all[] = {0, 1}, key[] = {0, 3};
    const calque_column columns[] = {
        {"count", CALQUE_NTS, CALQUE_ARG_KIND_INT, 0, counts, NULL, 3},
        {"share", 5, CALQUE_ARG_KIND_DOUBLE, 0, shares, NULL, 3},
        {"done", 4, CALQUE_ARG_KIND_BOOL, 0, done, NULL, 3},
        {"who", 3, CALQUE_ARG_KIND_TEXT, 0, "BoEva\xc3", who, 3},
        {"all", 3, CALQUE_ARG_KIND_TEXT, 0, "!", all, 1},
    };
    calque_view *view = english();
    calque_batch batch = {.struct_size = sizeof batch};
    char buffer[256];
    int32_t offsets[4];
    size_t length = 0;
    batch.rows = 2;
    batch.keys = "row";
    batch.key_offsets = key;
    batch.key_count = 1;
    batch.columns = columns;
    batch.column_count = COUNT_OF(columns);
    batch.buffer = buffer;
    batch.capacity = sizeof buffer;
    batch.offsets = offsets;
    calque_error *error = NULL;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_view_translate_batch(view, &batch, &length, &error));
    calque_error_release(error);
    batch.rows = 3;
    error = NULL;
    /* The third name is cut in the middle of a character. */
    CHECK_STATUS(CALQUE_INVALID_UTF8,
                 calque_view_translate_batch(view, &batch, &length, &error));
    CHECK_TEXT("rows.2", calque_error_path(error));
    CHECK(length == 0);
    calque_error_release(error);
    calque_column repaired[COUNT_OF(columns)];
    memcpy(repaired, columns, sizeof columns);
    repaired[3].values = "BoEva.";
    batch.columns = repaired;
    CHECK_STATUS(CALQUE_OK,
                 calque_view_translate_batch(view, &batch, &length, NULL));
    CHECK_TEXT("Bo: 1 file, 0.5, true!: 2 files, 1e+21, false!"
               "Eva.: -3 files, 0, true!",
               buffer);
    CHECK(offsets[1] == 22 && offsets[2] == 46 &&
          offsets[3] == (int32_t)length);
    calque_view_release(view);
}

/* NULL needs no values, so those that are given are not read: these are in no
 * memory of the program. */
static void values_of_null_are_not_read(void) {
    calque_view *view = english();
    calque_batch batch = four_keys();
    const calque_column column = {
        "count", CALQUE_NTS, CALQUE_ARG_KIND_NULL, 0, (const void *)16,
        NULL,    4};
    char buffer[128];
    batch.columns = &column;
    batch.column_count = 1;
    batch.buffer = buffer;
    batch.capacity = sizeof buffer;
    CHECK_STATUS(CALQUE_MISSING_KEY,
                 calque_view_translate_batch(view, &batch, NULL, NULL));
    CHECK_TEXT(FOUR_TEXTS, buffer);
    calque_view_release(view);
}

static void separators_stand_for_offsets(void) {
    static const char KEYS[] = "a,b,none,long", ONE[] = "a";
    const char *const joined = "first,,none,a text of more than a few bytes, so"
                               " that it does not fit,";
    calque_view *view = english();
    size_t whole = strlen(joined);
    for (size_t capacity = 0; capacity <= whole + 2; capacity += 1) {
        calque_batch batch = {.struct_size = sizeof batch};
        char buffer[128];
        int64_t offsets[5];
        calque_status statuses[4];
        size_t length = 0;
        memset(buffer, '#', sizeof buffer);
        batch.rows = batch.key_count = 4;
        batch.keys = KEYS;
        batch.keys_length = capacity % 2 == 0 ? CALQUE_NTS : sizeof KEYS - 1;
        batch.separator = ',';
        batch.buffer = capacity == 0 ? NULL : buffer;
        batch.capacity = capacity;
        batch.large_offsets = offsets;
        batch.statuses = statuses;
        CHECK_STATUS(capacity > whole ? CALQUE_MISSING_KEY : CALQUE_TRUNCATED,
                     calque_view_translate_batch(view, &batch, &length, NULL));
        CHECK(length == whole && offsets[4] == (int64_t)whole);
        CHECK(offsets[1] == 6 && offsets[2] == 7 && offsets[3] == 12);
        CHECK(buffer[capacity] == '#');
        CHECK_STATUS(capacity > 6 ? CALQUE_OK : CALQUE_TRUNCATED, statuses[0]);
        CHECK_STATUS(capacity > whole ? CALQUE_OK : CALQUE_TRUNCATED,
                     statuses[3]);
        if (capacity > 0) {
            size_t fits = strlen(buffer);
            CHECK(fits < capacity && strncmp(buffer, joined, fits) == 0);
            if (capacity > whole) CHECK(fits == whole);
        }
    }
    const int32_t offsets[] = {0, 1};
    const int64_t counts[] = {1, 2};
    const calque_column column = {"x",  1, CALQUE_ARG_KIND_INT, 0, counts,
                                  NULL, 2};
    for (int at = 0; at < 2; at += 1) {
        calque_batch batch = {.struct_size = sizeof batch};
        char buffer[32];
        batch.rows = 2;
        batch.key_count = 1;
        batch.keys = ONE;
        batch.keys_length = CALQUE_NTS;
        batch.key_offsets = at == 0 ? NULL : offsets;
        batch.columns = &column;
        batch.column_count = 1;
        batch.separator = 0x7f;
        batch.buffer = buffer;
        batch.capacity = sizeof buffer;
        CHECK_STATUS(CALQUE_OK,
                     calque_view_translate_batch(view, &batch, NULL, NULL));
        CHECK_TEXT("first\x7f"
                   "first\x7f",
                   buffer);
    }
    calque_view_release(view);
}

static void wrong_separators_are_refused(void) {
    const struct {
        const char *keys;
        size_t length, count;
        uint32_t separator, reserved;
    } cases[] = {
        {"a", CALQUE_NTS, 2, ',', 0},
        {"a,b,", CALQUE_NTS, 2, ',', 0},
        {"a,b", 1, 2, ',', 0},
        {"a,b", CALQUE_NTS, 1, ',', 0},
        {NULL, 0, 1, ',', 0},
        {"a,b", SIZE_MAX - 1, 2, ',', 0},
        {"a\x80"
         "b",
         CALQUE_NTS, 2, 0x80, 0},
        {"a,b", CALQUE_NTS, 2, 0, 0},
        {"a,b", CALQUE_NTS, 2, ',', 1},
        {"a,b", CALQUE_NTS, 2, 256 + ',', 0},
    };
    calque_view *view = english();
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_batch batch = {.struct_size = sizeof batch};
        char buffer[32];
        size_t length = 99;
        batch.rows = batch.key_count = cases[at].count;
        batch.keys = cases[at].keys;
        batch.keys_length = cases[at].length;
        batch.separator = cases[at].separator;
        batch.reserved = cases[at].reserved;
        batch.buffer = buffer;
        batch.capacity = sizeof buffer;
        if (!CHECK_STATUS(
                CALQUE_INVALID_ARGUMENT,
                calque_view_translate_batch(view, &batch, &length, NULL))) {
            printf("case %zu\n", at);
        }
        CHECK(length == 0);
    }
    calque_view_release(view);
}

static void nothing_is_translated_to_nothing(void) {
    calque_view *view = english();
    calque_batch batch = {.struct_size = sizeof batch};
    char buffer[4] = "x";
    int32_t offsets[1] = {7};
    size_t length = 99;
    CHECK_STATUS(CALQUE_OK,
                 calque_view_translate_batch(view, &batch, &length, NULL));
    CHECK(length == 0);
    batch.buffer = buffer;
    batch.capacity = sizeof buffer;
    batch.offsets = offsets;
    CHECK_STATUS(CALQUE_OK,
                 calque_view_translate_batch(view, &batch, &length, NULL));
    CHECK(offsets[0] == 0);
    CHECK_TEXT("", buffer);
    calque_view_release(view);
}

static void wrong_batches_are_refused(void) {
    const int32_t down[] = {0, 5, 4, 6, 7}, negative[] = {-1, 0, 1, 2, 3};
    const calque_column unknown = {"x", 1, 7, 0, down, NULL, 1};
    const calque_column few = {"x", 1, CALQUE_ARG_KIND_INT, 0, down, NULL, 3};
    const calque_column none = {"x", 1, CALQUE_ARG_KIND_INT, 0, NULL, NULL, 1};
    const calque_column texts = {"x", 1, CALQUE_ARG_KIND_TEXT, 0, "x", NULL, 1};
    const calque_column nameless = {NULL, 0, CALQUE_ARG_KIND_NULL, 0, NULL,
                                    NULL, 1};
    const calque_column *const columns[] = {&unknown, &few, &none, &texts,
                                            &nameless};
    calque_view *view = english();
    size_t length = 99;
    for (size_t at = 0; at < COUNT_OF(columns); at += 1) {
        calque_batch batch = four_keys();
        batch.columns = columns[at];
        batch.column_count = 1;
        CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                     calque_view_translate_batch(view, &batch, &length, NULL));
        CHECK(length == 0);
    }
    for (int at = 0; at < 8; at += 1) {
        calque_batch batch = four_keys();
        if (at == 0) batch.struct_size = 0;
        if (at == 1) batch.key_offsets = down;
        if (at == 2) batch.key_offsets = negative;
        if (at == 3) batch.key_offsets = NULL;
        if (at == 4) batch.keys = NULL;
        if (at == 5) batch.key_count = 3;
        if (at == 6) batch.rows = SIZE_MAX;
        if (at == 7) batch.column_count = 1;
        CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                     calque_view_translate_batch(view, &batch, &length, NULL));
    }
    calque_batch batch = four_keys();
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_view_translate_batch(NULL, &batch, &length, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_view_translate_batch(view, NULL, &length, NULL));
    calque_view_release(view);
}

int main(void) {
    many_keys_become_one_text();
    a_small_buffer_tells_what_is_needed();
    one_key_takes_columns();
    values_of_null_are_not_read();
    separators_stand_for_offsets();
    wrong_separators_are_refused();
    nothing_is_translated_to_nothing();
    wrong_batches_are_refused();
    return check_end();
}
