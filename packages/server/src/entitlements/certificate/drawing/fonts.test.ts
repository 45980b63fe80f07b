import { expect, test } from 'vitest'
import { loadFont, measureText, splitIntoRuns } from './fonts.ts'

const NAMES = [
  'Ada Lovelace',
  'Łukasz Żółć',
  'Nguyễn Thị Ánh',
  'Екатерина Смирнова',
  'Αλέξανδρος',
  '王小明',
  '䶮龘欧阳',
  '王 Ming-Zoë',
  '山田たろう',
  '김민준',
  'محمد علي',
  'דוד כהן',
  'प्रिया शर्मा',
  'สมชาย ใจดี',
  'გიორგი',
  'Kim 🔥',
  '👩‍🔧',
  '🇩🇪❤️',
  'x'.repeat(40),
]

test.each(NAMES)('every character of %s has a glyph', name => {
  const runs = splitIntoRuns(name)
  expect(runs.map(({ text }) => text).join('')).toBe(name)
  for (const { font, text } of runs)
    for (const glyph of loadFont(font).layout(text).glyphs) expect(glyph.id).toBeGreaterThan(0)
  expect(measureText(name, 20)).toBeGreaterThan(5)
})

test('replaces characters that no font has by a visible mark', () => {
  expect(
    splitIntoRuns('𠮷 A')
      .map(({ text }) => text)
      .join(''),
  ).toBe('〓 A')
  expect(splitIntoRuns('\u{10ffff}')).toHaveLength(1)
})

test('keeps words of one script and their spaces in one run', () => {
  expect(splitIntoRuns('محمد علي')).toHaveLength(1)
  expect(splitIntoRuns('Ada Lovelace')).toHaveLength(1)
})

test('sets a name in a display font only if that font has all of it', () => {
  const fonts = (name: string) => splitIntoRuns(name, 'display').map(({ font }) => font)
  expect(fonts('Ада Łukasz')).toEqual(['eb-garamond.ttf'])
  expect(fonts('王小明')).toEqual(['noto-serif-sc.ttf'])
  expect(fonts('䶮龘')).toEqual(['noto-sans-sc.ttf'])
  expect(fonts('王 Zoë')).not.toContain('noto-serif-sc.ttf')
})
