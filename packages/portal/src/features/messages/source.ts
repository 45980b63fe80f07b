/** Where the message centre and the badge get their messages from: one client and one feed for each token and language. */
import { type Call, createClient } from '@kerf/contract/client'
import { isExpiry } from '../../lib/failure.ts'
import { createFeed, type Feed } from './feed.ts'

export interface SourceOptions {
  /** '' for the page's own origin */
  readonly baseUrl: string
  readonly token: string
  readonly lang: string
  readonly appCode: string
}

export interface Source {
  readonly call: Call
  readonly feed: Feed
  readonly appCode: string
  /** Tells that the token is dead; gives how to be told no more. */
  onExpired(listener: () => void): () => void
}

const made = new Map<string, Source>()
/** A page that changes its language or account now and then needs but the latest few. */
const KEPT = 4

export function sourceOf(options: SourceOptions): Source {
  const { baseUrl, token, lang, appCode } = options
  const key = JSON.stringify([baseUrl, token, lang, appCode])
  const known = made.get(key)
  if (known) return known
  const listeners = new Set<() => void>()
  const tellExpired = () => {
    for (const listener of [...listeners]) listener()
  }
  const client = createClient({
    baseUrl,
    token: () => token,
    language: () => lang,
    // Another base: the app is told to nobody (decisions 5).
    app: () => ({ code: '', platform: '', version: '', origin: '' }),
    online: () => navigator.onLine,
  })
  const call: Call = async (endpoint, input, more) => {
    try {
      return await client(endpoint, input, more)
    } catch (error) {
      if (isExpiry(error)) tellExpired()
      throw error
    }
  }
  const source: Source = {
    call,
    feed: createFeed({ baseUrl, token, lang, appCode, call: client, onExpired: tellExpired }),
    appCode,
    onExpired(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  made.set(key, source)
  for (const [oldest] of made) {
    if (made.size <= KEPT) break
    made.delete(oldest)
  }
  return source
}
