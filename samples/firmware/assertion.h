/* Assertion of a machine (RFC 7523): which machine it is, signed by its client key. docs/machines.md specifies it. */
#ifndef KERF_ASSERTION_H
#define KERF_ASSERTION_H

#include <stdbool.h>
#include <stddef.h>

enum { SERIAL_NUMBER_LENGTH = 23, CLIENT_KEY_LENGTH = 64, ASSERTION_MAX = 1536 };

/* What the factory has stored, and a number that a reset keeps. */
struct identity {
  char sn[SERIAL_NUMBER_LENGTH + 1];
  /* hexadecimal; its characters are the secret */
  char client_key[CLIENT_KEY_LENGTH + 1];
  unsigned long reset_number;
};

/* `now`: unix seconds. False: no random number could be read. */
bool create_assertion(const struct identity *identity, const char *issuer, long now, char out[ASSERTION_MAX]);

#endif
