import { expect, test, vi } from 'vitest'
import { createPictureDecoder } from '../../src/identity/profile/picture-decoder.ts'

const started = vi.hoisted(() => vi.fn())
vi.mock('node:child_process', () => ({
  fork: (): never => {
    started()
    throw new Error('a decoder was started')
  },
}))

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
  await expect(createPictureDecoder().draw(Buffer.from(bytes, 'latin1'))).rejects.toMatchObject({
    code: 20601,
  })
  expect(started).not.toHaveBeenCalled()
})
