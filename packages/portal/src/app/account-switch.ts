import { createStore } from '../lib/store.ts'

export interface AccountSwitch {
  /** Name of the account that is signed in. */
  readonly current: string
  /** Name of the account in the URL. */
  readonly offered: string
  answer(accepted: boolean): void
}

/** The question on screen; undefined when none is open. */
export const accountSwitch = createStore<AccountSwitch | undefined>(undefined)

/** Asks whether to switch to the account of the URL. Resolves to the answer. */
export function confirmAccountSwitch(current: string, offered: string): Promise<boolean> {
  return new Promise(resolve => {
    accountSwitch.set({
      current,
      offered,
      answer(accepted) {
        accountSwitch.set(undefined)
        resolve(accepted)
      },
    })
  })
}
