/** Compiles the texts of `en/` and `zh/` into typed functions in `generated/`. Fails if their keys or arguments differ. */
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
  'export',
  'openid',
]

async function texts(locale, file) {
  const { $schema: _, ...messages } = JSON.parse(await readFile(`${folder}${locale}/${file}.json`, 'utf8'))
  return messages
}

/** Arguments that hold a name, which can be Chinese ("微信") or not ("Google"). */
const NAMES = /( ?)\$\{i\?\.(account|channel|device|here|names?|there|zone)\}( ?)/g
const HAN = '[\\u3400-\\u9fff]'

/** Chinese text has a space beside a Latin name and none beside a Chinese one: whether there is one shows with the value. */
function spaceNames(before, name, after) {
  const value = `('${before}' + i?.${name} + '${after}')`
  const start = before && `.replace(/^ (?=${HAN})/, '')`
  const end = after && `.replace(/(${HAN}) $/, '$1')`
  return `\${${value}${start}${end}}`
}

async function spaceNamesInChinese() {
  const folderOfMessages = `${folder}generated/messages/`
  for (const file of await readdir(folderOfMessages)) {
    const code = await readFile(folderOfMessages + file, 'utf8')
    const spaced = code.replace(/^const zh_[\s\S]*?^\};/gm, text =>
      text.replace(NAMES, (whole, before, name, after) =>
        before || after ? spaceNames(before, name, after) : whole,
      ),
    )
    if (spaced !== code) await writeFile(folderOfMessages + file, spaced)
  }
}

/**
 * Joins the modules, one for each text, into one file for Node: loading them one by one takes 0.1 s and 20 MiB. Bundlers
 * use the separate modules, so that unused texts are dropped.
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
  if (imports.size > 1) throw new Error('the compiled texts have different imports')
  const joined = [...imports, ...bodies].join('\n').replaceAll(/^\s*\/\*\*?[\s\S]*?\*\/\s*$/gm, '')
  await writeFile(`${folder}generated/messages-joined.js`, joined)
}

const argumentsOf = text =>
  [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)]
    .map(match => match[1])
    .sort()
    .join()

const errors = []
for (const file of FILES) {
  const [en, zh] = await Promise.all([texts('en', file), texts('zh', file)])
  for (const key of new Set([...Object.keys(en), ...Object.keys(zh)])) {
    if (!(key in zh)) errors.push(`${file}.json: ${key} has no Chinese text`)
    else if (!(key in en)) errors.push(`${file}.json: ${key} has no English text`)
    else if (argumentsOf(en[key]) !== argumentsOf(zh[key]))
      errors.push(`${file}.json: ${key} has different arguments in Chinese`)
  }
}
if (errors.length > 0) {
  console.error(errors.join('\n'))
  process.exit(1)
}

await compile({
  project: `${folder}project.inlang`,
  outdir: `${folder}generated`,
  strategy: ['globalVariable', 'baseLocale'],
  emitTsDeclarations: true,
  emitGitIgnore: false,
  emitPrettierIgnore: false,
  // It names the folder of this machine: two builds of the same sources would differ.
  emitReadme: false,
  isServer: "typeof window === 'undefined'",
})
await spaceNamesInChinese()
await joinMessages()
// The compiler's project store leaves 30 s timers behind, which would delay the exit.
process.exit(0)
