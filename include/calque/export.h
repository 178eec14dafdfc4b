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

/** As a length: the text ends in NUL, measure it. */
#define CALQUE_NTS SIZE_MAX

/**
 * JSON written as C: `CALQUE_JSON({"lng": "en-US", "fallbackLng": ["en"]})`
 * is a string literal. White space outside quotes is not kept as written.
 */
#define CALQUE_JSON(...) #__VA_ARGS__

#endif
