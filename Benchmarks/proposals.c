/* The cost of a look-up answered by a proposed value, beside one answered by a
 * table, and of showing ten thousand components their values.
 *
 * Prints nanoseconds of processor time per operation, the median of nine
 * rounds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <calque.h>

enum { ROUNDS = 9, LOOK_UPS = 200000, COMPONENTS = 10000, PROPOSED = 1000 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void require(calque_status status) {
    if (status == CALQUE_OK) return;
    fprintf(stderr, "%s\n", calque_status_name(status));
    exit(1);
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void print_median(const char *what, double rounds[ROUNDS]) {
    qsort(rounds, ROUNDS, sizeof rounds[0], compare);
    printf("%10.1f  %s\n", rounds[ROUNDS / 2], what);
}

static calque_localization *open_texts(void) {
    size_t capacity = COMPONENTS * 40 + 128, length = 0;
    char *json = malloc(capacity);
    calque_localization *texts = NULL;
    if (json == NULL) exit(1);
    length +=
        (size_t)snprintf(json, capacity, "{\"data\":{\"home\":{\"k\":\"\"");
    for (int each = 0; each < COMPONENTS; each += 1) {
        length += (size_t)snprintf(json + length, capacity - length,
                                   ",\"key%d\":\"A text to show\"", each);
    }
    snprintf(json + length, capacity - length,
             "}},\"meta\":{\"language\":{\"locale\":\"en\"}}}");
    require(calque_localization_create("{\"preferredLanguages\":[\"en\"]}",
                                       CALQUE_NTS, NULL, &texts, NULL));
    require(calque_localization_load_resource(texts, json, CALQUE_NTS, NULL, 0,
                                              NULL));
    free(json);
    return texts;
}

static void look_up(const calque_localization *texts, int first, int count,
                    const char *what) {
    static char names[COMPONENTS][24];
    double rounds[ROUNDS];
    char text[64];
    for (int each = 0; each < count; each += 1) {
        snprintf(names[each], sizeof names[each], "home.key%d", first + each);
    }
    for (int round = 0; round < ROUNDS; round += 1) {
        double start = now();
        for (int each = 0; each < LOOK_UPS; each += 1) {
            require(calque_localization_text(texts, names[each % count],
                                             CALQUE_NTS, text, sizeof text,
                                             NULL, NULL));
        }
        rounds[round] = (now() - start) / LOOK_UPS;
    }
    print_median(what, rounds);
}

static void show(void *user_data, calque_str value, calque_str locale,
                 calque_localization_source source) {
    (void)locale;
    (void)source;
    *(size_t *)user_data += value.length;
}

static void refresh(calque_localization *texts) {
    size_t shown = 0;
    double rounds[ROUNDS];
    for (int each = 0; each < COMPONENTS; each += 1) {
        char name[24];
        calque_component component = {.struct_size = sizeof component,
                                      .user_data = &shown,
                                      .set_value = show};
        snprintf(name, sizeof name, "home.key%d", each);
        require(calque_localization_register(texts, name, CALQUE_NTS,
                                             &component, NULL, NULL));
    }
    for (int round = 0; round < ROUNDS; round += 1) {
        double start = now();
        calque_localization_refresh(texts);
        rounds[round] = now() - start;
    }
    print_median("refresh of 10,000 components", rounds);
}

int main(void) {
    calque_localization *texts = open_texts();
    for (int each = 0; each < PROPOSED; each += 1) {
        char name[24];
        snprintf(name, sizeof name, "home.key%d", each);
        require(calque_proposals_store(texts, name, CALQUE_NTS, "en",
                                       CALQUE_NTS, "A better text", CALQUE_NTS,
                                       NULL));
    }
    printf("nanoseconds\n");
    look_up(texts, 0, PROPOSED, "look-up answered by a proposed value");
    look_up(texts, PROPOSED, PROPOSED, "look-up answered by a table");
    refresh(texts);
    calque_localization_release(texts);
    return 0;
}
