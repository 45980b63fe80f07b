/**
 * Checks that the tables in docs/settings.md are those of the settings, and that compose.yaml passes each setting once.
 * With `--write` the tables in docs/settings.md are written.
 */
import { writeFileSync } from 'node:fs'
import { SECRET_SETTINGS } from '../../packages/server/src/platform/config/secret-files.ts'
import {
  APPLE_KEY_SETTINGS,
  CHANNEL_SETTINGS,
  SETTING_GROUPS,
} from '../../packages/server/src/platform/config/settings.ts'
import { readText } from './imports.mjs'

const DOCUMENT = 'docs/settings.md'
const MARKED = /(<!-- settings -->\n)[\s\S]*(<!-- end of settings -->)/

/** Read by the S3 client, which is not configured by the server's settings. */
const AWS = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_REGION',
  'AWS_ENDPOINT_URL_S3',
]

const escapeAngles = text => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function describe({ meaning, requiredInProduction, developmentOnly }) {
  if (requiredInProduction !== undefined) return `${meaning}; required in production`
  return developmentOnly === undefined ? meaning : `${meaning}. Refused in production`
}

const row = prefix => setting =>
  `| \`${prefix}${setting.name}\` | ${escapeAngles(setting.byDefault ?? (setting.fallback || 'none'))} | ${describe(setting)} |`

function section(heading, ...rows) {
  return [`## ${heading}`, '', '| variable | default | meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

/** The tables of docs/settings.md. */
function settingTables() {
  const groups = Object.entries(SETTING_GROUPS).map(([heading, group]) =>
    section(heading, ...Object.values(group).map(row(''))),
  )
  const channels = section(
    'Social login',
    ...Object.values(CHANNEL_SETTINGS).map(row('OAUTH_<CHANNEL>_')),
    ...Object.values(APPLE_KEY_SETTINGS).map(row('OAUTH_APPLE_')),
  )
  return [...groups, channels].join('\n')
}

/** Names in the `environment` of compose.yaml's service `app`, in order. */
function composeNames(text) {
  const [, service = ''] = /^ {2}app:\n((?: {3,}.*\n|\n)*)/m.exec(text) ?? []
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)*)/m.exec(service) ?? []
  return [...block.matchAll(/^ {6}([A-Za-z_][A-Za-z0-9_]*):/gm)].map(([, name]) => name)
}

/** Returns one sentence for each name that compose.yaml does not pass exactly once. */
export function checkCompose(expected, secrets, compose) {
  // A secret is passed as the name of its file.
  const passed = composeNames(compose).map(name => {
    const secret = name.replace(/_FILE$/, '')
    return secrets.includes(secret) ? secret : name
  })
  const missing = expected.filter(name => !passed.includes(name))
  const unknown = passed.filter(name => !expected.includes(name))
  // Compose refuses a file with a duplicate key.
  const twice = passed.filter((name, index) => passed.indexOf(name) !== index)
  return [
    ...missing.map(name => `compose.yaml does not pass ${name}.`),
    ...twice.map(name => `compose.yaml passes ${name} twice.`),
    ...unknown.map(name => `compose.yaml passes ${name}, which nothing reads.`),
  ]
}

if (process.argv[1]?.endsWith('check-settings.mjs')) {
  const document = readText(DOCUMENT)
  const written = document.replace(MARKED, (_, start, end) => `${start}\n${settingTables()}\n${end}`)
  if (process.argv.includes('--write')) writeFileSync(new URL(`../../${DOCUMENT}`, import.meta.url), written)
  const { Development: _, ...groups } = SETTING_GROUPS
  const settings = Object.values(groups).flatMap(Object.values)
  const names = settings.filter(({ setByImage }) => !setByImage).map(({ name }) => name)
  const findings = checkCompose([...names, ...AWS], SECRET_SETTINGS, readText('compose.yaml'))
  if (written !== document && !process.argv.includes('--write'))
    findings.push(`${DOCUMENT} is out of date: node scripts/lint/check-settings.mjs --write`)
  for (const name of SECRET_SETTINGS)
    if (!document.includes(`\`${name}_FILE\``)) findings.push(`${DOCUMENT} does not name ${name}_FILE.`)
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}
