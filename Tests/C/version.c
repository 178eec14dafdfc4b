/* version.h and status.h */
#include "check.h"

static void version_is_that_of_the_headers(void) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", CALQUE_VERSION_MAJOR,
             CALQUE_VERSION_MINOR, CALQUE_VERSION_PATCH);
    CHECK(calque_version() == CALQUE_VERSION);
    CHECK_TEXT(text, calque_version_string());
}

static void features_are_known_by_name(void) {
    const char *const features[] = {
        "translator", "plural",     "view",     "catalog", "renderer",
        "loading",    "transport",  "messages", "texts",   "localization",
        "proposals",  "transcript", "formatter"};
    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        CHECK(calque_has_feature(features[i]));
    CHECK(!calque_has_feature("translators"));
    CHECK(!calque_has_feature(""));
    CHECK(!calque_has_feature(NULL));
}

static void every_status_has_its_name(void) {
    const struct {
        calque_status status;
        const char *name;
    } cases[] = {
        {CALQUE_OK, "CALQUE_OK"},
        {CALQUE_TRUNCATED, "CALQUE_TRUNCATED"},
        {CALQUE_NOT_FOUND, "CALQUE_NOT_FOUND"},
        {CALQUE_MISSING_KEY, "CALQUE_MISSING_KEY"},
        {CALQUE_UNCHANGED, "CALQUE_UNCHANGED"},
        {CALQUE_CYCLE, "CALQUE_CYCLE"},
        {CALQUE_LIMITED, "CALQUE_LIMITED"},
        {CALQUE_PARTIAL, "CALQUE_PARTIAL"},
        {CALQUE_INVALID_ARGUMENT, "CALQUE_INVALID_ARGUMENT"},
        {CALQUE_INVALID_UTF8, "CALQUE_INVALID_UTF8"},
        {CALQUE_INVALID_JSON, "CALQUE_INVALID_JSON"},
        {CALQUE_INVALID_TYPE, "CALQUE_INVALID_TYPE"},
        {CALQUE_INVALID_OPTION, "CALQUE_INVALID_OPTION"},
        {CALQUE_INVALID_LOCALE, "CALQUE_INVALID_LOCALE"},
        {CALQUE_INVALID_PLACEHOLDER, "CALQUE_INVALID_PLACEHOLDER"},
        {CALQUE_LIMIT_EXCEEDED, "CALQUE_LIMIT_EXCEEDED"},
        {CALQUE_IO_ERROR, "CALQUE_IO_ERROR"},
        {CALQUE_CORRUPT, "CALQUE_CORRUPT"},
        {CALQUE_UNSUPPORTED, "CALQUE_UNSUPPORTED"},
        {CALQUE_REFUSED, "CALQUE_REFUSED"},
        {CALQUE_CONFLICT, "CALQUE_CONFLICT"},
        {CALQUE_CANCELLED, "CALQUE_CANCELLED"},
        {CALQUE_TIMEOUT, "CALQUE_TIMEOUT"},
        {CALQUE_UNREACHABLE, "CALQUE_UNREACHABLE"},
        {CALQUE_INSECURE, "CALQUE_INSECURE"},
        {CALQUE_HTTP_STATUS, "CALQUE_HTTP_STATUS"},
        {CALQUE_BAD_RESPONSE, "CALQUE_BAD_RESPONSE"},
        {CALQUE_LOAD_FAILED, "CALQUE_LOAD_FAILED"},
        {19, "CALQUE_UNKNOWN"},
        {-1, "CALQUE_UNKNOWN"},
        {INT32_MIN, "CALQUE_UNKNOWN"},
        {INT32_MAX, "CALQUE_UNKNOWN"},
    };
    for (size_t at = 0; at < COUNT_OF(cases); at += 1) {
        CHECK_TEXT(cases[at].name, calque_status_name(cases[at].status));
    }
}

int main(void) {
    version_is_that_of_the_headers();
    features_are_known_by_name();
    every_status_has_its_name();
    return check_end();
}
