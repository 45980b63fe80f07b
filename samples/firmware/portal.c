#define _POSIX_C_SOURCE 200809L
#include "portal.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "json.h"

static const long CONNECT_TIMEOUT_S = 10, TIMEOUT_S = 20;

long seconds_on(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long)now.tv_sec;
}

long portal_time(const struct portal *portal) { return portal->date + seconds_on() - portal->date_at; }

static size_t on_body(char *data, size_t one, size_t count, void *given) {
  struct portal *portal = given;
  size_t length = one * count;
  /* Ends the call. */
  if (length >= ANSWER_MAX - portal->answer_length) return 0;
  memcpy(portal->answer + portal->answer_length, data, length);
  portal->answer_length += length;
  portal->answer[portal->answer_length] = '\0';
  return length;
}

static size_t on_header(char *data, size_t one, size_t count, void *given) {
  static const char name[] = "date:";
  struct portal *portal = given;
  size_t length = one * count;
  char value[64];
  if (length > sizeof name - 1 && length - (sizeof name - 1) < sizeof value && strncasecmp(data, name, sizeof name - 1) == 0) {
    memcpy(value, data + sizeof name - 1, length - (sizeof name - 1));
    value[length - (sizeof name - 1)] = '\0';
    time_t date = curl_getdate(value, NULL);
    if (date > 0) {
      portal->date = (long)date;
      portal->date_at = seconds_on();
    }
  }
  return length;
}

static bool is_own_computer(const char *address) {
  return strncmp(address, "http://localhost:", 17) == 0 || strncmp(address, "http://127.0.0.1:", 17) == 0;
}

long portal_call(struct portal *portal, const char *address, const char *form, const char *bearer) {
  CURL *curl = portal->curl;
  long status = 0;
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, address);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, is_own_computer(address) ? "http" : "https");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_TIMEOUT_S);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, TIMEOUT_S);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, portal);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, portal);
  if (form != NULL) curl_easy_setopt(curl, CURLOPT_POSTFIELDS, form);
  if (bearer != NULL) {
    curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
    curl_easy_setopt(curl, CURLOPT_XOAUTH2_BEARER, bearer);
  }
  portal->answer_length = 0;
  portal->answer[0] = '\0';
  if (curl_easy_perform(curl) != CURLE_OK) return 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

bool portal_open(struct portal *portal, const char *address) {
  char discovery[ADDRESS_MAX];
  memset(portal, 0, sizeof *portal);
  portal->curl = curl_easy_init();
  int length = snprintf(discovery, sizeof discovery, "%s/.well-known/oauth-authorization-server", address);
  if (portal->curl == NULL || length < 0 || (size_t)length >= sizeof discovery) return false;
  return portal_call(portal, discovery, NULL, NULL) == 200 && portal->date > 0 &&
         json_string(portal->answer, NULL, "issuer", portal->issuer, sizeof portal->issuer) &&
         /* Otherwise another server could get assertions (RFC 8414, section 3.3). */
         strcmp(portal->issuer, address) == 0 &&
         json_string(portal->answer, NULL, "device_authorization_endpoint", portal->device_authorization,
                     sizeof portal->device_authorization) &&
         json_string(portal->answer, NULL, "token_endpoint", portal->token, sizeof portal->token) &&
         json_string(portal->answer, NULL, "userinfo_endpoint", portal->userinfo, sizeof portal->userinfo);
}

void portal_close(struct portal *portal) {
  curl_easy_cleanup(portal->curl);
  portal->curl = NULL;
}
