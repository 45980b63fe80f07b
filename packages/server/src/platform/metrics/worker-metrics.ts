/**
 * Metrics over all worker processes: whichever worker is asked, it answers for all of them. A worker asks the primary process, which
 * asks every worker and adds up their metrics.
 */
import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

const ANSWER_TIMEOUT_MS = 5_000

interface MetricsMessage {
  readonly kerfMetrics: number
  /** of an answer */
  readonly text?: string
}

const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof (message as MetricsMessage | null)?.kerfMetrics === 'number'

/** In the primary process: answers the workers. */
export function serveWorkerMetrics(): void {
  const aggregator = new AggregatorRegistry()
  const answer = async (worker: Worker, { kerfMetrics }: MetricsMessage): Promise<void> => {
    const text = await aggregator.clusterMetrics()
    if (worker.isConnected()) worker.send({ kerfMetrics, text })
  }
  cluster.on('message', (worker, message: unknown) => {
    // A worker that does not answer makes the library reject; the asking one then answers for itself.
    if (isMetricsMessage(message)) answer(worker, message).catch(() => undefined)
  })
}

/** In a worker: returns the metrics of all workers, or of this one if the others do not answer in time. */
export function createWorkerMetrics(register: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(register)
  // Answers the primary process.
  new AggregatorRegistry()
  let asked = 0
  const pending = new Map<number, (text: string | undefined) => void>()
  process.on('message', (message: unknown) => {
    if (isMetricsMessage(message)) pending.get(message.kerfMetrics)?.(message.text)
  })
  return async () => {
    const id = ++asked
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    pending.set(id, resolve)
    const timer = setTimeout(resolve, ANSWER_TIMEOUT_MS, undefined)
    process.send?.({ kerfMetrics: id } satisfies MetricsMessage)
    const text = await promise.finally(() => {
      clearTimeout(timer)
      pending.delete(id)
    })
    return text ?? register.metrics()
  }
}
