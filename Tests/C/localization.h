/* A localization of a small app, for tests. */
#ifndef CALQUE_TESTS_LOCALIZATION_H
#define CALQUE_TESTS_LOCALIZATION_H

#include "check.h"

#define OPTIONS                                                                \
    "{\"preferredLanguages\":[\"en-GB\"],\"environment\":\"staging\","         \
    "\"url\":\"https://backend.test/api\",\"guid\":\"g-1\","                   \
    "\"applicationId\":\"app\",\"restAPIKey\":\"key\"}"

#define RESOURCE(locale, title)                                                \
    "{\"data\":{\"home\":{\"title\":\"" title "\"}},"                          \
    "\"meta\":{\"language\":{\"locale\":\"" locale "\"}}}"

#define PROPOSAL(id, locale, value)                                            \
    "{\"id\":" id                                                              \
    ",\"section\":\"home\",\"key\":\"title\",\"locale\":\"" locale             \
    "\",\"value\":\"" value "\",\"can_delete\":true}"

/* English and Danish, in memory; NULL when that fails. */
static inline calque_localization *
localization_open(const calque_services *services) {
    static const char *const resources[] = {RESOURCE("en-GB", "Welcome"),
                                            RESOURCE("da-DK", "Velkommen")};
    calque_localization *opened = NULL;
    CHECK_STATUS(CALQUE_OK, calque_localization_create(
                                OPTIONS, CALQUE_NTS, services, &opened, NULL));
    for (size_t each = 0; each < COUNT_OF(resources); each += 1) {
        CHECK_STATUS(CALQUE_OK,
                     calque_localization_load_resource(
                         opened, resources[each], CALQUE_NTS, NULL, 0, NULL));
    }
    return opened;
}

/* The text of an identifier, "-" for none; lives until the next call. */
static inline const char *localization_text(calque_localization *localization,
                                            const char *identifier) {
    static char buffer[256];
    calque_status status =
        calque_localization_text(localization, identifier, CALQUE_NTS, buffer,
                                 sizeof buffer, NULL, NULL);
    return status == CALQUE_OK ? buffer : "-";
}

#endif
