/* plural.h */
#include "check.h"

#define CARDINAL CALQUE_PLURAL_CARDINAL
#define ORDINAL CALQUE_PLURAL_ORDINAL

static calque_status category(const char *locale, const char *count,
                              calque_plural_kind kind, calque_plural *out) {
    return calque_plural_category(locale, CALQUE_NTS, count, CALQUE_NTS, kind,
                                  out, NULL);
}

static void numbers_have_their_category(void) {
    const struct {
        const char *locale, *count;
        calque_plural_kind kind;
        const char *name;
    } cases[] = {
        {"en", "1", CARDINAL, "one"},
        {"en", "1.0", CARDINAL, "other"},
        {"en", "0", CARDINAL, "other"},
        {"en", "-1", CARDINAL, "one"},
        {"en", "1", ORDINAL, "one"},
        {"en", "2", ORDINAL, "two"},
        {"en", "3", ORDINAL, "few"},
        {"en", "11", ORDINAL, "other"},
        {"en", "22", ORDINAL, "two"},
        {"en", "113", ORDINAL, "other"},
        {"de", "1", CARDINAL, "one"},
        {"de", "2", CARDINAL, "other"},
        {"ar", "0", CARDINAL, "zero"},
        {"ar", "1", CARDINAL, "one"},
        {"ar", "2", CARDINAL, "two"},
        {"ar", "5", CARDINAL, "few"},
        {"ar", "21", CARDINAL, "many"},
        {"ar", "100", CARDINAL, "other"},
        {"ar", "1.5", CARDINAL, "other"},
        {"ru", "1", CARDINAL, "one"},
        {"ru", "21", CARDINAL, "one"},
        {"ru", "2", CARDINAL, "few"},
        {"ru", "5", CARDINAL, "many"},
        {"ru", "12", CARDINAL, "many"},
        {"ru", "1.5", CARDINAL, "other"},
        {"pl", "1", CARDINAL, "one"},
        {"pl", "21", CARDINAL, "many"},
        {"pl", "22", CARDINAL, "few"},
        {"pl", "0.5", CARDINAL, "other"},
        {"ja", "1", CARDINAL, "other"},
        {"fr", "0", CARDINAL, "one"},
        {"fr", "1.5", CARDINAL, "one"},
        {"fr", "1000000", CARDINAL, "many"},
        {"fr", "1c6", CARDINAL, "many"},
        {"lv", "0", CARDINAL, "zero"},
        {"cy", "3", CARDINAL, "few"},
        {"pt-BR", "0", CARDINAL, "one"},
        {"pt-PT", "0", CARDINAL, "other"},
        {"de-CH", "1", CARDINAL, "one"},
        {"zh_Hant_TW", "1", CARDINAL, "other"},
        {"EN_us", "1", CARDINAL, "one"},
        {"iw", "2", CARDINAL, "two"},
        {"en", "100000000000000000000000000000001", CARDINAL, "other"},
        {"ru", "100000000000000000000000000000001", CARDINAL, "one"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_plural found = -1;
        CHECK_STATUS(CALQUE_OK, category(cases[at].locale, cases[at].count,
                                         cases[at].kind, &found));
        if (!CHECK_TEXT(cases[at].name, calque_plural_name(found))) {
            printf("%s %s\n", cases[at].locale, cases[at].count);
        }
    }
}

static calque_plural_rule rule_of(const char *locale, calque_plural_kind kind) {
    calque_plural_rule rule = {0};
    CHECK_STATUS(CALQUE_OK, calque_plural_rule_find(locale, CALQUE_NTS, kind,
                                                    &rule, NULL));
    CHECK(rule.value != 0);
    return rule;
}

/* A rule says of all numbers what calque_plural_category() says. */
static void a_rule_that_was_found_says_the_same(void) {
    static const char *const locales[] = {"en", "ru", "pl",    "ar", "fr",
                                          "cy", "lv", "pt-PT", "iw", "ja",
                                          "ga", "mt", "br",    "kw", "zh_Hant"};
    for (size_t at = 0; at < COUNT_OF(locales); at += 1) {
        for (calque_plural_kind kind = CARDINAL; kind <= ORDINAL; kind += 1) {
            calque_plural_rule rule = rule_of(locales[at], kind);
            for (int64_t count = -3; count < 1300; count += 1) {
                char text[24];
                calque_plural wanted;
                snprintf(text, sizeof text, "%lld", (long long)count);
                CHECK_STATUS(CALQUE_OK,
                             category(locales[at], text, kind, &wanted));
                CHECK(calque_plural_rule_select(rule, count) == wanted);
            }
        }
    }
    calque_plural_rule french = rule_of("fr", CARDINAL);
    CHECK(calque_plural_rule_select(french, 1000000) == CALQUE_PLURAL_MANY);
    CHECK(calque_plural_rule_select(rule_of("ru", CARDINAL), INT64_MIN) ==
          CALQUE_PLURAL_MANY);
}

static void what_is_no_rule_is_other(void) {
    static const calque_plural_rule bad[] = {{0}, {1000}, {UINT32_MAX}};
    calque_error *error = NULL;
    for (size_t at = 0; at < COUNT_OF(bad); at += 1) {
        CHECK(calque_plural_rule_select(bad[at], 1) == CALQUE_PLURAL_OTHER);
    }
    calque_plural_rule rule = {7};
    CHECK_STATUS(
        CALQUE_INVALID_LOCALE,
        calque_plural_rule_find("tlh", CALQUE_NTS, CARDINAL, &rule, &error));
    CHECK(rule.value == 0);
    CHECK_STATUS(CALQUE_INVALID_LOCALE, calque_error_status(error));
    calque_error_release(error);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_plural_rule_find(NULL, 0, CARDINAL, &rule, NULL));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 calque_plural_rule_find("en", CALQUE_NTS, 2, &rule, NULL));
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_plural_rule_find("en", CALQUE_NTS, CARDINAL, NULL, NULL));
    CHECK_STATUS(
        CALQUE_INVALID_UTF8,
        calque_plural_rule_find("en-\xFF", CALQUE_NTS, CARDINAL, &rule, NULL));
}

static void bad_input_is_other_with_a_status(void) {
    char longest[130];
    memset(longest, '1', sizeof longest);
    longest[128] = '\0';
    const struct {
        const char *locale, *count;
        calque_plural_kind kind;
        calque_status status;
    } cases[] = {
        {NULL, "1", CARDINAL, CALQUE_INVALID_ARGUMENT},
        {"en", NULL, CARDINAL, CALQUE_INVALID_ARGUMENT},
        {"en", "1", 2, CALQUE_INVALID_ARGUMENT},
        {"en", "1", -1, CALQUE_INVALID_ARGUMENT},
        {"en", "", CARDINAL, CALQUE_INVALID_ARGUMENT},
        {"en", "one", CARDINAL, CALQUE_INVALID_ARGUMENT},
        {"en", "1.2.3", CARDINAL, CALQUE_INVALID_ARGUMENT},
        {"en", "1e", CARDINAL, CALQUE_INVALID_ARGUMENT},
        {"en", "NaN", CARDINAL, CALQUE_INVALID_ARGUMENT},
        {"tlh", "1", CARDINAL, CALQUE_INVALID_LOCALE},
        {"", "1", CARDINAL, CALQUE_INVALID_LOCALE},
        {"en", longest, CARDINAL, CALQUE_OK},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        calque_plural found = -1;
        if (!CHECK_STATUS(cases[at].status,
                          category(cases[at].locale, cases[at].count,
                                   cases[at].kind, &found))) {
            printf("case %zu\n", at);
        }
        CHECK(found == CALQUE_PLURAL_OTHER);
    }
    longest[128] = '1';
    longest[129] = '\0';
    calque_plural found = -1;
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT,
                 category("en", longest, CARDINAL, &found));
    CHECK(found == CALQUE_PLURAL_OTHER);
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, category("en", "1", CARDINAL, NULL));
}

static void explicit_lengths_cut_the_text(void) {
    calque_plural found = -1;
    CHECK_STATUS(CALQUE_OK, calque_plural_category("engine", 2, "1.5", 1,
                                                   CARDINAL, &found, NULL));
    CHECK(found == CALQUE_PLURAL_ONE);
    calque_error *error = NULL;
    CHECK_STATUS(
        CALQUE_INVALID_ARGUMENT,
        calque_plural_category("en", 2, "1\0", 2, CARDINAL, &found, &error));
    CHECK_STATUS(CALQUE_INVALID_ARGUMENT, calque_error_status(error));
    calque_error_release(error);
}

static void unknown_categories_are_named_other(void) {
    CHECK_TEXT("zero", calque_plural_name(CALQUE_PLURAL_ZERO));
    CHECK_TEXT("many", calque_plural_name(CALQUE_PLURAL_MANY));
    CHECK_TEXT("other", calque_plural_name(6));
    CHECK_TEXT("other", calque_plural_name(-1));
}

int main(void) {
    numbers_have_their_category();
    a_rule_that_was_found_says_the_same();
    what_is_no_rule_is_other();
    bad_input_is_other_with_a_status();
    explicit_lengths_cut_the_text();
    unknown_categories_are_named_other();
    return check_end();
}
