/** Two server processes behind HAProxy, as an operator runs them on two machines. */
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../../packages/server/src/platform/embedded-postgres/free-port.ts'
import { type Server, startServer } from '../../harness/server-process.ts'
import { type PortalProxy, startPortalProxy } from './haproxy.ts'

export interface Node {
  readonly port: number
  /** direct address, not through HAProxy */
  readonly url: string
  /** undefined while stopped or killed */
  server: Server | undefined
  /** Starts the process and waits until `/readyz` succeeds. */
  start(env?: Readonly<Record<string, string>>): Promise<void>
  /** Sends SIGTERM and waits for the end. Returns the seconds that this took. */
  stop(): Promise<number>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

export interface Nodes {
  readonly url: string
  readonly proxy: PortalProxy
  readonly nodes: readonly [Node, Node]
}

const READY_TIMEOUT_MS = 90_000

/** Rejects if the server is not ready within READY_TIMEOUT_MS. */
export async function waitUntilReady(url: string): Promise<void> {
  const until = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    const response = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    if (performance.now() > until) throw new Error(`${url} does not become ready`)
    await sleep(50)
  }
}

function createNode(port: number, settings: Readonly<Record<string, string>>): Node {
  const url = `http://127.0.0.1:${port}`
  const node: Node = {
    port,
    url,
    server: undefined,
    async start(env = {}) {
      node.server = await startServer({ ...settings, ...env }, port)
      await waitUntilReady(url)
    },
    async stop() {
      const begun = performance.now()
      await node.server?.stop()
      node.server = undefined
      return (performance.now() - begun) / 1_000
    },
    async kill() {
      const child = node.server?.child
      if (child && child.exitCode === null && child.signalCode === null) {
        const ended = new Promise(resolve => child.once('exit', resolve))
        child.kill('SIGKILL')
        await ended
      }
      node.server = undefined
    },
  }
  return node
}

/** `env`: settings of both servers; the second argument adds those of one. */
export async function startNodes(
  env: Readonly<Record<string, string>>,
  own: readonly [Readonly<Record<string, string>>, Readonly<Record<string, string>>] = [{}, {}],
): Promise<Nodes> {
  const ports = [await findFreePort(), await findFreePort()] as const
  const proxy = await startPortalProxy([`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`])
  const settings = { ...env, PUBLIC_URL: proxy.url }
  const nodes = [
    createNode(ports[0], { ...settings, ...own[0] }),
    createNode(ports[1], { ...settings, ...own[1] }),
  ] as const
  // One after the other: the first one migrates.
  for (const node of nodes) await node.start()
  await waitUntilReady(proxy.url)
  return { url: proxy.url, proxy, nodes }
}
