/** TCP proxy in front of the database that can close its connections, delay them or stop forwarding. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface DatabaseProxy {
  readonly port: number
  /** `closed`: connections are closed and refused; `silent`: nothing is forwarded, as on a lost network */
  state: 'open' | 'closed' | 'silent'
  /** half of the round trip that is added */
  delayMs: number
  interrupt(state: 'closed' | 'silent'): void
  /** becomes silent after the commit of a transaction with this statement, before the server reads its answer */
  silenceAfterCommit: { readonly statement: string; readonly onSilent: () => void } | undefined
  close(): Promise<void>
}

/**
 * Repeats `call` until a transaction with `statement` has committed and the server waits for its answer in vain: a busy machine may
 * refuse a call before. The returned promise resolves with the code of the answer that the client gets, or with `cut off`.
 */
export async function loseAnswer(
  proxy: DatabaseProxy,
  statement: string,
  call: () => Promise<{ readonly code: number }>,
): Promise<{ readonly ended: Promise<number | 'cut off'> }> {
  for (;;) {
    const silent = Promise.withResolvers<'silent'>()
    proxy.silenceAfterCommit = { statement, onSilent: () => silent.resolve('silent') }
    const ended = call().then(
      ({ code }) => code,
      () => 'cut off' as const,
    )
    const first = await Promise.race([silent.promise, ended])
    if (first === 'silent') return { ended }
    if (first === 0) throw new Error(`a call succeeded without the statement ${statement}`)
  }
}

/** Equal delays keep the order of what is sent. */
function createForward(delayMs: () => number) {
  return (to: Socket, data: Buffer | string): void => {
    if (delayMs() === 0) to.write(data)
    else setTimeout(() => to.writable && to.write(data), delayMs())
  }
}

export async function startDatabaseProxy(target: URL): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>()
  const forward = createForward(() => proxy.delayMs)
  const server: Server = createServer(client => {
    if (proxy.state === 'closed') return void client.destroy()
    sockets.add(client)
    const database = connect(Number(target.port), target.hostname)
    sockets.add(database)
    for (const socket of [client, database]) socket.on('error', () => undefined)
    let statementSent = false
    client.on('data', data => {
      if (proxy.silenceAfterCommit && data.includes(proxy.silenceAfterCommit.statement)) statementSent = true
      if (proxy.state === 'open') forward(database, data)
    })
    database.on('data', data => {
      const { silenceAfterCommit } = proxy
      if (silenceAfterCommit && statementSent && data.includes('COMMIT\0')) {
        proxy.silenceAfterCommit = undefined
        proxy.state = 'silent'
        silenceAfterCommit.onSilent()
      }
      if (proxy.state === 'open') forward(client, data)
    })
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const proxy: DatabaseProxy = {
    port: (server.address() as AddressInfo).port,
    state: 'open',
    delayMs: 0,
    silenceAfterCommit: undefined,
    interrupt(state) {
      proxy.state = state
      if (state === 'closed') for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return proxy
}
