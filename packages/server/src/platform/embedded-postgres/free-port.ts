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

/** Returns `preferred` if it is free, or else a port that the system chooses. */
export async function findFreePort(preferred: number): Promise<number> {
  const port = (preferred > 0 ? await tryPort(preferred) : undefined) ?? (await tryPort(0))
  if (port === undefined) throw new Error('no free port on 127.0.0.1')
  return port
}
