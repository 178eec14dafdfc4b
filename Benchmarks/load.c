/*
 * The cost of getting to the first look-up: loading from JSON beside jansson
 * alone, opening a compiled catalog, memory, and the start of a process.
 *
 * usage: load                    measures, prints JSON
 *        load --json COUNT FILE  writes a catalog for other programs
 *        load --lookup FILE      opens a compiled catalog, looks up a text
 *        load --trusted FILE     the same with CALQUE_CATALOG_TRUST
 *        load --memory FILE      prints what a catalog adds to private memory
 *        load --peak FILE        loads JSON; prints time and the most memory
 *        load --compile JSON FILE  compiles a bundle
 *        load --hold FILE        opens and looks up, and ends with its input
 */
#include <malloc.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <calque.h>
#include <jansson.h>

#include "catalog.h"
#include "memory.h"

#define LOCALES 100
#define MESSAGES 415
#define ROUNDS 7
#define STARTS 401

extern char **environ;

static const struct selection ALL = {1, 0};

struct text_of {
    char *bytes;
    size_t length;
};

static void require(calque_status status, calque_error *error) {
    if (status == CALQUE_OK) return;
    fprintf(stderr, "%s\n", calque_error_message(error));
    exit(1);
}

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int compare(const void *left, const void *right) {
    double one = *(const double *)left;
    double two = *(const double *)right;
    return (one > two) - (one < two);
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

static struct text_of json_of(size_t messages) {
    struct text_of json = {NULL, 0};
    struct catalog catalog = catalog_create(messages);
    FILE *file = open_memstream(&json.bytes, &json.length);
    if (file == NULL) exit(1);
    catalog_write_json(&catalog, LANGUAGE_EN, ALL, file);
    fclose(file);
    catalog_free(&catalog);
    return json;
}

static calque_translator *translator(void) {
    calque_translator *made = NULL;
    calque_error *error = NULL;
    require(calque_translator_create(CALQUE_FORMAT_V4, "{\"lng\": \"en\"}",
                                     CALQUE_NTS, NULL, &made, &error),
            error);
    return made;
}

static void add(calque_translator *to, const char *lng, struct text_of json) {
    calque_error *error = NULL;
    require(calque_translator_add_resource_bundle(
                to, lng, CALQUE_NTS, "translation", CALQUE_NTS, json.bytes,
                json.length, 0, &error),
            error);
}

/* 100 locales */

static double jansson_ms(struct text_of json) {
    double start = now_ms();
    json_t *roots[LOCALES];
    for (size_t at = 0; at < LOCALES; at += 1) {
        roots[at] = json_loadb(json.bytes, json.length, 0, NULL);
    }
    double end = now_ms();
    for (size_t at = 0; at < LOCALES; at += 1)
        json_decref(roots[at]);
    return end - start;
}

static double json_ms(struct text_of json) {
    calque_translator *to = translator();
    double start = now_ms();
    for (size_t at = 0; at < LOCALES; at += 1) {
        char lng[8];
        snprintf(lng, sizeof lng, "l%02zu", at);
        add(to, lng, json);
    }
    double end = now_ms();
    calque_translator_release(to);
    return end - start;
}

/* Resources of 100 locales, compiled into a file. */
static void compile(struct text_of json, size_t locales, const char *path) {
    struct text_of all = {NULL, 0};
    calque_error *error = NULL;
    FILE *file = open_memstream(&all.bytes, &all.length);
    if (file == NULL) exit(1);
    for (size_t at = 0; at < locales; at += 1) {
        fprintf(file, "%s\"l%02zu\": {\"translation\": ", at > 0 ? ", " : "{",
                at);
        fwrite(json.bytes, 1, json.length, file);
        fputs("}", file);
    }
    fputs("}", file);
    fclose(file);
    require(calque_catalog_compile_file(CALQUE_FORMAT_V4, NULL, 0, all.bytes,
                                        all.length, path, &error),
            error);
    free(all.bytes);
}

static void open_compiled(calque_translator *to, const char *path,
                          uint32_t flags) {
    calque_catalog *catalog = NULL;
    calque_error *error = NULL;
    require(calque_catalog_open(path, flags, &catalog, &error), error);
    require(
        calque_translator_add_catalog(to, catalog, NULL, 0, 0, NULL, &error),
        error);
    calque_catalog_release(catalog);
}

static double compiled_ms(const char *path, uint32_t flags) {
    calque_translator *to = translator();
    double start = now_ms();
    open_compiled(to, path, flags);
    double end = now_ms();
    calque_translator_release(to);
    return end - start;
}

/* Memory */

static long private_kib(void) {
    char line[256];
    long total = 0;
    long kib;
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    if (file == NULL) return 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "Private_Dirty: %ld kB", &kib) == 1) total += kib;
    }
    fclose(file);
    return total;
}

/* Start of a process */

static double start_ms(const char *program, const char *first,
                       const char *second) {
    char *const arguments[] = {(char *)(uintptr_t)program,
                               (char *)(uintptr_t)first,
                               (char *)(uintptr_t)second, NULL};
    pid_t process;
    int status;
    double start = now_ms();
    if (posix_spawn(&process, program, NULL, NULL, arguments, environ)) {
        return 0;
    }
    waitpid(process, &status, 0);
    double end = now_ms();
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? end - start : 0;
}

/* In turns: how fast a process starts changes from second to second. */
static void measure_starts(const char *self, const char *empty,
                           const char *one) {
    static const char *const names[] = {"empty", "library", "lookup",
                                        "trusted"};
    static const char *const options[] = {NULL, "--nothing", "--lookup",
                                          "--trusted"};
    static double samples[4][STARTS];
    for (size_t at = 0; at < STARTS; at += 1) {
        for (size_t kind = 0; kind < 4; kind += 1) {
            samples[kind][at] =
                start_ms(kind == 0 ? empty : self, options[kind], one);
        }
    }
    for (size_t kind = 0; kind < 4; kind += 1) {
        printf("%s\"start_%s_ms\": %.3f", kind == 0 ? "" : ", ", names[kind],
               median(samples[kind], STARTS));
    }
}

static int look_up(const char *path, uint32_t flags) {
    char buffer[256];
    calque_translator *to = translator();
    open_compiled(to, path, flags);
    calque_view *view = NULL;
    require(calque_view_create(to, "l00", CALQUE_NTS, NULL, 0, NULL, 0, &view,
                               NULL),
            NULL);
    struct catalog catalog = catalog_create(1);
    calque_status status =
        calque_view_translate(view, catalog.keys[0], CALQUE_NTS, NULL, 0,
                              buffer, sizeof buffer, NULL);
    return status == CALQUE_OK ? 0 : 1;
}

static struct text_of read_file(const char *path) {
    struct text_of text = {NULL, 0};
    char block[4096];
    size_t length;
    FILE *file = fopen(path, "r");
    FILE *copy = open_memstream(&text.bytes, &text.length);
    if (file == NULL || copy == NULL) exit(1);
    while ((length = fread(block, 1, sizeof block, file)) > 0) {
        fwrite(block, 1, length, copy);
    }
    fclose(file);
    fclose(copy);
    return text;
}

/* A catalog in a fresh process: JSON, or compiled when the name says so. */
static int print_memory(const char *path) {
    struct text_of json = read_file(path);
    calque_translator *to = translator();
    long before = private_kib();
    if (json.length > 0 && json.bytes[0] == '{') {
        add(to, "en", json);
    } else {
        open_compiled(to, path, CALQUE_CATALOG_DEFER);
    }
    /* Freed memory does not count. */
    malloc_trim(0);
    printf("%ld", private_kib() - before);
    calque_translator_release(to);
    free(json.bytes);
    return 0;
}

static long memory_of(const char *self, const char *path) {
    char command[2048];
    long kib = 0;
    snprintf(command, sizeof command, "%s --memory %s", self, path);
    FILE *child = popen(command, "r");
    if (child == NULL || fscanf(child, "%ld", &kib) != 1) exit(1);
    pclose(child);
    return kib;
}

/* The most memory since the process started, or what it has now, in KiB. */
static long status_kib(const char *name) {
    char line[256];
    long kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    if (file == NULL) return 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, name, strlen(name)) == 0) {
            kib = strtol(line + strlen(name) + 1, NULL, 10);
        }
    }
    fclose(file);
    return kib;
}

static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* CPU time and peak of loading a JSON file, the text of it included. */
static int print_peak(const char *path) {
    calque_translator *to = NULL;
    calque_error *error = NULL;
    require(calque_translator_create(
                CALQUE_FORMAT_V4,
                "{\"lng\": \"en\","
                " \"limits\": {\"maxCatalogBytes\": 1073741824}}",
                CALQUE_NTS, NULL, &to, &error),
            error);
    long before = status_kib("VmRSS");
    double start = cpu_ms();
    require(calque_translator_add_file(to, "en", CALQUE_NTS, "translation",
                                       CALQUE_NTS, path, 0, &error),
            error);
    double end = cpu_ms();
    printf("{\"ms\": %.2f, \"peak_kib\": %ld, \"kept_kib\": %ld}\n",
           end - start, status_kib("VmHWM") - before,
           status_kib("VmRSS") - before);
    calque_translator_release(to);
    return 0;
}

/* Stays until its input ends, for others to look at its memory. */
static int hold(void) {
    puts("ready");
    fflush(stdout);
    return getchar() == EOF ? 0 : 1;
}

static int write_json(size_t messages, const char *path) {
    struct text_of json = json_of(messages);
    FILE *file = fopen(path, "w");
    if (file == NULL) return 1;
    fwrite(json.bytes, 1, json.length, file);
    free(json.bytes);
    return fclose(file) != 0;
}

static void measure(const char *self, const char *empty) {
    double jansson[ROUNDS], json[ROUNDS], checked[ROUNDS], lazy[ROUNDS],
        trusted[ROUNDS];
    char path[] = "/tmp/calque-load-XXXXXX";
    char one[] = "/tmp/calque-load-XXXXXX";
    close(mkstemp(path));
    close(mkstemp(one));
    struct text_of small = json_of(MESSAGES);
    struct text_of large = json_of(5000);
    compile(small, LOCALES, path);
    compile(large, 1, one);
    for (size_t at = 0; at < ROUNDS; at += 1) {
        jansson[at] = jansson_ms(small);
        json[at] = json_ms(small);
        checked[at] = compiled_ms(path, 0);
        lazy[at] = compiled_ms(path, CALQUE_CATALOG_DEFER);
        trusted[at] = compiled_ms(path, CALQUE_CATALOG_TRUST);
    }
    char source[] = "/tmp/calque-load-XXXXXX";
    close(mkstemp(source));
    write_json(5000, source);
    printf("{\"jansson_ms\": %.3f, \"json_ms\": %.3f, ",
           median(jansson, ROUNDS), median(json, ROUNDS));
    printf("\"compiled_ms\": %.3f, \"compiled_lazy_ms\": %.3f, "
           "\"compiled_trusted_ms\": %.3f, ",
           median(checked, ROUNDS), median(lazy, ROUNDS),
           median(trusted, ROUNDS));
    printf(
        "\"json_bytes_per_message\": %.1f, \"source_bytes_per_message\": %.1f,"
        " \"compiled_bytes_per_message\": %.1f, ",
        (double)memory_of(self, source) * 1024 / 5000,
        (double)large.length / 5000,
        (double)memory_of(self, one) * 1024 / 5000);
    measure_starts(self, empty, one);
    puts("}");
    free(small.bytes);
    free(large.bytes);
    unlink(path);
    unlink(one);
    unlink(source);
}

int main(int argc, char **argv) {
    char empty[1024];
    if (argc == 3 && strcmp(argv[1], "--nothing") == 0) return 0;
    if (argc == 3 && strcmp(argv[1], "--lookup") == 0) {
        return look_up(argv[2], CALQUE_CATALOG_DEFER);
    }
    if (argc == 3 && strcmp(argv[1], "--trusted") == 0) {
        return look_up(argv[2], CALQUE_CATALOG_TRUST);
    }
    if (argc == 3 && strcmp(argv[1], "--peak") == 0) return print_peak(argv[2]);
    if (argc == 2 && strcmp(argv[1], "--hold") == 0) return hold();
    if (argc == 3 && strcmp(argv[1], "--hold") == 0) {
        return look_up(argv[2], CALQUE_CATALOG_TRUST) == 0 ? hold() : 1;
    }
    if (argc == 4 && strcmp(argv[1], "--compile") == 0) {
        struct text_of json = read_file(argv[2]);
        compile(json, 1, argv[3]);
        free(json.bytes);
        return 0;
    }
    if (argc == 3 && strcmp(argv[1], "--memory") == 0) {
        return print_memory(argv[2]);
    }
    if (argc == 4 && strcmp(argv[1], "--json") == 0) {
        return write_json(strtoul(argv[2], NULL, 10), argv[3]);
    }
    snprintf(empty, sizeof empty, "%s_empty", argv[0]);
    measure(argv[0], empty);
    return 0;
}
