/* A message table: load, synonym, decode. */
#include <calque.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    calque_messages *messages = NULL;
    char text[64] = "";
    const char *json = CALQUE_JSON({"APP": "Blocks", "ABOUT": "About %{app}"});
    if (calque_messages_create(NULL, 0, &messages, NULL) == CALQUE_OK &&
        calque_messages_load_json(messages, CALQUE_MESSAGES_MESSAGE, NULL, 0,
                                  json, CALQUE_NTS, NULL, NULL) == CALQUE_OK) {
        calque_messages_decode(messages, "%{ABOUT}!", CALQUE_NTS, text,
                               sizeof text, NULL);
    }
    calque_messages_release(messages);
    puts(text);
    return strcmp(text, "About Blocks!") != 0;
}
