/**
 * @file export.h
 * @brief Visibility and linkage of the public names; included by every header.
 */
#ifndef CALQUE_EXPORT_H
#define CALQUE_EXPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Marks a function that the shared library exports. */
#if defined(_WIN32)
#define CALQUE_API __declspec(dllimport)
#elif defined(__GNUC__)
#define CALQUE_API __attribute__((visibility("default")))
#else
#define CALQUE_API
#endif

/** Opens and closes the C linkage of a header for C++. */
#ifdef __cplusplus
#define CALQUE_BEGIN extern "C" {
#define CALQUE_END }
#else
#define CALQUE_BEGIN
#define CALQUE_END
#endif

/** As a length: the text is NUL-terminated, and the library measures it. */
#define CALQUE_NTS SIZE_MAX

/**
 * Makes a string literal of JSON: `CALQUE_JSON({"lng": "en-US"})` is
 * `"{\"lng\": \"en-US\"}"`. White space outside quotes may change.
 */
#define CALQUE_JSON(...) #__VA_ARGS__

#endif
