/** A connection to one page by the Chrome DevTools protocol, in the small part that Chromium 87 has too. */
const ANSWER_TIMEOUT_MS = 10_000

interface DevToolsPage {
  readonly id: string
  readonly type: string
  readonly webSocketDebuggerUrl: string
}

/** The pages of a browser. Throws while there is none. */
export async function findDevToolsPages(port: number): Promise<[DevToolsPage, ...DevToolsPage[]]> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [first, ...others] = ((await response.json()) as DevToolsPage[]).filter(({ type }) => type === 'page')
  if (!first) throw new Error('no page')
  return [first, ...others]
}

interface Context {
  readonly id: number
  readonly auxData?: { readonly isDefault?: boolean; readonly frameId?: string }
}

export async function connectDevTools(url: string) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`no DevTools at ${url}`))
  })
  let lastId = 0
  const waiting = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>()
  const contexts = new Map<number, Context>()
  let mainFrame: string | undefined
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (message.method === 'Runtime.executionContextCreated')
      contexts.set(message.params.context.id, message.params.context)
    else if (message.method === 'Runtime.executionContextDestroyed')
      contexts.delete(message.params.executionContextId)
    else if (message.method === 'Runtime.executionContextsCleared') contexts.clear()
  }
  function send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++lastId
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), ANSWER_TIMEOUT_MS)
      waiting.set(id, ({ result, error }) => {
        clearTimeout(timer)
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result as Record<string, unknown>)
      })
    })
  }
  await send('Page.enable')
  await send('Runtime.enable')
  const { frameTree } = (await send('Page.getFrameTree')) as { frameTree: { frame: { id: string } } }
  mainFrame = frameTree.frame.id
  const find = (where: 'main' | 'frame'): Context | undefined =>
    [...contexts.values()]
      .filter(({ auxData }) => auxData?.isDefault && (auxData.frameId === mainFrame) === (where === 'main'))
      .pop()
  return {
    send,
    hasFrame: () => find('frame') !== undefined,
    async run(body: string, where: 'main' | 'frame'): Promise<unknown> {
      const contextId = find(where)?.id
      if (contextId === undefined) throw new Error(`no context for ${where}`)
      const { result, exceptionDetails } = (await send('Runtime.evaluate', {
        expression: `(async () => {${body}\n})()`,
        contextId,
        awaitPromise: true,
        returnByValue: true,
      })) as { result: { value?: unknown }; exceptionDetails?: { exception?: { description?: string } } }
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'the script threw')
      return result.value
    },
    close: () => socket.close(),
  }
}
