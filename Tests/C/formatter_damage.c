/* formatter.h: a file of locale data in which any byte is wrong is refused, or
 * does no harm. The bytes of a file of six languages are flipped one by one,
 * and all kinds of formatters read the file.
 *
 * The bytes end where memory ends, so that reading behind them ends the
 * program.
 *
 * usage: test_formatter_damage LOCALE_DATA */
#define _DEFAULT_SOURCE
#include "formatting.h"
#include "check.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const languages[] = {"ar", "de", "en", "ja", "pl", "ru"};
static const struct {
    calque_formatter_kind kind;
    const char *options;
} formatters[] = {
    {CALQUE_FORMATTER_NUMBER, "{\"style\":\"currency\",\"currency\":\"EUR\"}"},
    {CALQUE_FORMATTER_NUMBER,
     "{\"notation\":\"compact\",\"compactDisplay\":\"long\"}"},
    {CALQUE_FORMATTER_NUMBER,
     "{\"style\":\"unit\",\"unit\":\"mile-per-hour\"}"},
    {CALQUE_FORMATTER_RELATIVETIME, "{\"unit\":\"day\",\"numeric\":\"auto\"}"},
    {CALQUE_FORMATTER_DATETIME, "{\"dateStyle\":\"full\"}"},
    {CALQUE_FORMATTER_DATETIME, "{\"month\":\"long\",\"hour\":\"numeric\"}"},
};

enum {
    LANGUAGES = sizeof languages / sizeof *languages,
    FORMATTERS = sizeof formatters / sizeof *formatters,
};

/* Continuation bytes that a text lacks or has too many of; 0 for UTF-8. */
static int broken(const unsigned char *text) {
    int left = 0;
    for (; *text != 0; text += 1) {
        if ((*text & 0xC0) == 0x80) {
            if (left == 0) return 1;
            left -= 1;
            continue;
        }
        if (left != 0) return 1;
        left = *text < 0x80 ? 0 : *text < 0xE0 ? 1 : *text < 0xF0 ? 2 : 3;
    }
    return left;
}

/* Formats with one formatter; false when the file lacks what it needs. */
static bool read_with(const calque_locale_data *data, size_t which) {
    calque_formatter *formatter = NULL;
    char text[512];
    calque_status status = calque_formatter_create(
        formatters[which % FORMATTERS].kind,
        languages[which / FORMATTERS % LANGUAGES], CALQUE_NTS,
        formatters[which % FORMATTERS].options, CALQUE_NTS, data, &formatter,
        NULL);
    if (status != CALQUE_OK) {
        CHECK(status == CALQUE_UNSUPPORTED);
        return false;
    }
    format_int(formatter, 1715951045678, text, sizeof text, NULL);
    CHECK(broken((const unsigned char *)text) == 0);
    calque_formatter_release(formatter);
    return true;
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    FILE *file = fopen(arguments[1], "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) return 2;
    size_t size = (size_t)ftell(file);
    rewind(file);
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = (size + page - 1) / page * page;
    unsigned char *memory = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + room, page, PROT_NONE) != 0)
        return 2;
    unsigned char *bytes = memory + room - size;
    if (fread(bytes, 1, size, file) != size) return 2;
    fclose(file);

    size_t opened = 0, made = 0;
    for (size_t at = 0; at < size; at += 1) {
        unsigned char flip = at % 3 == 0 ? 0xFF : at % 3 == 1 ? 0x01 : 0x5A;
        bytes[at] ^= flip;
        calque_locale_data *data = NULL;
        calque_status status = calque_locale_data_open_memory(
            bytes, size, 0, NULL, NULL, &data, NULL);
        if (status == CALQUE_OK) {
            opened += 1;
            made += read_with(data, at) + read_with(data, at * 7 + 3);
        } else {
            CHECK(status == CALQUE_CORRUPT || status == CALQUE_UNSUPPORTED);
        }
        calque_locale_data_release(data);
        bytes[at] ^= flip;
    }
    /* Nearly all bytes are those of facts, of which few are read each time. */
    CHECK(opened > size / 10 * 9);
    CHECK(made > size);
    munmap(memory, room + page);
    return check_end();
}
