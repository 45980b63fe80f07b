/**
 * Bundles the server and the packages it always loads into a few files under `dist/`. A bundled process starts in two thirds
 * of the time and takes a quarter less memory than one with about 500 modules. The code is not minified, so that stack traces
 * stay readable.
 */
import { rename, rm } from 'node:fs/promises'
import http from 'node:http'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const dist = at('dist')
const staging = at('../../.cache/server-bundle')

/** Not bundled: native code, packages that only some installations load, and development packages. */
const EXTERNAL_PACKAGES = [
  /^sharp$/,
  /^@node-rs\//,
  /^@aws-sdk\//,
  /^@flystorage\/aws-s3$/,
  /^oidc-provider(\/|$)/,
  /^@scalar\//,
  // Only the simulated machine loads it. It asks for packages that are not installed.
  /^ws$/,
  /^pg-native$/,
  // The job queue would read settings written in TypeScript with it; there are none.
  /^typescript$/,
  // Fastify's own compilers of JSON schemas, which web/server.ts replaces.
  /^@fastify\/(ajv|fast-json-stringify)-compiler$/,
  // Reads files of its own package.
  /^pdfkit$/,
]

/** Keeps `import.meta.url` of bundled modules, which read data files beside their source (migrations, regions …). */
const keepModuleUrl: Plugin = {
  name: 'keep-module-url',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.url/ },
    handler: (code, id) =>
      code.replaceAll(
        'import.meta.url',
        `new URL(${JSON.stringify(relative(dist, id))}, import.meta.url).href`,
      ),
  },
}

/**
 * An ES import of `node:http` reads every export, and one of them loads all of `fetch` (14 MiB). Fastify requires `node:http2`
 * (6 MiB), which this server does not speak. Both are read member by member instead. The job queue searches every parent folder
 * for a settings file of its former releases, with parsers of all formats: it finds none.
 */
const LIGHT_MODULES: Readonly<Record<string, string>> = {
  'node:http': `const http = process.getBuiltinModule('node:http')
    export default http
    export const { ${Object.keys(http)
      .filter(name => !['CloseEvent', 'MessageEvent', 'WebSocket'].includes(name))
      .join()} } = http`,
  'node:http2': `module.exports = new Proxy({}, { get: (_, name) => process.getBuiltinModule('node:http2')[name] })`,
  cosmiconfig: 'export const cosmiconfigSync = () => ({ search: () => null })',
}
const lightModules: Plugin = {
  name: 'light-modules',
  resolveId: {
    filter: { id: /^(?:node:http2?|cosmiconfig)$/ },
    handler: (id, _importer, { kind }) =>
      (id === 'node:http2') !== (kind === 'import-statement') ? `\0light-${id}` : undefined,
  },
  load: {
    filter: { id: /^\0light-/ },
    handler: id => LIGHT_MODULES[id.slice('\0light-'.length)],
  },
}

/**
 * One character beyond Latin-1 doubles the memory that the source of its file takes: all are written as escapes. Only here: the
 * bundler prints the code once more after `renderChunk`, with the characters.
 */
const escapeUnicode: Plugin = {
  name: 'escape-unicode',
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

const bundle = await rolldown({
  input: { main: at('src/main.ts'), console: at('src/console-process/main.ts') },
  cwd: at('../..'),
  platform: 'node',
  // The package of its exports is built only when it is packed.
  resolve: { alias: { '@kerf/client': at('../client/src/index.ts') } },
  external: EXTERNAL_PACKAGES,
  plugins: [keepModuleUrl, lightModules, escapeUnicode],
})
await bundle.write({
  dir: staging,
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  comments: false,
  cleanDir: true,
})
await bundle.close()

await rm(dist, { recursive: true, force: true })
await rename(staging, dist)
