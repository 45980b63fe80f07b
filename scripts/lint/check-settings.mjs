/**
 * Checks that the settings that config.ts reads, the list of `kerf doctor`, docs/settings.md and compose.yaml name the
 * same environment variables.
 */
import { listSettings } from '../../packages/server/src/operations/installation/settings.ts'
import { SECRET_SETTINGS } from '../../packages/server/src/platform/config/secret-files.ts'
import { readText } from './imports.mjs'

/** The image sets these, or they are for development only. */
const NOT_IN_COMPOSE = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATA_DIR',
  'PORTAL_FOLDER',
  'KERF_DEV_EXPOSE',
  'DEV_ORIGINS',
  'DEV_HTTPS_PORT',
  'DEVICE_SIMULATOR_PORT',
]
/** Read by the S3 client, which is not configured by config.ts. */
const AWS = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_REGION',
  'AWS_ENDPOINT_URL_S3',
]

const READ = /\b(?:text|integer|choice|list|url)\(\s*'([A-Z][A-Z0-9_]*)'/g

/** Names in the `environment` of compose.yaml's service `app`, in order. */
function composeNames(text) {
  const [, service = ''] = /^ {2}app:\n((?: {3,}.*\n|\n)*)/m.exec(text) ?? []
  const [, block = ''] = /^ {4}environment:\n((?: {6}.*\n)*)/m.exec(service) ?? []
  return [...block.matchAll(/^ {6}([A-Za-z_][A-Za-z0-9_]*):/gm)].map(([, name]) => name)
}

/**
 * Returns one sentence for each finding.
 * `listed`: names of the settings, `secrets`: those that may be read from a file; the others are texts of the files.
 */
export function checkSettings({ listed, config, document, compose, secrets = [] }) {
  const findings = []
  const read = new Set([...config.matchAll(READ)].map(([, name]) => name))
  for (const name of read) if (!listed.includes(name)) findings.push(`settings.ts does not list ${name}.`)
  for (const name of listed) if (!read.has(name)) findings.push(`config.ts does not read ${name}.`)
  for (const name of listed)
    if (!document.includes(`\`${name}\``)) findings.push(`docs/settings.md does not name ${name}.`)
  for (const name of secrets)
    if (!document.includes(`\`${name}_FILE\``)) findings.push(`docs/settings.md does not name ${name}_FILE.`)
  // A secret is passed as the name of its file.
  const passed = composeNames(compose).map(name => {
    const secret = name.replace(/_FILE$/, '')
    return secrets.includes(secret) ? secret : name
  })
  const expected = [...listed.filter(name => !NOT_IN_COMPOSE.includes(name)), ...AWS]
  for (const name of expected)
    if (!passed.includes(name)) findings.push(`compose.yaml does not pass ${name}.`)
  for (const [index, name] of passed.entries()) {
    // Compose refuses a file with a duplicate key.
    if (passed.indexOf(name) !== index) findings.push(`compose.yaml passes ${name} twice.`)
    else if (!expected.includes(name)) findings.push(`compose.yaml passes ${name}, which nothing reads.`)
  }
  return findings
}

if (process.argv[1]?.endsWith('check-settings.mjs')) {
  const findings = checkSettings({
    listed: listSettings({}).map(({ name }) => name),
    secrets: SECRET_SETTINGS,
    config: readText('packages/server/src/platform/config/config.ts'),
    document: readText('docs/settings.md'),
    compose: readText('compose.yaml'),
  })
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}
