/** What follows from the result of a social sign-in. Facts in, decision out. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { socialResult } from '@kerf/contract/endpoints/social'
import type { Begun, Step } from './social-memory.ts'

export type Result = Pick<
  OutputOf<typeof socialResult>,
  'code' | 'utoken' | 'flow' | 'op' | 'channel' | 'created' | 'uri'
>

export interface Judged {
  /** to adopt; undefined: nobody was signed in */
  readonly utoken: string | undefined
  /** to show before anything else */
  readonly step: Step | undefined
  /** where the person wanted to go, already judged by the server; '' for nowhere */
  readonly uri: string
}

const CONNECT_NEEDED = 20115
const EXPIRED = 20206

/** A result that could not be read: a code stands in its place. */
export const onlyCode = (code: number, begun: Begun | undefined): Result => ({
  code,
  utoken: '',
  flow: '',
  op: begun?.op ?? 'login',
  channel: begun?.channel ?? '',
  created: false,
  uri: '',
})

/**
 * A link could bring somebody else's result: it would sign the visitor in to that account, or let that person's identity
 * be connected to the visitor's. Only a tab that began is believed; or a sign-in whose cookie this browser holds already.
 */
export function judgeResult(result: Result, begun: Begun | undefined, cookie: string | undefined): Judged {
  const { code, channel, op, uri, utoken, flow } = result
  const ours = begun?.op === op && (begun.channel === channel || channel === '')
  const signedIn = code === 0 && op === 'login' && utoken !== ''
  if (!ours && !(signedIn && utoken === cookie)) {
    const step: Step = { kind: 'failed', channel, code: code === 0 || flow ? EXPIRED : code }
    return { utoken: undefined, step, uri: '' }
  }
  if (op === 'bind') return { utoken: undefined, step: { kind: 'bound', channel, code }, uri }
  if (signedIn) return { utoken, step: result.created ? { kind: 'welcome', channel } : undefined, uri }
  if (code === CONNECT_NEEDED && flow)
    return { utoken: undefined, step: { kind: 'connect', channel, flow }, uri }
  return { utoken: undefined, step: { kind: 'failed', channel, code }, uri }
}

/** The page to go to, below the language, with the query of the page it all began on. */
export function addressAfter({ step, uri }: Judged, query: string): string {
  if (step?.kind === 'bound') return `profile/security${query && `?${query}`}`
  const own = [step && `step=${step.kind}`, uri && `r=${encodeURIComponent(uri)}`, query]
  const all = own.filter(Boolean).join('&')
  return `login${all && `?${all}`}`
}
