/* cmd_docs.c: `docs`: lists and shows the installed documents. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "docs.h"
#include "places.h"

#define DOCS_MAX 100
#define TITLE_BYTES 100

typedef struct {
    bool path;
} docs_options;

typedef struct {
    char folder[LF_PATH_BYTES];
    char *names[DOCS_MAX + 1]; /* without ".md", sorted; ended by NULL */
    int count;
} doc_list;

/* ---- the folder ------------------------------------------------------------------------------ */

static bool is_folder(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

/* Beside the program, installed or in its source tree, and then where it was to be installed. */
bool docs_folder(char folder[LF_PATH_BYTES]) {
    static const char *const beside[] = {"../share/doc/ludoforge", "../docs"};
    static const char *const fixed[] = {LF_DOCS_DIR, LF_BUILD_DOCS_DIR};
    char program[LF_PATH_BYTES / 2];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *const slash = strrchr(program, '/');
    for (size_t i = 0; slash != NULL && i < sizeof beside / sizeof *beside; i++) {
        snprintf(folder, LF_PATH_BYTES, "%.*s/%s", (int)(slash - program), program, beside[i]);
        if (is_folder(folder))
            return true;
    }
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        snprintf(folder, LF_PATH_BYTES, "%s", fixed[i]);
        if (is_folder(folder))
            return true;
    }
    return false;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool list_docs(doc_list *l) {
    *l = (doc_list){.count = 0};
    DIR *const folder = docs_folder(l->folder) ? opendir(l->folder) : NULL;
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the list owns the names */
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        const size_t length = strlen(entry->d_name);
        if (length <= 3 || strcmp(entry->d_name + length - 3, ".md") != 0 || l->count == DOCS_MAX)
            continue;
        entry->d_name[length - 3] = '\0';
        char *const name = strdup(entry->d_name);
        if (name != NULL)
            l->names[l->count++] = name;
    }
    if (folder != NULL)
        closedir(folder);
    qsort(l->names, (size_t)l->count, sizeof *l->names, by_name);
    if (l->count == 0)
        complain("no documents were found. They are installed in %s.", LF_DOCS_DIR);
    return l->count > 0;
}

static void free_docs(doc_list *l) {
    for (int i = 0; i < l->count; i++)
        free(l->names[i]);
}

/* ---- showing --------------------------------------------------------------------------------- */

/* The first heading of a document. */
static void read_title(const char *path, char title[TITLE_BYTES]) {
    FILE *const file = fopen(path, "r");
    char line[TITLE_BYTES];
    title[0] = '\0';
    while (file != NULL && title[0] == '\0' && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "# ", 2) == 0)
            snprintf(title, TITLE_BYTES, "%.*s", (int)strcspn(line + 2, "\n"), line + 2);
    if (file != NULL)
        fclose(file);
}

static void print_list(const doc_list *l) {
    for (int i = 0; i < l->count; i++) {
        char path[2 * LF_PATH_BYTES], title[TITLE_BYTES];
        snprintf(path, sizeof path, "%s/%s.md", l->folder, l->names[i]);
        read_title(path, title);
        printf("%-18s %s\n", l->names[i], title);
    }
    printf("\nRead one with `ludoforge docs TOPIC`. They are in %s.\n", l->folder);
}

/* In the pager of the user; false if there is none. */
static bool show_in_pager(const char *path) {
    const char *const wanted = getenv("PAGER");
    const char *const pager = wanted != NULL && *wanted != '\0' ? wanted : "less";
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        execlp(pager, pager, path, (char *)NULL);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) != 127;
}

static int print_file(const char *path) {
    char bytes[8192];
    FILE *const file = fopen(path, "r");
    for (size_t size; file != NULL && (size = fread(bytes, 1, sizeof bytes, file)) > 0;)
        fwrite(bytes, 1, size, stdout);
    if (file == NULL)
        complain("cannot read %s.", path);
    else
        fclose(file);
    return file != NULL ? EXIT_GOOD : EXIT_BAD;
}

static int show(const doc_list *l, const char *topic, bool path_only) {
    char path[2 * LF_PATH_BYTES];
    int at = 0;
    while (at < l->count && strcmp(l->names[at], topic) != 0)
        at++;
    if (at == l->count) {
        complain_unknown("document", topic, (const char *const *)l->names, true);
        return EXIT_USAGE;
    }
    snprintf(path, sizeof path, "%s/%s.md", l->folder, l->names[at]);
    if (path_only)
        return puts(path), EXIT_GOOD;
    if (is_terminal(stdout) && is_terminal(stdin) && show_in_pager(path))
        return EXIT_GOOD;
    return print_file(path);
}

static int run_docs(const arguments *given, const void *options) {
    const docs_options *const o = options;
    doc_list list;
    int status = EXIT_BAD;
    if (list_docs(&list)) {
        status = EXIT_GOOD;
        if (given->count > 0)
            status = show(&list, given->at[0], o->path);
        else if (o->path)
            puts(list.folder);
        else
            print_list(&list);
    }
    free_docs(&list);
    return status;
}

static const flag flags[] = {
    {"path", FLAG_SWITCH, offsetof(docs_options, path), NULL, "print only the path", 0, 0},
    NO_MORE_FLAGS,
};

const command command_docs = {
    .name = "docs",
    .summary = "list the documents, or read one",
    .usage = "[TOPIC] [--path]",
    .examples = "  ludoforge docs\n  ludoforge docs sections\n  ludoforge docs sections --path\n",
    .details = "On a terminal a document opens in $PAGER (default less).\n",
    .most = 1,
    .flags = flags,
    .options_size = sizeof(docs_options),
    .run = run_docs,
};
