/** What the login page costs on the wire: loaded by a real browser, weighed as the running server sends it. */
import { loadedBy, sentFor } from '../browser/network-log.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost, type Figure } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'

/** Thousands of bytes, as the limits count. */
const KB = 1_000

export const section: Section = {
  title: 'Bytes of /en/login',
  async run({ installation }: Context) {
    const server = await startServer((await installation()).env)
    const loaded = await loadedBy(`${server.url}/en/login`)
    const weighed = await Promise.all(
      loaded.map(async ({ url, kind, late }) => ({
        kind,
        late,
        name: new URL(url).pathname,
        gzip: (await sentFor(url, 'gzip')).body.length,
        brotli: (await sentFor(url, 'br')).body.length,
      })),
    )
    await server.stop()
    const total = (kinds: readonly string[], form: 'gzip' | 'brotli', late = false): number =>
      weighed
        .filter(one => kinds.includes(one.kind) && one.late === late)
        .reduce((sum, one) => sum + one[form], 0) / KB
    const scripts = weighed.filter(({ kind, late }) => kind === 'script' && !late).length
    const figures: Figure[] = [
      {
        name: 'scripts, gzip',
        value: total(['script'], 'gzip'),
        unit: 'kB',
        limit: atMost(105),
        note: `${scripts} files`,
      },
      { name: 'scripts, brotli', value: total(['script'], 'brotli'), unit: 'kB' },
      {
        name: 'scripts that come once it can be used, gzip',
        value: total(['script'], 'gzip', true),
        unit: 'kB',
      },
      { name: 'HTML with the CSS in it, gzip', value: total(['html'], 'gzip'), unit: 'kB', limit: atMost(4) },
      { name: 'HTML with the CSS in it, brotli', value: total(['html'], 'brotli'), unit: 'kB' },
      { name: 'style sheets besides, gzip', value: total(['style'], 'gzip'), unit: 'kB' },
      { name: 'pictures, brotli', value: total(['picture'], 'brotli'), unit: 'kB' },
    ]
    for (const { name, kind, late, gzip, brotli } of weighed)
      figures.push({
        name: `  ${name.slice(-44)}`,
        value: gzip / KB,
        unit: 'kB',
        note: `${kind}${late ? ', later' : ''}, brotli ${brotli / KB} kB`,
      })
    return figures
  },
}
