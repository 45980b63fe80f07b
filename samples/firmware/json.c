#include "json.h"

#include <string.h>

static const char *skip_space(const char *at) { return at + strspn(at, " \t\r\n"); }

/* Behind the string that begins at `at`; NULL: it has no end. */
static const char *skip_string(const char *at) {
  for (at++; *at != '"'; at++) {
    if (*at == '\\') at++;
    if (*at == '\0') return NULL;
  }
  return at + 1;
}

/* Behind the value that begins at `at`; NULL: it has no end. */
static const char *skip_value(const char *at) {
  int depth = 0;
  do {
    if (*at == '\0') return NULL;
    if (*at == '"') {
      at = skip_string(at);
      if (at == NULL) return NULL;
      continue;
    }
    if (*at == '{' || *at == '[') depth++;
    if (*at == '}' || *at == ']') {
      /* The end of the object around it. */
      if (depth == 0) return at;
      depth--;
    }
    at++;
  } while (depth > 0 || (*at != ',' && *at != '}' && *at != ']'));
  return at;
}

/* The value of `key` in the object that begins at `at`; NULL: there is none. */
static const char *find(const char *at, const char *key) {
  size_t length = strlen(key);
  at = skip_space(at);
  if (*at != '{') return NULL;
  at = skip_space(at + 1);
  while (*at == '"') {
    const char *name = at + 1, *end = skip_string(at);
    if (end == NULL) return NULL;
    bool is_it = (size_t)(end - 1 - name) == length && memcmp(name, key, length) == 0;
    at = skip_space(end);
    if (*at != ':') return NULL;
    at = skip_space(at + 1);
    if (is_it) return at;
    at = skip_value(at);
    if (at == NULL) return NULL;
    at = skip_space(at);
    if (*at == ',') at = skip_space(at + 1);
  }
  return NULL;
}

static long hex4(const char *at) {
  long value = 0;
  for (int i = 0; i < 4; i++) {
    char c = at[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/* UTF-8 of a character of the basic plane; half of a pair becomes a question mark. Returns the number of bytes. */
static size_t encode(long character, char out[3]) {
  if (character >= 0xd800 && character <= 0xdfff) character = '?';
  if (character < 0x80) {
    out[0] = (char)character;
    return 1;
  }
  if (character < 0x800) {
    out[0] = (char)(0xc0 | character >> 6);
    out[1] = (char)(0x80 | (character & 0x3f));
    return 2;
  }
  out[0] = (char)(0xe0 | character >> 12);
  out[1] = (char)(0x80 | (character >> 6 & 0x3f));
  out[2] = (char)(0x80 | (character & 0x3f));
  return 3;
}

bool json_string(const char *text, const char *parent, const char *key, char *out, size_t size) {
  const char *at = text;
  if (parent != NULL) at = find(at, parent);
  if (at != NULL) at = find(at, key);
  if (at == NULL || *at != '"') return false;
  size_t length = 0;
  for (at++; *at != '"'; at++) {
    char bytes[3] = {*at};
    size_t count = 1;
    if (*at == '\0') return false;
    if (*at == '\\') {
      static const char escapes[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
      at++;
      if (*at == 'u') {
        long character = hex4(at + 1);
        if (character <= 0) return false;
        count = encode(character, bytes);
        at += 4;
      } else {
        const char *escape = *at == '\0' ? NULL : strchr(escapes, *at);
        if (escape == NULL) return false;
        bytes[0] = values[escape - escapes];
      }
    }
    if (length + count >= size) return false;
    memcpy(out + length, bytes, count);
    length += count;
  }
  out[length] = '\0';
  return true;
}

long json_number(const char *text, const char *key) {
  const char *at = find(text, key);
  long value = 0;
  int digits = 0;
  if (at == NULL) return -1;
  for (; *at >= '0' && *at <= '9'; at++) {
    if (++digits > 9) return -1;
    value = value * 10 + (*at - '0');
  }
  return digits == 0 ? -1 : value;
}
