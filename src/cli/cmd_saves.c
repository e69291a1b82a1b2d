/* cmd_saves.c: `saves`: lists the games that `play` keeps. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ludoforge_session.h"
#include "saves.h"
#include "support/files.h"

#define SAVE_BYTES_MAX ((size_t)256 << 20)

typedef struct {
    bool json;
} saves_options;

/* ---- the files ------------------------------------------------------------------------------- */

bool state_folder(char folder[LF_PATH_BYTES / 2], bool create) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const size_t size = LF_PATH_BYTES / 2;
    lf_error error;
    if (state != NULL && *state)
        snprintf(folder, size, "%s/ludoforge", state);
    else if (home != NULL && *home)
        snprintf(folder, size, "%s/.local/state/ludoforge", home);
    else
        return false;
    for (char *slash = create ? strchr(folder + 1, '/') : NULL; slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool good = lf_file_make_folder(folder, &error);
        *slash = '/';
        if (!good)
            return false;
    }
    return !create || lf_file_make_folder(folder, &error);
}

/* The game of a save, to be freed; NULL if the file is not a save. */
static char *spec_of(const char *path) {
    lf_error error;
    json_t *const save = lf_file_read_json(path, SAVE_BYTES_MAX, &error);
    const char *const spec =
        json_string_value(json_object_get(json_object_get(save, "record"), "spec"));
    char *const copy = spec != NULL && *spec != '\0' ? strdup(spec) : NULL;
    json_decref(save);
    return copy;
}

static int newest_first(const void *left, const void *right) {
    const save_entry *const a = left, *const b = right;
    return a->when != b->when ? (a->when < b->when) - (a->when > b->when)
                              : strcmp(a->path, b->path);
}

bool save_list_open(save_list *l) {
    char folder[LF_PATH_BYTES / 2];
    *l = (save_list){.at = calloc(SAVES_MAX, sizeof *l->at)};
    DIR *const kept = l->at != NULL && state_folder(folder, false) ? opendir(folder) : NULL;
    for (struct dirent *entry; kept != NULL && (entry = readdir(kept)) != NULL;) {
        save_entry *const save = &l->at[l->count];
        struct stat there;
        const char *const ending = strrchr(entry->d_name, '.');
        if (ending == NULL || strcmp(ending, ".json") != 0 || l->count == SAVES_MAX - 1 ||
            snprintf(save->path, LF_PATH_BYTES, "%s/%s", folder, entry->d_name) >= LF_PATH_BYTES ||
            stat(save->path, &there) != 0 || (save->spec = spec_of(save->path)) == NULL)
            continue;
        save->when = there.st_mtime;
        l->count++;
    }
    if (kept != NULL)
        closedir(kept);
    if (l->at != NULL)
        qsort(l->at, (size_t)l->count, sizeof *l->at, newest_first);
    else
        complain(LF_NO_MEMORY);
    return l->at != NULL;
}

void save_list_close(save_list *l) {
    for (int i = 0; l->at != NULL && i < l->count; i++)
        free(l->at[i].spec);
    free(l->at);
    *l = (save_list){0};
}

int continue_save(const save_entry *save) {
    char load[] = "--load", *given[] = {save->spec, load, (char *)(uintptr_t)save->path};
    return command_start(&command_play, 3, given);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* The position of a save; NULL with the reason. */
static lf_session *load_save(const save_entry *save, lf_game **game, lf_error *error) {
    char path[LF_PATH_BYTES];
    lf_session *s = NULL;
    *game = game_locate(save->spec, path) ? lf_game_load(path, NULL) : NULL;
    if (*game == NULL)
        lf_error_set(error, LF_BAD_INPUT, "The game cannot be loaded.");
    else if ((s = lf_session_new(*game, save->spec)) == NULL)
        lf_error_no_memory(error);
    else if (lf_session_load(s, save->path, error) != LF_OK) {
        lf_session_free(s);
        s = NULL;
    }
    return s;
}

/* "Red, Blue": the seats that people play. */
static void list_people(const lf_session *s, char *text, size_t size) {
    const lf_game *const game = lf_session_game(s);
    size_t used = 0;
    text[0] = '\0';
    for (lf_seat seat = 0; seat < lf_seats_in_play(lf_session_state(s)) && used < size; seat++)
        if (strcmp(lf_session_player(s, seat), "human") == 0)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                                     lf_label(game, LF_OF_SEATS, seat));
}

static void describe_save(const save_entry *save, json_t *list) {
    lf_error error = {0};
    lf_game *game = NULL;
    lf_session *const s = load_save(save, &game, &error);
    char when[32], people[200] = "";
    struct tm local;
    localtime_r(&save->when, &local);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    if (s != NULL)
        list_people(s, people, sizeof people);
    const int turn = s != NULL ? lf_turn(lf_session_state(s)) : 0;
    const lf_seat next = s != NULL ? lf_decider(lf_session_state(s)) : LF_NOBODY;
    if (list != NULL) {
        json_t *const object = json_pack("{s:s, s:s, s:s, s:b}", "file", save->path, "game",
                                         save->spec, "date", when, "ok", s != NULL);
        if (s != NULL)
            json_object_update_new(object, json_pack("{s:s, s:i}", "seat", people, "turn", turn));
        json_array_append_new(list, object);
    } else {
        printf("%s  %s", when, game != NULL ? lf_game_title(game) : save->spec);
        if (s == NULL)
            printf(": %s\n", error.message);
        else
            printf(", turn %d; you play %s%s%s\n", turn, *people != '\0' ? people : "no seat",
                   next >= 0 ? "; next: " : "", next >= 0 ? lf_label(game, LF_OF_SEATS, next) : "");
        printf("  ludoforge play %s --load %s\n", save->spec, save->path);
    }
    lf_session_free(s);
    lf_game_free(game);
}

static int run_saves(const arguments *given, const void *options) {
    const saves_options *const o = options;
    (void)given;
    save_list saves;
    if (!save_list_open(&saves))
        return EXIT_BAD;
    json_t *const list = o->json ? json_array() : NULL;
    for (int i = 0; i < saves.count; i++)
        describe_save(&saves.at[i], list);
    if (o->json)
        print_json(list);
    else if (saves.count == 0)
        puts("No unfinished games. `ludoforge play` keeps the games that you leave.");
    save_list_close(&saves);
    return EXIT_GOOD;
}

static const flag flags[] = {JSON_FLAG(saves_options), NO_MORE_FLAGS};

const command command_saves = {
    .name = "saves",
    .summary = "list your unfinished games and how to continue them",
    .usage = "[--json]",
    .examples = "  ludoforge saves\n",
    .details =
        "`play` keeps unfinished games in $XDG_STATE_HOME/ludoforge (default "
        "~/.local/state/ludoforge). Games in the browser are kept by `serve`; its page lists "
        "them.\n",
    .flags = flags,
    .options_size = sizeof(saves_options),
    .run = run_saves,
};
