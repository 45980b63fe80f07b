/** Transfer size of the login page: a browser loads it, and each file is measured as the server sends it. */
import { fetchEncoded, recordLoadedFiles } from '../browser/network-log.ts'
import type { Context, Section } from '../harness/context.ts'
import { atMost, type Figure } from '../harness/figures.ts'
import { startServer } from '../harness/server-process.ts'

/** The limits count in units of 1,000 bytes. */
const KB = 1_000

export const section: Section = {
  title: 'Transfer size of /en/login',
  async run({ installation }: Context) {
    const server = await startServer((await installation()).env)
    const loaded = await recordLoadedFiles(`${server.url}/en/login`)
    const files = await Promise.all(
      loaded.map(async ({ url, kind, late }) => ({
        kind,
        late,
        name: new URL(url).pathname,
        gzip: (await fetchEncoded(url, 'gzip')).body.length,
        brotli: (await fetchEncoded(url, 'br')).body.length,
      })),
    )
    await server.stop()
    const total = (kinds: readonly string[], encoding: 'gzip' | 'brotli', late = false): number =>
      files
        .filter(file => kinds.includes(file.kind) && file.late === late)
        .reduce((sum, file) => sum + file[encoding], 0) / KB
    const scripts = files.filter(({ kind, late }) => kind === 'script' && !late).length
    const figures: Figure[] = [
      {
        name: 'scripts, gzip',
        value: total(['script'], 'gzip'),
        unit: 'kB',
        limit: atMost(95),
        note: `${scripts} files`,
      },
      { name: 'scripts, brotli', value: total(['script'], 'brotli'), unit: 'kB' },
      {
        name: 'scripts loaded after hydration, gzip',
        value: total(['script'], 'gzip', true),
        unit: 'kB',
      },
      { name: 'HTML with inlined CSS, gzip', value: total(['html'], 'gzip'), unit: 'kB', limit: atMost(5.3) },
      { name: 'HTML with inlined CSS, brotli', value: total(['html'], 'brotli'), unit: 'kB' },
      { name: 'style sheet files, gzip', value: total(['style'], 'gzip'), unit: 'kB' },
      { name: 'typeface', value: total(['font'], 'gzip'), unit: 'kB', limit: atMost(30) },
      { name: 'pictures, brotli', value: total(['picture'], 'brotli'), unit: 'kB' },
    ]
    for (const { name, kind, late, gzip, brotli } of files)
      figures.push({
        name: `  ${name.slice(-44)}`,
        value: gzip / KB,
        unit: 'kB',
        note: `${kind}${late ? ', after hydration' : ''}, brotli ${brotli / KB} kB`,
      })
    return figures
  },
}
