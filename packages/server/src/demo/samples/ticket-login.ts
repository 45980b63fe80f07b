/**
 * Logs people in by the portal's own protocol: a one-time ticket, or the cookie that the app shares with the portal. Like any app
 * it uses the package @kerf/client (docs/tickets.md) and nothing else of the product.
 */
import { createKerfClient, KerfError } from '@kerf/client'
import type { SampleOptions } from './sample-app.ts'
import {
  createPendingLogins,
  createSecret,
  createSessions,
  readCookie,
  redirect,
  type SampleLogin,
} from './sample-login.ts'
import type { Person } from './sample-page.ts'

/** A session of this app, created from a ticket. */
interface OwnSession extends Person {
  /** handle of the session at the passport */
  readonly session: string
}

/** `sharedDomain`: of the cookie shared with the portal; undefined if the app is on another site and uses tickets only. */
export function createTicketLogin(options: SampleOptions, sharedDomain: string | undefined): SampleLogin {
  const { portal, look, origin } = options
  const kerf = createKerfClient({ portal: portal.origin, api: options.api.origin, ...options.credentials })
  const logins = createPendingLogins<{ readonly returnUrl: string; readonly state: string }>()
  const sessions = createSessions<OwnSession>()
  const sharedToken = (request: Parameters<typeof readCookie>[0]): string | undefined =>
    sharedDomain === undefined ? undefined : readCookie(request, 'utoken')

  const currentPerson: SampleLogin['currentPerson'] = async request => {
    const person = sessions.find(request)
    if (person) {
      if (await kerf.sessions.isAlive(person.session)) return { method: 'ticket', person }
      sessions.remove(request)
    }
    const utoken = sharedToken(request)
    const owner = utoken === undefined ? undefined : await kerf.accounts.find(utoken)
    return owner && { method: 'cookie', person: owner }
  }

  return {
    currentPerson,
    isExpired: () => false,

    async logIn(_request, response, language) {
      const state = createSecret()
      const returnUrl = `${origin}/return?state=${state}`
      const cookie = logins.add(state, { returnUrl, state })
      redirect(response, kerf.loginUrl({ returnUrl, app: look.code, language }), [cookie])
    },

    /** With a ticket, or without one if the cookie is shared. */
    async handleReturn(request, response, query) {
      const login = logins.find(request)
      const cleared = logins.remove(request)
      if (!login || query.get('state') !== login.state) return redirect(response, '/?failed=1', [cleared])
      const ticket = query.get('ticket')
      if (ticket === null) return redirect(response, '/', [cleared])
      try {
        const person = await kerf.tickets.redeem({ ticket, returnUrl: login.returnUrl })
        sessions.remove(request)
        redirect(response, '/', [cleared, sessions.add(createSecret(), person)])
      } catch (error) {
        if (!(error instanceof KerfError) || error.isTemporary) throw error
        redirect(response, '/?failed=1', [cleared])
      }
    },

    async logOut(request, response) {
      const current = await currentPerson(request)
      const own = sessions.find(request)
      const utoken = sharedToken(request)
      const cleared = [sessions.remove(request)]
      if (current?.method === 'ticket' && own) await kerf.sessions.end([own.session])
      else if (current && utoken !== undefined) {
        await kerf.accounts.logout(utoken)
        cleared.push(`utoken=; Domain=${sharedDomain}; Path=/; Max-Age=0; SameSite=None; Secure`)
      }
      redirect(response, '/', cleared)
    },
  }
}
