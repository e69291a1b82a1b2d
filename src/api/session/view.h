/* view.h: the parts of a view. */
#ifndef SESSION_VIEW_H
#define SESSION_VIEW_H

#include "kernel/json/json.h"
#include "session.h"

/* The member `displays` of the object that is being written. */
void lf_view_write_displays(lf_writer *, const lf_state *, lf_seat viewer);

#endif
