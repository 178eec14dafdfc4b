/*
 * NStack's proposals, as its design notes describe them.
 *
 * usage: nstack URL of a backend
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <calque.h>
#include <calque/http.h>

static calque_localization *localization;

/* Waits for a call to the backend, which ends on a thread of the library. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_over;
static calque_status outcome;
static char result[1024];

static void completed(void *user_data, calque_status status, calque_str answer,
                      const calque_error *error) {
    (void)user_data;
    pthread_mutex_lock(&lock);
    snprintf(result, sizeof result, "%s",
             error ? calque_error_message(error) : answer.data);
    outcome = status;
    is_over = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static calque_status wait_for(calque_status begun) {
    if (begun != CALQUE_OK) return begun;
    pthread_mutex_lock(&lock);
    while (!is_over)
        pthread_cond_wait(&changed, &lock);
    is_over = false;
    pthread_mutex_unlock(&lock);
    return outcome;
}

/* The value of a member in the JSON of an answer, whose shape is known here; a
 * program reads it with its JSON library. */
static const char *member(const char *json, const char *name) {
    static char value[64];
    char wanted[32];
    snprintf(wanted, sizeof wanted, "\"%s\":", name);
    const char *start = json ? strstr(json, wanted) : NULL;
    if (start == NULL) return "nil";
    start += strlen(wanted);
    if (*start == '"') start += 1;
    snprintf(value, sizeof value, "%.*s", (int)strcspn(start, "\",}"), start);
    return value;
}

static const char *text_of(const char *identifier) {
    static char text[64];
    calque_localization_text(localization, identifier, CALQUE_NTS, text,
                             sizeof text, NULL, NULL);
    return text;
}

/* A component: it is shown its text now and whenever that changes. */
typedef struct label {
    char text[64];
    char background_color[16];
} label;

static void label_set(void *user_data, calque_str value, calque_str locale,
                      calque_localization_source source) {
    label *self = user_data;
    (void)locale, (void)source;
    snprintf(self->text, sizeof self->text, "%s", value.data);
}

static void label_begin_editing(void *user_data, calque_sink *original) {
    label *self = user_data;
    calque_sink_append(original, self->background_color,
                       strlen(self->background_color));
    strcpy(self->background_color, "yellow");
}

static void label_end_editing(void *user_data, calque_str original) {
    label *self = user_data;
    snprintf(self->background_color, sizeof self->background_color, "%s",
             original.data);
}

static void open_localization(const char *url, calque_http *http) {
    calque_transport transport = {.struct_size = sizeof transport};
    calque_services services = {.struct_size = sizeof services,
                                .transport = &transport};
    char options[512];
    snprintf(
        options, sizeof options,
        "{\"url\": \"%s\", \"environment\": \"staging\", \"guid\": \"guid-1\","
        " \"preferredLanguages\": [\"en-GB\"]}",
        url);
    if (calque_http_transport(http, &transport) != CALQUE_OK ||
        calque_localization_create(options, CALQUE_NTS, &services,
                                   &localization, NULL) != CALQUE_OK) {
        exit(EXIT_FAILURE);
    }
}

/* Proposals: one is sent, refused the second time, listed. */
static void propose(const label *shown) {
    puts(wait_for(calque_proposals_propose(
             localization, "home.title", CALQUE_NTS, "Good day to you",
             CALQUE_NTS, completed, NULL, NULL, NULL, NULL)) == CALQUE_OK
             ? member(result, "value")
             : result);
    puts(shown->text);

    /* The same value again is an error of the backend. */
    calque_status again = wait_for(calque_proposals_propose(
        localization, "home.title", CALQUE_NTS, "Good day to you", CALQUE_NTS,
        completed, NULL, NULL, NULL, NULL));
    puts(again == CALQUE_CONFLICT ? "conflict" : calque_status_name(again));

    /* All proposals, and those for one text. */
    calque_string list = {0};
    wait_for(calque_proposals_fetch(localization, NULL, 0, completed, NULL,
                                    NULL, NULL, NULL));
    calque_proposals_list(localization, "home", CALQUE_NTS, "title", CALQUE_NTS,
                          NULL, 0, &list, NULL);
    puts(member(list.data, "title"));
    int groups = 0;
    const char *each = list.data;
    while ((each = strstr(each, "\"proposals\":[")))
        each += 1, groups += 1;
    printf("%d\n", groups);
    calque_string_dispose(&list);
}

int main(int count, char **arguments) {
    calque_http *http = NULL;
    calque_string json = {0};
    if (count < 2 || calque_http_create(NULL, 0, &http, NULL) != CALQUE_OK) {
        return 2;
    }
    open_localization(arguments[1], http);

    /* Texts come from the backend. */
    wait_for(calque_localization_update(localization, completed, NULL, NULL,
                                        NULL, NULL));
    calque_localization_languages(localization, &json, NULL);
    const char *best = strstr(json.data, "\"bestFitLanguage\":");
    puts(member(best, "locale"));
    calque_string_dispose(&json);
    puts(text_of("home.title"));

    label my_label = {"", "white"};
    calque_component component = {.struct_size = sizeof component,
                                  .user_data = &my_label,
                                  .set_value = label_set,
                                  .begin_editing = label_begin_editing,
                                  .end_editing = label_end_editing};
    calque_localization_register(localization, "home.title", CALQUE_NTS,
                                 &component, NULL, NULL);
    puts(my_label.text);
    puts(calque_localization_contains_component(localization, "home.title",
                                                CALQUE_NTS)
             ? "true"
             : "false");

    /* The phone is shaken: edit mode highlights all texts of the view. */
    calque_proposals_begin_editing(localization, NULL, 0, NULL);
    puts(my_label.background_color);
    propose(&my_label);

    /* Shaking again leaves edit mode, and tells whether there are proposals. */
    calque_proposals_end_editing(localization, &json, NULL);
    puts(member(json.data, "hasProposals"));
    calque_string_dispose(&json);
    puts(my_label.background_color);

    /* A proposal of this installation may be deleted. */
    calque_proposals_list(localization, "home", CALQUE_NTS, "title", CALQUE_NTS,
                          NULL, 0, &json, NULL);
    wait_for(calque_proposals_delete(localization,
                                     atoll(member(json.data, "id")), completed,
                                     NULL, NULL, NULL, NULL));
    calque_string_dispose(&json);
    puts(my_label.text);

    /* Without the backend: a value for this session alone. */
    calque_proposals_store(localization, "home.title", CALQUE_NTS, "en_GB",
                           CALQUE_NTS, "Hi", CALQUE_NTS, NULL);
    puts(text_of("home.title"));
    calque_proposals_remove(localization, "home.title", CALQUE_NTS, "en-GB",
                            CALQUE_NTS, NULL);

    /* All texts by section and key. */
    calque_localization_texts_json(localization, "en-GB", CALQUE_NTS, &json,
                                   NULL);
    puts(member(json.data, "title"));
    calque_string_dispose(&json);
    calque_localization_release(localization);
    calque_http_release(http);
    return 0;
}
