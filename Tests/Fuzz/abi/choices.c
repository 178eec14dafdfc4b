#include "choices.h"

#include "words.h"

enum { TEXTS = 64, DEPTH = 3 };

static uint64_t state;
static uint64_t seed;
static long place;
/* NULL: choices are random. */
static const uint8_t *bytes;
static size_t left;

static char *texts[TEXTS];
static unsigned text_count;

void choose_at_random(uint64_t a_seed, long round) {
    bytes = NULL;
    seed = a_seed;
    place = round;
    state =
        seed * 0x9E3779B97F4A7C15u + (uint64_t)round * 0xD1B54A32D192ED03u + 1;
}

void choose_from(const uint8_t *some, size_t count) {
    bytes = some;
    left = count;
}

bool has_choices(void) { return bytes == NULL || left > 0; }

static uint8_t take(void) {
    if (left == 0) return 0;
    left -= 1;
    return *bytes++;
}

uint32_t next(uint32_t below) {
    if (bytes != NULL) {
        uint32_t number = take();
        if (below > 256) number = number << 8 | take();
        return number % below;
    }
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 16) % below);
}

static char *keep(size_t length) {
    if (text_count == TEXTS) abort();
    char *memory = malloc(length == 0 ? 1 : length);
    if (memory == NULL) abort();
    return texts[text_count++] = memory;
}

void forget_texts(void) {
    while (text_count > 0)
        free(texts[--text_count]);
}

/* A copy that ends where the text does. */
static input kept(const char *from, size_t length) {
    bool is_ended = next(4) == 0;
    char *copy = keep(length + is_ended);
    memcpy(copy, from, length);
    if (is_ended) copy[length] = 0;
    return (input){copy, is_ended ? CALQUE_NTS : length};
}

/* Bytes as they are chosen. */
static size_t put_bytes(char *buffer, size_t capacity) {
    size_t count = next(8) == 0 ? next(LONGEST) : next(32);
    if (bytes != NULL && count > left) count = left;
    if (count > capacity) count = capacity;
    for (size_t at = 0; at < count; at++)
        buffer[at] = (char)next(256);
    return count;
}

static size_t put_words(char *buffer, size_t capacity) {
    if (next(8) == 0) return put_bytes(buffer, capacity);
    uint32_t words = next(200) == 199 ? 4000 : next(12);
    size_t used = 0;
    for (uint32_t at = 0; at < words && has_choices(); at++) {
        const char *word = WORDS[next((uint32_t)COUNT_OF(WORDS))];
        size_t count = strlen(word);
        if (used + count > capacity) break;
        memcpy(buffer + used, word, count);
        used += count;
    }
    if (next(20) == 19 && used > 0)
        buffer[next((uint32_t)used)] = (char)next(256);
    return used;
}

/* A text in quotation marks, without control characters. */
static size_t put_string(char *buffer, size_t capacity) {
    static char words[LONGEST];
    size_t count = put_words(words, capacity / 2 - 2);
    size_t used = 0;
    buffer[used++] = '"';
    for (size_t at = 0; at < count; at++) {
        unsigned char value = (unsigned char)words[at];
        if (value == '"' || value == '\\') buffer[used++] = '\\';
        buffer[used++] = (char)(value < 0x20 ? ' ' : value);
    }
    buffer[used++] = '"';
    return used;
}

static size_t put_object(char *buffer, size_t capacity, int depth) {
    static const char *const NAMES[] = {
        "a",   "b", "a.b",  "a_one", "a_other", "a_plural", "c",   "count",
        "a_0", "",  "list", "home",  "title",   "settings", "lng", "en"};
    static const char *const VALUES[] = {
        "null", "true", "0", "-1.5", "[]", "[\"a\",{\"b\":1}]", "1e300", "{}"};
    size_t used = 0;
    buffer[used++] = '{';
    uint32_t members = next(6);
    for (uint32_t at = 0; at < members && capacity - used > 256; at++) {
        size_t room = (capacity - used) / 2;
        used += (size_t)snprintf(buffer + used, 64, "%s\"%s\":", at ? "," : "",
                                 NAMES[next((uint32_t)COUNT_OF(NAMES))]);
        uint32_t kind = next(8);
        if (kind < 2 && depth > 0) {
            used += put_object(buffer + used, room, depth - 1);
        } else if (kind == 2) {
            used += (size_t)snprintf(buffer + used, 64, "%s",
                                     VALUES[next((uint32_t)COUNT_OF(VALUES))]);
        } else {
            used += put_string(buffer + used, room);
        }
    }
    buffer[used++] = '}';
    return used;
}

input any_text(void) {
    static char buffer[LONGEST];
    if (next(64) == 63) return (input){NULL, 0};
    return kept(buffer, put_words(buffer, sizeof buffer));
}

input any_json(void) {
    static char buffer[LONGEST];
    if (next(3) == 2) return any_text();
    return kept(buffer, put_object(buffer, sizeof buffer, DEPTH));
}

static input one_of(const char *const *names, size_t count) {
    uint32_t choice = next((uint32_t)count + 1);
    if (choice == count) return any_text();
    return kept(names[choice], strlen(names[choice]));
}

input any_name(void) {
    static const char *const NAMES[] = {"a",   "b",          "c",    "a.b",
                                        "a:b", "home.title", "home", "ns:a"};
    return one_of(NAMES, COUNT_OF(NAMES));
}

input any_language(void) {
    static const char *const NAMES[] = {
        "en", "de", "ar",         "ru", "zh-Hant-TW", "ja-u-ca-japanese",
        "pl", "",   "cimode-dev", "de"};
    return one_of(NAMES, COUNT_OF(NAMES));
}

size_t any_arguments(calque_arg *arguments) {
    static const char *const NAMES[] = {
        "count", "a", "b", "name", "context", "defaultValue", "lng"};
    size_t count = next(4);
    for (size_t at = 0; at < count; at++) {
        input value = any_text();
        arguments[at] = (calque_arg){
            .name = NAMES[next((uint32_t)COUNT_OF(NAMES))],
            .name_length = CALQUE_NTS,
            .kind = (calque_arg_kind)next(8),
            .integer = next(4) ? (int64_t)next(300) - 2 : INT64_MIN,
            .number = next(4) ? next(1000) / 7.0 : 1e300 * next(9) * 1e10,
            .text = value.bytes,
            .length = value.length};
    }
    return count;
}

/* Whether bytes are UTF-8, as far as lengths and continuations go. */
static bool is_utf8(const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        unsigned char lead = (unsigned char)text[at];
        size_t width = lead < 0x80   ? 1
                       : lead < 0xC2 ? 0
                       : lead < 0xE0 ? 2
                       : lead < 0xF0 ? 3
                       : lead < 0xF5 ? 4
                                     : 0;
        if (width == 0 || at + width > length) return false;
        for (size_t rest = 1; rest < width; rest++) {
            if (((unsigned char)text[at + rest] & 0xC0) != 0x80) return false;
        }
        at += width;
    }
    return true;
}

void must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "%s: seed %llu, round %ld\n", what,
            (unsigned long long)seed, place);
    abort();
}

void ended(calque_status status, calque_error *error) {
    must(strcmp(calque_status_name(status), "") != 0,
         "a status without a name");
    if (error != NULL) {
        const char *message = calque_error_message(error);
        must(is_utf8(message, strlen(message)), "a message that is not UTF-8");
        must(status >= CALQUE_INVALID_ARGUMENT, "an error without a failure");
    }
    calque_error_release(error);
}

void given(calque_status status, calque_string *text, calque_error *error) {
    if (text->data != NULL) {
        must(text->data[text->length] == 0, "a text without an end");
        must(is_utf8(text->data, text->length), "a text that is not UTF-8");
    }
    calque_string_dispose(text);
    ended(status, error);
}

output any_room(void) {
    output made = {.capacity = next(2) ? 256 : next(16)};
    made.bytes = malloc(made.capacity + 1);
    if (made.bytes == NULL) abort();
    /* A byte that no text has stands behind the buffer. */
    memset(made.bytes, 0xFF, made.capacity + 1);
    return made;
}

void filled(calque_status status, output *room) {
    must(strcmp(calque_status_name(status), "") != 0,
         "a status without a name");
    must((unsigned char)room->bytes[room->capacity] == 0xFF,
         "a buffer that is written behind its end");
    bool has_text = status == CALQUE_OK || status == CALQUE_MISSING_KEY ||
                    status == CALQUE_CYCLE || status == CALQUE_LIMITED;
    if (has_text && room->capacity > 0) {
        must(room->needed < room->capacity && room->bytes[room->needed] == 0,
             "a buffer without an end");
        must(is_utf8(room->bytes, room->needed), "a buffer that is not UTF-8");
    }
    if (status == CALQUE_TRUNCATED)
        must(room->needed >= room->capacity, "a text that would have fitted");
    free(room->bytes);
}

answer *any_answer(void) {
    static char buffer[LONGEST];
    static const int32_t STATUSES[] = {200, 201, 204, 304, 404, 429, 500, 0};
    size_t length = next(2) ? put_object(buffer, sizeof buffer, DEPTH)
                            : put_words(buffer, sizeof buffer);
    answer *made = malloc(sizeof *made + length);
    if (made == NULL) abort();
    made->status = STATUSES[next((uint32_t)COUNT_OF(STATUSES))];
    made->yields = next(4) != 0;
    made->length = length;
    memcpy(made->bytes, buffer, length);
    return made;
}

void taken(calque_status status, answer *given) {
    if (status >= CALQUE_INVALID_ARGUMENT) free(given);
}

void put_answer(const answer *given, calque_sink *out) {
    if (given->status == 200) {
        calque_sink_set_json(out, given->bytes, given->length);
    } else {
        calque_sink_append(out, given->bytes, given->length);
        calque_sink_append(out, given->bytes, given->length / 2);
    }
}

static void start(void *user_data, const calque_request *request,
                  calque_exchange *exchange) {
    const answer *self = user_data;
    must(is_utf8(request->url.data, request->url.length), "a URL");
    if (self->status == 0) {
        calque_exchange_fail(exchange, CALQUE_UNREACHABLE, self->bytes,
                             self->length);
        return;
    }
    calque_header headers[] = {
        {{"Retry-After", 11}, {self->bytes, self->length / 8}},
        {{"ETag", 4}, {self->bytes, self->length / 4}}};
    calque_response response = {.struct_size = sizeof response,
                                .status = self->status,
                                .headers = headers,
                                .header_count = COUNT_OF(headers),
                                .body = {self->bytes, self->length}};
    calque_exchange_complete(exchange, &response);
}

calque_transport answering(answer *given) {
    return (calque_transport){.struct_size = sizeof(calque_transport),
                              .user_data = given,
                              .user_data_free = free,
                              .start = start};
}
