import { expect, test, vi } from 'vitest'
import { drawHeadpic } from '../../src/identity/profile/draw-headpic.ts'

const decoded = vi.hoisted(() => vi.fn())
vi.mock('sharp', () => {
  const sharp = (): never => {
    decoded()
    throw new Error('the decoder was called')
  }
  return { default: Object.assign(sharp, { cache: () => {}, concurrency: () => {} }) }
})

test.each([
  ['an empty file', ''],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['an SVG with an XML declaration', '<?xml version="1.0"?><!DOCTYPE svg><svg/>'],
  ['a GIF', 'GIF89a\x01\0\x01\0'],
  ['a TIFF', 'II*\0\x08\0\0\0'],
  ['a PDF', '%PDF-1.7\n'],
  ['a RIFF file other than WebP', 'RIFF\x10\0\0\0WAVEfmt '],
  ['a truncated PNG signature', '\x89PNG'],
])('never decodes %s (S-108)', async (_, bytes) => {
  await expect(drawHeadpic(Buffer.from(bytes, 'latin1'))).rejects.toMatchObject({ code: 20601 })
  expect(decoded).not.toHaveBeenCalled()
})
