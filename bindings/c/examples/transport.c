/* A transport of one's own: here a table in memory; a program would put the
 * HTTP client that it has in its place. */
#include <stdio.h>
#include <string.h>

#include <calque.h>

static const struct {
    const char *url;
    const char *body;
} pages[] = {
    {"https://example.org/locales/en.json", "{\"greeting\": \"Hello!\"}"},
    {"https://example.org/locales/da.json", "{\"greeting\": \"Hej!\"}"},
};

/* Answers at once; it could as well keep the exchange and answer later, from
 * any thread. */
static void start(void *user_data, const calque_request *request,
                  calque_exchange *exchange) {
    calque_response response = {.struct_size = sizeof response, .status = 404};
    (void)user_data;
    for (size_t at = 0; at < sizeof pages / sizeof pages[0]; at++) {
        if (strcmp(request->url.data, pages[at].url) == 0) {
            response.status = 200;
            response.body.data = pages[at].body;
            response.body.length = strlen(pages[at].body);
        }
    }
    calque_exchange_complete(exchange, &response);
}

/* Loads the texts of a language and shows one. */
static calque_status show(const calque_services *services, const char *lng) {
    char options[160], text[64];
    calque_host host = {.struct_size = sizeof host, .services = services};
    calque_translator *translator = NULL;
    calque_error *error = NULL;
    snprintf(options, sizeof options,
             "{\"lng\": \"%s\", \"fallbackLng\": false, \"backend\": {"
             "\"loadPath\": \"https://example.org/locales/{{lng}}.json\"}}",
             lng);
    calque_status status = calque_translator_create(
        CALQUE_FORMAT_V4, options, CALQUE_NTS, &host, &translator, &error);
    if (status == CALQUE_OK)
        status = calque_translator_load(translator, NULL, 0, NULL, &error);
    if (status == CALQUE_OK) {
        calque_translator_translate(translator, "greeting", CALQUE_NTS, NULL, 0,
                                    text, sizeof text, NULL);
        puts(text);
    } else {
        printf("%s: %s\n", calque_status_name(status),
               calque_error_message(error));
    }
    calque_error_release(error);
    calque_translator_release(translator);
    return status;
}

int main(void) {
    calque_transport transport = {.struct_size = sizeof transport,
                                  .start = start};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    show(&services, "da");
    show(&services, "fr");
    /* Without services there is no network. */
    return show(NULL, "da") == CALQUE_INVALID_OPTION ? 0 : 1;
}
