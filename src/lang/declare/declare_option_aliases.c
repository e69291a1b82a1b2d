/* declare_option_aliases.c: the section `optionAliases`: ids that options of menus once had.
 *
 * An id is a promise to whoever has written it down, in a record, a rule case or a program. A game
 * that gives an option a better id keeps the former one here, and it still finds the option. Which
 * ids the menus have is known only when they are compiled, so compile/choice.c checks both
 * sides. */
#include "declare.h"

static void add_alias(lf_declaring *d, const lf_doc_pair *pair, const lf_doc *id,
                      uint32_t *capacity) {
    lf_model *m = d->m;
    if (!lf_is_scalar(d, id, "the id of an option"))
        return;
    const lf_model_option_alias alias = {pair->key, id->text, pair->key_pos, id->pos};
    LF_PUSH(m->arena, m->option_aliases, m->option_alias_count, *capacity, alias);
}

void lf_declare_option_aliases(lf_declaring *d) {
    const lf_doc *section = lf_section_map(d, "optionAliases");
    uint32_t capacity = 0;
    for (uint32_t i = 0; section != NULL && i < section->count; i++) {
        const lf_doc_pair *pair = &section->pairs[i];
        if (pair->value->kind != LF_DOC_LIST)
            add_alias(d, pair, pair->value, &capacity);
        for (uint32_t k = 0; pair->value->kind == LF_DOC_LIST && k < pair->value->count; k++)
            add_alias(d, pair, pair->value->items[k], &capacity);
    }
}
