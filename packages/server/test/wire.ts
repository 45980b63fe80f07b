/** A wire to the database that can be cut and mended, or go dead without a word. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Wire {
  readonly port: number
  state: 'whole' | 'cut' | 'dead'
  cut(state: 'cut' | 'dead'): void
  close(): Promise<void>
}

export async function startWire(target: URL): Promise<Wire> {
  const sockets = new Set<Socket>()
  const server: Server = createServer(client => {
    if (wire.state === 'cut') return void client.destroy()
    sockets.add(client)
    const database = connect(Number(target.port), target.hostname)
    sockets.add(database)
    for (const socket of [client, database]) socket.on('error', () => undefined)
    client.on('data', data => wire.state === 'whole' && database.write(data))
    database.on('data', data => wire.state === 'whole' && client.write(data))
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const wire: Wire = {
    port: (server.address() as AddressInfo).port,
    state: 'whole',
    cut(state) {
      wire.state = state
      if (state === 'cut') for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return wire
}
