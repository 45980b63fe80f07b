/** Fonts for a name in any script: a text is split into runs, each set in the first font that has all of it. */
import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

/** In order of preference. They lie in `../fonts`, each opened when first needed. */
const FILES = [
  'noto-sans.ttf',
  'noto-sans-sc.ttf',
  'noto-sans-hangul.otf',
  'noto-sans-arabic.ttf',
  'noto-sans-hebrew.ttf',
  'noto-sans-devanagari.ttf',
  'noto-sans-bengali.ttf',
  'noto-sans-gurmukhi.ttf',
  'noto-sans-gujarati.ttf',
  'noto-sans-tamil.ttf',
  'noto-sans-telugu.ttf',
  'noto-sans-kannada.ttf',
  'noto-sans-malayalam.ttf',
  'noto-sans-sinhala.ttf',
  'noto-sans-thai.ttf',
  'noto-sans-lao.ttf',
  'noto-sans-khmer.ttf',
  'noto-sans-myanmar.ttf',
  'noto-sans-georgian.ttf',
  'noto-sans-armenian.ttf',
  'noto-sans-ethiopic.ttf',
  'noto-emoji.ttf',
] as const
type FontName = (typeof FILES)[number]
const EMOJI: FontName = 'noto-emoji.ttf'
/** What stands for a character that no font has (a geta, as in Chinese and Japanese print). */
const MISSING = '〓'

export const fontPath = (name: FontName): string =>
  fileURLToPath(new URL(`../fonts/${name}`, import.meta.url))

const opened = new Map<FontName, Font>()
export function fontOf(name: FontName): Font {
  const font = opened.get(name) ?? openSync(fontPath(name))
  opened.set(name, font)
  return font
}

export interface Run {
  readonly font: FontName
  readonly text: string
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Changes how its neighbour looks and needs no glyph. */
const isSilent = (codePoint: number): boolean =>
  codePoint === 0x200d || codePoint === 0x200c || (codePoint >= 0xfe00 && codePoint <= 0xfe0f)

const has = (name: FontName, letter: string): boolean =>
  [...letter].every(one => {
    const codePoint = one.codePointAt(0) ?? 0
    return isSilent(codePoint) || fontOf(name).hasGlyphForCodePoint(codePoint)
  })

const isEmoji = (letter: string): boolean => /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u.test(letter)

function fontFor(letter: string, before: FontName | undefined): FontName | undefined {
  if (isEmoji(letter) && has(EMOJI, letter)) return EMOJI
  // A space belongs to the word before it, so that a whole name goes through one layout.
  if (/^\s$/u.test(letter) && before !== undefined && before !== EMOJI && has(before, letter)) return before
  return FILES.find(name => has(name, letter))
}

export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const { segment } of letters.segment(text)) {
    const last = runs.at(-1)
    const found = fontFor(segment, last?.font)
    const font = found ?? 'noto-sans-sc.ttf'
    const shown = found === undefined ? MISSING : segment
    if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + shown }
    else runs.push({ font, text: shown })
  }
  return runs
}

/** In points at `size`. */
export const widthOf = (text: string, size: number): number =>
  runsOf(text).reduce((sum, run) => {
    const font = fontOf(run.font)
    return sum + (font.layout(run.text).advanceWidth / font.unitsPerEm) * size
  }, 0)
