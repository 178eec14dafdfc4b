/* A catalog file as a C array or an object file, and its header. */
#include "command.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool is_identifier(const char *name) {
    if (!isalpha((unsigned char)name[0]) && name[0] != '_') return false;
    for (; *name != '\0'; name++) {
        if (!isalnum((unsigned char)*name) && *name != '_') return false;
    }
    return true;
}

static bool write_header(const char *path, const char *name) {
    buffer text = {0};
    char part[1024];
    snprintf(part, sizeof part,
             "/* Written by calque-compile: do not edit. */\n"
             "#ifndef CALQUE_EMBEDDED_%s\n#define CALQUE_EMBEDDED_%s\n\n"
             "#include <stddef.h>\n\n"
             "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
             "/* A catalog file, for calque_catalog_open_memory(). */\n"
             "extern const unsigned char %s[];\n"
             "extern const size_t %s_size;\n\n"
             "#ifdef __cplusplus\n}\n#endif\n\n#endif\n",
             name, name, name, name);
    buffer_text(&text, part);
    bool good = write_file(path, text.data, text.length);
    buffer_free(&text);
    return good;
}

static bool write_source(const char *path, const char *name,
                         const buffer *catalog) {
    buffer text = {0};
    char part[512];
    /* Catalogs are read in place, by words of eight bytes. */
    snprintf(
        part, sizeof part,
        "/* Written by calque-compile: do not edit. */\n"
        "#include <stddef.h>\n\n"
        "extern const unsigned char %s[];\nextern const size_t %s_size;\n\n"
        "_Alignas(16) const unsigned char %s[] = {",
        name, name, name);
    buffer_text(&text, part);
    for (size_t at = 0; at < catalog->length; at++) {
        snprintf(part, sizeof part, "%s%u,", at % 16 == 0 ? "\n" : "",
                 (unsigned char)catalog->data[at]);
        buffer_text(&text, part);
    }
    snprintf(part, sizeof part, "\n};\nconst size_t %s_size = %zuu;\n", name,
             catalog->length);
    buffer_text(&text, part);
    bool good = write_file(path, text.data, text.length);
    buffer_free(&text);
    return good;
}

/* Runs the C compiler, $CC or cc, on an assembler file. */
static bool assemble(const char *source, const char *object) {
    char *compiler = getenv("CC");
    if (compiler == NULL || compiler[0] == '\0') compiler = "cc";
    char *arguments[] = {compiler, "-c",           "-x",           "assembler",
                         "-o",     (char *)object, (char *)source, NULL};
    pid_t child;
    int status = posix_spawnp(&child, compiler, NULL, NULL, arguments, environ);
    if (status != 0) {
        fprintf(stderr, "calque-compile: %s: %s\n", compiler, strerror(status));
        return false;
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static bool write_object(const char *path, const char *name,
                         const char *catalog, size_t size) {
    buffer source = {0}, text = {0};
    char part[8192];
    snprintf(part, sizeof part,
             "\t.section .rodata\n\t.balign 16\n\t.globl %s\n\t.type %s, "
             "%%object\n%s:\n\t.incbin \"%s\"\n\t.size %s, %zu\n"
             "\t.balign 8\n\t.globl %s_size\n\t.type %s_size, %%object\n"
             "%s_size:\n\t.quad %zu\n\t.size %s_size, 8\n"
             "\t.section .note.GNU-stack,\"\",%%progbits\n",
             name, name, name, catalog, name, size, name, name, name, size,
             name);
    buffer_text(&text, part);
    buffer_text(&source, path);
    buffer_text(&source, ".s");
    bool good = write_file(source.data, text.data, text.length) &&
                assemble(source.data, path);
    unlink(source.data);
    buffer_free(&source);
    buffer_free(&text);
    return good;
}

int embed(const char *path, const embedding *wanted) {
    if (!is_identifier(wanted->name)) {
        fprintf(stderr, "calque-compile: %s is no name in C\n", wanted->name);
        return USAGE;
    }
    buffer catalog = {0};
    if (!read_file(path, &catalog)) {
        fprintf(stderr, "calque-compile: %s: %s\n", path, strerror(errno));
        return BROKEN;
    }
    bool good = true;
    if (wanted->header != NULL) {
        good = write_header(wanted->header, wanted->name);
    }
    if (good && wanted->source != NULL) {
        good = write_source(wanted->source, wanted->name, &catalog);
    }
    if (good && wanted->object != NULL) {
        good = write_object(wanted->object, wanted->name, path, catalog.length);
    }
    buffer_free(&catalog);
    return good ? DONE : BROKEN;
}
