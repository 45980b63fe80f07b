/** A wire to the database that can be cut and mended, or go dead without a word. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface DatabaseProxy {
  readonly port: number
  state: 'whole' | 'cut' | 'dead'
  disconnect(state: 'cut' | 'dead'): void
  /** goes dead when a transaction with this statement has been committed, before anybody hears of it */
  breakAfterCommit: { readonly statement: string; readonly caught: () => void } | undefined
  close(): Promise<void>
}

export async function startDatabaseProxy(target: URL): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  const server: Server = createServer(client => {
    if (wire.state === 'cut') return void client.destroy()
    sockets.add(client)
    const database = connect(Number(target.port), target.hostname)
    sockets.add(database)
    for (const socket of [client, database]) socket.on('error', () => undefined)
    let watched = false
    client.on('data', data => {
      if (wire.breakAfterCommit && data.includes(wire.breakAfterCommit.statement)) watched = true
      if (wire.state === 'whole') database.write(data)
    })
    database.on('data', data => {
      const { breakAfterCommit } = wire
      if (breakAfterCommit && watched && data.includes('COMMIT\0')) {
        wire.breakAfterCommit = undefined
        wire.state = 'dead'
        breakAfterCommit.caught()
      }
      if (wire.state === 'whole') client.write(data)
    })
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const wire: DatabaseProxy = {
    port: (server.address() as AddressInfo).port,
    state: 'whole',
    breakAfterCommit: undefined,
    disconnect(state) {
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
