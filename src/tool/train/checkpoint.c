/* checkpoint.c: a training as a file. It contains everything that the rest of the training depends
 * on, so that a training that was stopped and resumed learns the same weights, bit for bit, as one
 * that was not. Numbers are stored as in memory: a checkpoint is for the machine that wrote it.
 *
 *     checkpoint_head, then the blocks of blocks_of, then uint64 XXH64 of all bytes before */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "support/files.h"
#include "support/memory.h"
#include "support/text.h"
#include "train.h"

#define CHECKPOINT_VERSION 1
#define CHECKPOINT_MAX ((size_t)1 << 30)
static const char magic[8] = "LFTRAIN\n";

typedef struct {
    char magic[8];
    uint32_t version, features, hidden, seats;
    uint64_t layout_hash;
    train_settings settings;
    int64_t games, failed, positions, steps;
    double seconds;
    train_held held;
    int32_t margin_scale, point_count;
} checkpoint_head;

/* A part of the file behind the head. Reading and writing use the same list of blocks. */
typedef struct {
    void *bytes;
    size_t size;
} block;

enum { BLOCKS = 6 };

/* The blocks in the order of the file. */
static void blocks_of(train_result *r, block out[BLOCKS]) {
    assert(r->point_count >= 0 && r->point_count <= TRAIN_POINTS_MAX);
    learner *const net = &r->net;
    const block all[BLOCKS] = {
        {r->points, (size_t)r->point_count * sizeof *r->points},
        {net->weights, net->count * sizeof *net->weights},
        {net->first_moment, net->count * sizeof *net->first_moment},
        {net->second_moment, net->count * sizeof *net->second_moment},
        {net->halvings, net->features * sizeof *net->halvings},
        {net->seen, net->features * sizeof *net->seen},
    };
    memcpy(out, all, sizeof all);
}

static checkpoint_head head_of(const train_result *r) {
    checkpoint_head h;
    memset(&h, 0, sizeof h); /* the padding, too */
    memcpy(h.magic, magic, sizeof magic);
    h.version = CHECKPOINT_VERSION;
    h.features = r->net.features;
    h.hidden = r->net.hidden;
    h.seats = r->net.seats;
    h.layout_hash = lf_feature_layout_hash(r->layout);
    h.settings = r->settings;
    h.games = r->games;
    h.failed = r->failed;
    h.positions = r->positions;
    h.steps = r->net.steps;
    h.seconds = r->seconds;
    h.held = r->held;
    h.margin_scale = r->net.margin_scale;
    h.point_count = r->point_count;
    return h;
}

bool checkpoint_write(const train_result *r, const char *path, lf_error *error) {
    const checkpoint_head h = head_of(r);
    block blocks[BLOCKS];
    lf_text out = {0};
    blocks_of((train_result *)(uintptr_t)r, blocks); /* only read here */
    lf_text_add(&out, (const char *)&h, sizeof h);
    for (int i = 0; i < BLOCKS; i++)
        lf_text_add(&out, blocks[i].bytes, blocks[i].size);
    const uint64_t checksum = out.data != NULL ? XXH64(out.data, out.length, 0) : 0;
    lf_text_add(&out, (const char *)&checksum, sizeof checksum);
    const size_t size = out.length;
    char *const bytes = lf_text_take(&out);
    const bool good =
        bytes != NULL ? lf_file_write(path, bytes, size, error) : lf_error_no_memory(error);
    lf_free(bytes);
    return good;
}

/* ---- reading ---- */

static bool is_valid_head(const checkpoint_head *h) {
    const train_settings *const s = &h->settings;
    return h->hidden <= LF_VALUE_HIDDEN_MAX && h->hidden == (uint64_t)s->hidden && h->games >= 0 &&
           h->steps >= 0 && h->margin_scale >= 1 && h->point_count >= 0 &&
           h->point_count <= TRAIN_POINTS_MAX && s->generation >= 1 &&
           s->generation <= TRAIN_GENERATION_MAX && s->measure_every >= 1 && s->samples >= 1 &&
           s->samples <= TRAIN_SAMPLES_MAX && s->explore >= 0 && s->explore <= INT32_MAX &&
           s->lambda >= 0 && s->lambda <= 1 && s->rate > 0 && s->rate <= 1;
}

static bool check_head(const char *path, const char *bytes, size_t size, const train_result *r,
                       checkpoint_head *h, lf_error *error) {
    uint64_t checksum;
    if (size < sizeof *h + sizeof checksum || memcmp(bytes, magic, sizeof magic) != 0)
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "%s: not a checkpoint of a training: it has a different first line",
                            path);
    memcpy(h, bytes, sizeof *h);
    memcpy(&checksum, bytes + size - sizeof checksum, sizeof checksum);
    if (h->version != CHECKPOINT_VERSION)
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "%s: the checkpoint has version %u, but this program reads version %d",
                            path, h->version, CHECKPOINT_VERSION);
    if (XXH64(bytes, size - sizeof checksum, 0) != checksum)
        return lf_error_set(error, LF_BAD_ARGUMENT,
                            "%s: the checkpoint is truncated or was changed: its checksum is wrong",
                            path);
    if (h->layout_hash != lf_feature_layout_hash(r->layout) ||
        h->features != lf_feature_layout_count(r->layout) ||
        h->seats != (uint32_t)lf_count(lf_feature_layout_game(r->layout), LF_OF_SEATS))
        return lf_error_set(
            error, LF_BAD_ARGUMENT,
            "%s: the checkpoint belongs to another game than \"%s\", or to an older "
            "version with other seats, spaces, pieces, cards, variables or terms; "
            "train again without --resume",
            path, lf_game_id(lf_feature_layout_game(r->layout)));
    return is_valid_head(h) ||
           lf_error_set(error, LF_BAD_ARGUMENT, "%s: the checkpoint has invalid settings", path);
}

static bool read_blocks(train_result *r, const char *bytes, size_t size) {
    block blocks[BLOCKS];
    size_t at = sizeof(checkpoint_head), wanted = sizeof(checkpoint_head) + sizeof(uint64_t);
    blocks_of(r, blocks);
    for (int i = 0; i < BLOCKS; i++)
        wanted += blocks[i].size;
    if (wanted != size)
        return false;
    for (int i = 0; i < BLOCKS; i++) {
        memcpy(blocks[i].bytes, bytes + at, blocks[i].size);
        at += blocks[i].size;
    }
    for (uint32_t f = 0; f < r->net.features; f++)
        if (r->net.halvings[f] < 0 || r->net.halvings[f] > 10)
            return false;
    return true;
}

static bool read_result(train_result *r, const char *path, const char *bytes, size_t size,
                        lf_error *error) {
    checkpoint_head h = {0};
    if (!check_head(path, bytes, size, r, &h, error))
        return false;
    if (!learner_open(&r->net, h.features, h.hidden, h.seats, 0))
        return lf_error_no_memory(error);
    r->settings = h.settings;
    r->games = h.games;
    r->failed = h.failed;
    r->positions = h.positions;
    r->net.steps = h.steps;
    r->seconds = h.seconds;
    r->held = h.held;
    r->net.margin_scale = h.margin_scale;
    r->point_count = h.point_count;
    return read_blocks(r, bytes, size) ||
           lf_error_set(error, LF_BAD_ARGUMENT, "%s: the checkpoint has the wrong size", path);
}

bool checkpoint_read(train_result *r, const char *path, lf_error *error) {
    size_t size;
    char *const bytes = lf_file_read(path, CHECKPOINT_MAX, &size, error);
    if (bytes == NULL)
        return false;
    const bool good = read_result(r, path, bytes, size, error);
    lf_free(bytes);
    return good;
}
