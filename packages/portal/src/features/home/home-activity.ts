/** What happened in the account lately. Pure functions. */
import { DAY_SECONDS } from '@kerf/contract/limits'
import type { System } from '@kerf/contract/portal-url'

export interface Activity {
  readonly key: string
  readonly kind: 'login' | 'redemption' | 'certificate'
  /** Unix seconds */
  readonly at: number
  /** device, benefit or course */
  readonly what: string
  /** place of a login; '' if unknown */
  readonly where: string
  /** of the device of a login */
  readonly platform?: System
  /** the login of the session that asks */
  readonly isHere?: boolean
}

export interface ActivitySources {
  /** the session that asks; undefined if it is not known */
  readonly currentSession: string | undefined
  readonly signIns: readonly {
    readonly at: number
    readonly session: string
    readonly application: string
    readonly location: string
    readonly platform: System
  }[]
  readonly redemptions: readonly {
    readonly effectTime: number
    readonly benefit: string
    readonly code: string
  }[]
  readonly certificates: readonly { readonly issued: number; readonly course: string }[]
}

/** The newest first. */
export function recentActivity(
  { currentSession, signIns, redemptions, certificates }: ActivitySources,
  max: number,
): Activity[] {
  return [
    ...signIns.map(({ at, session, application, location, platform }) => ({
      key: `login ${at} ${session}`,
      kind: 'login' as const,
      at,
      what: application,
      where: location,
      platform,
      isHere: session === currentSession,
    })),
    ...redemptions.map(({ effectTime, benefit, code }) => ({
      key: `redemption ${code}`,
      kind: 'redemption' as const,
      at: effectTime,
      what: benefit,
      where: '',
    })),
    ...certificates.map(({ issued, course }) => ({
      key: `certificate ${course}`,
      kind: 'certificate' as const,
      at: issued,
      what: course,
      where: '',
    })),
  ]
    .sort((a, b) => b.at - a.at)
    .slice(0, max)
}

export interface ActiveBenefit {
  readonly benefit: string
  /** Unix seconds; 0: without end */
  readonly expireTime: number
  readonly code: string
  readonly status: string
}

/** Benefits that hold, those that end first at the top, those without end last. */
export function activeBenefits<B extends ActiveBenefit>(redemptions: readonly B[]): B[] {
  const endOf = ({ expireTime }: B): number => expireTime || Number.POSITIVE_INFINITY
  return redemptions
    .filter(({ status }) => status === 'succeeded')
    .sort((a, b) => (endOf(a) === endOf(b) ? 0 : endOf(a) - endOf(b)))
}

/** A benefit that ends within so long is shown with a reminder. */
const ENDING_SECONDS = 14 * DAY_SECONDS

export const endsSoon = (
  { expireTime }: Pick<ActiveBenefit, 'expireTime'>,
  now = Date.now() / 1000,
): boolean => expireTime !== 0 && expireTime - now < ENDING_SECONDS
