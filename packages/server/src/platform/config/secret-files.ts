/** Secrets from files, as container platforms mount them: NAME_FILE names the file that holds the value of NAME. */
import { readFileSync } from 'node:fs'
import { ConfigError } from './config.ts'
import type { Setting } from './setting.ts'
import { SETTINGS } from './settings.ts'

/** Settings that are or contain a secret. The last two are read by `key rotate` and by the S3 client. */
export const SECRET_SETTINGS = [
  ...Object.values<Setting>(SETTINGS).flatMap(({ name, secret }) => (secret === undefined ? [] : [name])),
  'KERF_MASTER_KEY_NEW',
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
