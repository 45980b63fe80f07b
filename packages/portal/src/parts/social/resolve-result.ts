/** Decides what follows from the result of a social sign-in. Pure functions. */
import type { OutputOf } from '@kerf/contract/endpoint'
import type { readSocialResult } from '@kerf/contract/endpoints/social'
import { type AnyErrorName, errorNameOfCode } from '@kerf/contract/errors'
import type { SocialStep, StartedFlow } from './social-flow-storage.ts'

export type SocialResult = Pick<
  OutputOf<typeof readSocialResult>,
  'utoken' | 'flow' | 'op' | 'channel' | 'created' | 'uri' | 'methods'
> & {
  /** undefined: success */
  readonly error: AnyErrorName | undefined
}

export interface Resolution {
  /** token of the session to start; undefined: nobody was signed in */
  readonly utoken: string | undefined
  /** the step to show before anything else */
  readonly step: SocialStep | undefined
  /** the return address, already validated by the server; '' if there is none */
  readonly uri: string
}

/** The flow continues on the connect screen. */
const STEP_NEEDED: readonly (AnyErrorName | undefined)[] = ['has_account', 'agreement_required']
const EXPIRED = 'expired'

/** Maps the numeric code of the server's result to an error name. An unknown code becomes `system`. */
export const toResult = ({
  code,
  ...rest
}: Omit<SocialResult, 'error'> & { readonly code: number }): SocialResult => ({
  ...rest,
  error: code === 0 ? undefined : (errorNameOfCode(code) ?? 'system'),
})

/** The result when only an error is known. */
export const errorResult = (error: AnyErrorName, started: StartedFlow | undefined): SocialResult => ({
  error,
  utoken: '',
  flow: '',
  op: started?.op ?? 'login',
  channel: started?.channel ?? '',
  created: false,
  uri: '',
})

/**
 * Prevents login CSRF: a link with an attacker's result would sign the visitor in to the attacker's account, or connect
 * the attacker's identity to the visitor's account. A result is accepted only in the tab that started the flow, or if
 * this browser already has the session's cookie.
 */
export function resolveResult(
  result: SocialResult,
  started: StartedFlow | undefined,
  cookie: string | undefined,
): Resolution {
  const { error, channel, op, uri, utoken, flow } = result
  const isOurs = started?.op === op && (started.channel === channel || channel === '')
  const signedIn = error === undefined && op === 'login' && utoken !== ''
  if (!isOurs && !(signedIn && utoken === cookie)) {
    const step: SocialStep = { kind: 'failed', channel, error: error === undefined || flow ? EXPIRED : error }
    return { utoken: undefined, step, uri: '' }
  }
  if (op === 'bind') return { utoken: undefined, step: { kind: 'bound', channel, error }, uri }
  if (signedIn) return { utoken, step: result.created ? { kind: 'welcome', channel } : undefined, uri }
  if (error === 'second_factor_required' && flow)
    return {
      utoken: undefined,
      step: { kind: 'second-step', channel, flow, methods: result.methods ?? [] },
      uri,
    }
  if (STEP_NEEDED.includes(error) && flow)
    return { utoken: undefined, step: { kind: 'connect', channel, flow }, uri }
  return { utoken: undefined, step: { kind: 'failed', channel, error: error ?? 'system' }, uri }
}

/** The page to continue at, relative to the language, with the query of the page on which the flow started. */
export function nextPagePath({ step, uri }: Resolution, query: string): string {
  if (step?.kind === 'bound') return `profile/security${query && `?${query}`}`
  const own = [step && `step=${step.kind}`, uri && `r=${encodeURIComponent(uri)}`, query]
  const all = own.filter(Boolean).join('&')
  return `login${all && `?${all}`}`
}
