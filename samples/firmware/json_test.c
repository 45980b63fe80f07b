/* Reads what the portal answers, refuses what is no JSON, and reads damaged texts without a fault. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "json.h"

static int failures;

static void expect(bool right, const char *what) {
  if (right) return;
  failures++;
  printf("failed: %s\n", what);
}

static void expect_string(const char *text, const char *parent, const char *key, const char *value) {
  char out[16];
  bool found = json_string(text, parent, key, out, sizeof out);
  expect(value == NULL ? !found : found && strcmp(out, value) == 0, text);
}

int main(void) {
  static const char person[] = "{\"sub\":\"x\",\"machine\":{\"a\":[1,{\"name\":\"no\"}],\"name\":\"Ada \\u674e\\\"\"},\"name\":\"outer\"}";
  expect_string(person, "machine", "name", "Ada \xe6\x9d\x8e\"");
  expect_string(person, NULL, "name", "outer");
  expect_string(person, NULL, "a", NULL);
  expect_string(person, "name", "name", NULL);
  expect_string("{\"k\":\"machine\",\"v\":\"k\"}", NULL, "machine", NULL);
  expect_string("{\"key\":5}", NULL, "key", NULL);
  expect_string("{\"key\":\"longer than sixteen\"}", NULL, "key", NULL);
  expect_string("{\"key\":\"no end", NULL, "key", NULL);
  expect_string("{\"key\":\"\\x\"}", NULL, "key", NULL);
  expect_string("{\"key\":\"\\u0000\"}", NULL, "key", NULL);
  expect_string("[\"key\"]", NULL, "key", NULL);
  expect_string("", NULL, "key", NULL);
  expect(json_number("{\"a\" : {\"n\":1} , \"n\" : 300 }", "n") == 300, "number");
  expect(json_number("{\"n\":\"300\"}", "n") == -1, "text as a number");
  expect(json_number("{\"n\":1234567890}", "n") == -1, "long number");

  uint32_t random = 1;
  for (int round = 0; round < 200000; round++) {
    char damaged[sizeof person], out[16];
    memcpy(damaged, person, sizeof person);
    for (int change = 0; change < 3; change++) {
      random = random * 1664525 + 1013904223;
      damaged[random >> 16 & 0x7f ? (random >> 8) % (sizeof person - 1) : 0] = (char)random;
    }
    json_string(damaged, "machine", "name", out, sizeof out);
    json_number(damaged, "name");
  }
  printf("200000 damaged texts, %d failures\n", failures);
  return failures != 0;
}
