/** Child process: runs the load that its parent sends and sends back the report. */
import autocannon from 'autocannon'
import type { Load, LoadReport } from './load.ts'
import { runOpenLoop } from './open-loop.ts'

/** The calls of each connection. */
function distributeCalls(load: Load): autocannon.Request[][] {
  const groups: autocannon.Request[][] = Array.from({ length: load.connections }, () => [])
  load.calls.forEach((call, index) => {
    groups[index % groups.length]?.push({ ...call })
  })
  return groups
}

async function runLoad(load: Load): Promise<LoadReport> {
  if (load.rate !== undefined) return runOpenLoop({ ...load, rate: load.rate })
  const groups = distributeCalls(load)
  let next = 0
  const [first] = load.calls
  if (!first) throw new Error('a load needs calls')
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    timeout: 10,
    requests: [{ ...first }],
    setupClient(client) {
      const calls = groups[next++ % groups.length]
      if (calls && calls.length > 0) client.setRequests(calls)
    },
  })
  const { errors, timeouts, non2xx } = result
  return {
    rate: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    p999: result.latency.p99_9,
    failures: non2xx + errors + timeouts,
    example: `4xx: ${result['4xx']}, 5xx: ${result['5xx']}, errors: ${errors}, timeouts: ${timeouts}`,
  }
}

process.channel?.ref()
process.once('message', load => {
  runLoad(load as Load).then(
    report => process.send?.(report),
    (error: Error) => {
      console.error(error.message)
      process.exit(1)
    },
  )
})
