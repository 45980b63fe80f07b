#include "hmac.h"

#include <string.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t value, int bits) { return value >> bits | value << (32 - bits); }

static void compress(struct kerf_sha256 *sha) {
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)sha->block[4 * i] << 24 | (uint32_t)sha->block[4 * i + 1] << 16 |
           (uint32_t)sha->block[4 * i + 2] << 8 | sha->block[4 * i + 3];
  for (int i = 16; i < 64; i++)
    w[i] = w[i - 16] + w[i - 7] + (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) +
           (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy(v, sha->state, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t one = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) +
                   ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i];
    uint32_t two = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) +
                   ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += one;
    v[0] = one + two;
  }
  for (int i = 0; i < 8; i++) sha->state[i] += v[i];
}

static void sha_start(struct kerf_sha256 *sha) {
  static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(sha->state, initial, sizeof initial);
  sha->length = 0;
}

static void sha_update(struct kerf_sha256 *sha, const uint8_t *data, size_t length) {
  for (size_t i = 0; i < length; i++) {
    sha->block[sha->length++ % 64] = data[i];
    if (sha->length % 64 == 0) compress(sha);
  }
}

static void sha_finish(struct kerf_sha256 *sha, uint8_t digest[32]) {
  static const uint8_t one = 0x80, zero = 0;
  uint64_t bits = sha->length * 8;
  uint8_t size[8];
  for (int i = 0; i < 8; i++) size[i] = (uint8_t)(bits >> (56 - 8 * i));
  sha_update(sha, &one, 1);
  while (sha->length % 64 != 56) sha_update(sha, &zero, 1);
  sha_update(sha, size, 8);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

void kerf_hmac_start(struct kerf_hmac *hmac, const uint8_t *key, size_t length) {
  uint8_t inner_pad[64];
  for (size_t i = 0; i < 64; i++) {
    uint8_t byte = i < length ? key[i] : 0;
    inner_pad[i] = byte ^ 0x36;
    hmac->outer_pad[i] = byte ^ 0x5c;
  }
  sha_start(&hmac->inner);
  sha_update(&hmac->inner, inner_pad, sizeof inner_pad);
}

void kerf_hmac_update(struct kerf_hmac *hmac, const void *data, size_t length) {
  sha_update(&hmac->inner, data, length);
}

void kerf_hmac_finish(struct kerf_hmac *hmac, uint8_t mac[32]) {
  uint8_t digest[32];
  sha_finish(&hmac->inner, digest);
  sha_start(&hmac->inner);
  sha_update(&hmac->inner, hmac->outer_pad, sizeof hmac->outer_pad);
  sha_update(&hmac->inner, digest, sizeof digest);
  sha_finish(&hmac->inner, mac);
}
