/** Sample input of each call. It contains no personal data. */

import type { NativeInput, NativeMethod } from '@kerf/contract/host/native-calls'
import { getCurrentToken } from '../../lib/token/token.ts'

const BADGE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="160" height="160"><rect width="40" height="40" rx="6" fill="#0b7446"/><path d="M8 32V8l24 24V8" fill="none" stroke="#fff" stroke-width="3"/></svg>'
const drawing = { name: 'kerf-test.svg', type: 'image/svg+xml', data: btoa(BADGE) } as const
const KEY = 'selftest'

export const SAMPLES: { readonly [M in NativeMethod]: () => NativeInput<M> } = {
  'app.version': () => ({}),
  'device.info': () => ({}),
  'module.status': () => ({}),
  'login.open': () => ({ channel: 'apple' }),
  // The current token: an invented one would log the app out.
  'token.update': () => ({ utoken: getCurrentToken() ?? '' }),
  'storage.save': () => ({ key: KEY, value: new Date().toISOString() }),
  'storage.get': () => ({ key: KEY }),
  'file.share': () => drawing,
  'file.open': () => drawing,
  'album.save': () => drawing,
  'canvas.import': () => drawing,
  'gcode.generate': () => drawing,
  'gcode.process': () => ({ name: 'kerf-test.gcode', gcode: 'G21\nG90\nM5' }),
  'view.close': () => ({}),
}
