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

static calque_status show(const calque_services *services, const char *url) {
    calque_request request = {.struct_size = sizeof request,
                              .url = {url, strlen(url)},
                              .timeout = 5000};
    calque_fetch *fetch = NULL;
    calque_error *error = NULL;
    calque_response response;
    calque_status status =
        calque_fetch_start(&request, services, &fetch, &error);
    if (status == CALQUE_OK)
        status = calque_fetch_wait(fetch, &response, &error);
    if (status == CALQUE_OK) {
        printf("%d %s\n", response.status, response.body.data);
    } else {
        printf("%s: %s\n", calque_status_name(status),
               calque_error_message(error));
    }
    calque_error_release(error);
    calque_fetch_release(fetch);
    return status;
}

int main(void) {
    calque_transport transport = {.struct_size = sizeof transport,
                                  .start = start};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    show(&services, "https://example.org/locales/da.json");
    show(&services, "https://example.org/locales/fr.json");
    /* Without services there is no network. */
    return show(NULL, "https://example.org/") == CALQUE_UNSUPPORTED ? 0 : 1;
}
