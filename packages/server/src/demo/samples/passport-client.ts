/**
 * Client of the passport API for an app's server, with plain `fetch`, as described in docs/integration.md. The sample app
 * uses none of the product's code; only `start-samples.ts` and `sample-store.ts` do.
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

const REQUEST_TIMEOUT_MS = 5_000

export class PassportError extends Error {
  readonly code: number
  constructor(code: number) {
    super(`the passport responded with code ${code}`)
    this.code = code
  }
}

export function createPassportClient(api: URL, { clientId, clientSecret }: Credentials) {
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

  const call = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(new URL(path, api), {
      ...init,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const { code, data } = (await response.json()) as Envelope
    if (code !== 0) throw new PassportError(code)
    return data
  }
  const callAsApp = (path: string, body: unknown) =>
    call(path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    /** Redeems the one-time ticket that came back with `returnUrl` for the person and a handle of their session. */
    redeem: (ticket: string, returnUrl: string) =>
      callAsApp('/v1/ticket/redeem', { ticket, returnUrl }) as Promise<Person & { session: string }>,

    async isAlive(session: string): Promise<boolean> {
      const { alive } = (await callAsApp('/v1/ticket/alive', { sessions: [session] })) as { alive: string[] }
      return alive.includes(session)
    },

    endSession: (session: string) => callAsApp('/v1/ticket/end', { sessions: [session] }),

    /** Returns the person that the shared cookie belongs to, or undefined if the session has ended. */
    async findPerson(utoken: string): Promise<Person | undefined> {
      try {
        return (await call('/v1/user/fullinfo', { headers: { utoken } })) as Person
      } catch (error) {
        if (error instanceof PassportError && error.code === 20101) return undefined
        throw error
      }
    },

    /** Succeeds too if the session has already ended. */
    async logOut(utoken: string): Promise<void> {
      try {
        await call('/v1/user/logout', {
          method: 'POST',
          headers: { utoken, 'content-type': 'application/json' },
          body: '{}',
        })
      } catch (error) {
        if (!(error instanceof PassportError && error.code === 20101)) throw error
      }
    },
  }
}

export type PassportClient = ReturnType<typeof createPassportClient>
