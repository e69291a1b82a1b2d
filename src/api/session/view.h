/* view.h: the parts of a view. */
#ifndef SESSION_VIEW_H
#define SESSION_VIEW_H

#include "kernel/json/json.h"
#include "session.h"

/* The member `displays` of the object that is being written. */
void lf_view_write_displays(lf_writer *, const lf_state *, lf_seat viewer);

/* The pending decision of the state, as a value. `session`: whose turn it is part of. `tried`:
 * NULL, or the option that leads there from where the session stands. */
void lf_view_write_decision(lf_json *, const lf_session *, const lf_option *tried);
/* The member `lines` of a turn: what people read of it. */
void lf_session_write_lines(lf_writer *, const lf_session *, int turn, lf_seat viewer);
/* What was chosen in this turn, as a value. */
void lf_view_write_chosen(lf_json *, const lf_session *);

#endif
