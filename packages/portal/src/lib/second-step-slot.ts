/** Connects calls with the second step of a login, a feature that this layer does not import. */
import type { SecondStep } from '@kerf/contract/endpoints/factors'

export type AskSecondStep = (
  step: SecondStep,
  signal: AbortSignal,
) => Promise<{ readonly utoken: string; readonly uid: string }>

let ask: AskSecondStep | undefined

export const setSecondStep = (run: AskSecondStep): void => {
  ask = run
}

/** undefined: the page has no second step */
export const getSecondStep = (): AskSecondStep | undefined => ask
