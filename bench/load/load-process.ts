/** Fires the load it is sent and answers with what came of it. */
import autocannon from 'autocannon'
import { fireAtRate } from './open-loop.ts'
import type { Load, LoadReport } from './shot.ts'

function deal(load: Load): autocannon.Request[][] {
  const hands: autocannon.Request[][] = Array.from({ length: load.connections }, () => [])
  load.calls.forEach((call, index) => {
    hands[index % hands.length]?.push({ ...call })
  })
  return hands
}

async function fire(load: Load): Promise<LoadReport> {
  if (load.rate !== undefined) return fireAtRate({ ...load, rate: load.rate })
  const hands = deal(load)
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
      const hand = hands[next++ % hands.length]
      if (hand && hand.length > 0) client.setRequests(hand)
    },
  })
  const { errors, timeouts, non2xx } = result
  return {
    rate: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    faults: non2xx + errors + timeouts,
    example: `4xx: ${result['4xx']}, 5xx: ${result['5xx']}, broken: ${errors}, late: ${timeouts}`,
  }
}

process.channel?.ref()
process.once('message', load => {
  fire(load as Load).then(
    report => process.send?.(report),
    (error: Error) => {
      console.error(error.message)
      process.exit(1)
    },
  )
})
