/* Reads strings and whole numbers of a JSON text (RFC 8259), as the portal answers them. */
#ifndef KERF_JSON_H
#define KERF_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* `key` of the outermost object, or of the object with the key `parent` in it (NULL: none). False: absent, no string, or too long. */
bool json_string(const char *text, const char *parent, const char *key, char *out, size_t size);

/* -1: absent, or no whole number up to 9 digits. */
long json_number(const char *text, const char *key);

#endif
