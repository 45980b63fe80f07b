/**
 * What an app's server asks the passport, with plain `fetch`, as docs/integration.md describes it. Like everything in
 * this folder but `start-samples.ts` it uses nothing of the product's own code.
 */

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

export interface Person {
  readonly uid: string
  readonly nickname: string
  readonly email: string
}

interface Envelope {
  readonly code: number
  readonly data: unknown
}

/** Milliseconds the passport may take before it counts as away. */
const PATIENCE = 5_000

export class PassportRefusal extends Error {
  readonly code: number
  constructor(code: number) {
    super(`the passport answers ${code}`)
    this.code = code
  }
}

export function createPassportClient(api: URL, { clientId, clientSecret }: Credentials) {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

  const call = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(new URL(path, api), { ...init, signal: AbortSignal.timeout(PATIENCE) })
    const { code, data } = (await response.json()) as Envelope
    if (code !== 0) throw new PassportRefusal(code)
    return data
  }
  const asApp = (path: string, body: unknown) =>
    call(path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    /** Whose ticket it was, and the name of the sign-in. A ticket is good once. */
    redeem: (ticket: string) =>
      asApp('/v1/ticket/redeem', { ticket }) as Promise<Person & { session: string }>,

    async isAlive(session: string): Promise<boolean> {
      const { alive } = (await asApp('/v1/ticket/alive', { sessions: [session] })) as { alive: string[] }
      return alive.includes(session)
    },

    end: (session: string) => asApp('/v1/ticket/end', { sessions: [session] }),

    /** Whose the shared cookie is; undefined when its session has ended. */
    async whose(utoken: string): Promise<Person | undefined> {
      try {
        return (await call('/v1/user/fullinfo', { headers: { utoken } })) as Person
      } catch (error) {
        if (error instanceof PassportRefusal && error.code === 20101) return undefined
        throw error
      }
    },

    /** A session that has ended already counts as ended. */
    async logOut(utoken: string): Promise<void> {
      try {
        await call('/v1/user/logout', {
          method: 'POST',
          headers: { utoken, 'content-type': 'application/json' },
          body: '{}',
        })
      } catch (error) {
        if (!(error instanceof PassportRefusal && error.code === 20101)) throw error
      }
    },
  }
}

export type PassportClient = ReturnType<typeof createPassportClient>
