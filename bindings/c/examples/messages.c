/* Messages of a block editor: prefix, synonyms, references, a base language
 * behind a translation, and how a program hears that it must render again. */
#include <calque.h>
#include <stdio.h>

static void on_change(void *user_data, uint64_t epoch) {
    (void)epoch;
    *(int *)user_data += 1;
}

/* Loads messages and synonyms; complains where the text is wrong. */
static int load(calque_messages *table, calque_messages_kind kind,
                const char *json) {
    calque_error *error = NULL;
    if (calque_messages_load_json(table, kind, "bky_", CALQUE_NTS, json,
                                  CALQUE_NTS, NULL, &error) == CALQUE_OK) {
        return 1;
    }
    puts(calque_error_message(error));
    calque_error_release(error);
    return 0;
}

static void show(const calque_messages *table, const char *text) {
    char buffer[128];
    calque_messages_decode(table, text, CALQUE_NTS, buffer, sizeof buffer,
                           NULL);
    printf("%s -> %s\n", text, buffer);
}

int main(void) {
    calque_messages *english = NULL, *german = NULL;
    calque_string report = {0};
    char buffer[128];
    int changes = 0, status = 1;
    if (calque_messages_create(NULL, 0, &english, NULL) != CALQUE_OK ||
        calque_messages_create(NULL, 0, &german, NULL) != CALQUE_OK) {
        goto end;
    }
    calque_messages_set_parent(german, english, NULL);
    calque_messages_on(german, on_change, &changes, NULL, NULL, NULL);

    if (!load(english, CALQUE_MESSAGES_MESSAGE,
              CALQUE_JSON({
            "APP": "Blocks", "ABOUT": "About %{bky_app}",
            "MOVE": "move %1 to %2", "LOOP": "%{bky_loop}"
        })) ||
              !load(english, CALQUE_MESSAGES_SYNONYM,
                    CALQUE_JSON({"TITLE": "APP"})) ||
                    !load(german, CALQUE_MESSAGES_MESSAGE,
                          CALQUE_JSON({
            "APP": "Bauklötze", "ABOUT": "Über %{bky_app}", "MOVE": "%2 nach"
        }))) {
        goto end;
    }
    load(german, CALQUE_MESSAGES_MESSAGE, "{\n  \"APP\": oops\n}");
    printf("changes: %d\n", changes);

    show(english, "%{BKY_ABOUT}");
    show(german, "%{BKY_ABOUT}");
    show(german, "%{bky_title}, %{bky_unknown}, %%{bky_title}");
    show(german, "%{bky_loop}");

    calque_arg places[] = {CALQUE_ARG_TEXT("", "A"), CALQUE_ARG_TEXT("", "B")};
    calque_messages_format(english, "%{bky_move}", CALQUE_NTS, places, 2,
                           buffer, sizeof buffer, NULL, NULL);
    puts(buffer);
    calque_messages_compare(english, german, &report, NULL);
    puts(report.data);
    status = 0;
end:
    calque_string_dispose(&report);
    calque_messages_release(english);
    calque_messages_release(german);
    return status;
}
