/** A session check at 500 a second takes less than 5 ms (p50) and 50 ms (p99), over two servers behind HAProxy (P-08). */
import { getBasicInfo } from '@kerf/contract/endpoints/profile'
import { TOKEN_HEADER } from '@kerf/contract/headers'
import { atMost } from '../harness/figures.ts'
import { createInstallation } from '../harness/installation.ts'
import { clientAddress, runLoad } from '../load/run-load.ts'
import type { Drill } from './drill.ts'
import { startNodes } from './topology/nodes.ts'
import { seedPeople } from './workload/people.ts'

const RATE = 500
const PEOPLE = 1_000

export const drill: Drill = {
  title: `${RATE} session checks a second over two servers behind HAProxy`,
  promises: ['P-08'],
  async run({ minutes }) {
    const installation = await createInstallation()
    const { url } = await startNodes(installation.env)
    const people = await seedPeople(installation, PEOPLE)
    const calls = people.map(({ token }, index) => ({
      method: 'GET' as const,
      path: getBasicInfo.path,
      headers: { [TOKEN_HEADER]: token, 'x-forwarded-for': clientAddress(index) },
    }))
    const load = { url, connections: 64, rate: RATE, calls }
    await runLoad({ ...load, seconds: 5 })
    const { rate, p50, p99, p999 } = await runLoad({
      ...load,
      seconds: minutes({ short: 0.5, full: 5 }) * 60,
    })
    return [
      { promise: 'P-08', name: 'served', value: rate, unit: '/s' },
      { promise: 'P-08', name: 'session check, p50', value: p50, unit: 'ms', limit: atMost(5) },
      { promise: 'P-08', name: 'session check, p99', value: p99, unit: 'ms', limit: atMost(50) },
      { promise: 'P-08', name: 'session check, p99.9', value: p999, unit: 'ms', limit: atMost(150) },
    ]
  },
}
