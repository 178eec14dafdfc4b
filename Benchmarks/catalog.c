#include "catalog.h"

#include <string.h>

#include "memory.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

const char *const CONTEXTS[2] = {"male", "female"};

const char *const LANGUAGE_TAGS[LANGUAGES] = {"en", "ar", "ru", "pl"};

const char *const FORM_NAMES[PLURAL_FORMS] = {"zero", "one",  "two",
                                              "few",  "many", "other"};

static const char *const ENGLISH[] = {
    "open",  "the",   "file",   "with",   "your",    "project", "and",
    "save",  "every", "change", "before", "closing", "window",  "a",
    "new",   "list",  "of",     "people", "who",     "wrote",   "message",
    "today", "here",  "is",     "shared", "by",      "another", "account",
};

static const char *const ARABIC[] = {
    "افتح",  "الملف",   "مع",    "مشروعك", "واحفظ", "كل",    "تغيير",  "قبل",
    "إغلاق", "النافذة", "قائمة", "جديدة",  "من",    "الناس", "كتبوا",  "رسالة",
    "اليوم", "هنا",     "حساب",  "آخر",    "على",   "هذا",   "البريد",
};

static const char *const RUSSIAN[] = {
    "откройте", "файл",  "и",     "проект",  "сохраните", "каждое", "новое",
    "перед",    "окно",  "с",     "списком", "людей",     "от",     "письмо",
    "сегодня",  "здесь", "вашем", "другой",  "для",       "этот",   "адрес",
};

static const char *const POLISH[] = {
    "otwórz",  "plik",  "i",    "projekt", "zapisz", "każdą", "nową",
    "przed",   "okno",  "z",    "listą",   "osób",   "od",    "wiadomość",
    "dzisiaj", "tutaj", "twój", "inny",    "dla",    "ten",   "adres",
};

/* The words of a language. */
struct vocabulary {
    const char *const *words;
    size_t count;
};

static const struct vocabulary VOCABULARIES[LANGUAGES] = {
    {ENGLISH, COUNT_OF(ENGLISH)},
    {ARABIC, COUNT_OF(ARABIC)},
    {RUSSIAN, COUNT_OF(RUSSIAN)},
    {POLISH, COUNT_OF(POLISH)},
};

struct catalog catalog_create(size_t count) {
    static const char *const parts[] = {"dialog", "button", "menu", "editor"};
    static const char *const roles[] = {"title", "label", "hint", "error"};
    struct catalog catalog = {count, take(count, sizeof(char[32]))};
    uint64_t seed = 20;
    for (size_t message = 0; message < count; message += 1) {
        uint64_t random = next_random(&seed);
        snprintf(catalog.keys[message], sizeof catalog.keys[message],
                 "s%03u.%s_%s_%05u", (unsigned)(random >> 8 & 63),
                 parts[random & 3], roles[random >> 2 & 3], (unsigned)message);
    }
    return catalog;
}

void catalog_free(struct catalog *catalog) {
    free(catalog->keys);
    catalog->keys = NULL;
}

enum message_kind catalog_kind(size_t message) {
    size_t place = message % 20;
    if (place < 12) return MESSAGE_PLAIN;
    if (place < 16) return MESSAGE_VARIABLE;
    if (place < 18) return MESSAGE_PLURAL;
    return place == 18 ? MESSAGE_NESTED : MESSAGE_CONTEXT;
}

size_t catalog_reference(const struct catalog *catalog, size_t message) {
    uint64_t seed = message;
    size_t twenty = (size_t)(next_random(&seed) % (catalog->count / 20));
    return twenty * 20 + (size_t)(next_random(&seed) % 12);
}

int catalog_has_form(enum catalog_language language, enum plural_form form) {
    switch (language) {
    case LANGUAGE_AR: return 1;
    case LANGUAGE_EN: return form == FORM_ONE || form == FORM_OTHER;
    default: return form == FORM_ONE || form == FORM_FEW || form == FORM_MANY;
    }
}

/* Appends a word and returns how many characters it has. */
static size_t append(char *text, size_t capacity, const char *word) {
    size_t length = strlen(text);
    size_t characters = 0;
    snprintf(text + length, capacity - length, "%s%s", length > 0 ? " " : "",
             word);
    for (; *word != 0; word += 1)
        characters += (*word & 0xC0) != 0x80;
    return characters + 1;
}

void catalog_text(enum catalog_language language, size_t message, int variant,
                  struct text *text) {
    struct vocabulary vocabulary = VOCABULARIES[language];
    uint64_t seed = (uint64_t)message << 8 | (uint64_t)variant << 4 | language;
    /* The last word is up to seven characters over. */
    size_t wanted = 20 + (size_t)(next_random(&seed) % 34);
    size_t half = (size_t)(next_random(&seed) % wanted);
    size_t characters = 0;
    text->before[0] = 0;
    text->after[0] = 0;
    while (characters < wanted) {
        char *part = characters < half ? text->before : text->after;
        characters +=
            append(part, sizeof text->before - 2,
                   vocabulary.words[next_random(&seed) % vocabulary.count]);
    }
    if (text->before[0] != 0) strcat(text->before, " ");
    if (catalog_kind(message) == MESSAGE_PLAIN ||
        catalog_kind(message) == MESSAGE_CONTEXT) {
        return;
    }
    memmove(text->after + 1, text->after, strlen(text->after) + 1);
    text->after[0] = ' ';
}
