/** How long an ended session is still accepted by the other server (P-06). */
import { setTimeout as sleep } from 'node:timers/promises'
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { logout } from '@kerf/contract/endpoints/session'
import { createClient } from './client.ts'
import type { Person } from './people.ts'

const TIMEOUT_MS = 10_000

/**
 * Signs each person out at one server, in turn, while the other one serves their checks. Returns the milliseconds from the
 * acknowledgement until the other server refused. Infinity: it still accepted after ten seconds.
 */
export async function measureRevocations(
  [urlA, urlB]: readonly [string, string],
  people: readonly Person[],
): Promise<number[]> {
  const clients = [createClient(urlA), createClient(urlB)] as const
  const times: number[] = []
  for (const [index, { token }] of people.entries()) {
    const [here, there] = index % 2 === 0 ? clients : [clients[1], clients[0]]
    const before = await there.call(getBasicInfo, undefined, { token })
    if (before.code !== 0) throw new Error(`a live session was refused with ${before.code}`)
    await here.call(logout, undefined, { token })
    const ended = performance.now()
    for (;;) {
      const { code } = await there.call(getBasicInfo, undefined, { token })
      const ms = performance.now() - ended
      if (code !== 0 || ms > TIMEOUT_MS) {
        times.push(code === 0 ? Number.POSITIVE_INFINITY : ms)
        break
      }
      await sleep(2)
    }
  }
  for (const client of clients) client.close()
  return times
}
