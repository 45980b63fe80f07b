/*
 * A machine at which people log in, as docs/machines.md specifies it: QR code and digits (RFC 8628), one session, and what ends it.
 *
 *   KERF_CLIENT_KEY=hex ./machine https://passport.example SN [reset number]
 *
 * Standard input is the keypad, standard output the display. "login" starts a login, "end" is the button that ends the session.
 */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assertion.h"
#include "json.h"
#include "portal.h"

enum { LINE_MAX_LENGTH = 64, TOKEN_MAX = 4096 };
static const long POLL_S = 5, IDLE_S = 15 * 60;
static const char SCOPE[] = "openid%20machine_claim%20machine_session";

/* Seconds between two looks at the portal while somebody is logged in. */
static long check_seconds = 60;
static struct portal portal;
static struct identity identity;

/* In memory only: gone at power-off. */
static struct {
  char token[TOKEN_MAX];
  long ends_at, used_at;
} session;

static void display(const char *text) {
  printf("%s\n", text);
  fflush(stdout);
}

/* What the person types within `seconds`. Returns 1 for a line, 0 for none, -1 at power-off. */
static int read_keypad(long seconds, char line[LINE_MAX_LENGTH]) {
  static char buffer[LINE_MAX_LENGTH];
  static size_t length;
  for (long until = seconds_on() + seconds;;) {
    char *end = memchr(buffer, '\n', length);
    if (end != NULL || length == sizeof buffer - 1) {
      size_t taken = end == NULL ? length : (size_t)(end - buffer);
      memcpy(line, buffer, taken);
      line[taken] = '\0';
      length -= end == NULL ? taken : taken + 1;
      if (length > 0) memmove(buffer, end + 1, length);
      return 1;
    }
    long left = until - seconds_on();
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    if (left <= 0 || poll(&input, 1, (int)(left * 1000)) <= 0) return 0;
    ssize_t got = read(STDIN_FILENO, buffer + length, sizeof buffer - 1 - length);
    if (got <= 0) return -1;
    length += (size_t)got;
  }
}

/* Status of a request that the machine signs. `parameters`: encoded as a form. */
static long send_signed(const char *address, const char *parameters) {
  char assertion[ASSERTION_MAX], form[ASSERTION_MAX + TOKEN_MAX];
  if (!create_assertion(&identity, portal.issuer, portal_time(&portal), assertion)) return 0;
  int length = snprintf(form, sizeof form,
                        "client_id=machine%%3A%s&client_assertion_type=urn%%3Aietf%%3Aparams%%3Aoauth%%3Aclient-assertion-type%%3Ajwt-bearer"
                        "&client_assertion=%s&%s",
                        identity.sn, assertion, parameters);
  return length < 0 || (size_t)length >= sizeof form ? 0 : portal_call(&portal, address, form, NULL);
}

static bool is_digits(const char *text) { return strlen(text) == 4 && strspn(text, "0123456789") == 4; }

/* Returns false at power-off. */
static bool log_in(void) {
  char code[64], address[ADDRESS_MAX], device_code[256], parameters[512], line[LINE_MAX_LENGTH];
  bool wants_digits = false;
  snprintf(parameters, sizeof parameters, "scope=%s", SCOPE);
  if (send_signed(portal.device_authorization, parameters) != 200 ||
      !json_string(portal.answer, NULL, "device_code", device_code, sizeof device_code) ||
      !json_string(portal.answer, NULL, "user_code", code, sizeof code) ||
      !json_string(portal.answer, NULL, "verification_uri_complete", address, sizeof address)) {
    display("No login is possible now.");
    return true;
  }
  long ends_at = seconds_on() + json_number(portal.answer, "expires_in");
  long interval = json_number(portal.answer, "interval");
  if (interval < POLL_S) interval = POLL_S;
  printf("Scan %s or enter %s\n", address, code);
  fflush(stdout);
  while (seconds_on() < ends_at) {
    char error[64] = "", reason[256] = "", digits[LINE_MAX_LENGTH + 32] = "";
    int typed = read_keypad(interval, line);
    if (typed < 0) return false;
    if (typed > 0 && strcmp(line, "end") == 0) return true;
    if (typed > 0) {
      if (!wants_digits || !is_digits(line)) continue;
      snprintf(digits, sizeof digits, "&pairing_digits=%s", line);
    }
    snprintf(parameters, sizeof parameters,
             "grant_type=urn%%3Aietf%%3Aparams%%3Aoauth%%3Agrant-type%%3Adevice_code&device_code=%s%s", device_code, digits);
    long status = send_signed(portal.token, parameters);
    if (status == 200) {
      if (!json_string(portal.answer, NULL, "access_token", session.token, sizeof session.token)) return true;
      session.ends_at = seconds_on() + json_number(portal.answer, "expires_in");
      session.used_at = seconds_on();
      return true;
    }
    json_string(portal.answer, NULL, "error", error, sizeof error);
    json_string(portal.answer, NULL, "error_description", reason, sizeof reason);
    if (strcmp(error, "slow_down") == 0) interval += POLL_S;
    else if (status == 400 && strcmp(error, "authorization_pending") != 0) {
      display(strncmp(reason, "requested:", 10) == 0 ? "The owner is asked for this machine." : "Nobody is logged in.");
      return true;
    }
    if (strncmp(reason, "digits:", 7) == 0 && !wants_digits) {
      wants_digits = true;
      display("Type the four digits that the phone shows.");
    }
    if (strncmp(reason, "wrong_digits:", 13) == 0) display("These digits are wrong. Try again.");
  }
  display("Nobody is logged in.");
  return true;
}

/* Needs no network. */
static void end_session(const char *text) {
  memset(&session, 0, sizeof session);
  display(text);
}

/* A portal without an answer ends nothing: rights are asked before a start only. */
static void check_session(bool is_new) {
  char name[128];
  long status = portal_call(&portal, portal.userinfo, NULL, session.token);
  if (status == 401) end_session("The session has ended.");
  else if (is_new && status == 200 && json_string(portal.answer, "machine", "name", name, sizeof name))
    printf("Logged in: %s\n", name);
  fflush(stdout);
}

/* Returns false at power-off. */
static bool keep_session(void) {
  char line[LINE_MAX_LENGTH];
  long left = session.ends_at - seconds_on();
  int typed = read_keypad(left < check_seconds ? left : check_seconds, line);
  if (typed < 0) return false;
  if (typed > 0) session.used_at = seconds_on();
  if (typed > 0 && strcmp(line, "end") == 0) end_session("The session has ended.");
  else if (seconds_on() >= session.ends_at || seconds_on() - session.used_at >= IDLE_S) end_session("The session has ended.");
  else if (typed == 0) check_session(false);
  return true;
}

int main(int count, char **arguments) {
  const char *key = getenv("KERF_CLIENT_KEY"), *seconds = getenv("KERF_CHECK_SECONDS");
  if (count < 3 || key == NULL || strlen(key) != CLIENT_KEY_LENGTH || strlen(arguments[2]) != SERIAL_NUMBER_LENGTH) {
    fprintf(stderr, "usage: KERF_CLIENT_KEY=hex %s https://passport.example SN [reset number]\n", arguments[0]);
    return 2;
  }
  strcpy(identity.client_key, key);
  strcpy(identity.sn, arguments[2]);
  if (count > 3) identity.reset_number = strtoul(arguments[3], NULL, 10);
  if (seconds != NULL) check_seconds = strtol(seconds, NULL, 10);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  if (!portal_open(&portal, arguments[1])) {
    fprintf(stderr, "the portal does not answer as one\n");
    return 1;
  }
  display("Nobody is logged in.");
  for (bool is_on = true; is_on;) {
    char line[LINE_MAX_LENGTH];
    if (session.token[0] != '\0') {
      is_on = keep_session();
      continue;
    }
    int typed = read_keypad(check_seconds, line);
    if (typed > 0 && strcmp(line, "login") == 0) {
      is_on = log_in();
      if (session.token[0] != '\0') check_session(true);
    } else is_on = typed >= 0;
  }
  memset(&session, 0, sizeof session);
  portal_close(&portal);
  curl_global_cleanup();
  return 0;
}
