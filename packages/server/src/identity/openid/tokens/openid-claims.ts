/** What apps learn of a person, by scope (OpenID Connect Core, section 5). */
import { hash as digest } from 'node:crypto'
import type { Client } from 'oidc-provider/lib/provider.js'
import { keyedHash } from '../../../platform/keys/secrets.ts'
import { headpicUrl } from '../../profile/headpic.ts'
import type { SubjectRow } from './openid-token-store.ts'

/** Claims of each scope. The database is asked for benefits and machines only if they are wanted. */
export const SCOPE_CLAIMS = {
  // How the person authenticated is part of every ID token.
  openid: ['sub', 'auth_time', 'acr', 'amr'],
  profile: [
    'name',
    'nickname',
    'preferred_username',
    'picture',
    'gender',
    'birthdate',
    'locale',
    'updated_at',
  ],
  email: ['email', 'email_verified'],
  address: ['address'],
  enterprise: ['enterprise'],
  benefits: ['benefits'],
  machines: ['machines'],
  // Of machines that are clients themselves (docs/machines.md).
  machine_claim: ['machine'],
  machine_session: ['machine'],
} as const

/** For machines, and for nobody else. */
export const PAIRING_SCOPES = ['machine_claim', 'machine_session'] as const

/** In the order of the consent screen. */
export const SCOPES = [...Object.keys(SCOPE_CLAIMS), 'offline_access']

const isPairingScope = (name: string): boolean => PAIRING_SCOPES.some(scope => scope === name)

export const FIRST_PARTY_SCOPES = SCOPES.filter(name => !isPairingScope(name))

/** The ids of machines are the same at every app, so only the maker's own apps see them. */
export const THIRD_PARTY_SCOPES = FIRST_PARTY_SCOPES.filter(name => name !== 'machines')

/** The claims that a grant of the scopes contains. */
export const claimsOfScopes = (scopes: readonly string[]): string[] =>
  Object.entries(SCOPE_CLAIMS).flatMap(([scope, claims]) => (scopes.includes(scope) ? claims : []))

/** The known scopes among the parameters of a request. */
export function requestedScopes({ scope }: Readonly<Record<string, unknown>>): string[] {
  const requested = String(scope ?? '').split(' ')
  return SCOPES.filter(name => requested.includes(name))
}

export interface BenefitClaim {
  readonly id: string
  /** unix seconds; null: without end */
  readonly expires_at: number | null
}

export interface MachineClaim {
  readonly id: string
  /** '' until somebody names it */
  readonly name: string
  readonly line: string
  readonly role: string
  /** unix seconds; null: without end */
  readonly until: number | null
}

/** Whose session at a machine it is. */
export interface PairedPerson {
  /** as the people of the machine see it */
  readonly name: string
  readonly role: string
  /** end of the role, unix seconds; null: without end */
  readonly until: number | null
}

export type ReadMachines = (uid: string) => Promise<readonly MachineClaim[]>

export type ReadBenefits = (uid: string) => Promise<readonly BenefitClaim[]>

const LOCALES = { en: 'en', zh: 'zh-CN' }

export interface ClaimSources {
  /** `keys.openid` */
  readonly key: Buffer
  readonly publicUrl: () => URL
  readonly readBenefits: ReadBenefits
  readonly readMachines: ReadMachines
}

/** A name that stays the same, for people who chose none: many libraries cannot do without. Other sectors see another one. */
const unnamed = (key: Buffer, sector: string, uid: string): string =>
  `user-${keyedHash(key, 'name', sector, uid).toString('hex').slice(0, 10)}`

/** A claim without a value is left out (section 5.3.2). */
const present = (claims: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined && value !== ''))

const addressOf = ({ country, region }: SubjectRow) =>
  country === '' ? undefined : present({ country, region })

export async function claimsOf(
  subject: SubjectRow,
  scope: string,
  {
    key,
    publicUrl,
    readBenefits,
    readMachines,
    client,
    pairedPerson,
  }: ClaimSources & {
    readonly client: Client | undefined
    /** at the machine that is the client */
    readonly pairedPerson: PairedPerson | undefined
  },
): Promise<Record<string, unknown>> {
  const sector = client?.kerf_party === 'third' ? client.kerf_sector : ''
  const name = subject.user_name || subject.nickname || unnamed(key, sector, subject.uid)
  const scopes = scope.split(' ')
  return present({
    sub: subject.uid,
    name,
    nickname: subject.nickname,
    preferred_username: name,
    picture: headpicUrl(publicUrl(), subject.headpic),
    gender: subject.gender,
    birthdate: subject.birthday ?? undefined,
    locale: LOCALES[subject.lang],
    updated_at: subject.updated_at,
    email: subject.email,
    // An address that was not proved is never stored.
    email_verified: true,
    address: addressOf(subject),
    enterprise:
      subject.enterprise_id === null ? undefined : { id: subject.enterprise_id, name: subject.user_name },
    ...(scopes.includes('benefits') && { benefits: await readBenefits(subject.uid) }),
    ...(scopes.includes('machines') && { machines: await readMachines(subject.uid) }),
    ...(scopes.some(isPairingScope) && { machine: pairedPerson }),
  })
}

/** The person's id for apps of one sector (section 8.1): other sectors cannot tell that it is the same person. */
export const pairwiseId = (key: Buffer, sector: string, uid: string): string =>
  keyedHash(key, 'pairwise', sector, uid).toString('base64url')

/** The id of a session as one app knows it. */
export const sessionIdFor = (key: Buffer, session: string, clientId: string): string =>
  digest('sha256', keyedHash(key, 'sid', session, clientId), 'buffer').toString('base64url', 0, 16)
