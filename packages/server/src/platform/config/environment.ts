/** Reads single environment variables. What cannot be used is told, and read as if it were not set. */
export type Environment = Readonly<Record<string, string | undefined>>

export function createReader(env: Environment, tell: (fault: string) => void) {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const raw = text(name)
    if (raw === undefined) return fallback
    const value = Number(raw)
    if (Number.isInteger(value) && value >= min && value <= max) return value
    tell(`${name} must be a whole number from ${min} to ${max}, not "${raw}"`)
    return fallback
  }
  const choice = <T extends string>(name: string, options: readonly T[], fallback: T): T => {
    const raw = text(name)
    if (raw === undefined) return fallback
    const found = options.find(option => option === raw)
    if (found === undefined) tell(`${name} must be one of ${options.join(', ')}, not "${raw}"`)
    return found ?? fallback
  }
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
  const address = (name: string, protocols: readonly string[]): string | undefined => {
    const raw = text(name)
    if (raw === undefined) return undefined
    if (URL.canParse(raw) && protocols.includes(new URL(raw).protocol)) return raw
    // The value may hold a password: it is not repeated.
    tell(`${name} must be a URL beginning with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`)
    return undefined
  }
  return { text, whole, choice, list, address }
}
