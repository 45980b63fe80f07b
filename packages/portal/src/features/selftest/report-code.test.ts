import { PASSPORT_VERSION } from '@kerf/contract/limits'
import { expect, test } from 'vitest'
import { reportCode } from './report-code.ts'

const page = { way: 'frame', cookies: true, storage: false, online: true, system: 'pc', av: '2.1.0' } as const

test('encodes the properties of the page', () => {
  expect(reportCode(page)).toBe(`KT-F-CsO-pc-2.1.0-${PASSPORT_VERSION}`)
  expect(reportCode({ ...page, way: 'none', av: undefined })).toBe(`KT-T-CsO-pc-0-${PASSPORT_VERSION}`)
  expect(reportCode({ ...page, way: 'native', cookies: false })).toBe(`KT-N-csO-pc-2.1.0-${PASSPORT_VERSION}`)
})
