/* fields.h: the members that the bodies of requests may have. */
#ifndef SERVE_FIELDS_H
#define SERVE_FIELDS_H

#include "server.h"

/* Types of a member; it may have several. Those that it need not have may be missing: handlers say
 * what they need. */
enum { IS_TEXT = 1, IS_WHOLE = 2, IS_FLAG = 4, IS_OBJECT = 8, IS_LIST = 16, IS_NULL = 32 };

typedef struct field field;
struct field {
    /* NULL: the end of a table; "": members of any name, or the elements of a list */
    const char *name;
    unsigned types;
    const field *inside; /* of an object or a list; NULL: anything */
};

extern const field fields_none[], fields_now[], fields_try[], fields_decide[], fields_rewind[],
    fields_rollback[], fields_draw[], fields_chat[], fields_notes[], fields_seat[], fields_invite[],
    fields_join[], fields_table[], fields_record[];

/* Does a body, NULL if there is none, have only these members, with their types? False with an
 * answer. */
bool fields_hold(const field *, const json_t *body, answer *);

#endif
