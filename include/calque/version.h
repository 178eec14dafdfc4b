/**
 * @file version.h
 * @brief The version of Calque, at compile time and at run time.
 */
#ifndef CALQUE_VERSION_H
#define CALQUE_VERSION_H

#include "export.h"

CALQUE_BEGIN

/** Version of these headers, major part. */
#define CALQUE_VERSION_MAJOR 0
/** Version of these headers, minor part. */
#define CALQUE_VERSION_MINOR 1
/** Version of these headers, patch part. */
#define CALQUE_VERSION_PATCH 0
/** Version of these headers, as calque_version() counts. */
#define CALQUE_VERSION                                                         \
    ((CALQUE_VERSION_MAJOR << 16) | (CALQUE_VERSION_MINOR << 8) |              \
     CALQUE_VERSION_PATCH)

/**
 * Version of the library that was loaded.
 *
 * @return major << 16 | minor << 8 | patch.
 */
CALQUE_API uint32_t calque_version(void);

/**
 * Version of the library as text, such as "0.1.0".
 *
 * @return a NUL-terminated text that lives as long as the library is loaded.
 */
CALQUE_API const char *calque_version_string(void);

/**
 * Whether this build has a feature.
 *
 * The names are "translator", "plural", "view", "catalog", "renderer",
 * "loading", "transport", "messages", "texts", "localization",
 * "proposals", "transcript", "formatter", "embedded" (built as Embedded Swift,
 * without the Swift runtime).
 *
 * @param name NUL-terminated name; NULL is not a feature.
 * @return true if the build has it; false also for unknown names.
 */
CALQUE_API bool calque_has_feature(const char *name);

CALQUE_END

#endif
