/**
 * @file plural.h
 * @brief Plural categories of CLDR 48, cardinal and ordinal.
 */
#ifndef CALQUE_PLURAL_H
#define CALQUE_PLURAL_H

#include "error.h"

CALQUE_BEGIN

/** Cardinal ("2 files") or ordinal ("2nd file"). */
typedef int32_t calque_plural_kind;

/** Cardinal: an amount. */
#define CALQUE_PLURAL_CARDINAL ((calque_plural_kind)0)
/** Ordinal: a position. */
#define CALQUE_PLURAL_ORDINAL ((calque_plural_kind)1)

/** A plural category. */
typedef int32_t calque_plural;

/** zero */
#define CALQUE_PLURAL_ZERO ((calque_plural)0)
/** one */
#define CALQUE_PLURAL_ONE ((calque_plural)1)
/** two */
#define CALQUE_PLURAL_TWO ((calque_plural)2)
/** few */
#define CALQUE_PLURAL_FEW ((calque_plural)3)
/** many */
#define CALQUE_PLURAL_MANY ((calque_plural)4)
/** other: the category that every language has. */
#define CALQUE_PLURAL_OTHER ((calque_plural)5)

/**
 * The plural category of a number in a language.
 *
 * The number is decimal text, because its visible fraction digits count:
 * "1" is one in English, "1.0" is other. A sign is ignored; an exponent
 * ("1e6" or the compact "1.2c6") is understood as CLDR's operands e and c.
 * Allocates nothing, unless the tag is an alias or there is an error. For many
 * numbers of one language, find its rule first: calque_plural_rule_find().
 *
 * @param locale language tag, `-` or `_` between its parts; a tag without
 *        rules of its own takes those of its parents.
 * @param count decimal text, 128 bytes at most.
 * @param kind cardinal or ordinal.
 * @param category set to the category; #CALQUE_PLURAL_OTHER on failure.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT for NULL, an unknown kind or a
 *         text that is not a number; #CALQUE_INVALID_LOCALE for a language
 *         that CLDR has no rules for.
 */
CALQUE_API calque_status calque_plural_category(
    const char *locale, size_t locale_length, const char *count,
    size_t count_length, calque_plural_kind kind, calque_plural *category,
    calque_error **error);

/**
 * The plural rule of a language: a value that can be copied and kept, valid as
 * long as the library is loaded. All-zero is not a rule.
 */
typedef struct calque_plural_rule {
    /** Opaque; another version of the library may give another number. */
    uint32_t value;
} calque_plural_rule;

/**
 * Finds the plural rule of a language once, for many calls of
 * calque_plural_rule_select().
 *
 * @param locale language tag, as for calque_plural_category().
 * @param kind cardinal or ordinal.
 * @param rule set to the rule; all-zero on failure.
 * @return #CALQUE_OK; #CALQUE_INVALID_ARGUMENT for NULL or an unknown kind;
 *         #CALQUE_INVALID_UTF8; #CALQUE_INVALID_LOCALE for a language that
 *         CLDR has no rules for.
 */
CALQUE_API calque_status calque_plural_rule_find(const char *locale,
                                                 size_t locale_length,
                                                 calque_plural_kind kind,
                                                 calque_plural_rule *rule,
                                                 calque_error **error);

/**
 * The plural category of a whole number by a rule. Allocates nothing and takes
 * a few nanoseconds.
 *
 * @param rule the rule.
 * @param count the number; its sign is ignored.
 * @return the category; #CALQUE_PLURAL_OTHER for an invalid rule.
 */
CALQUE_API calque_plural calque_plural_rule_select(calque_plural_rule rule,
                                                   int64_t count);

/**
 * Name of a category in catalogs: "zero", "one", ... "other".
 *
 * @param category a category.
 * @return a NUL-terminated text that lives as long as the library is loaded;
 *         "other" for any other number.
 */
CALQUE_API const char *calque_plural_name(calque_plural category);

CALQUE_END

#endif
