/** What follows from the result of a social sign-in. Facts in, decision out. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { readSocialResult } from '@kerf/contract/endpoints/social'
import { type AnyErrorName, errorNameOfCode } from '@kerf/contract/errors'
import type { SocialStep, StartedFlow } from './social-flow-storage.ts'

export type SocialResult = Pick<
  OutputOf<typeof readSocialResult>,
  'utoken' | 'flow' | 'op' | 'channel' | 'created' | 'uri'
> & {
  /** undefined: success */
  readonly error: AnyErrorName | undefined
}

export interface Resolution {
  /** to adopt; undefined: nobody was signed in */
  readonly utoken: string | undefined
  /** to show before anything else */
  readonly step: SocialStep | undefined
  /** where the person wanted to go, already judged by the server; '' for nowhere */
  readonly uri: string
}

const CONNECT_NEEDED = 'has_account'
const EXPIRED = 'expired'

/** A result of the server, its code mapped to a name; an unknown code counts as `system`. */
export const toResult = ({
  code,
  ...rest
}: Omit<SocialResult, 'error'> & { readonly code: number }): SocialResult => ({
  ...rest,
  error: code === 0 ? undefined : (errorNameOfCode(code) ?? 'system'),
})

/** A result that could not be read: only its error is known. */
export const errorResult = (error: AnyErrorName, begun: StartedFlow | undefined): SocialResult => ({
  error,
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
export function resolveResult(
  result: SocialResult,
  begun: StartedFlow | undefined,
  cookie: string | undefined,
): Resolution {
  const { error, channel, op, uri, utoken, flow } = result
  const ours = begun?.op === op && (begun.channel === channel || channel === '')
  const signedIn = error === undefined && op === 'login' && utoken !== ''
  if (!ours && !(signedIn && utoken === cookie)) {
    const step: SocialStep = { kind: 'failed', channel, error: error === undefined || flow ? EXPIRED : error }
    return { utoken: undefined, step, uri: '' }
  }
  if (op === 'bind') return { utoken: undefined, step: { kind: 'bound', channel, error }, uri }
  if (signedIn) return { utoken, step: result.created ? { kind: 'welcome', channel } : undefined, uri }
  if (error === CONNECT_NEEDED && flow)
    return { utoken: undefined, step: { kind: 'connect', channel, flow }, uri }
  return { utoken: undefined, step: { kind: 'failed', channel, error: error ?? 'system' }, uri }
}

/** The page to go to, below the language, with the query of the page it all began on. */
export function nextPagePath({ step, uri }: Resolution, query: string): string {
  if (step?.kind === 'bound') return `profile/security${query && `?${query}`}`
  const own = [step && `step=${step.kind}`, uri && `r=${encodeURIComponent(uri)}`, query]
  const all = own.filter(Boolean).join('&')
  return `login${all && `?${all}`}`
}
