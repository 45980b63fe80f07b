import { ensureInstalled } from '../bootstrap/install.mjs'
import { runNode } from '../bootstrap/run-node.mjs'
import { ensureBuilt } from '../build/build.mjs'

/** `build`: what is brought up to date first; absent: nothing. */
const program =
  (file, { packages = 'complete', build, words = [], env } = {}) =>
  async args => {
    await ensureInstalled(packages)
    if (build) await ensureBuilt(build === 'all' ? undefined : build)
    return runNode([file, ...words, ...args], { env })
  }

/** Commands that run one program with the arguments that follow. */
export const PROGRAMS = {
  /** Benchmarks and budgets. Prints each figure with its limit. */
  bench: program('bench/main.ts', { build: 'all' }),
  /** Drills: break a running installation on purpose and compare what happens with the reliability promises. */
  drill: program('bench/drills/main.ts', { build: 'all' }),
  /** Takes screenshots of every screen of the running product and writes them to `gallery/`. */
  gallery: program('e2e/gallery/main.ts', { build: 'all' }),
  /** Draws and encodes the lessons. Only a newer Node than npm's may strip the types. */
  courses: program('courses/make.ts'),
  /** Renders the marks of mails. */
  marks: program('scripts/build/render-marks.mjs'),
  /** Writes the subset of the portal's typeface and its style sheet. */
  typeface: program('scripts/build/subset-typeface.mjs'),
  /** Prints the released versions of the embed SDK with their hashes; `release` adds the current one. */
  sdk: program('packages/embed/build/release.ts', { packages: 'product' }),
  /** Unit and API tests that run again after a change; arguments are those of vitest, such as a part of a file name. */
  'test-watch': program('node_modules/vitest/vitest.mjs', {
    build: 'texts',
    words: ['watch'],
    env: { NODE_ENV: 'test' },
  }),
}
