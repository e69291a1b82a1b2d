/* form_keywords.c: which keywords the fields of letter `w` take. The reader and the printer of the
 * AST form share it, so that what the printer leaves out is what the reader puts in. */
#include <assert.h>
#include <string.h>

#include "form.h"

#define ANY_KIND LF_N_LIST /* no node of letter-w fields, so free to mean this */

static const struct {
    lf_node_kind kind;
    const char *field;
    lf_form_keywords allowed;
} table[] = {
    {LF_N_UNARY, "op", {LF_W_NOT, LF_W_NEG, false, LF_W_NONE}},
    {LF_N_BINARY, "op", {LF_W_ADD, LF_W_IN, false, LF_W_NONE}},
    {LF_N_AGGREGATE, "op", {LF_W_SUM, LF_W_FIRST, false, LF_W_NONE}},
    {LF_N_TALLY, "op", {LF_W_COUNT, LF_W_EVERY, false, LF_W_NONE}},
    {LF_N_ASSIGN, "op", {LF_W_SET, LF_W_DECREASE, false, LF_W_NONE}},
    {LF_N_CHOOSE, "or", {LF_W_OR_NONE, LF_W_DONE, true, LF_W_NONE}},
    {LF_N_CHOOSE, "as", {LF_W_DONE, LF_W_AS_OPTION, true, LF_W_NONE}},
    {LF_N_OPTION, "as", {LF_W_DONE, LF_W_CANCEL, true, LF_W_NONE}},
    {LF_N_LOG, "level", {LF_W_LOG_TURN, LF_W_LOG_DETAIL, true, LF_W_LOG_STEP}},
    {LF_N_PUT, "where", {LF_W_TOP, LF_W_BOTTOM, false, LF_W_NONE}},
    {LF_N_PUT_ALL, "where", {LF_W_TOP, LF_W_BOTTOM, false, LF_W_NONE}},
    {LF_N_TABLE, "by", {LF_W_SPACES, LF_W_NUMBERS, false, LF_W_NONE}},
    {LF_N_TABLE, "of", {LF_W_INT, LF_W_BOOL, false, LF_W_NONE}},
    {ANY_KIND, "ask", {LF_W_ASK_ALWAYS, LF_W_ASK_REAL, true, LF_W_NONE}},
    {ANY_KIND, "amount", {LF_W_EXACTLY, LF_W_ALL, true, LF_W_EXACTLY}},
    {ANY_KIND, "pick", {LF_W_PLAIN, LF_W_ORDERED, true, LF_W_PLAIN}},
};

lf_form_keywords lf_form_keywords_of(lf_node_kind kind, const char *field) {
    for (size_t i = 0; i < LF_COUNT(table); i++)
        if ((table[i].kind == kind || table[i].kind == ANY_KIND) &&
            strcmp(table[i].field, field) == 0)
            return table[i].allowed;
    assert(false && "a field of letter w that the table lacks");
    return (lf_form_keywords){LF_W_NONE, LF_W_NONE, true, LF_W_NONE};
}
