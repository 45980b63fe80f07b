/**
 * Fonts for names in any script. A text is split into runs; each run uses the first font that has all of its characters. A
 * display text is set in a display font if one font has all of it, so that a name never mixes two styles.
 */
import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

/** Files of `../fonts`, in order of preference. */
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
const DISPLAY_FILES = ['eb-garamond.ttf', 'noto-serif-sc.ttf'] as const
type FontName = (typeof FILES)[number] | (typeof DISPLAY_FILES)[number]
/** `display`: titles and names. */
export type TextStyle = 'text' | 'display'
const EMOJI_FONT: FontName = 'noto-emoji.ttf'
/** Replaces a character that no font has: the geta mark of Chinese and Japanese typesetting. */
const MISSING_CHARACTER = '〓'

export const fontPath = (name: FontName): string =>
  fileURLToPath(new URL(`../fonts/${name}`, import.meta.url))

const loaded = new Map<FontName, Font>()

/** Reads the file at the first call. */
export function loadFont(name: FontName): Font {
  const font = loaded.get(name) ?? openSync(fontPath(name))
  loaded.set(name, font)
  return font
}

export interface Run {
  readonly font: FontName
  readonly text: string
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** A joiner or a variation selector: it changes its neighbor and needs no glyph. */
const needsNoGlyph = (codePoint: number): boolean =>
  codePoint === 0x200d || codePoint === 0x200c || (codePoint >= 0xfe00 && codePoint <= 0xfe0f)

const hasGlyphs = (name: FontName, grapheme: string): boolean =>
  [...grapheme].every(character => {
    const codePoint = character.codePointAt(0) ?? 0
    return needsNoGlyph(codePoint) || loadFont(name).hasGlyphForCodePoint(codePoint)
  })

const isEmoji = (grapheme: string): boolean => /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u.test(grapheme)

function findFont(grapheme: string, previous: FontName | undefined): FontName | undefined {
  if (isEmoji(grapheme) && hasGlyphs(EMOJI_FONT, grapheme)) return EMOJI_FONT
  // A space joins the word before it, so that a name of several words is laid out as one run.
  const isSpace = /^\s$/u.test(grapheme)
  if (isSpace && previous !== undefined && previous !== EMOJI_FONT && hasGlyphs(previous, grapheme))
    return previous
  return FILES.find(name => hasGlyphs(name, grapheme))
}

export function splitIntoRuns(text: string, style: TextStyle = 'text'): Run[] {
  if (style === 'display') {
    const font = DISPLAY_FILES.find(name => hasGlyphs(name, text))
    if (font !== undefined) return [{ font, text }]
  }
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1)
    const found = findFont(segment, last?.font)
    const font = found ?? 'noto-sans-sc.ttf'
    const shown = found === undefined ? MISSING_CHARACTER : segment
    if (last?.font === font) runs[runs.length - 1] = { font, text: last.text + shown }
    else runs.push({ font, text: shown })
  }
  return runs
}

/** Width in points at the font size `size`. */
export const measureText = (text: string, size: number, style: TextStyle = 'text'): number =>
  splitIntoRuns(text, style).reduce((sum, run) => {
    const font = loadFont(run.font)
    return sum + (font.layout(run.text).advanceWidth / font.unitsPerEm) * size
  }, 0)
