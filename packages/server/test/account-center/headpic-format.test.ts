import { expect, test, vi } from 'vitest'
import { drawHeadpic } from '../../src/identity/profile/draw-headpic.ts'

const decoded = vi.hoisted(() => vi.fn())
vi.mock('sharp', () => {
  const sharp = (): never => {
    decoded()
    throw new Error('the decoder was asked')
  }
  return { default: Object.assign(sharp, { cache: () => {}, concurrency: () => {} }) }
})

test.each([
  ['nothing', ''],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a drawing behind a declaration', '<?xml version="1.0"?><!DOCTYPE svg><svg/>'],
  ['a GIF', 'GIF89a\x01\0\x01\0'],
  ['a TIFF', 'II*\0\x08\0\0\0'],
  ['a PDF', '%PDF-1.7\n'],
  ['a RIFF of another kind', 'RIFF\x10\0\0\0WAVEfmt '],
  ['half a beginning', '\x89PNG'],
])('never decodes %s (S-108)', async (_, bytes) => {
  await expect(drawHeadpic(Buffer.from(bytes, 'latin1'))).rejects.toMatchObject({ code: 20601 })
  expect(decoded).not.toHaveBeenCalled()
})
