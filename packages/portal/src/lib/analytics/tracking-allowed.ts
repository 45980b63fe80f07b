import { getConsentRule } from '@kerf/contract/endpoints/tracking'
import { callApi } from '../api/api-client.ts'
import { consentState, hasObjectionSignal, mayTrack, setConsentRule } from './consent-choice.ts'

/** Fetches the rule where the visitor has not chosen. Without an answer nothing is tracked and nobody is asked. */
export async function loadConsentRule(): Promise<void> {
  if (consentState.get().choice !== undefined || hasObjectionSignal()) return
  const answer = await callApi(getConsentRule, undefined).catch(() => undefined)
  if (answer) setConsentRule(answer.rule)
}

/** A page that is left at once waits no longer than this for the rule. */
const RULE_TIMEOUT_MS = 1_000

export async function isTrackingAllowed(): Promise<boolean> {
  await Promise.race([loadConsentRule(), new Promise(resolve => setTimeout(resolve, RULE_TIMEOUT_MS))])
  return mayTrack(consentState.get(), hasObjectionSignal()) === true
}
