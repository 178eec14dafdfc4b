/* The shapes that the calls of the addon share: texts in and out, failures,
 * objects of the library, parameters. */
#ifndef CALQUE_NODE_CALL_H
#define CALQUE_NODE_CALL_H

#include <calque.h>
#include <node_api.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TEXTS 3
/* Bytes that V8 counts for an object: what a translator of few texts takes. */
#define SIZE 20000

/* A JavaScript string as UTF-8: in `small` where it fits, else allocated. */
typedef struct text {
    char *data;
    size_t length;
    char small[256];
} text;

static bool read_text(napi_env env, napi_value value, text *out) {
    napi_valuetype type;
    out->data = NULL;
    out->length = 0;
    napi_typeof(env, value, &type);
    if (type != napi_string) return false;
    napi_get_value_string_utf8(env, value, out->small, sizeof out->small,
                               &out->length);
    out->data = out->small;
    if (out->length + 4 >= sizeof out->small) {
        napi_get_value_string_utf8(env, value, NULL, 0, &out->length);
        out->data = malloc(out->length + 1);
        if (out->data == NULL) return false;
        napi_get_value_string_utf8(env, value, out->data, out->length + 1,
                                   &out->length);
    }
    return true;
}

static void free_text(text *self) {
    if (self->data != self->small) free(self->data);
}

static void set_text(napi_env env, napi_value object, const char *name,
                     const char *text) {
    napi_value value = NULL;
    if (text == NULL || *text == 0) return;
    napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &value);
    napi_set_named_property(env, object, name, value);
}

static void set_number(napi_env env, napi_value object, const char *name,
                       size_t number) {
    napi_value value = NULL;
    if (number == 0) return;
    napi_create_double(env, (double)number, &value);
    napi_set_named_property(env, object, name, value);
}

/* Throws what a call failed with. */
static bool failed(napi_env env, calque_status status, calque_error *error) {
    if (status < CALQUE_INVALID_ARGUMENT) return false;
    char digits[24];
    napi_value code = NULL, message = NULL, thrown = NULL;
    snprintf(digits, sizeof digits, "CALQUE_%d", (int)status);
    napi_create_string_utf8(env, digits, NAPI_AUTO_LENGTH, &code);
    napi_create_string_utf8(
        env, error ? calque_error_message(error) : calque_status_name(status),
        NAPI_AUTO_LENGTH, &message);
    napi_create_error(env, code, message, &thrown);
    if (error != NULL) {
        set_text(env, thrown, "file", calque_error_source(error));
        set_text(env, thrown, "path", calque_error_path(error));
        set_number(env, thrown, "line", calque_error_line(error));
        set_number(env, thrown, "column", calque_error_column(error));
    }
    napi_throw(env, thrown);
    calque_error_release(error);
    return true;
}

static void refuse(napi_env env, const char *message) {
    napi_throw_error(env, "CALQUE_20", message);
}

static napi_value string_of(napi_env env, const char *data, size_t length) {
    napi_value value = NULL;
    if (data != NULL) napi_create_string_utf8(env, data, length, &value);
    return value;
}

static napi_value taken(napi_env env, calque_string *string) {
    napi_value value = string_of(env, string->data, string->length);
    calque_string_dispose(string);
    return value;
}

/* An object of the library; its function of release tells its class. */
typedef struct object {
    void *handle;
    void (*release)(void *handle);
} object;

static void release_translator(void *handle) {
    calque_translator_release(handle);
}

static void release_view(void *handle) { calque_view_release(handle); }

static void release_messages(void *handle) { calque_messages_release(handle); }

static void release_localization(void *handle) {
    calque_localization_release(handle);
}

static void release(napi_env env, object *self) {
    int64_t all;
    if (self->handle == NULL) return;
    self->release(self->handle);
    self->handle = NULL;
    napi_adjust_external_memory(env, -SIZE, &all);
}

static void finalize(napi_env env, void *self, void *hint) {
    (void)hint;
    release(env, self);
    free(self);
}

static napi_value external(napi_env env, void *handle,
                           void (*release)(void *handle)) {
    napi_value value = NULL;
    int64_t all;
    object *self = malloc(sizeof *self);
    if (self == NULL) {
        release(handle);
        return NULL;
    }
    *self = (object){handle, release};
    if (napi_create_external(env, self, finalize, NULL, &value) != napi_ok) {
        release(handle);
        free(self);
        return NULL;
    }
    napi_adjust_external_memory(env, SIZE, &all);
    return value;
}

/* The handle in a value, of a class; NULL with an exception where there is
 * none. */
static void *handle_of(napi_env env, napi_value value,
                       void (*release)(void *handle)) {
    void *data = NULL;
    napi_valuetype type;
    napi_typeof(env, value, &type);
    if (type == napi_external) napi_get_value_external(env, value, &data);
    const object *self = data;
    if (self != NULL && self->release == release && self->handle != NULL)
        return self->handle;
    refuse(env, self != NULL && self->release == release
                    ? "the object is closed"
                    : "not an object of this class");
    return NULL;
}

/* The parameters of a call, undefined where absent: values, or a handle and
 * texts. */
typedef struct call {
    napi_env env;
    napi_value values[MOST_TEXTS + 1];
    text texts[MOST_TEXTS];
    size_t count;
    void *handle;
} call;

static void begin(call *self, napi_env env, napi_callback_info info) {
    size_t count = MOST_TEXTS + 1;
    memset(self, 0, offsetof(call, texts));
    self->env = env;
    self->count = 0;
    napi_get_cb_info(env, info, &count, self->values, NULL, NULL);
}

/* Reads the values from `first` on as texts. */
static void take_texts(call *self, size_t first, size_t count) {
    for (self->count = 0; self->count < count; self->count += 1)
        read_text(self->env, self->values[first + self->count],
                  &self->texts[self->count]);
}

static bool begin_texts(call *self, napi_env env, napi_callback_info info,
                        void (*release)(void *handle), size_t count) {
    begin(self, env, info);
    self->handle = handle_of(env, self->values[0], release);
    if (self->handle != NULL) take_texts(self, 1, count);
    return self->handle != NULL;
}

static void end(call *self) {
    while (self->count > 0)
        free_text(&self->texts[--self->count]);
}

/* Whether a text is a path: C reads it up to its NUL. */
static bool is_path(call *self, const text *path) {
    bool is = path->data != NULL && strlen(path->data) == path->length;
    if (!is)
        refuse(self->env, path->data == NULL ? "a path must be a string"
                                             : "a path has a NUL in it");
    return is;
}

#endif
