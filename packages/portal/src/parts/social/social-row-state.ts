import { createStore } from '../../lib/store.ts'

interface SocialRowState {
  /** the channel whose sign-in is in progress */
  readonly waiting: string | undefined
  /** starts the sign-in as the channel's button does, which asks for the terms first */
  start(channel: string): void
}

/** The state of the page's social buttons, for another button that starts a sign-in. undefined: they have not loaded. */
export const socialRowState = createStore<SocialRowState | undefined>(undefined)
