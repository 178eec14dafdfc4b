/* Options that are whole numbers: each at both ends of its range, one below
 * and one above each end, and left out. The tables of docs/reliability.md and
 * of the guides name the ranges. */
#include "folder.h"

#include "check.h"

/* What has options. */
typedef enum { V4, V1, MESSAGES, LOCALIZATION, TEXTS, CONVERSATION } noun;

enum { INT32_LAST = 0x7FFFFFFF, DAY = 86400000 };

static const struct {
    noun of;
    /* The object that the option is in; "" for the options themselves. */
    const char *object, *name;
    long long first, last;
} options[] = {
    {V4, "limits", "maxNesting", 1, 128},
    {V4, "limits", "maxSteps", 1, 1 << 30},
    {V4, "limits", "maxOutput", 1, 1 << 30},
    {V4, "limits", "maxFormBytes", 1, 1 << 30},
    {V4, "limits", "maxCatalogBytes", 1, 1 << 30},
    {V4, "limits", "maxCatalogDepth", 1, 512},
    {V4, "limits", "maxMissingKeys", 1, 1 << 20},
    {V4, "interpolation", "maxReplaces", 1, 1 << 30},
    {V4, "", "maxParallelReads", 1, 1000},
    {V4, "", "expirationTime", 0, 1LL << 53},
    {V4, "", "reloadInterval", 0, 1LL << 53},
    {V4, "", "maxRetries", 0, 1LL << 53},
    {V4, "", "retryTimeout", 0, 1LL << 53},
    {V4, "", "requestTimeout", 0, 1LL << 53},
    {V4, "", "debounceInterval", 0, 1LL << 53},
    {V4, "", "flushTimeout", 0, 1LL << 53},
    {V1, "", "maxRecursion", 1, 1 << 30},
    {V1, "", "localStorageExpirationTime", 0, 1LL << 53},
    {MESSAGES, "", "maxDepth", 0, 256},
    {MESSAGES, "", "maxOutput", 0, 1 << 30},
    {MESSAGES, "", "maxSteps", 0, 1 << 30},
    {LOCALIZATION, "", "timeout", 0, DAY},
    {LOCALIZATION, "limits", "maximumBytes", 1, INT32_LAST},
    {LOCALIZATION, "limits", "maximumLanguages", 1, INT32_LAST},
    {LOCALIZATION, "limits", "maximumTexts", 1, INT32_LAST},
    {LOCALIZATION, "limits", "maximumProposals", 1, INT32_LAST},
    {LOCALIZATION, "limits", "maximumQueued", 1, INT32_LAST},
    {TEXTS, "", "resourceTimeout", 1, INT32_LAST},
    {TEXTS, "", "maximumBytes", 0, 1 << 30},
    {TEXTS, "", "maximumVersionBytes", 0, 1 << 26},
    {TEXTS, "", "maxParallelReads", 1, 1000},
    {TEXTS, "", "reloadInterval", 0, INT32_LAST},
    {CONVERSATION, "", "expiry", 0, 1LL << 50},
};

static const char *folder;

/* Creates what has the options, and releases it. */
static calque_status create(noun of, const char *members,
                            calque_error **error) {
    char json[512];
    snprintf(json, sizeof json, "{%s}", members);
    calque_translator *translator = NULL;
    calque_messages *messages = NULL;
    calque_localization *localization = NULL;
    calque_texts *texts = NULL;
    calque_conversation *conversation = NULL;
    calque_status status = CALQUE_OK;
    switch (of) {
    case V4:
    case V1:
        status = calque_translator_create(
            of == V4 ? CALQUE_FORMAT_V4 : CALQUE_FORMAT_V1, json, CALQUE_NTS,
            NULL, &translator, error);
        break;
    case MESSAGES:
        status = calque_messages_create(json, CALQUE_NTS, &messages, error);
        break;
    case LOCALIZATION:
        snprintf(json, sizeof json, "{\"guid\":\"g\",%s}", members);
        status = calque_localization_create(json, CALQUE_NTS, NULL,
                                            &localization, error);
        break;
    case TEXTS:
        snprintf(json, sizeof json, "{\"cacheDirectory\":\"%s\",%s}", folder,
                 members);
        status = calque_texts_create(json, CALQUE_NTS, NULL, &texts, error);
        break;
    case CONVERSATION:
        status = calque_conversation_create(json, CALQUE_NTS, NULL,
                                            &conversation, error);
    }
    CHECK((translator != NULL) + (messages != NULL) + (localization != NULL) +
              (texts != NULL) + (conversation != NULL) ==
          (status == CALQUE_OK));
    calque_translator_release(translator);
    calque_messages_release(messages);
    calque_localization_release(localization);
    calque_texts_release(texts);
    calque_conversation_release(conversation);
    return status;
}

/* A value outside the range is refused, and the error names the option. */
static void try_value(size_t at, long long value) {
    const char *object = options[at].object, *name = options[at].name;
    char members[256], path[128];
    snprintf(members, sizeof members,
             object[0] == 0 ? "%s\"%s\":%lld" : "\"%s\":{\"%s\":%lld}", object,
             name, value);
    snprintf(path, sizeof path, "%s%s%s", object, object[0] == 0 ? "" : ".",
             name);
    bool is_within = value >= options[at].first && value <= options[at].last;
    calque_error *error = NULL;
    calque_status status = create(options[at].of, members, &error);
    if (!CHECK_STATUS(is_within ? CALQUE_OK : CALQUE_INVALID_OPTION, status))
        printf("%s: %lld\n", path, value);
    if (!is_within) CHECK_TEXT(path, calque_error_path(error));
    calque_error_release(error);
}

/* A call takes the time for texts as well. */
static void timeouts(void) {
    static const struct {
        uint32_t milliseconds;
        calque_status status;
    } cases[] = {{0, CALQUE_INVALID_OPTION},
                 {1, CALQUE_OK},
                 {INT32_LAST, CALQUE_OK},
                 {INT32_LAST + 1u, CALQUE_INVALID_OPTION}};
    char json[512];
    snprintf(json, sizeof json, "{\"cacheDirectory\":\"%s\"}", folder);
    calque_texts *texts = NULL;
    CHECK_STATUS(CALQUE_OK,
                 calque_texts_create(json, CALQUE_NTS, NULL, &texts, NULL));
    for (size_t at = 0; at < COUNT_OF(cases); at++) {
        snprintf(json, sizeof json, "{\"resourceTimeout\":%u}",
                 (unsigned)cases[at].milliseconds);
        CHECK_STATUS(cases[at].status,
                     calque_texts_set_options(texts, json, CALQUE_NTS, NULL));
    }
    calque_texts_release(texts);
}

int main(void) {
    folder = folder_new();
    for (size_t at = 0; at < COUNT_OF(options); at++) {
        const long long ends[] = {options[at].first, options[at].last};
        for (size_t end = 0; end < COUNT_OF(ends); end++)
            for (int step = -1; step <= 1; step++)
                try_value(at, ends[end] + step);
    }
    timeouts();
    return check_end();
}
