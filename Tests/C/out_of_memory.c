/* Memory that runs out, whoever asks for it: each allocation fails in turn, and
 * so do all from one on. A process ends by abort(), as documented, or goes on
 * with a status; it never writes through a null pointer.
 *
 * jansson has its memory: test_exhausted takes that away. (Version 2.14 reads
 * past a text when there is none for the closing quote.) */
#define _GNU_SOURCE
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "fixture.h"
#include "formatting.h"
#include "localization.h"
#include "messages_fixture.h"
#include "transcript_fixture.h"

/* The names of glibc's own functions; this program's replace them. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

enum { PATIENCE = 20, MOST = 20000 };

/* Of this process: what is asked for before one fails; negative: none does. */
static _Atomic long left = -1;
static bool all_fail;
/* Of a child: how often it asked. */
static _Atomic long *asked;

static bool fails(void) {
    if (left < 0) return false;
    *asked += 1;
    if (left == 0) {
        if (!all_fail) left = -1;
        errno = ENOMEM;
        return true;
    }
    left -= 1;
    return false;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    return fails() ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = fails() ? NULL : __libc_memalign(alignment, size);
    return *memory == NULL;
}

static const char LOCALES[] = CALQUE_JSON({
    "lng": "de", "fallbackLng": ["en"],
    "resources": {
        "de": {"translation": {"hello": "Hallo {{name}}", "deep": {"a": "$t(hello)"}}},
        "en": {"translation": {"file_one": "{{count}} file", "file_other": "{{count}} files"}}
    }
});

static void translate(void) {
    char buffer[64];
    calque_arg args[] = {CALQUE_ARG_TEXT("name", "<Bo>"),
                         CALQUE_ARG_INT("count", 3)};
    calque_translator *translator = translator_with(LOCALES, NULL);
    calque_translator_translate(translator, "deep.a", CALQUE_NTS, args, 2,
                                buffer, sizeof buffer, NULL);
    calque_translator_translate(translator, "file", CALQUE_NTS, args, 2, buffer,
                                sizeof buffer, NULL);
    text_with(translator, "hello", "{\"name\":\"Bo\",\"lng\":\"en-GB\"}");
    calque_translator_change_language(translator, "en", CALQUE_NTS, NULL);
    calque_translator_add_resource(translator, "fr", CALQUE_NTS, "translation",
                                   CALQUE_NTS, "new", CALQUE_NTS, "\"Neuf\"",
                                   CALQUE_NTS, 0, NULL);
    calque_view *view = NULL;
    calque_view_create(translator, "fr", CALQUE_NTS, NULL, 0, "deep",
                       CALQUE_NTS, &view, NULL);
    calque_view_translate(view, "a", CALQUE_NTS, args, 1, buffer, sizeof buffer,
                          NULL);
    calque_view_release(view);
    calque_translator_release(translator);
}

static void compile_catalog(void) {
    calque_string made = {0};
    calque_catalog *catalog = NULL;
    calque_error *error = NULL;
    calque_catalog_compile(CALQUE_FORMAT_V4, NULL, 0,
                           "{\"de\":{\"translation\":{\"a\":\"A\",\"b\":{"
                           "\"c\":\"C {{n}}\"}}}}",
                           CALQUE_NTS, &made, &error);
    calque_error_release(error);
    calque_catalog_open_memory(made.data, made.length, 0, NULL, 0, &catalog,
                               NULL);
    calque_catalog_verify(catalog, NULL);
    calque_catalog_release(catalog);
    calque_string_dispose(&made);
}

static void read_messages(void) {
    calque_messages *table = NULL, *child = NULL;
    calque_messages_create(NULL, 0, &table, NULL);
    calque_messages_create(NULL, 0, &child, NULL);
    calque_messages_load_json(table, CALQUE_MESSAGES_MESSAGE, NULL, 0,
                              "{\"A\":\"a %1 %{BKY_B}\",\"B\":\"b\"}",
                              CALQUE_NTS, NULL, NULL);
    calque_messages_set_parent(child, table, NULL);
    get(child, "A");
    decode(child, "%{BKY_A}");
    calque_messages_release(child);
    calque_messages_release(table);
}

static void hold_a_conversation(void) {
    room self = {0};
    open_room(&self, NULL);
    listen_to(&self);
    calque_transcript_message *message = message_of(1, "x");
    calque_conversation_send(self.conversation, message, NULL, NULL);
    calque_conversation_send_content(self.conversation, CALQUE_ENTRY_TEXT, "y",
                                     1, NULL, NULL);
    calque_string snapshot = {0};
    calque_conversation_snapshot(self.conversation, &snapshot, NULL);
    calque_string_dispose(&snapshot);
    calque_transcript_message_release(message);
    calque_conversation_release(self.conversation);
}

static void propose(void) {
    calque_localization *localization = localization_open(NULL);
    localization_text(localization, "home.title");
    calque_localization_release(localization);
}

/* With a worker and files. */
static char folder[256];

static void fetch_texts(void) {
    char options[300];
    calque_string text = {0};
    calque_texts *texts = NULL;
    calque_error *error = NULL;
    snprintf(options, sizeof options, "{\"cacheDirectory\":\"%s\"}", folder);
    calque_texts_create(options, CALQUE_NTS, NULL, &texts, &error);
    calque_error_release(error);
    calque_text_source source = {.struct_size = sizeof source,
                                 .identifier = {"licence", 7},
                                 .remote_file = {"http://h/licence", 16}};
    calque_texts_register(texts, &source, NULL);
    calque_texts_await(texts, "licence", CALQUE_NTS, 50, &text, NULL, NULL);
    calque_string_dispose(&text);
    calque_texts_release(texts);
}

static void format(void) {
    char buffer[64];
    const char *list[] = {"a", "b", "c"};
    calque_formatter *formatter = NULL;
    calque_formatter_create(CALQUE_FORMATTER_NUMBER, "en", CALQUE_NTS,
                            "{\"style\":\"percent\"}", CALQUE_NTS, NULL,
                            &formatter, NULL);
    format_double(formatter, 0.5, buffer, sizeof buffer, NULL);
    calque_formatter_release(formatter);
    formatter = NULL;
    calque_formatter_create(CALQUE_FORMATTER_LIST, "en", CALQUE_NTS, NULL, 0,
                            NULL, &formatter, NULL);
    format_list(formatter, list, 3, buffer, sizeof buffer, NULL);
    calque_formatter_release(formatter);
}

/* Runs something in a child; its status as waitpid() gives it. */
static int in_child(void (*body)(void), long nth, bool all) {
    fflush(stdout);
    *asked = 0;
    pid_t child = fork();
    if (child == 0) {
        alarm(PATIENCE);
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, 1);
        all_fail = all;
        left = nth;
        body();
        _exit(0);
    }
    int status = -1;
    while (waitpid(child, &status, 0) < 0)
        continue;
    return status;
}

static long runs, aborted;

static void end_well(const char *name, int status, long nth) {
    bool has_aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    runs += 1;
    aborted += has_aborted;
    bool ends_well =
        has_aborted || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
    if (!CHECK(ends_well))
        printf("%s, allocation %ld: status %x\n", name, nth, (unsigned)status);
}

static void every_allocation_fails(const char *name, void (*body)(void)) {
    CHECK(in_child(body, MOST, false) == 0);
    long count = *asked;
    CHECK(count > 5 && count < MOST);
    for (long nth = 0; nth < count; nth++) {
        end_well(name, in_child(body, nth, false), nth);
        if (nth % 4 == 0) end_well(name, in_child(body, nth, true), nth);
    }
}

int main(void) {
    json_set_alloc_funcs(__libc_malloc, free);
    asked = mmap(NULL, sizeof *asked, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    snprintf(folder, sizeof folder, "%s", folder_new());
    every_allocation_fails("translate", translate);
    every_allocation_fails("compile", compile_catalog);
    every_allocation_fails("messages", read_messages);
    every_allocation_fails("conversation", hold_a_conversation);
    every_allocation_fails("localization", propose);
    every_allocation_fails("texts", fetch_texts);
    every_allocation_fails("format", format);
    printf("%ld runs, %ld ended by abort()\n", runs, aborted);
    CHECK(aborted > runs / 4);
    return check_end();
}
