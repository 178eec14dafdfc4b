/* calque-compile: catalog files for native builds, without Python. */
#include "command.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: calque-compile compile [--format FORMAT] [--options JSON]\n"
    "                              [--locale-data DATA] FOLDER FILE\n"
    "       calque-compile describe FILE\n"
    "       calque-compile verify FILE\n"
    "       calque-compile embed --name NAME [--header H] [--source C]\n"
    "                            [--object O] FILE\n"
    "\n"
    "compile   makes a catalog file of LANG.json and LANG/NAMESPACE.json in FOLDER;\n"
    "          FORMAT is ios, v1, v2, v3 or v4 (default), JSON the init options;\n"
    "          with what a file of locale data has about its languages\n"
    "describe  prints what is in a catalog file, as JSON\n"
    "verify    checks every bundle of a catalog file\n"
    "embed     writes a catalog file as a C array or an object file (by $CC or cc),\n"
    "          NAME and NAME_size, and a header for them\n"
    "\n"
    "Exit codes: 0 done, 1 damaged, 2 wrong usage, 3 broken input.\n";

typedef struct arguments {
    const char *format, *options, *locale_data;
    embedding embedding;
    char **files;
    int count;
} arguments;

static int usage(void) {
    fputs(help, stderr);
    return USAGE;
}

/* Tells an error, and releases it. */
static int failed(const char *file, calque_error *error) {
    bool names_file = calque_error_source(error)[0] != '\0';
    fprintf(stderr, "%s%s%s\n", names_file ? "" : file, names_file ? "" : ": ",
            calque_error_message(error));
    calque_error_release(error);
    return BROKEN;
}

static bool format_named(const char *name, calque_format *format) {
    static const struct {
        const char *name;
        calque_format format;
    } formats[] = {{"ios", CALQUE_FORMAT_IOS},
                   {"v1", CALQUE_FORMAT_V1},
                   {"v2", CALQUE_FORMAT_V2},
                   {"v3", CALQUE_FORMAT_V3},
                   {"v4", CALQUE_FORMAT_V4}};
    for (int at = 0; at < 5; at++) {
        if (strcmp(formats[at].name, name) == 0) {
            *format = formats[at].format;
            return true;
        }
    }
    return false;
}

/* Gives a catalog file what a file of locale data has about its languages. */
static int add_locale_data(const char *file, const char *data_file) {
    calque_error *error = NULL;
    calque_locale_data *data = NULL;
    if (calque_locale_data_open(data_file, &data, &error) != CALQUE_OK) {
        return failed(data_file, error);
    }
    calque_status status = calque_catalog_add_locale_data(file, data, &error);
    calque_locale_data_release(data);
    return status == CALQUE_OK ? DONE : failed(file, error);
}

static int compile(const arguments *given) {
    calque_format format;
    if (given->count != 2 || !format_named(given->format, &format)) {
        return usage();
    }
    const char *folder = given->files[0], *file = given->files[1];
    buffer json = {0};
    size_t languages = 0, bundles = 0;
    int outcome = read_resources(folder, &json, &languages, &bundles);
    if (outcome == DONE) {
        calque_error *error = NULL;
        size_t length = given->options == NULL ? 0 : CALQUE_NTS;
        if (calque_catalog_compile_file(format, given->options, length,
                                        json.data, json.length, file,
                                        &error) != CALQUE_OK) {
            outcome = failed(folder, error);
        } else if (given->locale_data != NULL) {
            outcome = add_locale_data(file, given->locale_data);
        }
        if (outcome == DONE) {
            printf("%s: %zu languages, %zu bundles\n", file, languages,
                   bundles);
        }
    }
    buffer_free(&json);
    return outcome;
}

/* Opens a catalog file, which checks it, and describes it where that is asked.
 */
static int inspect(const arguments *given, bool describes) {
    if (given->count != 1) return usage();
    const char *file = given->files[0];
    calque_error *error = NULL;
    calque_catalog *catalog = NULL;
    calque_string json = {0};
    calque_status status = calque_catalog_open(file, 0, &catalog, &error);
    if (status == CALQUE_OK && describes) {
        status = calque_catalog_describe(catalog, &json, &error);
        if (status == CALQUE_OK) puts(json.data);
    } else if (status == CALQUE_OK) {
        status = calque_catalog_verify(catalog, &error);
    }
    int outcome = DONE;
    if (status != CALQUE_OK) {
        bool damaged = calque_error_status(error) == CALQUE_CORRUPT;
        outcome = failed(file, error);
        if (damaged) outcome = FINDINGS;
    }
    calque_string_dispose(&json);
    calque_catalog_release(catalog);
    return outcome;
}

/* The exit code, where what was printed has arrived. */
static int printed(int outcome) {
    if (fflush(stdout) == 0 && ferror(stdout) == 0) return outcome;
    perror("calque-compile: standard output");
    return BROKEN;
}

static int embed_file(const arguments *given) {
    const embedding *wanted = &given->embedding;
    bool writes = wanted->header != NULL || wanted->source != NULL ||
                  wanted->object != NULL;
    if (given->count != 1 || wanted->name == NULL || !writes) return usage();
    return embed(given->files[0], wanted);
}

int main(int count, char **words) {
    static const struct option options[] = {
        {"format", required_argument, NULL, 'f'},
        {"options", required_argument, NULL, 'o'},
        {"locale-data", required_argument, NULL, 'l'},
        {"name", required_argument, NULL, 'n'},
        {"header", required_argument, NULL, 'H'},
        {"source", required_argument, NULL, 'c'},
        {"object", required_argument, NULL, 'O'},
        {"help", no_argument, NULL, 'h'},
        {"version", no_argument, NULL, 'v'},
        {0},
    };
    arguments given = {.format = "v4"};
    int option;
    while ((option = getopt_long(count, words, "h", options, NULL)) != -1) {
        switch (option) {
        case 'f': given.format = optarg; break;
        case 'o': given.options = optarg; break;
        case 'l': given.locale_data = optarg; break;
        case 'n': given.embedding.name = optarg; break;
        case 'H': given.embedding.header = optarg; break;
        case 'c': given.embedding.source = optarg; break;
        case 'O': given.embedding.object = optarg; break;
        case 'h': fputs(help, stdout); return printed(DONE);
        case 'v': puts(calque_version_string()); return printed(DONE);
        default: return usage();
        }
    }
    if (optind == count) return usage();
    const char *command = words[optind];
    given.files = words + optind + 1;
    given.count = count - optind - 1;
    if (strcmp(command, "compile") == 0) return printed(compile(&given));
    if (strcmp(command, "describe") == 0) return printed(inspect(&given, true));
    if (strcmp(command, "verify") == 0) return inspect(&given, false);
    if (strcmp(command, "embed") == 0) return embed_file(&given);
    return usage();
}
