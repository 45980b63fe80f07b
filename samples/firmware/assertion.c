#include "assertion.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../pass/hmac.h"

static const long LIFETIME_S = 120;

static size_t base64url(const uint8_t *data, size_t length, char *out) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  size_t written = 0;
  for (size_t i = 0; i < length; i += 3) {
    uint32_t bits = (uint32_t)data[i] << 16;
    if (i + 1 < length) bits |= (uint32_t)data[i + 1] << 8;
    if (i + 2 < length) bits |= data[i + 2];
    size_t characters = length - i >= 3 ? 4 : length - i + 1;
    for (size_t c = 0; c < characters; c++) out[written++] = alphabet[bits >> (18 - 6 * c) & 63];
  }
  out[written] = '\0';
  return written;
}

/* On a chip: its random number generator. */
static bool read_random(uint8_t *out, size_t length) {
  FILE *source = fopen("/dev/urandom", "rb");
  if (source == NULL) return false;
  size_t got = fread(out, 1, length, source);
  fclose(source);
  return got == length;
}

bool create_assertion(const struct identity *identity, const char *issuer, long now, char out[ASSERTION_MAX]) {
  static const char header[] = "{\"alg\":\"HS256\"}";
  char claims[1024], id[25];
  uint8_t random[16], mac[32];
  struct kerf_hmac hmac;
  if (!read_random(random, sizeof random)) return false;
  base64url(random, sizeof random, id);
  int length = snprintf(claims, sizeof claims,
                        "{\"iss\":\"machine:%s\",\"sub\":\"machine:%s\",\"aud\":\"%s\",\"jti\":\"%s\",\"iat\":%ld,\"exp\":%ld,"
                        "\"reset_number\":%lu}",
                        identity->sn, identity->sn, issuer, id, now, now + LIFETIME_S, identity->reset_number);
  if (length < 0 || (size_t)length >= sizeof claims) return false;
  size_t at = base64url((const uint8_t *)header, sizeof header - 1, out);
  out[at++] = '.';
  at += base64url((const uint8_t *)claims, (size_t)length, out + at);
  kerf_hmac_start(&hmac, (const uint8_t *)identity->client_key, CLIENT_KEY_LENGTH);
  kerf_hmac_update(&hmac, out, at);
  kerf_hmac_finish(&hmac, mac);
  out[at++] = '.';
  base64url(mac, sizeof mac, out + at);
  return true;
}
