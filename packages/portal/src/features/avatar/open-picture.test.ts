import { HEADPIC_MAX_BYTES } from '@kerf/contract/limits'
import { expect, test } from 'vitest'
import { fileError, pictureType } from './open-picture.ts'

const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
const PNG = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')

test.each([
  [PNG, 'image/png'],
  [bytes('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpeg'],
  [bytes('RIFF\x24\0\0\0WEBPVP8 '), 'image/webp'],
  [bytes('RIFF\x24\0\0\0AVI LIST'), undefined],
  [bytes('GIF89a'), undefined],
  [bytes('<svg xmlns="http'), undefined],
  [bytes(''), undefined],
])('detects the type of %s by its first bytes', (head, type) => {
  expect(pictureType(head)).toBe(type)
})

test('checks the size to the byte before the type', () => {
  expect(fileError(HEADPIC_MAX_BYTES, PNG)).toBeUndefined()
  expect(fileError(HEADPIC_MAX_BYTES + 1, PNG)).toBe('file_size')
  expect(fileError(HEADPIC_MAX_BYTES + 1, bytes('GIF89a'))).toBe('file_size')
  expect(fileError(0, bytes(''))).toBe('file_type')
})
