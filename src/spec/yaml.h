/* yaml.h: the state that yaml.c and yaml_errors.c share while they read one block. */
#ifndef LF_SPEC_YAML_H
#define LF_SPEC_YAML_H

#include <libfyaml.h>

#include "internal.h"

typedef struct {
    lf_reading *reading;
    lf_block *block;
    struct fy_parser *parser;
    struct fy_diag *diag;
    struct fy_event *event; /* the current one; NULL at an error */
    /* of the current event's token; what has none stands behind the one before */
    size_t start, end;
    size_t opened; /* where the innermost open list or map begins */
} lf_yaml;

/* Reports the error that ended the event stream. */
void lf_yaml_report_error(lf_yaml *);

#endif
