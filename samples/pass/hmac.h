/* HMAC-SHA-256 (RFC 2104, FIPS 180-4). Use the one of your chip's library if it has one. */
#ifndef KERF_HMAC_H
#define KERF_HMAC_H

#include <stddef.h>
#include <stdint.h>

struct kerf_sha256 {
  uint32_t state[8];
  uint64_t length;
  uint8_t block[64];
};

struct kerf_hmac {
  struct kerf_sha256 inner;
  uint8_t outer_pad[64];
};

/* At most 64 bytes of key. */
void kerf_hmac_start(struct kerf_hmac *hmac, const uint8_t *key, size_t length);
void kerf_hmac_update(struct kerf_hmac *hmac, const void *data, size_t length);
void kerf_hmac_finish(struct kerf_hmac *hmac, uint8_t mac[32]);

#endif
