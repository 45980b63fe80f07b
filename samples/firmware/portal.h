/* Calls of the portal by libcurl: over https only, except on this computer, and without redirects. */
#ifndef KERF_PORTAL_H
#define KERF_PORTAL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

enum { ANSWER_MAX = 16384, ADDRESS_MAX = 512 };

struct portal {
  CURL *curl;
  char issuer[ADDRESS_MAX];
  char device_authorization[ADDRESS_MAX];
  char token[ADDRESS_MAX];
  char userinfo[ADDRESS_MAX];
  /* of the last answer, unix seconds, and the seconds since power-on at which it came */
  long date, date_at;
  char answer[ANSWER_MAX];
  size_t answer_length;
};

/* Reads where the portal has its endpoints (RFC 8414). */
bool portal_open(struct portal *portal, const char *address);
void portal_close(struct portal *portal);

/* Status, or 0 without an answer. The body stands in `answer`. `form`: encoded as a form; NULL: GET. `bearer`: access token or NULL. */
long portal_call(struct portal *portal, const char *address, const char *form, const char *bearer);

/* Unix seconds by the clock of the portal: the machine needs none. */
long portal_time(const struct portal *portal);

/* Seconds since power-on. */
long seconds_on(void);

#endif
