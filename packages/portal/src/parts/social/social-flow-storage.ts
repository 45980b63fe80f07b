/**
 * Stores in the tab the social sign-in in progress and the step to show next. Neither is read from a URL, because a
 * link could plant it there.
 */
import type { LoginStepMethod } from '@kerf/contract/endpoints/factors'
import type { AnyErrorName } from '@kerf/contract/errors'
import type { TrackedEvent } from '@kerf/contract/tracking/tracking'
import { getTabItem, removeTabItem, setTabItem } from '../../lib/browser/tab-storage.ts'

/** A sign-in that this tab started. */
export interface StartedFlow {
  readonly op: 'login' | 'bind'
  readonly channel: string
  /** the retained query of the page on which it started, without `?` */
  readonly query: string
}

/** What the login page or the security page shows next. */
export type SocialStep =
  | { readonly kind: 'connect'; readonly channel: string; readonly flow: string }
  | {
      readonly kind: 'second-step'
      readonly channel: string
      readonly flow: string
      readonly methods: readonly LoginStepMethod[]
    }
  | { readonly kind: 'welcome'; readonly channel: string }
  | { readonly kind: 'failed'; readonly channel: string; readonly error: AnyErrorName }
  | { readonly kind: 'bound'; readonly channel: string; readonly error: AnyErrorName | undefined }

/** Equals the lifetime of the flow on the server. */
const FLOW_TTL_SECONDS = 600

function createTabEntry<T extends object>(key: string, seconds: number) {
  return {
    set(value: T): void {
      setTabItem(key, JSON.stringify({ value, at: Date.now() }))
    },
    get(): T | undefined {
      const text = getTabItem(key)
      if (text === undefined) return undefined
      try {
        const { value, at } = JSON.parse(text) as { value: T; at: number }
        return Date.now() - at < seconds * 1000 ? value : undefined
      } catch {
        return undefined
      }
    },
    clear: (): void => removeTabItem(key),
  }
}

export const startedFlow = createTabEntry<StartedFlow>('kerfSocial', FLOW_TTL_SECONDS)
/** The usage event of a sign-in by redirect, until the next page of the portal sends it. */
export const unsentEvent = createTabEntry<TrackedEvent>('kerfSocialEvent', FLOW_TTL_SECONDS)
export const pendingStep = createTabEntry<SocialStep>('kerfSocialStep', FLOW_TTL_SECONDS)
