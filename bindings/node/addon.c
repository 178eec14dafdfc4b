/* Calque for Node, over Node-API: translators, views and message tables.
 *
 * An object of the library is an external value: freed with the object that
 * holds it, or by close. calque.js turns these calls into classes. */
#include <calque.h>
#include <node_api.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16
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

/* Throws what a call failed with. */
static bool failed(napi_env env, calque_status status, calque_error *error) {
    if (status < CALQUE_INVALID_ARGUMENT) return false;
    char code[24];
    snprintf(code, sizeof code, "CALQUE_%d", (int)status);
    napi_throw_error(env, code,
                     error ? calque_error_message(error)
                           : calque_status_name(status));
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
        refuse(self->env, path->data == NULL ? "a path is no string"
                                             : "a path has a NUL in it");
    return is;
}

static napi_value translator_create(napi_env env, napi_callback_info info) {
    call given;
    int32_t format = 0;
    calque_translator *translator = NULL;
    calque_error *error = NULL;
    begin(&given, env, info);
    napi_get_value_int32(env, given.values[0], &format);
    take_texts(&given, 1, 1);
    calque_status status = calque_translator_create(format, given.texts[0].data,
                                                    given.texts[0].length, NULL,
                                                    &translator, &error);
    end(&given);
    if (failed(env, status, error)) return NULL;
    return external(env, translator, release_translator);
}

static napi_value translator_add_file(napi_env env, napi_callback_info info) {
    call given;
    const text *lng = given.texts, *ns = lng + 1, *path = lng + 2;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 3)) return NULL;
    if (is_path(&given, path))
        failed(env,
               calque_translator_add_file(given.handle, lng->data, lng->length,
                                          ns->data, ns->length, path->data, 0,
                                          &error),
               error);
    end(&given);
    return NULL;
}

static napi_value translator_add_catalog(napi_env env,
                                         napi_callback_info info) {
    call given;
    calque_catalog *catalog = NULL;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 1)) return NULL;
    if (is_path(&given, given.texts) &&
        !failed(env,
                calque_catalog_open(given.texts[0].data, 0, &catalog, &error),
                error))
        failed(env,
               calque_translator_add_catalog(given.handle, catalog, NULL, 0, 0,
                                             NULL, &error),
               error);
    calque_catalog_release(catalog);
    end(&given);
    return NULL;
}

static napi_value view_create(napi_env env, napi_callback_info info) {
    call given;
    const text *lng = given.texts, *ns = lng + 1, *prefix = lng + 2;
    calque_view *view = NULL;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 3)) return NULL;
    calque_status status = calque_view_create(
        given.handle, lng->data, lng->length, ns->data, ns->length,
        prefix->data, prefix->length, &view, &error);
    end(&given);
    if (failed(env, status, error)) return NULL;
    return external(env, view, release_view);
}

/* Fills an argument from a name and a value; false for a value that is no
 * scalar. */
static bool fill(napi_env env, napi_value name, napi_value value,
                 calque_arg *arg, text *kept) {
    napi_valuetype type;
    memset(arg, 0, sizeof *arg);
    read_text(env, name, &kept[0]);
    kept[1].data = kept[1].small;
    arg->name = kept[0].data;
    arg->name_length = kept[0].length;
    napi_typeof(env, value, &type);
    if (type == napi_number) {
        napi_get_value_double(env, value, &arg->number);
        arg->kind = CALQUE_ARG_KIND_DOUBLE;
        if (arg->number >= -9007199254740991.0 &&
            arg->number <= 9007199254740991.0 &&
            arg->number == (double)(int64_t)arg->number) {
            arg->kind = CALQUE_ARG_KIND_INT;
            arg->integer = (int64_t)arg->number;
        }
    } else if (type == napi_boolean) {
        bool flag = false;
        napi_get_value_bool(env, value, &flag);
        arg->kind = CALQUE_ARG_KIND_BOOL;
        arg->integer = flag;
    } else if (type == napi_string) {
        read_text(env, value, &kept[1]);
        arg->kind = CALQUE_ARG_KIND_TEXT;
        arg->text = kept[1].data;
        arg->length = kept[1].length;
    } else if (type != napi_null) {
        return false;
    }
    return true;
}

/* Arguments from an object of scalars; the count, or -1 when it takes JSON or
 * a getter threw, with its exception pending. */
static int arguments(napi_env env, napi_value object, calque_arg *args,
                     text *kept) {
    napi_valuetype type;
    napi_value names = NULL, name = NULL, value = NULL;
    uint32_t count = 0;
    napi_typeof(env, object, &type);
    if (type != napi_object) return 0;
    if (napi_get_property_names(env, object, &names) != napi_ok ||
        napi_get_array_length(env, names, &count) != napi_ok || count > MOST)
        return -1;
    for (uint32_t at = 0; at < count; at += 1) {
        bool is_read = napi_get_element(env, names, at, &name) == napi_ok &&
                       napi_get_property(env, object, name, &value) == napi_ok;
        uint32_t filled = 2 * (at + (is_read ? 1 : 0));
        if (is_read && fill(env, name, value, &args[at], &kept[2 * at]))
            continue;
        for (uint32_t end = 0; end < filled; end += 1)
            free_text(&kept[end]);
        return -1;
    }
    return (int)count;
}

/* A call that writes text into a buffer. */
typedef struct writing {
    enum { TRANSLATOR, VIEW, DECODED, LOCALIZED } function;
    const void *handle;
    const text *key;
    const calque_arg *args;
    size_t count;
} writing;

static calque_status write(const writing *self, char *buffer, size_t capacity,
                           size_t *length) {
    const char *key = self->key->data;
    size_t bytes = self->key->length;
    switch (self->function) {
    case VIEW:
        return calque_view_translate(self->handle, key, bytes, self->args,
                                     self->count, buffer, capacity, length);
    case DECODED:
        return calque_messages_decode(self->handle, key, bytes, buffer,
                                      capacity, length);
    case LOCALIZED:
        return calque_localization_text(self->handle, key, bytes, buffer,
                                        capacity, length, NULL);
    default:
        return calque_translator_translate(self->handle, key, bytes, self->args,
                                           self->count, buffer, capacity,
                                           length);
    }
}

static napi_value written(napi_env env, const writing *what) {
    char buffer[512], *larger = NULL, *out = buffer;
    size_t capacity = sizeof buffer, length = 0;
    calque_status status;
    napi_value result = NULL;
    while ((status = write(what, out, capacity, &length)) == CALQUE_TRUNCATED) {
        capacity = length + 1;
        free(larger);
        if ((out = larger = malloc(capacity)) == NULL) break;
    }
    if (out != NULL && !failed(env, status, NULL))
        result = string_of(env, out, length);
    free(larger);
    return result;
}

/* translate(object, key, values): undefined when the values take JSON. The
 * handle is read last, because a getter may close the object. */
static napi_value translate(napi_env env, napi_callback_info info,
                            bool is_view) {
    call given;
    calque_arg args[MOST];
    text kept[2 * MOST];
    napi_value result = NULL;
    begin(&given, env, info);
    int count = arguments(env, given.values[2], args, kept);
    if (count < 0) return NULL;
    take_texts(&given, 1, 1);
    given.handle = handle_of(env, given.values[0],
                             is_view ? release_view : release_translator);
    if (given.handle != NULL)
        result =
            written(env, &(writing){is_view ? VIEW : TRANSLATOR, given.handle,
                                    given.texts, args, (size_t)count});
    end(&given);
    for (int at = 0; at < 2 * count; at += 1)
        free_text(&kept[at]);
    return result;
}

static napi_value translator_translate(napi_env env, napi_callback_info info) {
    return translate(env, info, false);
}

static napi_value view_translate(napi_env env, napi_callback_info info) {
    return translate(env, info, true);
}

static napi_value translate_json(napi_env env, napi_callback_info info) {
    call given;
    const text *keys = given.texts, *options = keys + 1;
    int32_t form = CALQUE_RESULT_JSON;
    calque_string out = {0};
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 2)) return NULL;
    napi_get_value_int32(env, given.values[3], &form);
    calque_status status = calque_translator_translate_json(
        given.handle, keys->data, keys->length, options->data, options->length,
        form, &out, &error);
    end(&given);
    return failed(env, status, error) ? NULL : taken(env, &out);
}

static napi_value exists(napi_env env, napi_callback_info info) {
    call given;
    const text *keys = given.texts, *options = keys + 1;
    napi_value result = NULL;
    bool found = false;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 2)) return NULL;
    calque_status status = calque_translator_exists(
        given.handle, keys->data, keys->length, options->data, options->length,
        &found, &error);
    end(&given);
    if (!failed(env, status, error)) napi_get_boolean(env, found, &result);
    return result;
}

static napi_value languages(napi_env env, napi_callback_info info) {
    call given;
    calque_string out = {0};
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 0)) return NULL;
    calque_status status =
        calque_translator_languages(given.handle, NULL, 0, &out, &error);
    return failed(env, status, error) ? NULL : taken(env, &out);
}

static napi_value dir(napi_env env, napi_callback_info info) {
    call given;
    if (!begin_texts(&given, env, info, release_translator, 1)) return NULL;
    bool is_rtl = calque_translator_dir(given.handle, given.texts[0].data,
                                        given.texts[0].length) == CALQUE_RTL;
    end(&given);
    return string_of(env, is_rtl ? "rtl" : "ltr", 3);
}

static napi_value messages_create(napi_env env, napi_callback_info info) {
    call given;
    calque_messages *messages = NULL;
    calque_error *error = NULL;
    begin(&given, env, info);
    take_texts(&given, 0, 1);
    calque_status status = calque_messages_create(
        given.texts[0].data, given.texts[0].length, &messages, &error);
    end(&given);
    if (failed(env, status, error)) return NULL;
    return external(env, messages, release_messages);
}

static napi_value messages_load(napi_env env, napi_callback_info info) {
    call given;
    const text *json = given.texts, *prefix = json + 1;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_messages, 2)) return NULL;
    calque_status status = calque_messages_load_json(
        given.handle, CALQUE_MESSAGES_MESSAGE, prefix->data, prefix->length,
        json->data, json->length, NULL, &error);
    end(&given);
    failed(env, status, error);
    return NULL;
}

static napi_value messages_decode(napi_env env, napi_callback_info info) {
    call given;
    if (!begin_texts(&given, env, info, release_messages, 1)) return NULL;
    napi_value result =
        written(env, &(writing){DECODED, given.handle, given.texts, NULL, 0});
    end(&given);
    return result;
}

static napi_value localization_create(napi_env env, napi_callback_info info) {
    call given;
    calque_localization *localization = NULL;
    calque_error *error = NULL;
    begin(&given, env, info);
    take_texts(&given, 0, 1);
    calque_status status =
        calque_localization_create(given.texts[0].data, given.texts[0].length,
                                   NULL, &localization, &error);
    end(&given);
    if (failed(env, status, error)) return NULL;
    return external(env, localization, release_localization);
}

static napi_value localization_load(napi_env env, napi_callback_info info) {
    call given;
    const text *json = given.texts, *locale = json + 1;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_localization, 2)) return NULL;
    calque_status status = calque_localization_load_resource(
        given.handle, json->data, json->length, locale->data, locale->length,
        &error);
    end(&given);
    failed(env, status, error);
    return NULL;
}

static napi_value localization_text(napi_env env, napi_callback_info info) {
    call given;
    if (!begin_texts(&given, env, info, release_localization, 1)) return NULL;
    napi_value result =
        written(env, &(writing){LOCALIZED, given.handle, given.texts, NULL, 0});
    end(&given);
    return result;
}

static napi_value localization_propose(napi_env env, napi_callback_info info) {
    call given;
    const text *identifier = given.texts, *locale = identifier + 1,
               *value = identifier + 2;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_localization, 3)) return NULL;
    calque_status status = calque_proposals_store(
        given.handle, identifier->data, identifier->length, locale->data,
        locale->length, value->data, value->length, &error);
    end(&given);
    failed(env, status, error);
    return NULL;
}

/* close(object): later calls throw. */
static napi_value close_object(napi_env env, napi_callback_info info) {
    call given;
    void *data = NULL;
    begin(&given, env, info);
    if (napi_get_value_external(env, given.values[0], &data) == napi_ok)
        release(env, data);
    return NULL;
}

NAPI_MODULE_INIT() {
    const struct {
        const char *name;
        napi_callback call;
    } calls[] = {
        {"translatorCreate", translator_create},
        {"translatorAddFile", translator_add_file},
        {"translatorAddCatalog", translator_add_catalog},
        {"translatorTranslate", translator_translate},
        {"translateJson", translate_json},
        {"exists", exists},
        {"languages", languages},
        {"dir", dir},
        {"viewCreate", view_create},
        {"viewTranslate", view_translate},
        {"messagesCreate", messages_create},
        {"messagesLoad", messages_load},
        {"messagesDecode", messages_decode},
        {"localizationCreate", localization_create},
        {"localizationLoad", localization_load},
        {"localizationText", localization_text},
        {"localizationPropose", localization_propose},
        {"close", close_object},
    };
    for (size_t at = 0; at < sizeof calls / sizeof *calls; at += 1) {
        napi_value function;
        napi_create_function(env, calls[at].name, NAPI_AUTO_LENGTH,
                             calls[at].call, NULL, &function);
        napi_set_named_property(env, exports, calls[at].name, function);
    }
    return exports;
}
