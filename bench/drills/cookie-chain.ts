/** The redirects over sibling hosts land although two of three are dead (P-23). The same as `npm run bench -- sign-on`. */
import { createContext } from '../harness/context.ts'
import { section } from '../sections/sign-on.ts'
import type { Drill } from './drill.ts'

export const drill: Drill = {
  title: section.title,
  promises: ['P-23', 'P-06'],
  async run() {
    const figures = await section.run(createContext({ rounds: 1, seconds: 1, scale: 1 }))
    return figures.map(figure => ({ promise: /redirect/.test(figure.name) ? 'P-23' : 'P-06', ...figure }))
  },
}
