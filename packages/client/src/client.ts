import { KerfError } from './kerf-error.ts'
import { createTransport, secureOrigin } from './transport.ts'
import type {
  KerfAccount,
  KerfBenefitEvent,
  KerfBenefitQuery,
  KerfCallOptions,
  KerfClient,
  KerfClientOptions,
  KerfHandoverTicket,
  KerfPage,
  KerfTicketAccount,
} from './types.ts'

/** Most handles that one call accepts. */
const SESSIONS_PER_CALL = 100
/** Login tokens and tickets. Anything else cannot be one, and must not reach an error message of `fetch`. */
const TOKEN = /^[\w-]{1,512}$/

function* chunksOf(values: Iterable<string>): Generator<string[]> {
  const all = [...new Set(values)]
  for (let start = 0; start < all.length; start += SESSIONS_PER_CALL)
    yield all.slice(start, start + SESSIONS_PER_CALL)
}

const queryOf = ({ cursor, limit }: KerfBenefitQuery): Record<string, string> => ({
  ...(cursor !== undefined && { cursor }),
  ...(limit !== undefined && { limit: String(limit) }),
})

/** Creates the client. Sends nothing. Throws a TypeError for a portal without https. */
export function createKerfClient(options: KerfClientOptions): KerfClient {
  const origin = secureOrigin(options.portal, options)
  const call = createTransport(options)

  /** A call of an app. `isRepeatable`: see transport.ts. */
  const post = <T>(path: string, body: unknown, isRepeatable: boolean, more?: KerfCallOptions): Promise<T> =>
    call<T>({ method: 'POST', path, body, isRepeatable }, more)

  const alive = async (sessions: Iterable<string>, more?: KerfCallOptions): Promise<Set<string>> => {
    const found = new Set<string>()
    for (const chunk of chunksOf(sessions)) {
      const answer = await post<{ alive: string[] }>('/v1/ticket/alive', { sessions: chunk }, true, more)
      for (const session of answer.alive) found.add(session)
    }
    return found
  }

  const list = (query: KerfBenefitQuery = {}, more?: KerfCallOptions): Promise<KerfPage<KerfBenefitEvent>> =>
    call({ method: 'GET', path: '/v1/benefits/feed', query: queryOf(query), isRepeatable: true }, more)

  return {
    loginUrl({ returnUrl, app, page = 'login', language = 'en', parameters = {} }) {
      const url = new URL(`/${language}/${page}`, origin)
      if (app !== undefined) url.searchParams.set('p', app)
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      url.searchParams.set('r', returnUrl)
      return url.href
    },

    tickets: {
      redeem: (input, more) => post<KerfTicketAccount>('/v1/ticket/redeem', input, false, more),
    },

    sessions: {
      alive,
      isAlive: async (session, more) => (await alive([session], more)).has(session),
      async end(sessions, more) {
        let ended = 0
        for (const chunk of chunksOf(sessions))
          ended += (await post<{ ended: number }>('/v1/ticket/end', { sessions: chunk }, true, more)).ended
        return ended
      },
    },

    benefits: {
      list,
      async *events({ cursor, limit = 100 } = {}, more) {
        for (let after = cursor; ; ) {
          const { items, next } = await list({ ...(after !== undefined && { cursor: after }), limit }, more)
          yield* items
          if (next === null) return
          after = next
        }
      },
    },

    messages: {
      send: (message, { idempotencyKey = crypto.randomUUID(), ...more } = {}) =>
        call(
          { method: 'POST', path: '/v1/messages', body: message, idempotencyKey, isRepeatable: true },
          more,
        ),
      revoke: async (id, more) =>
        (await post<{ revoked: boolean }>('/v1/messages/revoke', { id }, true, more)).revoked,
    },

    accounts: {
      async find(utoken, more) {
        if (!TOKEN.test(utoken)) return undefined
        try {
          const path = '/v1/user/fullinfo'
          return await call<KerfAccount>({ method: 'GET', path, utoken, isRepeatable: true }, more)
        } catch (error) {
          if (hasEnded(error)) return undefined
          throw error
        }
      },
      async logout(utoken, more) {
        if (!TOKEN.test(utoken)) return
        try {
          const path = '/v1/user/logout'
          await call({ method: 'POST', path, body: {}, utoken, isRepeatable: true }, more)
        } catch (error) {
          if (!hasEnded(error)) throw error
        }
      },
      async createTicket(utoken, target, more) {
        if (!TOKEN.test(utoken)) throw new KerfError('expired_login', 'POST /v1/ticket: not a login token')
        const body = { purpose: 'handover', target }
        return call<KerfHandoverTicket>(
          { method: 'POST', path: '/v1/ticket', body, utoken, isRepeatable: true },
          more,
        )
      },
    },
  }
}

const hasEnded = (error: unknown): boolean => error instanceof KerfError && error.name === 'expired_login'
