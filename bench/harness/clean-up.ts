/** What a run makes is undone in reverse order: at its end, after a fault, on Ctrl-C. */
const undos = new Set<() => unknown>()
let undoing: Promise<void> | undefined

/** Remembers how to undo something; the returned function undoes it now, once. */
export function atEnd(undo: () => unknown): () => Promise<void> {
  undos.add(undo)
  return async () => {
    if (undos.delete(undo)) await undo()
  }
}

async function undoAll(): Promise<void> {
  for (const undo of [...undos].reverse()) {
    undos.delete(undo)
    try {
      await undo()
    } catch (error) {
      console.error(`could not clean up: ${(error as Error).message}`)
    }
  }
}

/** Whether the run is being ended: what fails now fails because of that. */
export const isEnding = (): boolean => undoing !== undefined

export function cleanUp(): Promise<void> {
  undoing ??= undoAll()
  return undoing
}

/** Ends the run, cleaned up, on a signal and on a fault that nobody caught; a second signal ends it at once. */
export function cleanUpOnSignals(): void {
  process.on('uncaughtException', error => {
    console.error(error)
    cleanUp().finally(() => process.exit(1))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (undoing) process.exit(130)
      cleanUp().finally(() => process.exit(130))
    })
}
