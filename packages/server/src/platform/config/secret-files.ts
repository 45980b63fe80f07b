/** Secrets from files, as container platforms mount them: NAME_FILE names the file that holds the value of NAME. */
import { readFileSync } from 'node:fs'
import { ConfigError } from './config.ts'

/** Settings whose value is a secret or contains one. */
export const SECRET_SETTINGS = [
  'KERF_MASTER_KEY',
  'KERF_MASTER_KEY_NEW',
  'DATABASE_URL',
  'DATABASE_SERVING_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_NODE_URL',
  'MAIL_URL',
  'RECAPTCHA_SECRET',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'AWS_SECRET_ACCESS_KEY',
]
const CHANNEL_SECRET_FILE = /^OAUTH_[A-Z][A-Z0-9_]*_SECRET_FILE$/

type MutableEnvironment = Record<string, string | undefined>

/**
 * Replaces each NAME_FILE by NAME with the content of the file, without surrounding white space. Throws a ConfigError that names
 * the settings and never a content.
 */
export function readSecretFiles(env: MutableEnvironment): void {
  const problems: string[] = []
  const fileNames = Object.keys(env).filter(
    name => CHANNEL_SECRET_FILE.test(name) || SECRET_SETTINGS.some(secret => name === `${secret}_FILE`),
  )
  for (const fileName of fileNames) {
    const file = env[fileName]?.trim()
    const name = fileName.slice(0, -'_FILE'.length)
    delete env[fileName]
    if (!file) continue
    if (env[name]?.trim()) {
      problems.push(`set ${name} or ${fileName}, not both`)
      continue
    }
    try {
      const content = readFileSync(file, 'utf8').trim()
      if (content === '') problems.push(`${fileName}=${file} is empty`)
      else env[name] = content
    } catch (error) {
      problems.push(`${fileName}=${file} cannot be read: ${(error as { code?: string }).code}`)
    }
  }
  if (problems.length > 0) throw new ConfigError(problems)
}
