import { loadBrands, MARK_PIXELS } from '@kerf/brands/registry'
import sharp from 'sharp'
import { expect, test } from 'vitest'

/** Renderers differ at the edges by a few levels of 255. */
const DIFFERENCE_MAX = 3

test.each([...(await loadBrands()).values()])(
  'mark.png of $brand.code shows its mark.svg (else: npm run marks)',
  async ({ files, markPng }) => {
    expect(markPng.length).toBeLessThan(4_096)
    const drawn = await sharp(files.mark, { density: 288 }).resize(MARK_PIXELS).ensureAlpha().raw().toBuffer()
    const stored = await sharp(markPng).ensureAlpha().raw().toBuffer()
    expect(stored.length).toBe(drawn.length)
    const difference = drawn.reduce((sum, level, at) => sum + Math.abs(level - (stored[at] ?? 0)), 0)
    expect(difference / drawn.length).toBeLessThan(DIFFERENCE_MAX)
  },
)
