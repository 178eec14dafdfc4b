/* The choices that a run of calls is made of, and what must hold after each
 * call.
 *
 * They come from random numbers, or from the bytes that libFuzzer gives: then
 * the same bytes are the same calls. */
#ifndef CALQUE_FUZZ_CHOICES_H
#define CALQUE_FUZZ_CHOICES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <calque.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Bytes of the longest text. */
enum { LONGEST = 64 << 10 };

/* Begins a run: by random numbers, or by bytes, which must stay. */
void choose_at_random(uint64_t seed, long round);
void choose_from(const uint8_t *bytes, size_t count);

/* Whether bytes are left; always, where choices are random. */
bool has_choices(void);

/* A number below a bound, which is over 0. */
uint32_t next(uint32_t below);

/* A text as calls take it: in memory of its own that ends where the text does,
 * with a NUL behind it where its length is CALQUE_NTS; now and then it is NULL.
 * It lasts until forget_texts(). */
typedef struct input {
    const char *bytes;
    size_t length;
} input;

/* Words and other bytes, well-formed or not. */
input any_text(void);
/* An object of a few members, or words. */
input any_json(void);
/* One of a few texts that other calls choose as well. */
input any_name(void);
/* A language that is known, or a name. */
input any_language(void);
/* Up to 4 arguments. */
size_t any_arguments(calque_arg *arguments);
/* Ends the texts that were made. */
void forget_texts(void);

/* Ends the process unless it holds. */
void must(bool holds, const char *what);
/* A call has ended with a status, and perhaps with an error. */
void ended(calque_status status, calque_error *error);
/* A call has given a text, which is disposed of. */
void given(calque_status status, calque_string *text, calque_error *error);

/* A buffer of the caller, as long as it says. */
typedef struct output {
    char *bytes;
    size_t capacity;
    size_t needed;
} output;

output any_room(void);
/* A call has filled a buffer, which is freed. */
void filled(calque_status status, output *room);

/* The answer of a host's callbacks: fixed when the host is made, since some
 * run on other threads. */
typedef struct answer {
    int32_t status;
    bool yields;
    size_t length;
    char bytes[];
} answer;

answer *any_answer(void);
/* A call was given an answer to own: it does so when it succeeds. */
void taken(calque_status status, answer *given);
void put_answer(const answer *given, calque_sink *out);
/* A transport that gives the answer to each request; it owns the answer. */
calque_transport answering(answer *given);

#endif
