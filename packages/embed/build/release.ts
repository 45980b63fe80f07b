/**
 * `npm run -s sdk -- [--portal https://…] [--json]` prints every released version with the hashes of its files.
 * `npm run -s sdk -- release` builds the version of package.json and adds it as a release.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { buildEmbed, EMBED_DIST } from './build-embed.ts'
import { addRelease, readReleases, type Versions } from './releases.ts'

const PORTAL = 'https://passport.kerf.example'

export const readVersion = async (): Promise<string> =>
  JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')).version

const describeFile = (portal: string, version: string, name: string, integrity: string): string => {
  const url = new URL(`/embed/${version}/${name}`, portal).href
  return name.endsWith('.global.js')
    ? `<script src="${url}" integrity="${integrity}" crossorigin="anonymous"></script>`
    : `<script type="importmap">{"integrity": {"${url}": "${integrity}"}}</script>`
}

export const describeReleases = (versions: Versions, portal: string): string =>
  Object.entries(versions)
    .map(([version, files]) =>
      [
        version,
        ...Object.entries(files).flatMap(([name, integrity]) => [
          `  ${name}  ${integrity}`,
          `    ${describeFile(portal, version, name, integrity)}`,
        ]),
      ].join('\n'),
    )
    .join('\n\n')

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { portal: { type: 'string', default: PORTAL }, json: { type: 'boolean', default: false } },
  })
  if (positionals[0] === 'release') {
    await buildEmbed()
    await addRelease(EMBED_DIST, await readVersion())
  }
  const versions = readReleases()
  console.log(values.json ? JSON.stringify({ versions }) : describeReleases(versions, values.portal))
}
