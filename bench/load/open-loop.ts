/**
 * Calls at a fixed rate, each sent when it is due whether or not those before were answered, and timed from when it was due:
 * a server that stalls shows in every call of that time, and a pause of the sender is not taken for one of the server.
 */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Load, LoadReport } from './shot.ts'

const PATIENCE = 10_000

export async function fireAtRate(load: Load & { readonly rate: number }): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const faults: string[] = []
  const times: number[] = []

  const send = ({ method, path, headers, body }: Call, due: number): Promise<void> =>
    new Promise(resolve => {
      const end = (fault?: string): void => {
        if (fault === undefined) times.push(performance.now() - due)
        else faults.push(fault)
        resolve()
      }
      const sent = request(`${load.url}${path}`, { method, headers, agent, timeout: PATIENCE }, answer => {
        const { statusCode = 0 } = answer
        answer.resume()
        answer.on('end', () => end(statusCode >= 200 && statusCode < 300 ? undefined : String(statusCode)))
      })
      sent.on('timeout', () => sent.destroy(new Error('late')))
      sent.on('error', error => end(error.message))
      sent.end(body)
    })

  const began = performance.now()
  const total = Math.round(load.rate * load.seconds)
  const all: Promise<void>[] = []
  for (let index = 0; index < total; index++) {
    const due = began + (index * 1_000) / load.rate
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    const call = load.calls[index % load.calls.length]
    if (call) all.push(send(call, due))
  }
  await Promise.all(all)
  const took = (performance.now() - began) / 1_000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  return {
    rate: times.length / took,
    p50: at(0.5),
    p99: at(0.99),
    faults: faults.length,
    example: faults[0] ?? '',
  }
}
