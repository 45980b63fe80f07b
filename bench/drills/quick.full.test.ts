/** The drills in small: what `npm run drill` shows at length with HAProxy and a standby. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../packages/server/src/platform/db/database.ts'
import { loadKeys, readMasterKey } from '../../packages/server/src/platform/keys/keys.ts'
import { randomToken } from '../../packages/server/src/platform/keys/secrets.ts'
import type { ServerProcess } from '../../packages/server/test/support/server-process.ts'
import { startTestServer } from '../../packages/server/test/support/test-server.ts'
import { type FaultProxy, startFaultProxy, throughProxy } from './topology/tcp-fault-proxy.ts'
import { verifyAcknowledged } from './workload/verify.ts'
import { startWorkload, type Workload, WRITE_MIX } from './workload/workload.ts'

const KERF_MASTER_KEY = randomToken()
const DATABASE_WAIT_MS = 1_000
const TIMEOUT_MS = 120_000

let link: FaultProxy
const server = await startTestServer({
  processes: 2,
  // Longer than a proxy, here the test, takes to notice that a server drains.
  env: { KERF_MASTER_KEY, DRAIN_SECONDS: '5' },
  async databaseProxy(url) {
    link = await startFaultProxy(Number(new URL(url).port))
    return throughProxy(url, link)
  },
})
const db = await openDatabase({ url: server.databaseUrl, poolSize: 2, onError: () => undefined })
afterAll(async () => {
  await db.close()
  await server.close()
  await link.stop()
})

const isReady = async ({ url }: ServerProcess): Promise<boolean> => {
  const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}

/** Waits until `count` more writes are acknowledged. */
async function waitForWrites({ records }: Workload, count: number): Promise<void> {
  const from = records.length
  while (records.slice(from).filter(({ code, act }) => code === 0 && act !== 'check').length < count)
    await sleep(20)
}

test(
  'loses no acknowledged write, signs nobody out and drains without a failed call',
  async () => {
    const keys = await loadKeys(db, await readMasterKey(KERF_MASTER_KEY, ''))
    // What a proxy does: a process gets calls while it is ready.
    let inRotation = [...server.processes]
    let turn = 0
    const workload = await startWorkload(
      { db, keys },
      {
        url: () => inRotation[turn++ % inRotation.length]?.url ?? '',
        // Few calls: beside all other tests, more would wait too long for the database.
        rate: 12,
        mix: { ...WRITE_MIX, password: 0, check: 20 },
        people: 60,
      },
    )
    await waitForWrites(workload, 10)

    const [killed, drained] = inRotation as [ServerProcess, ServerProcess]
    await killed.kill()
    inRotation = [drained]
    await waitForWrites(workload, 5)
    inRotation = [drained, await server.spawn()]
    await waitForWrites(workload, 5)

    link.setState('cut')
    const { records } = workload
    while (!records.some(({ status, code }) => status === 503 && code === 20901)) await sleep(20)
    link.setState('open')
    await waitForWrites(workload, 10)

    const before = records.length
    const ended = drained.stop()
    while (await isReady(drained)) await sleep(20)
    inRotation = inRotation.filter(one => one !== drained)
    expect(await ended, drained.output().slice(-4_000)).toBe(0)
    await waitForWrites(workload, 5)
    const failed = records.slice(before).filter(({ code }) => code !== 0)
    // A call that waited for the database until its deadline says that the machine is busy. One that the end of a process fails does not wait.
    expect(failed.filter(({ status, ms }) => status !== 503 || ms < DATABASE_WAIT_MS)).toEqual([])

    await workload.stop()
    const { writes, ...faults } = await verifyAcknowledged(workload, server.databaseUrl, keys)
    expect(writes).toBeGreaterThanOrEqual(35)
    expect(faults).toEqual({ lost: [], doubled: [], signedOut: 0, unaudited: [] })
  },
  TIMEOUT_MS,
)
