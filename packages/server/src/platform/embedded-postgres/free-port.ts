import { createServer } from 'node:net'

function tryPort(port: number): Promise<number | undefined> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      const free = typeof address === 'object' && address ? address.port : undefined
      server.close(() => resolve(free))
    })
  })
}

/** Below the ports that Linux gives to outgoing connections: a program that is started again finds its port free. */
const [FIRST, COUNT] = [20_000, 10_000]
const TRIES_MAX = 20

/** Returns `preferred` if it is free, or else another port that no outgoing connection takes while the program is down. */
export async function findFreePort(preferred = 0): Promise<number> {
  let port = preferred > 0 ? await tryPort(preferred) : undefined
  for (let tries = 0; port === undefined && tries < TRIES_MAX; tries++)
    port = await tryPort(FIRST + Math.floor(Math.random() * COUNT))
  if (port === undefined) throw new Error('no free port on 127.0.0.1')
  return port
}
