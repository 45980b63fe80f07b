/** The types of the SDK are those of the contract; wrong uses of them do not compile. `tsc` is the judge. */
import type { NativeInput, NativeMethod, NativeOutput } from '@kerf/contract/host/native-calls'
import { expect, test } from 'vitest'
import { createKerf, type KerfCalls, type KerfMethod, refuse } from './index.ts'

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type WithoutReadonly<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] }
/** A handler of a call without a value may return nothing, and lists may be readonly. */
type Value<M extends KerfMethod> = WithoutReadonly<Exclude<KerfCalls[M]['value'], void>>

const SAME_INPUT: { [M in NativeMethod & KerfMethod]: IsSame<KerfCalls[M]['input'], NativeInput<M>> } = {
  'app.version': true,
  'device.info': true,
  'module.status': true,
  'login.open': true,
  'token.update': true,
  'storage.save': true,
  'storage.get': true,
  'file.share': true,
  'file.open': true,
  'album.save': true,
  'canvas.import': true,
  'gcode.generate': true,
  'gcode.process': true,
  'view.close': true,
}
const SAME_VALUE: { [M in NativeMethod & KerfMethod]: IsSame<Value<M>, NativeOutput<M>> } = SAME_INPUT
const SAME_METHODS: IsSame<NativeMethod, KerfMethod> = true

test('the SDK has the methods, inputs and values of the contract', () => {
  expect(Object.values({ ...SAME_INPUT, ...SAME_VALUE, SAME_METHODS }).every(Boolean)).toBe(true)
})

/** Never called: only its types are checked. */
export function checkTypes(): void {
  const kerf = createKerf({ portal: 'https://passport.kerf.example', app: 'support' })
  kerf.handle('storage.get', async ({ key }) => ({ value: localStorage.getItem(key) }))
  kerf.handle('canvas.import', async file => {
    if ('url' in file) throw refuse('unsupported')
    const content: string = file.data
    console.log(content)
  })
  kerf.handle('gcode.process', ({ gcode }, { signal }) => console.log(gcode.length, signal.aborted))
  kerf.handle('view.close', () => {
    throw refuse('refused')
  })
  // @ts-expect-error: no such method
  kerf.handle('canvas.export', () => ({}))
  // @ts-expect-error: no such input
  kerf.handle('storage.get', ({ name }) => ({ value: name }))
  // @ts-expect-error: the value lacks a field
  kerf.handle('module.status', () => ({ installed: true, version: '1.0' }))
  // @ts-expect-error: a wrong kind of value
  kerf.handle('app.version', async () => ({ version: 2 }))

  const portal = document.createElement('kerf-portal')
  portal.addEventListener('kerf-result', ({ detail }) => console.log(detail.uid, detail.ticket))
  portal.addEventListener('kerf-failed', ({ detail }) => console.log(detail.reason, detail.code))
  portal.addEventListener('click', event => console.log(event.clientX))
  portal.kerf?.handle('view.close', () => portal.remove())
  // @ts-expect-error: a result has no such field
  portal.addEventListener('kerf-result', ({ detail }) => console.log(detail.email))
  // @ts-expect-error: set by the element itself
  portal.kerf = kerf

  const messages = document.querySelector('kerf-messages')
  if (!messages) return
  messages.addEventListener('kerf-unread', ({ detail }) => console.log(detail.unread.toFixed()))
  messages.theme = { color: '#7a3cff' }
  messages.token = 'token'
  // @ts-expect-error: no such option of the theme
  messages.theme = { colour: '#7a3cff' }
}
