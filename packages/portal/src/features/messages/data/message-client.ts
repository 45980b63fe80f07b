/** API client and feed of the message center and the badge, shared per token and language. */
import { type Call, createClient } from '@kerf/contract/client/client'
import { isSessionExpiry } from '../../../lib/api/error-name.ts'
import { createMessageFeed, type MessageFeed } from './message-feed.ts'

export interface MessageClientOptions {
  /** '' for the page's own origin */
  readonly baseUrl: string
  readonly token: string
  readonly lang: string
  readonly appCode: string
}

export interface MessageClient {
  /** Identifies the client in the keys of queries, which must not contain the token. */
  readonly id: number
  readonly call: Call
  readonly feed: MessageFeed
  readonly appCode: string
  /** Reports that the token has expired. Returns the function that unsubscribes. */
  onExpired(listener: () => void): () => void
}

const clients = new Map<string, MessageClient>()
let clientCount = 0
/** Older clients, of a previous language or account, are dropped. */
const CLIENTS_MAX = 4

export function getMessageClient(options: MessageClientOptions): MessageClient {
  const { baseUrl, token, lang, appCode } = options
  const key = JSON.stringify([baseUrl, token, lang, appCode])
  const known = clients.get(key)
  if (known) return known
  const listeners = new Set<() => void>()
  const notifyExpired = () => {
    for (const listener of [...listeners]) listener()
  }
  const client = createClient({
    baseUrl,
    token: () => token,
    language: () => lang,
    // The base URL may be another origin, so requests do not name the app.
    app: () => ({ code: '', platform: '', version: '', origin: '' }),
    online: () => navigator.onLine,
  })
  const call: Call = async (endpoint, input, more) => {
    try {
      return await client(endpoint, input, more)
    } catch (error) {
      if (isSessionExpiry(error)) notifyExpired()
      throw error
    }
  }
  const source: MessageClient = {
    id: ++clientCount,
    call,
    feed: createMessageFeed({ baseUrl, token, lang, appCode, call: client, onExpired: notifyExpired }),
    appCode,
    onExpired(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  clients.set(key, source)
  for (const [oldest] of clients) {
    if (clients.size <= CLIENTS_MAX) break
    clients.delete(oldest)
  }
  return source
}
