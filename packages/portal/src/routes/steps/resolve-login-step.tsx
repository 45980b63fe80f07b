/** Steps of a social sign-in that replace the login form. */
import type { ComponentType } from 'react'
import type { AccountKind } from '../../lib/session/account.ts'
import { pendingStep, type SocialStep } from '../../parts/social/social-flow-storage.ts'
import { FailedStep } from './failed-step.tsx'
import { LinkStep } from './link-step.tsx'
import { SecondStepScreen } from './second-step.tsx'
import { WelcomeStep } from './welcome-step.tsx'

const EXPIRED = 'expired'

let shown: { readonly text: string; readonly Screen: ComponentType } | undefined

/**
 * Returns the screen to show, or undefined if the requested step is not available. The component is the same one until the
 * step changes, so that React does not mount it again.
 */
export function resolveLoginStep(
  asked: string,
  signedIn: AccountKind | undefined,
): ComponentType | undefined {
  // An address of a step that is no longer pending shows the error for an expired sign-in.
  const lost: SocialStep | undefined =
    asked === 'connect' || asked === 'second-step'
      ? { kind: 'failed', channel: '', error: EXPIRED }
      : undefined
  const step = pendingStep.get() ?? lost
  if (!step || step.kind === 'bound' || signedIn !== (step.kind === 'welcome' ? 'personal' : undefined))
    return
  const text = JSON.stringify(step)
  if (shown?.text !== text) shown = { text, Screen: screenOf(step) }
  return shown.Screen
}

function screenOf(step: Exclude<SocialStep, { kind: 'bound' }>): ComponentType {
  switch (step.kind) {
    case 'connect':
      return () => <LinkStep channel={step.channel} flow={step.flow} />
    case 'second-step':
      return () => <SecondStepScreen channel={step.channel} flow={step.flow} methods={step.methods} />
    case 'welcome':
      return () => <WelcomeStep channel={step.channel} />
    case 'failed':
      return () => <FailedStep channel={step.channel} error={step.error} />
  }
}
