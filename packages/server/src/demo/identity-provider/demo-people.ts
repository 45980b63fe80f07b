/** People of the demo provider. A visitor chooses the name and the email address. */
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

/** Derived from the name only: the same name is the same person with any email address. */
const subjectOf = (name: string): string =>
  `demo-${createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 24)}`

/** `typedEmail`: if empty, the address is derived from the name. */
export function createClaims(name: string, choice: EmailChoice, typedEmail: string): Claims {
  const sub = subjectOf(name)
  if (choice === 'none') return { sub, name }
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
  return {
    sub,
    name,
    email: typedEmail || `${slug || sub}@demo.example`,
    email_verified: choice === 'verified',
  }
}

/** Above this number the oldest person is removed. */
const PEOPLE_MAX = 1_000

export function createPeople() {
  const people = new Map<string, Claims>()
  return {
    store(claims: Claims): void {
      people.delete(claims.sub)
      people.set(claims.sub, claims)
      if (people.size > PEOPLE_MAX) people.delete(people.keys().next().value ?? '')
    },
    find: (sub: string): Claims | undefined => people.get(sub),
  }
}

export type People = ReturnType<typeof createPeople>
