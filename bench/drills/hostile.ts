/** A million hostile requests cause no crash and no 5xx (P-22). The same requests as `npm run bench -- hostile`. */
import { createContext } from '../harness/context.ts'
import { section } from '../sections/hostile.ts'
import type { Drill } from './drill.ts'

/** Shares of a million. */
const SHORT = 0.1

export const drill: Drill = {
  title: section.title,
  promises: ['P-22'],
  async run({ size }) {
    const context = createContext({ rounds: 1, seconds: 1, scale: size({ short: SHORT, full: 1 }) })
    const figures = await section.run(context)
    return figures.map(figure => ({ promise: 'P-22', ...figure }))
  },
}
