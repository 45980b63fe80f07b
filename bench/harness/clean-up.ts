/** Cleans up what a run has created, in reverse order: at its end, after an error, and on Ctrl-C. */
const cleanUps = new Set<() => unknown>()
let cleaning: Promise<void> | undefined
/** The clean-up of a part of the run, while it is in progress. */
let cleaningPart: Promise<void> | undefined

/** Registers a clean-up. The returned function runs it now, at most once. */
export function addCleanUp(clean: () => unknown): () => Promise<void> {
  cleanUps.add(clean)
  return async () => {
    if (cleanUps.delete(clean)) await clean()
  }
}

async function runCleanUps(): Promise<void> {
  for (const clean of [...cleanUps].reverse()) {
    // A step that was registered later, or run by its own function, may have removed it.
    if (!cleanUps.delete(clean)) continue
    try {
      await clean()
    } catch (error) {
      console.error(`could not clean up: ${(error as Error).message}`)
    }
  }
}

/** Cleans up what exists so far, so that nothing of one part of a run takes time from the next. */
export function cleanUpPart(): Promise<void> {
  cleaningPart = runCleanUps().finally(() => {
    cleaningPart = undefined
  })
  return cleaningPart
}

/** Whether the run is ending. Errors from now on are its consequence. */
export const isCleaningUp = (): boolean => cleaning !== undefined

/** Cleans up at the end of the run, after a clean-up of a part that is in progress. */
export function cleanUp(): Promise<void> {
  cleaning ??= (cleaningPart ?? Promise.resolve()).then(runCleanUps)
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
