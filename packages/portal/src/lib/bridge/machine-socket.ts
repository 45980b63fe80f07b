/**
 * Calls a machine connected to this computer over the local socket of its driver (R-71, S-059). Only called from a
 * click, because the browser may ask for permission. Sends no personal data and validates every reply.
 */
import {
  createPortalMessage,
  MACHINE_REPLY_LENGTH_MAX,
  parseHostMessage,
} from '@kerf/contract/host/host-messages'
import type {
  NativeCallError,
  NativeInput,
  NativeMethod,
  NativeOutput,
} from '@kerf/contract/host/native-calls'
import { MACHINE_BRIDGE_PORT } from '@kerf/contract/host/native-calls'
import { queryPermission } from '../browser/guarded-apis.ts'
import { getPageContext } from '../page/page-context.ts'
import { createHostCalls, type HostResult } from './host-calls.ts'

const METHODS = ['module.status', 'device.info', 'gcode.process'] as const satisfies NativeMethod[]
export type MachineMethod = (typeof METHODS)[number]

/** Delays between connection attempts: one more attempt than delays. */
const RETRY_DELAYS_MS = [200, 400, 800, 1600]
const CONNECT_TIMEOUT_MS = 3_000
/** Where the browser asks the person for permission first. */
const CONNECT_WITH_PROMPT_TIMEOUT_MS = 60_000

/** Never rejects. Opens a connection for one call. */
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
    waitForPeer: async () => true,
    sendCall: (id, name, callInput) => send({ type: 'call', id, method: name, input: callInput }),
    sendCancel: id => send({ type: 'cancel', id }),
    supports: name => METHODS.some(supported => supported === name),
    mayFetch: () => false,
  })
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string' || data.length > MACHINE_REPLY_LENGTH_MAX) return calls.failAll('malformed')
    const answer = parseHostMessage(parseJson(data))
    if (answer?.type !== 'answer' || answer.session !== session) return calls.failAll('malformed')
    calls.handleAnswer(answer)
  }
  socket.onclose = () => calls.failAll('failed')
  try {
    return await calls.call(method, input, signal ? { signal } : {})
  } finally {
    socket.onclose = null
    socket.close()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function connect(signal: AbortSignal | undefined): Promise<WebSocket | NativeCallError> {
  const permission = await getPermissionState()
  if (permission === 'denied') return 'blocked'
  const timeoutMs = permission === 'prompt' ? CONNECT_WITH_PROMPT_TIMEOUT_MS : CONNECT_TIMEOUT_MS
  for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
    if (signal?.aborted) return 'cancelled'
    const socket = await openSocket(timeoutMs, signal)
    if (socket) return socket
    // The person may have denied the permission in the prompt.
    if (permission === 'prompt' && (await getPermissionState()) === 'denied') return 'blocked'
    if (delayMs !== undefined) await new Promise(resolve => setTimeout(resolve, delayMs))
  }
  return 'no-device'
}

/** The constructor throws where a Content-Security-Policy or an extension blocks the address. */
function createSocket(): WebSocket | undefined {
  try {
    return new WebSocket(`ws://127.0.0.1:${getPageContext().data.devicePort ?? MACHINE_BRIDGE_PORT}/`)
  } catch {
    return undefined
  }
}

function openSocket(timeoutMs: number, signal: AbortSignal | undefined): Promise<WebSocket | undefined> {
  return new Promise(resolve => {
    const socket = createSocket()
    if (!socket) return resolve(undefined)
    const finish = (opened?: WebSocket) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', fail)
      socket.onopen = socket.onerror = null
      if (!opened) socket.close()
      resolve(opened)
    }
    const fail = () => finish()
    const timer = setTimeout(fail, timeoutMs)
    signal?.addEventListener('abort', fail)
    socket.onopen = () => finish(socket)
    socket.onerror = fail
  })
}

/** Chromium has a permission for connections to this computer, and has renamed it. Other browsers do not ask. */
async function getPermissionState(): Promise<PermissionState> {
  for (const name of ['loopback-network', 'local-network-access']) {
    const state = await queryPermission(name)
    if (state !== undefined) return state
  }
  return 'granted'
}
