/* Calque for Node, over Node-API: translators, views and message tables.
 *
 * A handle is an external value, freed with the object that holds it. calque.js
 * turns these calls into classes. */
#include <calque.h>
#include <node_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16
#define MOST_TEXTS 3

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
    if (status < 20) return false;
    char code[24];
    snprintf(code, sizeof code, "CALQUE_%d", (int)status);
    napi_throw_error(env, code, error ? calque_error_message(error) : code);
    calque_error_release(error);
    return true;
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

/* The parameters of a call: as many as are asked for, undefined where absent.
 */
static void *parameters(napi_env env, napi_callback_info info, size_t count,
                        napi_value *values) {
    void *handle = NULL;
    napi_get_cb_info(env, info, &count, values, NULL, NULL);
    napi_get_value_external(env, values[0], &handle);
    return handle;
}

/* The handle of a call, and the texts after it. */
static void *texts_of(napi_env env, napi_callback_info info, size_t count,
                      text *texts) {
    napi_value values[MOST_TEXTS + 1];
    void *handle = parameters(env, info, count + 1, values);
    for (size_t at = 0; at < count; at += 1)
        read_text(env, values[at + 1], &texts[at]);
    return handle;
}

static void free_texts(text *texts, size_t count) {
    for (size_t at = 0; at < count; at += 1)
        free_text(&texts[at]);
}

static void free_translator(napi_env env, void *handle, void *hint) {
    (void)env, (void)hint;
    calque_translator_release(handle);
}

static void free_view(napi_env env, void *handle, void *hint) {
    (void)env, (void)hint;
    calque_view_release(handle);
}

static void free_messages(napi_env env, void *handle, void *hint) {
    (void)env, (void)hint;
    calque_messages_release(handle);
}

static void free_localization(napi_env env, void *handle, void *hint) {
    (void)env, (void)hint;
    calque_localization_release(handle);
}

static napi_value external(napi_env env, void *handle, napi_finalize finalize) {
    napi_value value = NULL;
    napi_create_external(env, handle, finalize, NULL, &value);
    return value;
}

static napi_value translator_create(napi_env env, napi_callback_info info) {
    napi_value values[2];
    int32_t format = 0;
    text options;
    calque_translator *translator = NULL;
    calque_error *error = NULL;
    parameters(env, info, 2, values);
    napi_get_value_int32(env, values[0], &format);
    read_text(env, values[1], &options);
    calque_status status = calque_translator_create(
        format, options.data, options.length, NULL, &translator, &error);
    free_text(&options);
    if (failed(env, status, error)) return NULL;
    return external(env, translator, free_translator);
}

static napi_value translator_add_file(napi_env env, napi_callback_info info) {
    text given[3], *lng = given, *ns = given + 1, *path = given + 2;
    calque_error *error = NULL;
    calque_translator *translator = texts_of(env, info, 3, given);
    calque_status status =
        calque_translator_add_file(translator, lng->data, lng->length, ns->data,
                                   ns->length, path->data, 0, &error);
    free_texts(given, 3);
    failed(env, status, error);
    return NULL;
}

static napi_value translator_add_catalog(napi_env env,
                                         napi_callback_info info) {
    napi_value values[2];
    text path;
    calque_catalog *catalog = NULL;
    calque_error *error = NULL;
    calque_translator *translator = parameters(env, info, 2, values);
    read_text(env, values[1], &path);
    calque_status status = calque_catalog_open(path.data, 0, &catalog, &error);
    free_text(&path);
    if (!failed(env, status, error)) {
        status = calque_translator_add_catalog(translator, catalog, NULL, 0, 0,
                                               NULL, &error);
        failed(env, status, error);
    }
    calque_catalog_release(catalog);
    return NULL;
}

static napi_value view_create(napi_env env, napi_callback_info info) {
    text given[3], *lng = given, *ns = given + 1, *prefix = given + 2;
    calque_view *view = NULL;
    calque_error *error = NULL;
    calque_translator *translator = texts_of(env, info, 3, given);
    calque_status status = calque_view_create(
        translator, lng->data, lng->length, ns->data, ns->length, prefix->data,
        prefix->length, &view, &error);
    free_texts(given, 3);
    if (failed(env, status, error)) return NULL;
    return external(env, view, free_view);
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

/* Arguments from an object of scalars; the count, or -1 when it takes JSON. */
static int arguments(napi_env env, napi_value object, calque_arg *args,
                     text *kept) {
    napi_valuetype type;
    napi_value names, name, value;
    uint32_t count = 0;
    napi_typeof(env, object, &type);
    if (type != napi_object) return 0;
    napi_get_property_names(env, object, &names);
    napi_get_array_length(env, names, &count);
    if (count > MOST) return -1;
    for (uint32_t at = 0; at < count; at += 1) {
        napi_get_element(env, names, at, &name);
        napi_get_property(env, object, name, &value);
        if (!fill(env, name, value, &args[at], &kept[2 * at])) {
            for (uint32_t end = 0; end <= 2 * at + 1; end += 1)
                free_text(&kept[end]);
            return -1;
        }
    }
    return (int)count;
}

/* translate(isView, handle, key, values): undefined when the values take JSON.
 */
static napi_value translate(napi_env env, bool is_view,
                            napi_callback_info info) {
    napi_value values[3], result = NULL;
    calque_arg args[MOST];
    text kept[2 * MOST], key;
    char buffer[512], *larger = NULL, *out = buffer;
    size_t capacity = sizeof buffer, length = 0;
    calque_status status;
    const void *handle = parameters(env, info, 3, values);
    int count = arguments(env, values[2], args, kept);
    if (count < 0) return NULL;
    read_text(env, values[1], &key);
    for (;;) {
        status =
            is_view
                ? calque_view_translate(handle, key.data, key.length, args,
                                        (size_t)count, out, capacity, &length)
                : calque_translator_translate(handle, key.data, key.length,
                                              args, (size_t)count, out,
                                              capacity, &length);
        if (status != CALQUE_TRUNCATED) break;
        capacity = length + 1;
        free(larger);
        if ((out = larger = malloc(capacity)) == NULL) break;
    }
    if (out != NULL && !failed(env, status, NULL))
        result = string_of(env, out, length);
    free(larger);
    free_text(&key);
    for (int at = 0; at < 2 * count; at += 1)
        free_text(&kept[at]);
    return result;
}

static napi_value translator_translate(napi_env env, napi_callback_info info) {
    return translate(env, false, info);
}

static napi_value view_translate(napi_env env, napi_callback_info info) {
    return translate(env, true, info);
}

static napi_value translate_json(napi_env env, napi_callback_info info) {
    napi_value values[4];
    text keys, options;
    int32_t form = CALQUE_RESULT_JSON;
    calque_string out = {0};
    calque_error *error = NULL;
    calque_translator *translator = parameters(env, info, 4, values);
    read_text(env, values[1], &keys);
    read_text(env, values[2], &options);
    napi_get_value_int32(env, values[3], &form);
    calque_status status = calque_translator_translate_json(
        translator, keys.data, keys.length, options.data, options.length, form,
        &out, &error);
    free_text(&keys), free_text(&options);
    return failed(env, status, error) ? NULL : taken(env, &out);
}

static napi_value exists(napi_env env, napi_callback_info info) {
    napi_value result = NULL;
    text given[2], *keys = given, *options = given + 1;
    bool found = false;
    calque_error *error = NULL;
    calque_translator *translator = texts_of(env, info, 2, given);
    calque_status status = calque_translator_exists(
        translator, keys->data, keys->length, options->data, options->length,
        &found, &error);
    free_texts(given, 2);
    if (!failed(env, status, error)) napi_get_boolean(env, found, &result);
    return result;
}

static napi_value languages(napi_env env, napi_callback_info info) {
    napi_value values[1];
    calque_string out = {0};
    calque_error *error = NULL;
    calque_translator *translator = parameters(env, info, 1, values);
    calque_status status =
        calque_translator_languages(translator, NULL, 0, &out, &error);
    return failed(env, status, error) ? NULL : taken(env, &out);
}

static napi_value dir(napi_env env, napi_callback_info info) {
    napi_value values[2];
    text lng;
    calque_translator *translator = parameters(env, info, 2, values);
    read_text(env, values[1], &lng);
    bool is_rtl =
        calque_translator_dir(translator, lng.data, lng.length) == CALQUE_RTL;
    free_text(&lng);
    return string_of(env, is_rtl ? "rtl" : "ltr", 3);
}

static napi_value messages_create(napi_env env, napi_callback_info info) {
    napi_value values[1];
    text options;
    calque_messages *messages = NULL;
    calque_error *error = NULL;
    parameters(env, info, 1, values);
    read_text(env, values[0], &options);
    calque_status status =
        calque_messages_create(options.data, options.length, &messages, &error);
    free_text(&options);
    if (failed(env, status, error)) return NULL;
    return external(env, messages, free_messages);
}

static napi_value messages_load(napi_env env, napi_callback_info info) {
    text given[2], *json = given, *prefix = given + 1;
    calque_error *error = NULL;
    calque_messages *messages = texts_of(env, info, 2, given);
    calque_status status = calque_messages_load_json(
        messages, CALQUE_MESSAGES_MESSAGE, prefix->data, prefix->length,
        json->data, json->length, NULL, &error);
    free_texts(given, 2);
    failed(env, status, error);
    return NULL;
}

static napi_value messages_decode(napi_env env, napi_callback_info info) {
    napi_value values[2], result;
    text encoded;
    size_t length = 0;
    calque_messages *messages = parameters(env, info, 2, values);
    read_text(env, values[1], &encoded);
    calque_messages_decode(messages, encoded.data, encoded.length, NULL, 0,
                           &length);
    char *buffer = malloc(length + 1);
    if (buffer == NULL) return NULL;
    calque_messages_decode(messages, encoded.data, encoded.length, buffer,
                           length + 1, &length);
    result = string_of(env, buffer, length);
    free(buffer);
    free_text(&encoded);
    return result;
}

static napi_value localization_create(napi_env env, napi_callback_info info) {
    napi_value values[1];
    text options;
    calque_localization *localization = NULL;
    calque_error *error = NULL;
    parameters(env, info, 1, values);
    read_text(env, values[0], &options);
    calque_status status = calque_localization_create(
        options.data, options.length, NULL, &localization, &error);
    free_text(&options);
    if (failed(env, status, error)) return NULL;
    return external(env, localization, free_localization);
}

static napi_value localization_load(napi_env env, napi_callback_info info) {
    text given[2], *json = given, *locale = given + 1;
    calque_error *error = NULL;
    calque_localization *localization = texts_of(env, info, 2, given);
    calque_status status = calque_localization_load_resource(
        localization, json->data, json->length, locale->data, locale->length,
        &error);
    free_texts(given, 2);
    failed(env, status, error);
    return NULL;
}

static napi_value localization_text(napi_env env, napi_callback_info info) {
    napi_value values[2], result;
    text identifier;
    size_t length = 0;
    calque_localization *localization = parameters(env, info, 2, values);
    read_text(env, values[1], &identifier);
    calque_localization_text(localization, identifier.data, identifier.length,
                             NULL, 0, &length, NULL);
    char *buffer = calloc(1, length + 1);
    if (buffer == NULL) return NULL;
    calque_localization_text(localization, identifier.data, identifier.length,
                             buffer, length + 1, NULL, NULL);
    result = string_of(env, buffer, strlen(buffer));
    free(buffer);
    free_text(&identifier);
    return result;
}

static napi_value localization_propose(napi_env env, napi_callback_info info) {
    text given[3], *identifier = given, *locale = given + 1, *value = given + 2;
    calque_error *error = NULL;
    calque_localization *localization = texts_of(env, info, 3, given);
    calque_status status = calque_proposals_store(
        localization, identifier->data, identifier->length, locale->data,
        locale->length, value->data, value->length, &error);
    free_texts(given, 3);
    failed(env, status, error);
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
    };
    for (size_t at = 0; at < sizeof calls / sizeof *calls; at += 1) {
        napi_value function;
        napi_create_function(env, calls[at].name, NAPI_AUTO_LENGTH,
                             calls[at].call, NULL, &function);
        napi_set_named_property(env, exports, calls[at].name, function);
    }
    return exports;
}
