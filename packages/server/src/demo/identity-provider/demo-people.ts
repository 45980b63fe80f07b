/** People of the demo provider: whoever a visitor says they are. */
import { createHash } from 'node:crypto'

export type EmailChoice = 'verified' | 'unverified' | 'none'
export const EMAIL_CHOICES = ['verified', 'unverified', 'none'] as const satisfies readonly EmailChoice[]

export interface Claims {
  readonly sub: string
  readonly name: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly [claim: string]: unknown
}

/** The same name is always the same person, whatever the e-mail address is. */
const subjectOf = (name: string): string =>
  `demo-${createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 24)}`

/** `typed`: '' for an address made from the name. */
export function claimsOf(name: string, choice: EmailChoice, typed: string): Claims {
  const sub = subjectOf(name)
  if (choice === 'none') return { sub, name }
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
  return { sub, name, email: typed || `${slug || sub}@demo.example`, email_verified: choice === 'verified' }
}

/** Remembered at the most; who came longest ago is forgotten first. */
const MOST = 1_000

export function createPeople() {
  const known = new Map<string, Claims>()
  return {
    remember(claims: Claims): void {
      known.delete(claims.sub)
      known.set(claims.sub, claims)
      if (known.size > MOST) known.delete(known.keys().next().value ?? '')
    },
    find: (sub: string): Claims | undefined => known.get(sub),
  }
}

export type People = ReturnType<typeof createPeople>
