/**
 * What this tab remembers of a social sign-in while the visitor is at the provider, and of the step that is still to be
 * taken. It never stands in an address: a link could plant it there.
 */

import type { AnyErrorName } from '@kerf/contract/errors'

/** A sign-in that this tab began. */
export interface StartedFlow {
  readonly op: 'login' | 'bind'
  readonly channel: string
  /** the retained query of the page it began on, without `?` */
  readonly query: string
}

/** What the login page, or the security page, has to show next. */
export type SocialStep =
  | { readonly kind: 'connect'; readonly channel: string; readonly flow: string }
  | { readonly kind: 'welcome'; readonly channel: string }
  | { readonly kind: 'failed'; readonly channel: string; readonly error: AnyErrorName }
  | { readonly kind: 'bound'; readonly channel: string; readonly error: AnyErrorName | undefined }

/** Seconds, as long as the server remembers its side. */
const FLOW_TTL_SECONDS = 600

const memory = new Map<string, string>()

function stored(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function createTabEntry<T extends object>(key: string, seconds: number) {
  return {
    set(value: T): void {
      const text = JSON.stringify({ value, at: Date.now() })
      memory.set(key, text)
      try {
        sessionStorage.setItem(key, text)
      } catch {
        // frames of other sites may not store; this page still knows
      }
    },
    get(): T | undefined {
      const text = stored(key) ?? memory.get(key)
      if (text === undefined) return undefined
      try {
        const { value, at } = JSON.parse(text) as { value: T; at: number }
        return Date.now() - at < seconds * 1000 ? value : undefined
      } catch {
        return undefined
      }
    },
    clear(): void {
      memory.delete(key)
      try {
        sessionStorage.removeItem(key)
      } catch {}
    },
  }
}

export const startedFlow = createTabEntry<StartedFlow>('kerfSocial', FLOW_TTL_SECONDS)
export const pendingStep = createTabEntry<SocialStep>('kerfSocialStep', FLOW_TTL_SECONDS)
