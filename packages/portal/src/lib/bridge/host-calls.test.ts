import type { HostAnswer } from '@kerf/contract/host-messages'
import { NATIVE_CALLS, NATIVE_METHODS, type NativeMethod } from '@kerf/contract/native-calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHostCalls, type HostCallTransport } from './host-calls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const file = { name: 'badge.png', type: 'image/png' as const, data: 'aGk=' }
const GCODE = { name: 'job.gc', gcode: 'G0 X0' }
/** What each method is given and may answer. */
const SAMPLES: Record<NativeMethod, { input: object; value: object }> = {
  'app.version': { input: {}, value: { version: '2.1.0' } },
  'device.info': { input: {}, value: { system: 'pc', os: 'Linux', model: 'x', machines: [] } },
  'module.status': { input: {}, value: { installed: true, version: '1.0', latest: '1.1' } },
  'login.open': { input: { channel: 'apple' }, value: { cid: 'a', token: 'b' } },
  'token.update': { input: { utoken: 'x' }, value: {} },
  'storage.save': { input: { key: 'k', value: 'v' }, value: {} },
  'storage.get': { input: { key: 'k' }, value: { value: null } },
  'file.share': { input: file, value: {} },
  'file.open': { input: file, value: {} },
  'album.save': { input: file, value: {} },
  'canvas.import': { input: file, value: {} },
  'gcode.generate': { input: file, value: GCODE },
  'gcode.process': { input: GCODE, value: {} },
  'view.close': { input: {}, value: {} },
}
const rows = NATIVE_METHODS.map(method => [method, SAMPLES[method]] as const)

function bench(some: Partial<HostCallTransport> = {}) {
  const sent: { id: string; method: string; input: unknown }[] = []
  const cancelled: string[] = []
  let count = 0
  const calls = createHostCalls(
    {
      ready: async () => ({}),
      call: (id, method, input) => sent.push({ id, method, input }),
      cancel: id => cancelled.push(id),
      supports: () => undefined,
      mayFetch: url => url.origin === 'https://files.kerf.example',
      ...some,
    },
    () => `call-${++count}`,
  )
  // any method, so that one table serves all
  const ask = calls.ask as (
    method: NativeMethod,
    input: object,
    options?: { signal: AbortSignal },
  ) => ReturnType<typeof calls.ask>
  const answer = (of: Partial<HostAnswer> & { id: string }) =>
    calls.answered({ ok: true, value: {}, ...of } as HostAnswer)
  return { ...calls, ask, sent, cancelled, answer }
}
const soon = () => vi.advanceTimersByTimeAsync(0)

describe.each(rows)('%s', (method, { input, value }) => {
  test('is answered', async () => {
    const { ask, sent, answer } = bench()
    const result = ask(method, input)
    await soon()
    expect(sent).toEqual([{ id: 'call-1', method, input }])
    answer({ id: 'call-1', value })
    expect(await result).toEqual({ ok: true, value })
  })
  test('times out when its time is over, and what comes later is dropped', async () => {
    const { ask, cancelled, answer, isPending } = bench()
    const settled = vi.fn()
    const result = ask(method, input)
    void result.then(settled)
    await vi.advanceTimersByTimeAsync(NATIVE_CALLS[method].timeout - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith({ ok: false, reason: 'timeout' })
    expect(cancelled).toEqual(['call-1'])
    expect(isPending('call-1')).toBe(false)
    expect(() => answer({ id: 'call-1', value })).not.toThrow()
  })
  test('is cancelled at both ends', async () => {
    const { ask, cancelled, isPending } = bench()
    const stop = new AbortController()
    const result = ask(method, input, { signal: stop.signal })
    await soon()
    stop.abort()
    expect(await result).toEqual({ ok: false, reason: 'cancelled' })
    expect(cancelled).toEqual(['call-1'])
    expect(isPending('call-1')).toBe(false)
  })
  test.each(['refused', 'unsupported', 'no-device', 'failed'] as const)('is %s', async reason => {
    const { ask, answer } = bench()
    const result = ask(method, input)
    await soon()
    answer({ id: 'call-1', ok: false, reason, text: 'because' })
    expect(await result).toEqual({ ok: false, reason, text: 'because' })
  })
  test('an answer of another shape is malformed', async () => {
    const { ask, answer } = bench()
    const result = ask(method, input)
    await soon()
    answer({ id: 'call-1', value: 'nonsense' })
    expect(await result).toEqual({ ok: false, reason: 'malformed' })
  })
  test('what is asked with more than its fields is not sent', async () => {
    const { ask, sent } = bench()
    expect(await ask(method, { ...input, token: 'x' })).toEqual({ ok: false, reason: 'not-allowed' })
    expect(sent).toEqual([])
  })
})

test('the times of the specification', () => {
  expect(
    Object.fromEntries(NATIVE_METHODS.map(method => [method, NATIVE_CALLS[method].timeout])),
  ).toMatchObject({
    'app.version': 1_000,
    'device.info': 1_000,
    'view.close': 5_000,
    'gcode.generate': 60_000,
    'login.open': 86_400_000,
    'file.share': 86_400_000,
    'file.open': 86_400_000,
    'album.save': 86_400_000,
    'canvas.import': 86_400_000,
  })
})

test('one call of a method at a time; another method does not wait', async () => {
  const { ask, answer, sent } = bench()
  const first = ask('app.version', {})
  expect(await ask('app.version', {})).toEqual({ ok: false, reason: 'busy' })
  void ask('device.info', {})
  await soon()
  expect(sent.map(call => call.method)).toEqual(['app.version', 'device.info'])
  answer({ id: 'call-1', value: { version: '2' } })
  expect(await first).toMatchObject({ ok: true })
  void ask('app.version', {})
  await soon()
  expect(sent).toHaveLength(3)
})

test('what the host has not named is not asked', async () => {
  const { ask, sent } = bench({ supports: method => method !== 'canvas.import' })
  expect(await ask('canvas.import', file)).toEqual({ ok: false, reason: 'unsupported' })
  expect(sent).toEqual([])
})

test('without a host nothing waits', async () => {
  const { ask } = bench({ ready: async () => undefined })
  expect(await ask('file.open', file)).toEqual({ ok: false, reason: 'no-host' })
})

test('all are cancelled when the session ends', async () => {
  const { ask, endAll, cancelled } = bench()
  const results = [ask('file.open', file), ask('login.open', { channel: 'apple' })]
  await soon()
  endAll('cancelled')
  expect(await Promise.all(results)).toEqual([
    { ok: false, reason: 'cancelled' },
    { ok: false, reason: 'cancelled' },
  ])
  expect(cancelled).toEqual(['call-1', 'call-2'])
})

test.each([
  ['https://files.kerf.example/a.png', true],
  ['https://evil.example/a.png', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
])('may the host fetch %s: %s', async (url, allowed) => {
  const { ask, sent } = bench()
  const result = ask('file.open', { name: 'a.png', url })
  await soon()
  expect(sent).toHaveLength(allowed ? 1 : 0)
  if (!allowed) expect(await result).toEqual({ ok: false, reason: 'not-allowed' })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\win.ini', 'win.ini'],
  ['.bashrc', 'bashrc'],
  ['a\u202egnp.exe', 'agnp.exe'],
  ['con.txt', '_con.txt'],
  ['a<b>|c?.svg', 'abc.svg'],
  ['..', 'file'],
  ['证书 2026.pdf', '证书 2026.pdf'],
  [`${'x'.repeat(190)}.pdf`, `${'x'.repeat(96)}.pdf`],
])('a file called %j goes out as %j', async (name, expected) => {
  const { ask, sent } = bench()
  void ask('file.share', { ...file, name })
  await soon()
  expect(sent[0]?.input).toMatchObject({ name: expected })
})
