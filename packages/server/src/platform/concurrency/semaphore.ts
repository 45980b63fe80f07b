/** At most `width` works at once, in order of arrival; who would wait longer than `patience` ms is turned away. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

export function createSemaphore(width: number, patience: number) {
  let running = 0
  const waiting: { start: () => void; timer: NodeJS.Timeout }[] = []

  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) running--
    else {
      clearTimeout(next.timer)
      next.start()
    }
  }

  const enter = (): Promise<void> => {
    if (running < width) {
      running++
      return Promise.resolve()
    }
    return new Promise((start, refuse) => {
      const timer = setTimeout(() => {
        waiting.splice(
          waiting.findIndex(entry => entry.timer === timer),
          1,
        )
        refuse(new Busy('too much work is waiting'))
      }, patience)
      waiting.push({ start, timer })
    })
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
