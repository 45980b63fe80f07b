/** Connects calls with the human check, a feature that this layer does not import. */

export type AskHumanCheck = (signal: AbortSignal) => Promise<string>

let ask: AskHumanCheck | undefined

export const setHumanCheck = (run: AskHumanCheck): void => {
  ask = run
}

/** undefined: the page has no human check */
export const getHumanCheck = (): AskHumanCheck | undefined => ask
