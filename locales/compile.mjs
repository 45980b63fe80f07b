/** Compiles the texts of `en/` and `zh/` into typed functions in `generated/`. Fails if their keys or arguments differ. */
import * as fs from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compileProject, writeOutput } from '@inlang/paraglide-js'
import messageFormat from '@inlang/plugin-message-format'

const folder = fileURLToPath(new URL('.', import.meta.url))
const FILES = (await fs.readdir(`${folder}en`))
  .sort()
  .filter(name => name.endsWith('.json'))
  .map(name => name.slice(0, -'.json'.length))

const read = path => fs.readFile(`${folder}${path}`, 'utf8')

async function texts(locale, file) {
  const { $schema: _, ...messages } = JSON.parse(await read(`${locale}/${file}.json`))
  return messages
}

const argumentsOf = text =>
  [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)]
    .map(match => match[1])
    .sort()
    .join()

/** The texts of all files as the plugin's input. Ends the process if keys or arguments of the two languages differ. */
async function readTexts() {
  const errors = []
  const files = []
  for (const file of FILES) {
    const [en, zh] = await Promise.all([texts('en', file), texts('zh', file)])
    for (const key of new Set([...Object.keys(en), ...Object.keys(zh)])) {
      if (!(key in zh)) errors.push(`${file}.json: ${key} has no Chinese text`)
      else if (!(key in en)) errors.push(`${file}.json: ${key} has no English text`)
      else if (argumentsOf(en[key]) !== argumentsOf(zh[key]))
        errors.push(`${file}.json: ${key} has different arguments in Chinese`)
    }
    for (const [locale, messages] of Object.entries({ en, zh }))
      files.push({ locale, content: Buffer.from(JSON.stringify(messages)) })
  }
  if (errors.length > 0) {
    console.error(errors.join('\n'))
    process.exit(1)
  }
  return files
}

/** What the compiler would read from inlang's project store: each text with its languages and their variants. */
async function readBundles(settings) {
  const { bundles, messages, variants } = await messageFormat.importFiles({
    files: await readTexts(),
    settings,
  })
  const idOf = (key, locale) => `${key} ${locale}`
  const variantsOf = Map.groupBy(variants, one => idOf(one.messageBundleId, one.messageLocale))
  const messagesOf = Map.groupBy(messages, one => one.bundleId)
  return bundles.map(bundle => ({
    ...bundle,
    messages: messagesOf.get(bundle.id).map(message => {
      const id = idOf(bundle.id, message.locale)
      return { ...message, id, variants: variantsOf.get(id).map(one => ({ ...one, messageId: id })) }
    }),
  }))
}

/** Arguments that hold a name, which can be Chinese ("微信") or not ("Google"), or a date, which ends in Chinese or not. */
const NAMES =
  /( ?)\$\{i\?\.(account|app|channel|course|date|day|device|here|machine|maker|names?|person|review|there|workshop|zone)\}( ?)/g
const HAN = '[\\u3400-\\u9fff]'

/** Chinese text has a space beside a Latin name and none beside a Chinese one: whether there is one shows with the value. */
function spaceNames(before, name, after) {
  const value = `('${before}' + i?.${name} + '${after}')`
  const start = before && `.replace(/^ (?=${HAN})/, '')`
  const end = after && `.replace(/(${HAN}) $/, '$1')`
  return `\${${value}${start}${end}}`
}

const spaceNamesInChinese = code =>
  code.replace(/^const zh_[\s\S]*?^\};/gm, text =>
    text.replace(NAMES, (whole, before, name, after) =>
      before || after ? spaceNames(before, name, after) : whole,
    ),
  )

/**
 * Joins the modules, one for each text, into one file for Node: loading them one by one takes 0.1 s and 20 MiB. Bundlers
 * use the separate modules, so that unused texts are dropped.
 */
function joinMessages(modules) {
  const imports = new Set()
  const bodies = modules.map(code =>
    code.replaceAll(/^import .*$/gm, line => {
      imports.add(line.replace('../runtime.js', './runtime.js'))
      return ''
    }),
  )
  if (imports.size > 1) throw new Error('the compiled texts have different imports')
  return [...imports, ...bodies].join('\n').replaceAll(/^\s*\/\*\*?[\s\S]*?\*\/\s*$/gm, '')
}

const INPUTS = /^\/\*\* @typedef (\{.*\}) \w+Inputs \*\/$/m
const FUNCTION = /^(\/\*\*\n(?:\* \|.*\n)+)[\s\S]*?^export const (\w+) = \/\*\* @type \{\(\(inputs(\??):/m

/** Types of all texts in one file. The TypeScript compiler would take four seconds to find them in the modules. */
function declareMessages(modules) {
  const declarations = modules.map(code => {
    const [, inputs] = INPUTS.exec(code)
    const [, comment, name, optional] = FUNCTION.exec(code)
    return `${comment}*/\nexport declare const ${name}: (inputs${optional}: ${inputs.slice(1, -1)}, options?: Options) => string\n`
  })
  return `type Options = { locale?: 'en' | 'zh' }\n${declarations.join('')}`
}

const RUNTIME_TYPES = `export declare const overwriteGetLocale: (getLocale: () => 'en' | 'zh') => void\n`

const settings = JSON.parse(await read('project.inlang/settings.json'))
const project = { settings: { get: async () => settings }, db: await readBundles(settings) }
const output = await compileProject({
  project,
  projectPath: `${folder}project.inlang`,
  compilerOptions: {
    strategy: ['globalVariable', 'baseLocale'],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    // It names the folder of this machine: two builds of the same sources would differ.
    emitReadme: false,
    isServer: "typeof window === 'undefined'",
  },
})
const paths = Object.keys(output)
  .filter(path => /^messages\/(?!_index).*\.js$/.test(path))
  .sort()
for (const path of paths) output[path] = spaceNamesInChinese(output[path])
const modules = paths.map(path => output[path])
output['messages-joined.js'] = joinMessages(modules)
output['messages.d.ts'] = declareMessages(modules)
output['runtime.d.ts'] = RUNTIME_TYPES
await writeOutput({ directory: `${folder}generated`, output, cleanDirectory: true, fs })
