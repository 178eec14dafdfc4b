/* Calque for Node, over Node-API: translators, views and message tables.
 *
 * An object of the library is an external value: freed with the object that
 * holds it, or by close. calque.js turns these calls into classes. */
#include "call.h"
#include "events.h"

#define MOST 16

static napi_value translator_create(napi_env env, napi_callback_info info) {
    call given;
    int32_t format = 0;
    calque_translator *translator = NULL;
    calque_error *error = NULL;
    begin(&given, env, info);
    napi_get_value_int32(env, given.values[0], &format);
    take_texts(&given, 1, 1);
    handler *log = handler_of(env, given.values[2]);
    calque_host host = {.struct_size = sizeof host,
                        .user_data = log,
                        .user_data_free = free_handler,
                        .log = on_log};
    calque_status status = calque_translator_create(
        format, given.texts[0].data, given.texts[0].length,
        log != NULL ? &host : NULL, &translator, &error);
    end(&given);
    if (failed(env, status, error)) return NULL;
    return external(env, translator, release_translator);
}

static napi_value translator_add_resource_bundle(napi_env env,
                                                 napi_callback_info info) {
    call given;
    const text *lng = given.texts, *ns = lng + 1, *tree = lng + 2;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 3)) return NULL;
    calque_status status = calque_translator_add_resource_bundle(
        given.handle, lng->data, lng->length, ns->data, ns->length, tree->data,
        tree->length, CALQUE_BUNDLE_REPLACE, &error);
    end(&given);
    failed(env, status, error);
    return NULL;
}

static napi_value translator_add_file(napi_env env, napi_callback_info info) {
    call given;
    const text *lng = given.texts, *ns = lng + 1, *path = lng + 2;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 3)) return NULL;
    if (is_path(&given, path))
        failed(env,
               calque_translator_add_file(given.handle, lng->data, lng->length,
                                          ns->data, ns->length, path->data,
                                          CALQUE_BUNDLE_REPLACE, &error),
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

static napi_value translator_change_language(napi_env env,
                                             napi_callback_info info) {
    call given;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 1)) return NULL;
    calque_status status = calque_translator_change_language(
        given.handle, given.texts[0].data, given.texts[0].length, &error);
    end(&given);
    failed(env, status, error);
    return NULL;
}

/* on(translator, events, function) */
static napi_value translator_on(napi_env env, napi_callback_info info) {
    call given;
    calque_error *error = NULL;
    if (!begin_texts(&given, env, info, release_translator, 1)) return NULL;
    handler *handler = handler_of(env, given.values[2]);
    if (handler != NULL)
        failed(env,
               calque_translator_on(given.handle, given.texts[0].data,
                                    given.texts[0].length, on_event, handler,
                                    free_handler, NULL, &error),
               error);
    else
        refuse(env, "a handler must be a function");
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
    enum { TRANSLATOR, VIEW, DECODED, LOCALIZED, LANGUAGE, BEST } function;
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
    case LANGUAGE:
        return calque_translator_language(self->handle, false, buffer, capacity,
                                          length);
    case BEST:
        return calque_translator_best_language(self->handle, key, bytes,
                                               CALQUE_MATCH_CLOSEST, buffer,
                                               capacity, length);
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

static napi_value language(napi_env env, napi_callback_info info) {
    call given;
    if (!begin_texts(&given, env, info, release_translator, 1)) return NULL;
    napi_value result =
        written(env, &(writing){LANGUAGE, given.handle, given.texts, NULL, 0});
    end(&given);
    return result;
}

static napi_value best_language(napi_env env, napi_callback_info info) {
    call given;
    if (!begin_texts(&given, env, info, release_translator, 1)) return NULL;
    napi_value result =
        written(env, &(writing){BEST, given.handle, given.texts, NULL, 0});
    end(&given);
    return result;
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
        {"translatorAddResourceBundle", translator_add_resource_bundle},
        {"translatorChangeLanguage", translator_change_language},
        {"translatorOn", translator_on},
        {"language", language},
        {"bestLanguage", best_language},
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
