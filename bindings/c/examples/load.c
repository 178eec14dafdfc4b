/* Loads a catalog over HTTP: load URL, where URL has LANGUAGE/NAMESPACE.json */
#include <calque.h>
#include <calque/http.h>
#include <stdio.h>

int main(int argc, char **argv) {
    char options[512], text[64];
    calque_http *http = NULL;
    calque_transport transport;
    calque_translator *translator = NULL;
    if (argc != 2 || calque_http_create(NULL, 0, &http, NULL) != CALQUE_OK)
        return 2;
    if (calque_http_transport(http, &transport) != CALQUE_OK) return 2;
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    calque_host host = {.struct_size = sizeof host, .services = &services};
    snprintf(options, sizeof options,
             "{\"lng\":\"de\",\"fallbackLng\":\"en\",\"ns\":\"common\","
             "\"backend\":{\"loadPath\":\"%s/{{lng}}/{{ns}}.json\"}}",
             argv[1]);
    if (calque_translator_create(CALQUE_FORMAT_V4, options, CALQUE_NTS, &host,
                                 &translator, NULL) != CALQUE_OK)
        return 2;
    if (calque_translator_load(translator, NULL, 0, NULL, NULL) != CALQUE_OK)
        return 1;
    calque_arg args[] = {CALQUE_ARG_TEXT("name", "Ada")};
    calque_translator_translate(translator, "welcome", CALQUE_NTS, args, 1,
                                text, sizeof text, NULL);
    puts(text);
    calque_translator_translate(translator, "about", CALQUE_NTS, NULL, 0, text,
                                sizeof text, NULL);
    puts(text);
    calque_translator_release(translator);
    calque_http_release(http);
}
