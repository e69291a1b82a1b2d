/* docs.h: where the documents are. */
#ifndef CLI_DOCS_H
#define CLI_DOCS_H

#include "cli.h"

/* The folder of the installed documents, or of those in the source tree. False if there is none. */
bool docs_folder(char folder[LF_PATH_BYTES]);

#endif
