/** Simulates a machine on this computer: answers the portal's calls over a local WebSocket (S-059). */
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { acceptSocket } from './web-socket.ts'

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

/** Resolves to undefined if the port is in use, for example by the driver of a real machine. */
export async function simulateMachine(
  port: number,
  isAllowedOrigin: (origin: string) => boolean,
): Promise<MachineSimulator | undefined> {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_, response) => response.writeHead(426).end())
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket) => {
    // Any page in this computer's browser can connect; only the portal is accepted.
    if (!isAllowedOrigin(request.headers.origin ?? '')) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    acceptSocket(request, socket, (text, connection) => {
      received.push(text)
      if (received.length > RECEIVED_MAX) received.shift()
      const reply = answer(simulator.state, text)
      if (reply !== undefined) connection.send(reply)
    })
  })
  const listening = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!listening) return undefined
  const simulator: MachineSimulator = {
    port: (server.address() as AddressInfo).port,
    state: 'installed',
    received,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
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
