import { createStore } from '../lib/store.ts'

export interface SwitchQuestion {
  readonly here: string
  readonly there: string
  answer(accepted: boolean): void
}

/** The question on show, if any. */
export const switchQuestion = createStore<SwitchQuestion | undefined>(undefined)

export function askToSwitch(here: string, there: string): Promise<boolean> {
  return new Promise(resolve => {
    switchQuestion.set({
      here,
      there,
      answer(accepted) {
        switchQuestion.set(undefined)
        resolve(accepted)
      },
    })
  })
}
