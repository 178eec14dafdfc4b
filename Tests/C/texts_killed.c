/* texts.h: a process that is killed loses nothing that could be read. */
#include "texts_fixture.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

enum { KILLS = 60, TEXTS = 4, LONGEST = 40000 };

/* The version that a process reports. */
typedef struct taken {
    int text;
    unsigned long version;
} taken;

static const char *const identifiers[TEXTS] = {"t0", "t1", "t2", "t3"};
static const char *const paths[TEXTS] = {"/t0", "/t1", "/t2", "/t3"};
static const char *const urls[TEXTS] = {"http://server/t0", "http://server/t1",
                                        "http://server/t2", "http://server/t3"};

/* A text names its version; it is long enough to take a while. */
static void compose(char *body, int text, unsigned long version) {
    int length =
        snprintf(body, LONGEST, "text %d of version %lu\n", text, version);
    memset(body + length, '.', (size_t)(LONGEST - length));
    body[LONGEST - 1 - (int)(version % 7)] = 0;
}

static void publish(char bodies[TEXTS][LONGEST], char *versions, size_t size,
                    unsigned long version) {
    size_t used = (size_t)snprintf(versions, size, "{");
    for (int at = 0; at < TEXTS; at += 1) {
        compose(bodies[at], at, version);
        used += (size_t)snprintf(versions + used, size - used,
                                 "%s\"%s\": \"%lu.0.0\"", at == 0 ? "" : ", ",
                                 identifiers[at], version);
    }
    snprintf(versions + used, size - used, "}");
}

/* Takes one version after another, and tells which it has, until it is killed.
 */
static void take_versions(shelf *here, unsigned long version, int out) {
    static char bodies[TEXTS][LONGEST];
    static char versions[256];
    shelf_reopen(here, "");
    server_answer(&here->server, "/versions", 200, versions);
    for (int at = 0; at < TEXTS; at += 1) {
        server_answer(&here->server, paths[at], 200, bodies[at]);
    }
    for (;; version += 1) {
        publish(bodies, versions, sizeof versions, version);
        calque_texts_set_version_source(here->texts, NULL, 0,
                                        "http://server/versions", CALQUE_NTS,
                                        NULL, NULL, NULL, NULL);
        for (int at = 0; at < TEXTS; at += 1) {
            calque_text_source source =
                source_of(identifiers[at], NULL, urls[at]);
            calque_string text = {0};
            calque_texts_register(here->texts, &source, NULL);
            if (calque_texts_await(here->texts, identifiers[at], CALQUE_NTS, 0,
                                   &text, NULL, NULL) != CALQUE_OK) {
                _exit(3);
            }
            calque_string_dispose(&text);
            taken told = {at, version};
            if (write(out, &told, sizeof told) != sizeof told) _exit(4);
        }
    }
}

/* Kills a process that takes versions, and notes which it said it has. */
static void kill_one(shelf *here, unsigned long first, long wait,
                     unsigned long least[TEXTS]) {
    taken told;
    struct timespec while_it_works = {0, wait};
    int ends[2];
    if (!CHECK(pipe(ends) == 0)) return;
    pid_t child = fork();
    if (child == 0) take_versions(here, first, ends[1]);
    close(ends[1]);
    nanosleep(&while_it_works, NULL);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    while (read(ends[0], &told, sizeof told) == sizeof told) {
        CHECK(told.version > least[told.text]);
        least[told.text] = told.version;
    }
    close(ends[0]);
}

/* The file is whole, of no older version than its name says, and not older than
 * the one before it. */
static unsigned long look(shelf *here, const unsigned long least[TEXTS]) {
    unsigned long newest = 0;
    shelf_reopen(here, "");
    for (int at = 0; at < TEXTS; at += 1) {
        static char expected[LONGEST];
        calque_text_source source = source_of(identifiers[at], NULL, NULL);
        calque_string text = {0};
        calque_text_info info;
        calque_texts_register(here->texts, &source, NULL);
        calque_status status = calque_texts_get(here->texts, identifiers[at],
                                                CALQUE_NTS, &text, &info, NULL);
        if (status == CALQUE_OK) {
            unsigned long own = 0;
            int number = -1;
            sscanf(text.data, "text %d of version %lu", &number, &own);
            compose(expected, at, own);
            CHECK_TEXT(expected, text.data);
            CHECK(number == at);
            CHECK(info.version.major <= own);
            CHECK(info.version.major >= least[at]);
            if (own > newest) newest = own;
        } else {
            CHECK(least[at] == 0);
        }
        calque_string_dispose(&text);
    }
    return newest;
}

/* Whether there is a text of which no version was taken. */
static bool misses(const unsigned long least[TEXTS]) {
    for (int at = 0; at < TEXTS; at += 1)
        if (least[at] == 0) return true;
    return false;
}

int main(void) {
    shelf here;
    unsigned long least[TEXTS] = {0};
    unsigned long newest = 0;
    shelf_open(&here, "");
    srand(5);
    for (int kills = 0; kills < KILLS || (misses(least) && kills < 9 * KILLS);
         kills += 1) {
        calque_texts_release(here.texts);
        here.texts = NULL;
        /* Under a sanitizer on a busy machine the first version takes longer.
         */
        long longest = kills < KILLS ? 150000000L : 900000000L;
        kill_one(&here, newest + 1, rand() % longest, least);
        newest = look(&here, least);
    }
    CHECK(!misses(least));
    shelf_close(&here);
    return check_end();
}
