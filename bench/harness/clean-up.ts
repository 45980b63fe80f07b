/** Cleans up what a run has created, in reverse order: at its end, after an error, and on Ctrl-C. */
const cleanUps = new Set<() => unknown>()
let cleaning: Promise<void> | undefined

/** Registers a clean-up. The returned function runs it now, at most once. */
export function addCleanUp(clean: () => unknown): () => Promise<void> {
  cleanUps.add(clean)
  return async () => {
    if (cleanUps.delete(clean)) await clean()
  }
}

/** Cleans up what exists so far, so that nothing of one part of a run takes time from the next. */
export async function cleanUpPart(): Promise<void> {
  for (const clean of [...cleanUps].reverse()) {
    cleanUps.delete(clean)
    try {
      await clean()
    } catch (error) {
      console.error(`could not clean up: ${(error as Error).message}`)
    }
  }
}

/** Whether the run is ending. Errors from now on are its consequence. */
export const isCleaningUp = (): boolean => cleaning !== undefined

export function cleanUp(): Promise<void> {
  cleaning ??= cleanUpPart()
  return cleaning
}

/** Cleans up and exits on a signal or an uncaught error. A second signal exits at once. */
export function cleanUpOnSignals(): void {
  process.on('uncaughtException', error => {
    console.error(error)
    cleanUp().finally(() => process.exit(1))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (cleaning) process.exit(130)
      cleanUp().finally(() => process.exit(130))
    })
}
