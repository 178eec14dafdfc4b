/* Blockly's MessageManager, as its own documentation shows it. */
#include <stdio.h>

#include <calque.h>

static calque_messages *manager;

static void load(calque_messages_kind kind, const char *entries) {
    calque_messages_load_json(manager, kind, NULL, 0, entries, CALQUE_NTS, NULL,
                              NULL);
}

static void show(const char *key) {
    char text[64];
    calque_status status =
        calque_messages_get(manager, key, CALQUE_NTS, text, sizeof text, NULL);
    puts(status == CALQUE_OK ? text : "nil");
}

static void show_decoded(const char *message) {
    char text[64];
    calque_messages_decode(manager, message, CALQUE_NTS, text, sizeof text,
                           NULL);
    puts(text);
}

int main(void) {
    manager = calque_messages_shared();

    /* Add a message for "LISTS_INLIST" */
    load(CALQUE_MESSAGES_MESSAGE, CALQUE_JSON({"LISTS_INLIST": "in list"}));

    /* Set synonyms of "LISTS_INLIST" */
    load(CALQUE_MESSAGES_SYNONYM,
         CALQUE_JSON({"LISTS_GET_INDEX_INPUT_IN_LIST": "LISTS_INLIST"}));
    load(CALQUE_MESSAGES_SYNONYM,
         CALQUE_JSON({"LISTS_SET_INDEX_INPUT_IN_LIST": "LISTS_INLIST"}));

    show("LISTS_INLIST");
    show("LISTS_GET_INDEX_INPUT_IN_LIST");
    show("LISTS_SET_INDEX_INPUT_IN_LIST");
    show("lists_inlist");

    /* Files; each key gets the prefix. */
    calque_messages_load_file(manager, CALQUE_MESSAGES_MESSAGE, "PREFIX_",
                              CALQUE_NTS, "messages.json", NULL, NULL);
    show("PREFIX_GREETING");
    show("GREETING");

    /* Of synonyms both sides get the prefix. */
    calque_messages_load_file(manager, CALQUE_MESSAGES_SYNONYM, "PREFIX_",
                              CALQUE_NTS, "synonyms.json", NULL, NULL);
    show("PREFIX_MAIN_SCREEN_TITLE");
    show("PREFIX_ALTERNATE_SCREEN_TITLE");
    show("MAIN_SCREEN_TITLE");

    /* References. */
    load(CALQUE_MESSAGES_MESSAGE,
         CALQUE_JSON({"bky_name": "Blockly",
                      "bky_description": "This is the %{bky_name} library."}));
    show_decoded("%{bky_name}");
    show_decoded("%{bky_description}");
    show_decoded("%{non_existent_message}");
    show_decoded("Learn to code with #%{bky_name}");

    /* A file that cannot be read changes nothing, and says why. */
    calque_status status = calque_messages_load_file(
        manager, CALQUE_MESSAGES_MESSAGE, NULL, 0, "none.json", NULL, NULL);
    puts(status == CALQUE_IO_ERROR ? "io" : calque_status_name(status));
    return 0;
}
