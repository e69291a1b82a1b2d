/* file.c: from a path to a text among the sources: size limits, UTF-8, byte order mark, line ends.
 *
 * What the text says is not looked at here. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

static bool fits_limits(lf_reading *reading, const char *path, size_t length, lf_pos from) {
    lf_report *report = reading->reader->report;
    if (length > LF_MAX_FILE_BYTES) {
        lf_report_add(report, LF_ERROR, LF_E0103, from, 1, NULL,
                      "`%s` is larger than the limit of %u bytes", path,
                      (unsigned)LF_MAX_FILE_BYTES);
        return false;
    }
    if (length > LF_MAX_SPEC_BYTES - reading->bytes) {
        lf_report_add(report, LF_ERROR, LF_E0103, from, 1, NULL,
                      "with `%s`, the files of the spec exceed the limit of %u bytes", path,
                      (unsigned)LF_MAX_SPEC_BYTES);
        reading->stopped = true;
        return false;
    }
    reading->bytes += length;
    return true;
}

/* Byte order mark away, CR LF and lone CR to LF: neither moves any character to another line or
 * column. */
static size_t normalise_line_ends(char *text, size_t length) {
    size_t from = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, to = 0;
    for (; from < length; from++) {
        bool carriage_return = text[from] == '\r';
        text[to++] = carriage_return ? '\n' : text[from];
        if (carriage_return && from + 1 < length && text[from + 1] == '\n')
            from++;
    }
    text[to] = '\0';
    return to;
}

static bool check_encoding(lf_reading *reading, uint16_t file) {
    const lf_source *source = &reading->reader->sources->items[file - 1];
    size_t bad = 0;
    const char *nul = memchr(source->text, '\0', source->length);
    if (nul != NULL)
        bad = (size_t)(nul - source->text);
    else if (lf_utf8_valid(source->text, source->length, &bad))
        return true;
    lf_block whole = lf_block_of_source(reading->reader->sources, file);
    lf_report_add(reading->reader->report, LF_ERROR, LF_E0102, lf_block_pos(&whole, bad), 1,
                  "specs are UTF-8 text; save the file as UTF-8",
                  "the byte 0x%02X is not valid UTF-8", (unsigned)(unsigned char)source->text[bad]);
    return false;
}

uint16_t lf_spec_add_source(lf_reading *reading, const char *path, char *text, size_t length,
                            lf_pos from) {
    if (!fits_limits(reading, path, length, from))
        return 0;
    uint16_t file =
        lf_sources_add(reading->reader->sources, path, text, normalise_line_ends(text, length));
    return file && check_encoding(reading, file) ? file : 0;
}

/* Reads until the buffer is full or the file ends. Nothing is allocated while the file is open, so
 * no jump can leave it so. Returns the bytes read, or -1 with errno set. */
static ssize_t read_whole(const char *path, char *buffer, size_t size) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return -1;
    size_t filled = 0;
    ssize_t got = 0;
    while (filled < size) {
        got = read(descriptor, buffer + filled, size - filled);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        filled += (size_t)got;
    }
    int reason = errno;
    close(descriptor);
    errno = reason;
    return got < 0 ? -1 : (ssize_t)filled;
}

static uint16_t cannot_read(lf_reading *reading, const lf_spec_file *file, const char *why) {
    lf_report_add(reading->reader->report, LF_ERROR, LF_E0101, file->imported_at, 1, NULL,
                  "cannot read `%s`: %s", file->path, why);
    return 0;
}

uint16_t lf_spec_load(lf_reading *reading, const lf_spec_file *file) {
    struct stat facts;
    if (stat(file->path, &facts) != 0)
        return cannot_read(reading, file, strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return cannot_read(reading, file, "it is not a regular file");
    size_t size = (size_t)facts.st_size;
    if (size > LF_MAX_FILE_BYTES)
        size = LF_MAX_FILE_BYTES + 1u; /* so that the file is reported as too large */
    char *text = lf_arena_alloc(reading->arena, size + 1);
    ssize_t length = read_whole(file->path, text, size);
    if (length < 0)
        return cannot_read(reading, file, strerror(errno));
    return lf_spec_add_source(reading, file->path, text, (size_t)length, file->imported_at);
}
