import type { HostAnswer } from '@kerf/contract/host/host-messages'
import { NATIVE_CALLS, NATIVE_METHODS, type NativeMethod } from '@kerf/contract/host/native-calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHostCalls, type HostCallTransport } from './host-calls.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const file = { name: 'badge.png', type: 'image/png' as const, data: 'aGk=' }
const GCODE = { name: 'job.gc', gcode: 'G0 X0' }
/** A valid input and a valid output of each method. */
const SAMPLES: Record<NativeMethod, { input: object; value: object }> = {
  'app.version': { input: {}, value: { version: '2.1.0' } },
  'device.info': { input: {}, value: { system: 'pc', os: 'Linux', model: 'x', machines: [] } },
  'module.status': { input: {}, value: { installed: true, version: '1.0', latest: '1.1' } },
  'login.open': { input: { channel: 'wechat' }, value: { cid: 'a', token: 'b', openId: 'o', nonce: 'n' } },
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

function setUp(some: Partial<HostCallTransport> = {}) {
  const sent: { id: string; method: string; input: unknown }[] = []
  const cancelled: string[] = []
  let count = 0
  const calls = createHostCalls(
    {
      waitForPeer: async () => ({}),
      sendCall: (id, method, input) => sent.push({ id, method, input }),
      sendCancel: id => cancelled.push(id),
      supports: () => undefined,
      mayFetch: url => url.origin === 'https://files.kerf.example',
      ...some,
    },
    () => `call-${++count}`,
  )
  // Typed for any method, so that one table covers all of them.
  const call = calls.call as (
    method: NativeMethod,
    input: object,
    options?: { signal: AbortSignal },
  ) => ReturnType<typeof calls.call>
  const answer = (of: Partial<HostAnswer> & { id: string }) =>
    calls.handleAnswer({ ok: true, value: {}, ...of } as HostAnswer)
  return { ...calls, call, sent, cancelled, answer }
}
const flush = () => vi.advanceTimersByTimeAsync(0)

describe.each(rows)('%s', (method, { input, value }) => {
  test('resolves to the answer', async () => {
    const { call, sent, answer } = setUp()
    const result = call(method, input)
    await flush()
    expect(sent).toEqual([{ id: 'call-1', method, input }])
    answer({ id: 'call-1', value })
    expect(await result).toEqual({ ok: true, value })
  })
  test('times out, and ignores a later answer', async () => {
    const { call, cancelled, answer, isPending } = setUp()
    const settled = vi.fn()
    const result = call(method, input)
    void result.then(settled)
    await vi.advanceTimersByTimeAsync(NATIVE_CALLS[method].timeout - 1)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith({ ok: false, reason: 'timeout' })
    expect(cancelled).toEqual(['call-1'])
    expect(isPending('call-1')).toBe(false)
    expect(() => answer({ id: 'call-1', value })).not.toThrow()
  })
  test('is cancelled here and at the host', async () => {
    const { call, cancelled, isPending } = setUp()
    const stop = new AbortController()
    const result = call(method, input, { signal: stop.signal })
    await flush()
    stop.abort()
    expect(await result).toEqual({ ok: false, reason: 'cancelled' })
    expect(cancelled).toEqual(['call-1'])
    expect(isPending('call-1')).toBe(false)
  })
  test.each(['refused', 'unsupported', 'no-device', 'failed'] as const)(
    'passes on the refusal `%s`',
    async reason => {
      const { call, answer } = setUp()
      const result = call(method, input)
      await flush()
      answer({ id: 'call-1', ok: false, reason, text: 'because' })
      expect(await result).toEqual({ ok: false, reason, text: 'because' })
    },
  )
  test('rejects an answer of another shape', async () => {
    const { call, answer } = setUp()
    const result = call(method, input)
    await flush()
    answer({ id: 'call-1', value: 'nonsense' })
    expect(await result).toEqual({ ok: false, reason: 'malformed' })
  })
  test('does not send an input with unknown fields', async () => {
    const { call, sent } = setUp()
    expect(await call(method, { ...input, token: 'x' })).toEqual({ ok: false, reason: 'not-allowed' })
    expect(sent).toEqual([])
  })
})

test('uses the specified timeouts', () => {
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

test('allows one pending call per method', async () => {
  const { call, answer, sent } = setUp()
  const first = call('app.version', {})
  expect(await call('app.version', {})).toEqual({ ok: false, reason: 'busy' })
  void call('device.info', {})
  await flush()
  expect(sent.map(({ method }) => method)).toEqual(['app.version', 'device.info'])
  answer({ id: 'call-1', value: { version: '2' } })
  expect(await first).toMatchObject({ ok: true })
  void call('app.version', {})
  await flush()
  expect(sent).toHaveLength(3)
})

test('does not send a call that the host does not support', async () => {
  const { call, sent } = setUp({ supports: method => method !== 'canvas.import' })
  expect(await call('canvas.import', file)).toEqual({ ok: false, reason: 'unsupported' })
  expect(sent).toEqual([])
})

test('fails at once without a host', async () => {
  const { call } = setUp({ waitForPeer: async () => undefined })
  expect(await call('file.open', file)).toEqual({ ok: false, reason: 'no-host' })
})

test('cancels all calls when the session ends', async () => {
  const { call, failAll, cancelled } = setUp()
  const results = [call('file.open', file), call('login.open', { channel: 'apple' })]
  await flush()
  failAll('cancelled')
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
])('allows the host to fetch %s: %s', async (url, allowed) => {
  const { call, sent } = setUp()
  const result = call('file.open', { name: 'a.png', url })
  await flush()
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
])('sends the file name %j as %j', async (name, expected) => {
  const { call, sent } = setUp()
  void call('file.share', { ...file, name })
  await flush()
  expect(sent[0]?.input).toMatchObject({ name: expected })
})
