/** Simulates a machine on this computer: answers the portal's calls over a local WebSocket (S-059). */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** States that `/dev/host` can put the machine into. */
export const MACHINE_STATES = [
  'installed',
  'missing',
  'outdated',
  'no-device',
  'refused',
  'silent',
  'nonsense',
  'huge',
] as const
export type MachineState = (typeof MACHINE_STATES)[number]

export interface MachineSimulator {
  readonly port: number
  state: MachineState
  /** received messages, newest last */
  readonly received: readonly string[]
  close(): Promise<void>
}

const RECEIVED_MAX = 50
/** A small machine closes the connection at a longer message. */
const MESSAGE_MAX_BYTES = 64 * 1024

/** Resolves to undefined if the port is in use, for example by the driver of a real machine. */
export async function simulateMachine(
  port: number,
  isAllowedOrigin: (origin: string) => boolean,
): Promise<MachineSimulator | undefined> {
  const received: string[] = []
  const server = new WebSocketServer({
    port,
    host: '127.0.0.1',
    maxPayload: MESSAGE_MAX_BYTES,
    // Any page in this computer's browser can connect; only the portal is accepted.
    verifyClient: ({ origin }, accept) => accept(isAllowedOrigin(origin ?? ''), 403),
  })
  server.on('connection', (socket: WebSocket) => {
    socket.on('error', () => socket.terminate())
    socket.on('message', data => {
      const text = String(data)
      received.push(text)
      if (received.length > RECEIVED_MAX) received.shift()
      const reply = answer(simulator.state, text)
      if (reply !== undefined) socket.send(reply)
    })
  })
  try {
    await once(server, 'listening')
  } catch {
    return undefined
  }
  const simulator: MachineSimulator = {
    port: (server.address() as AddressInfo).port,
    state: 'installed',
    received,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of server.clients) socket.terminate()
      }),
  }
  return simulator
}

const VERSIONS = { installed: '2.4.1', latest: '2.4.1' }

function answer(state: MachineState, text: string): string | undefined {
  let call: { id?: unknown; method?: unknown; session?: unknown; type?: unknown }
  try {
    call = JSON.parse(text)
  } catch {
    return undefined
  }
  const { id, method, session } = call
  if (call.type !== 'call' || state === 'silent') return undefined
  if (state === 'nonsense') return '{"source":"kerf-host","version":1,"type":"answer","ok":'
  if (state === 'huge') return JSON.stringify({ fill: 'x'.repeat(70_000) })
  const createReply = (more: object) =>
    JSON.stringify({ source: 'kerf-host', version: 1, type: 'answer', session, seq: 0, id, ...more })
  if (state === 'refused')
    return createReply({ ok: false, reason: 'refused', text: 'Confirm on the machine first.' })
  if (state === 'no-device') return createReply({ ok: false, reason: 'no-device' })
  if (method === 'module.status') {
    const { installed, latest } = VERSIONS
    const version = state === 'missing' ? '' : state === 'outdated' ? '2.1.0' : installed
    return createReply({ ok: true, value: { installed: state !== 'missing', version, latest } })
  }
  if (method === 'device.info') {
    const machines = [{ name: 'Kerf 20', model: 'K20', connected: true }]
    return createReply({ ok: true, value: { system: 'os', os: 'KerfOS 3', model: 'K20', machines } })
  }
  if (method === 'gcode.process') return createReply({ ok: true, value: {} })
  return createReply({ ok: false, reason: 'unsupported' })
}
