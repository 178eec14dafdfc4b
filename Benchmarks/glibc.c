#include "glibc.h"

#include <errno.h>
#include <ftw.h>
#include <libintl.h>
#include <locale.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
/* glibc looks at LANGUAGE again when this number has changed. */
extern int _nl_msg_cat_cntr;

/* Runs a program; true when it says that all went well. */
static int succeeds(char *const arguments[]) {
    pid_t process;
    int status;
    if (posix_spawnp(&process, arguments[0], NULL, NULL, arguments, environ)) {
        return 0;
    }
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) return 0;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int make_folder(const char *path) {
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static int compile(const struct glibc *glibc, const char *domain,
                   const char *lng, char *source) {
    char compiled[1024];
    char path[512];
    snprintf(path, sizeof path, "%s/%s", glibc->folder, lng);
    if (!make_folder(path)) return 0;
    snprintf(path, sizeof path, "%s/%s/LC_MESSAGES", glibc->folder, lng);
    if (!make_folder(path)) return 0;
    snprintf(compiled, sizeof compiled, "%s/%s.mo", path, domain);
    char *const arguments[] = {"msgfmt", "-o", compiled, source, NULL};
    if (!succeeds(arguments)) {
        fputs("msgfmt failed; it is in the Debian package gettext\n", stderr);
        return 0;
    }
    bindtextdomain(domain, glibc->folder);
    bind_textdomain_codeset(domain, "UTF-8");
    return 1;
}

int glibc_add(const struct glibc *glibc, const char *domain, const char *lng,
              const struct catalog *catalog, enum catalog_language language,
              struct selection selection) {
    char source[512];
    snprintf(source, sizeof source, "%s/catalog.po", glibc->folder);
    FILE *file = fopen(source, "w");
    if (file == NULL) return 0;
    catalog_write_po(catalog, language, selection, file);
    if (fclose(file) != 0) return 0;
    return compile(glibc, domain, lng, source);
}

void glibc_choose(const char *domain, const char *lngs) {
    setenv("LANGUAGE", lngs, 1);
    _nl_msg_cat_cntr += 1;
    textdomain(domain);
}

/* Whether LANGUAGE chooses the catalog in this locale. */
static int follows_language(const char *locale) {
    if (setlocale(LC_ALL, locale) == NULL) return 0;
    glibc_choose("probe", "probe");
    return strcmp(gettext("probe"), "found") == 0;
}

/*
 * A locale of our own, for the case that the installed ones count as "C", in
 * which glibc does not look at LANGUAGE. localedef takes a name with "/" as a
 * path.
 */
static int make_locale(const struct glibc *glibc) {
    char path[512];
    snprintf(path, sizeof path, "%s/en_US.UTF-8", glibc->folder);
    char *const arguments[] = {"localedef", "--no-archive", "-i", "en_US",
                               "-f",        "UTF-8",        path, NULL};
    setenv("LOCPATH", glibc->folder, 1);
    return succeeds(arguments);
}

static int add_probe(const struct glibc *glibc) {
    char source[512];
    snprintf(source, sizeof source, "%s/probe.po", glibc->folder);
    FILE *file = fopen(source, "w");
    if (file == NULL) return 0;
    fputs("msgid \"\"\n"
          "msgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
          "msgid \"probe\"\nmsgstr \"found\"\n",
          file);
    if (fclose(file) != 0) return 0;
    return compile(glibc, "probe", "probe", source);
}

int glibc_open(struct glibc *glibc) {
    const char *parent = getenv("TMPDIR");
    snprintf(glibc->folder, sizeof glibc->folder, "%s/calque-benchmark-XXXXXX",
             parent != NULL && strlen(parent) < 200 ? parent : "/tmp");
    if (mkdtemp(glibc->folder) == NULL) {
        perror(glibc->folder);
        glibc->folder[0] = 0;
        return 0;
    }
    if (!add_probe(glibc)) return 0;
    if (follows_language("C.UTF-8") || follows_language("en_US.UTF-8")) {
        return 1;
    }
    if (make_locale(glibc) && follows_language("en_US.UTF-8")) return 1;
    fputs("no locale in which LANGUAGE counts; localedef makes one with the "
          "Debian package locales\n",
          stderr);
    return 0;
}

static int remove_entry(const char *path, const struct stat *status, int kind,
                        struct FTW *place) {
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

void glibc_close(struct glibc *glibc) {
    if (glibc->folder[0] == 0) return;
    nftw(glibc->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    glibc->folder[0] = 0;
}
