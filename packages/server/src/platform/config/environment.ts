/** Reads and validates single environment variables. An invalid value is reported and treated as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

export function createEnvironmentReader(env: Environment, report: (problem: string) => void) {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const raw = text(name)
    if (raw === undefined) return fallback
    const value = Number(raw)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    report(`${name} must be a whole number from ${min} to ${max}, not "${raw}"`)
    return fallback
  }
  const choice = <T extends string>(name: string, options: readonly T[], fallback: T): T => {
    const raw = text(name)
    if (raw === undefined) return fallback
    const found = options.find(option => option === raw)
    if (found === undefined) report(`${name} must be one of ${options.join(', ')}, not "${raw}"`)
    return found ?? fallback
  }
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const raw = text(name)
    if (raw === undefined) return undefined
    if (URL.canParse(raw) && protocols.includes(new URL(raw).protocol)) return raw
    // The value can contain a password, so the message does not repeat it.
    report(
      `${name} must be a URL that starts with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
    )
    return undefined
  }
  return { text, integer, choice, list, url }
}
