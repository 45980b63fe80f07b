/** Patterns that make a password easy to guess: runs, repeats, keyboard walks and words in disguise (S-002). */

/** The form in which passwords are compared: full-width and styled letters are plain ones, in lower case. */
export const foldPassword = (password: string): string => password.normalize('NFKC').toLowerCase()

/** Rows, diagonals and columns of keys, and sequences that are no run of code points. Read in both directions. */
const LINES = [
  // US keyboard: rows, then the diagonals that lean left and right
  ...['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./', '01234567890'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'],
  ...['3wa', '4esz', '5rdx', '6tfc', '7ygv', '8uhb', '9ijn', '0okm', '-pl,', '=[;.', "]'/"],
  // numeric pad: rows are runs; columns, diagonals
  ...['147', '0147', '258', '0258', '369', '159', '357'],
  '一二三四五六七八九十',
]
/** By character: the rest of each line from the character's first place on. */
const LINES_FROM = new Map<string, (readonly string[])[]>()
for (const line of [...LINES, ...LINES.map(line => [...line].reverse().join(''))].map(line => [...line]))
  for (const character of new Set(line)) {
    const rests = LINES_FROM.get(character) ?? []
    LINES_FROM.set(character, [...rests, line.slice(line.indexOf(character))])
  }
const LINE_LENGTH_MIN = 3
/** Characters that must remain if each pattern counts as one. A random password of eight has so few once in a million. */
const PATTERN_FREE_MIN = 4

/** The keys of the number row with Shift held down, as on a US keyboard. */
const SHIFTED = new Map(
  [...'!@#$%^&*()_+{}|:"<>?~'].map((sign, i) => [sign, "1234567890-=[]\\;',./`"[i] ?? sign]),
)

/** Separators do not make a run harder to guess. */
const SEPARATOR = /[\s\-_.,;:/|\\]/u
const INVISIBLE = /^[\s\p{Z}\p{C}]*$/u

export const isBlank = (password: string): boolean => INVISIBLE.test(password)

/** The shortest part that the password repeats: `abcabc` → `abc`. The password itself if it repeats none. */
export function repeatedPart(password: string): string {
  const at = (password + password).indexOf(password, 1)
  return password.slice(0, at)
}

/**
 * Whether a folded password is little more than repeats, runs or lines of keys, with or without separators. `min`: length
 * of the shortest password that is allowed.
 */
export function isPattern(folded: string, min: number): boolean {
  const characters = [...folded]
  const dense = characters.filter(character => !SEPARATOR.test(character))
  const isSeparated = dense.length < characters.length && dense.length > characters.length / 2
  return (
    patternFreeLength(characters) < Math.min(PATTERN_FREE_MIN, min) ||
    (isSeparated && patternFreeLength(dense) < PATTERN_FREE_MIN - 1)
  )
}

/**
 * Number of characters if equal neighbors, and each run or line of keys of three or more, count as one:
 * `aaa111` → 2, `qwertyuiop1` → 2.
 */
export function patternFreeLength(characters: readonly string[]): number {
  const squeezed = characters
    .filter((character, index) => character !== characters[index - 1])
    .map(character => SHIFTED.get(character) ?? character)
  let length = 0
  for (let at = 0; at < squeezed.length; length += 1) at += Math.max(1, lineLengthAt(squeezed, at))
  return length
}

/** Length of the longest line that starts at `at`; 0 if none does. */
function lineLengthAt(characters: readonly string[], at: number): number {
  let longest = runLengthAt(characters, at)
  for (const line of LINES_FROM.get(characters[at] ?? '') ?? []) {
    let length = 0
    while (length < line.length && line[length] === characters[at + length]) length += 1
    longest = Math.max(longest, length)
  }
  return longest < LINE_LENGTH_MIN ? 0 : longest
}

/** Length of the run of letters or digits at `at` whose code points grow or shrink by one. */
function runLengthAt(characters: readonly string[], at: number): number {
  const step = (index: number): number =>
    (characters[index + 1]?.codePointAt(0) ?? Number.NaN) - (characters[index]?.codePointAt(0) ?? Number.NaN)
  const first = step(at)
  if (Math.abs(first) !== 1) return 1
  let length = 2
  while (step(at + length - 1) === first) length += 1
  return characters.slice(at, at + length).every(character => /[\p{L}\p{N}]/u.test(character)) ? length : 1
}

const LEET = new Map(
  Object.entries({
    0: 'o',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    8: 'b',
    9: 'g',
    '@': 'a',
    $: 's',
    '+': 't',
    '€': 'e',
  }),
)
const LEET_SIGN = /[0345789@$+€1!|]/g
const decodeLeet = (folded: string, one: string): string =>
  folded.replace(LEET_SIGN, sign => LEET.get(sign) ?? one)

/** A folded text as it is, and with the digits and signs that stand for letters replaced. */
export const leetVariants = (folded: string): readonly string[] => [
  ...new Set([folded, decodeLeet(folded, 'i'), decodeLeet(folded, 'l')]),
]

const NO_LETTER = /^[^\p{L}]*$/u

/** Whether a folded password is one word, in plain or leet spelling, with at most `affixMax` digits and signs around it. */
export function isWordWithAffixes(
  folded: string,
  isWord: (text: string) => boolean,
  affixMax: number,
): boolean {
  for (let before = 0; before <= affixMax; before += 1)
    for (let after = 0; before + after <= affixMax; after += 1) {
      const end = folded.length - after
      const isAffixed = NO_LETTER.test(folded.slice(0, before)) && NO_LETTER.test(folded.slice(end))
      if (isAffixed && leetVariants(folded.slice(before, end)).some(isWord)) return true
    }
  return false
}
