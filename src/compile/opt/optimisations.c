/* optimisations.c: the optimisations by name. */
#include <string.h>

#include "compile/compile.h"

static const struct {
    const char *name, *text;
} optimisations[] = {
#define LF_OPTIMISATION(NAME, name, text) {name, text},
#include "compile/optimisations.def"
#undef LF_OPTIMISATION
};
_Static_assert(LF_OPTIMISATIONS < 32, "a bit each");

#define ALL ((UINT32_C(1) << LF_OPTIMISATIONS) - 1)

const char *lf_optimisation_name(int i, const char **text) {
    if (i < 0 || i >= LF_OPTIMISATIONS)
        return NULL;
    if (text != NULL)
        *text = optimisations[i].text;
    return optimisations[i].name;
}

static uint32_t find_optimisation(const char *name, size_t length) {
    if (length == 3 && memcmp(name, "all", 3) == 0)
        return ALL;
    for (uint32_t i = 0; i < LF_OPTIMISATIONS; i++)
        if (strlen(optimisations[i].name) == length &&
            memcmp(optimisations[i].name, name, length) == 0)
            return UINT32_C(1) << i;
    return 0;
}

uint32_t lf_optimisations_named(lf_report *report, const char *list) {
    uint32_t bits = 0;
    while (*list != '\0') {
        const size_t length = strcspn(list, ",");
        const uint32_t found = find_optimisation(list, length);
        if (found == 0)
            lf_report_add(report, LF_ERROR, LF_E0607, (lf_pos){0}, 1,
                          "write `all`, or names separated by commas",
                          "unknown optimisation `%.*s`", length > 40 ? 40 : (int)length, list);
        bits |= found;
        list += length + (list[length] == ',');
    }
    return bits;
}
