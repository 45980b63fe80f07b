/** Compiles the texts of `en/` and `zh/` into typed functions in `generated/`. Fails when the two differ in keys or arguments. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compile } from '@inlang/paraglide-js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const FILES = [
  'errors',
  'training',
  'fields',
  'portal',
  'ui',
  'verification',
  'profile',
  'legal',
  'mail',
  'security',
  'social',
  'messages',
  'exchange',
  'unlock',
  'host',
  'about',
  'tracking',
]

async function texts(locale, file) {
  const { $schema: _, ...messages } = JSON.parse(await readFile(`${folder}${locale}/${file}.json`, 'utf8'))
  return messages
}

/**
 * One module a text suits a bundler, which drops what is not used. A server that loads them one by one spends 0.1 s and
 * 20 MiB on it: for Node they are also laid in one.
 */
async function joinMessages() {
  const parts = `${folder}generated/messages/`
  const names = (await readdir(parts)).filter(name => name.endsWith('.js') && name !== '_index.js').sort()
  const texts = await Promise.all(names.map(name => readFile(parts + name, 'utf8')))
  const imports = new Set()
  const bodies = texts.map(text =>
    text.replaceAll(/^import .*$/gm, line => {
      imports.add(line.replace('../runtime.js', './runtime.js'))
      return ''
    }),
  )
  if (imports.size > 1) throw new Error('the compiled texts import different things')
  const joined = [...imports, ...bodies].join('\n').replaceAll(/^\s*\/\*\*?[\s\S]*?\*\/\s*$/gm, '')
  await writeFile(`${folder}generated/messages-joined.js`, joined)
}

const argumentsOf = text =>
  [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)]
    .map(match => match[1])
    .sort()
    .join()

const faults = []
for (const file of FILES) {
  const [en, zh] = await Promise.all([texts('en', file), texts('zh', file)])
  for (const key of new Set([...Object.keys(en), ...Object.keys(zh)])) {
    if (!(key in zh)) faults.push(`${file}.json: ${key} lacks its Chinese text`)
    else if (!(key in en)) faults.push(`${file}.json: ${key} lacks its English text`)
    else if (argumentsOf(en[key]) !== argumentsOf(zh[key]))
      faults.push(`${file}.json: ${key} has other arguments in Chinese`)
  }
}
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

await compile({
  project: `${folder}project.inlang`,
  outdir: `${folder}generated`,
  strategy: ['globalVariable', 'baseLocale'],
  emitTsDeclarations: true,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  isServer: "typeof window === 'undefined'",
})
await joinMessages()
// The compiler's project store leaves 30 s timers behind that would keep this process waiting.
process.exit(0)
