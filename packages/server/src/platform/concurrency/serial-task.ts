export interface SerialTask {
  /** Starts a run, or one more after the run that is under way: the last run always begins after the last call. */
  start(): void
  /** Waits for the run that is under way. No other one starts. */
  stop(): Promise<void>
}

/**
 * Work that never runs twice at the same time, however often it is started. A slow run can thus not overwrite the result of a run
 * that began later.
 */
export function createSerialTask(work: () => Promise<void>, onError: (error: Error) => void): SerialTask {
  let running: Promise<void> | undefined
  let isStartedAgain = false
  let isStopped = false
  const start = (): void => {
    isStartedAgain = running !== undefined
    if (isStartedAgain || isStopped) return
    running = work()
      .catch(onError)
      .finally(() => {
        running = undefined
        if (isStartedAgain) start()
      })
  }
  return {
    start,
    async stop() {
      isStopped = true
      await running
    },
  }
}
