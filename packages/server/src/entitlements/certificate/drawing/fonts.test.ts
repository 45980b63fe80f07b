import { expect, test } from 'vitest'
import { fontOf, runsOf, widthOf } from './fonts.ts'

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

test.each(NAMES)('every letter of %s has a glyph', name => {
  const runs = runsOf(name)
  expect(runs.map(({ text }) => text).join('')).toBe(name)
  for (const { font, text } of runs)
    for (const glyph of fontOf(font).layout(text).glyphs) expect(glyph.id).toBeGreaterThan(0)
  expect(widthOf(name, 20)).toBeGreaterThan(5)
})

test('letters without a glyph are marked, not lost', () => {
  expect(
    runsOf('𠮷 A')
      .map(({ text }) => text)
      .join(''),
  ).toBe('〓 A')
  expect(runsOf('\u{10ffff}')).toHaveLength(1)
})

test('one script is one run, spaces and all', () => {
  expect(runsOf('محمد علي')).toHaveLength(1)
  expect(runsOf('Ada Lovelace')).toHaveLength(1)
})
