import { createStore } from '../lib/store.ts'

interface NamedAccount {
  readonly name: string
  /** address of its picture; '' for none */
  readonly picture: string
}

export interface AccountSwitch {
  /** The account that is signed in. */
  readonly current: NamedAccount
  /** The account in the URL. */
  readonly offered: NamedAccount
  answer(accepted: boolean): void
}

/** The question on screen; undefined when none is open. */
export const accountSwitch = createStore<AccountSwitch | undefined>(undefined)

/** Asks whether to switch to the account of the URL. Resolves to the answer. */
export function confirmAccountSwitch(current: NamedAccount, offered: NamedAccount): Promise<boolean> {
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
