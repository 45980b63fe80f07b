/**
 * A device on this machine, asked over its local socket (S-059, decisions 13). Only ever called from a click: the
 * browser may ask the person whether the page may do so. Nothing about anyone is sent, and no reply is trusted.
 */
import { createPortalMessage, MACHINE_REPLY_LENGTH_MAX, parseHostMessage } from '@kerf/contract/host-messages'
import type { NativeCallError, NativeInput, NativeMethod, NativeOutput } from '@kerf/contract/native-calls'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/native-calls'
import { getPageContext } from '../page-context.ts'
import { createHostCalls, type HostResult } from './host-calls.ts'

const METHODS = ['module.status', 'device.info', 'gcode.process'] as const satisfies NativeMethod[]
export type MachineMethod = (typeof METHODS)[number]

/** Milliseconds between tries; as many tries and one more. */
const BACK_OFF = [200, 400, 800, 1600]
/** Milliseconds for one try; the second where the person is asked first. */
const CONNECT = 3_000
const CONNECT_ASKED = 60_000

export async function callMachine<M extends MachineMethod>(
  method: M,
  input: NativeInput<M>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<HostResult<NativeOutput<M>>> {
  const socket = await connect(signal)
  if (typeof socket === 'string') return { ok: false, reason: socket }
  const session = crypto.randomUUID()
  const send = (message: Parameters<typeof createPortalMessage>[1]) => {
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify(createPortalMessage(session, message)))
  }
  const calls = createHostCalls({
    ready: async () => true,
    call: (id, name, given) => send({ type: 'call', id, method: name, input: given }),
    cancel: id => send({ type: 'cancel', id }),
    supports: name => METHODS.some(own => own === name),
    mayFetch: () => false,
  })
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string' || data.length > MACHINE_REPLY_LENGTH_MAX) return calls.endAll('malformed')
    const answer = parseHostMessage(parse(data))
    if (answer?.type !== 'answer' || answer.session !== session) return calls.endAll('malformed')
    calls.answered(answer)
  }
  socket.onclose = () => calls.endAll('failed')
  try {
    return await calls.ask(method, input, signal ? { signal } : {})
  } finally {
    socket.onclose = null
    socket.close()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function connect(signal: AbortSignal | undefined): Promise<WebSocket | NativeCallError> {
  const permission = await permissionState()
  if (permission === 'denied') return 'blocked'
  for (const wait of [...BACK_OFF, undefined]) {
    if (signal?.aborted) return 'cancelled'
    const socket = await tryOnce(permission === 'prompt' ? CONNECT_ASKED : CONNECT, signal)
    if (socket) return socket
    // The person may have said no just now.
    if (permission === 'prompt' && (await permissionState()) === 'denied') return 'blocked'
    if (wait !== undefined) await new Promise(resolve => setTimeout(resolve, wait))
  }
  return 'no-device'
}

/** A policy or an extension may refuse to make one at all. */
function makeSocket(): WebSocket | undefined {
  try {
    return new WebSocket(`ws://127.0.0.1:${getPageContext().data.devicePort ?? MACHINE_BRIDGE_PORT}/`)
  } catch {
    return undefined
  }
}

function tryOnce(patience: number, signal: AbortSignal | undefined): Promise<WebSocket | undefined> {
  return new Promise(resolve => {
    const socket = makeSocket()
    if (!socket) return resolve(undefined)
    const done = (found?: WebSocket) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      socket.onopen = socket.onerror = null
      if (!found) socket.close()
      resolve(found)
    }
    const giveUp = () => done()
    const timer = setTimeout(giveUp, patience)
    signal?.addEventListener('abort', giveUp)
    socket.onopen = () => done(socket)
    socket.onerror = giveUp
  })
}

/** Chromium asks before a page may reach this machine, and has renamed the permission; others do not ask. */
async function permissionState(): Promise<PermissionState> {
  for (const name of ['loopback-network', 'local-network-access'])
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state
    } catch {
      // not known here
    }
  return 'granted'
}
