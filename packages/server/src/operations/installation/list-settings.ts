/** All settings with their value, source and meaning, for `kerf doctor`. */
import { hasMisplacedPassword } from '../../platform/config/parsers.ts'
import type { Setting } from '../../platform/config/setting.ts'
import { APPLE_KEY_SETTINGS, CHANNEL_SETTINGS, SETTINGS } from '../../platform/config/settings.ts'

export interface SettingInEffect {
  readonly name: string
  /** value in effect; a secret as `(set)`, a URL without its password */
  readonly value: string
  readonly source: 'environment' | 'default'
  readonly meaning: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Settings of social sign-in channels that are set. */
function channelSettings(env: Environment): Setting[] {
  const ends: Setting[] = Object.values({ ...CHANNEL_SETTINGS, ...APPLE_KEY_SETTINGS })
  return Object.keys(env)
    .sort()
    .flatMap(name => {
      const end = ends.find(({ name: end }) => new RegExp(`^OAUTH_[A-Z][A-Z0-9_]*_${end}$`).test(name))
      return end && env[name]?.trim() ? [{ ...end, name }] : []
    })
}

const SECRET_PARAMETER = /password|secret|token|sslkey/i

/** Masks passwords in an address, both after the user name and in query parameters. */
function maskSecrets(text: string): string {
  if (!text.includes('://') || !/[@?]/.test(text)) return text
  if (!URL.canParse(text)) return '(set, not a valid address)'
  const url = new URL(text)
  if (hasMisplacedPassword(url)) return '(set, not a valid address)'
  const secretNames = [...url.searchParams.keys()].filter(name => SECRET_PARAMETER.test(name))
  if (url.password === '' && secretNames.length === 0) return text
  if (url.password !== '') url.password = '***'
  for (const name of secretNames) url.searchParams.set(name, '***')
  return url.href
}

/** Text of one line of Markdown. */
const plain = (markdown: string): string =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')

export const listSettings = (env: Environment): SettingInEffect[] =>
  [...Object.values<Setting>(SETTINGS), ...channelSettings(env)].map(
    ({ name, fallback, byDefault, meaning, secret }) => {
      const given = env[name]?.trim()
      const described = { name, meaning: plain(meaning) }
      return given
        ? { ...described, value: secret === 'whole' ? '(set)' : maskSecrets(given), source: 'environment' }
        : { ...described, value: plain(byDefault ?? (fallback || 'none')), source: 'default' }
    },
  )
