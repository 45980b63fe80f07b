/**
 * Open-loop load: sends calls at a fixed rate, without waiting for earlier responses. Latency counts from the time at
 * which a call was due, so a stall of the server shows in every call that was due during it (no coordinated omission).
 */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Load, LoadReport } from './load.ts'

const REQUEST_TIMEOUT_MS = 10_000

export async function runOpenLoop(load: Load & { readonly rate: number }): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  const failures: string[] = []
  const times: number[] = []

  const send = ({ method, path, headers, body }: Call, due: number): Promise<void> =>
    new Promise(resolve => {
      const end = (failure?: string): void => {
        if (failure === undefined) times.push(performance.now() - due)
        else failures.push(failure)
        resolve()
      }
      const outgoing = request(
        `${load.url}${path}`,
        { method, headers, agent, timeout: REQUEST_TIMEOUT_MS },
        response => {
          const { statusCode = 0 } = response
          response.resume()
          response.on('end', () =>
            end(statusCode >= 200 && statusCode < 300 ? undefined : String(statusCode)),
          )
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
      outgoing.on('error', error => end(error.message))
      outgoing.end(body)
    })

  const start = performance.now()
  const total = Math.round(load.rate * load.seconds)
  const pending: Promise<void>[] = []
  for (let index = 0; index < total; index++) {
    const due = start + (index * 1_000) / load.rate
    const waitMs = due - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const call = load.calls[index % load.calls.length]
    if (call) pending.push(send(call, due))
  }
  await Promise.all(pending)
  const elapsedSeconds = (performance.now() - start) / 1_000
  agent.destroy()
  times.sort((a, b) => a - b)
  const percentile = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  return {
    rate: times.length / elapsedSeconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
    p999: percentile(0.999),
    failures: failures.length,
    example: failures[0] ?? '',
  }
}
