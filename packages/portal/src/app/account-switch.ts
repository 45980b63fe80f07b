import { createStore } from '../lib/store.ts'

export interface AccountSwitch {
  readonly here: string
  readonly there: string
  answer(accepted: boolean): void
}

/** The question on show, if any. */
export const accountSwitch = createStore<AccountSwitch | undefined>(undefined)

export function confirmAccountSwitch(here: string, there: string): Promise<boolean> {
  return new Promise(resolve => {
    accountSwitch.set({
      here,
      there,
      answer(accepted) {
        accountSwitch.set(undefined)
        resolve(accepted)
      },
    })
  })
}
