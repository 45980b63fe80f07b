/**
 * The documents of Open Badges 3.0 (1EdTech): the issuer's profile, the achievement of a course, and the credential of a
 * certificate in the W3C Verifiable Credentials Data Model 2.0.
 */
import { createHash } from 'node:crypto'
import type { LoadedBrand } from '@kerf/brands/registry'
import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import type { Language } from '@kerf/contract/language'
import type { IssuedCertificate } from './certificate.ts'

export const OPEN_BADGES_PATH = '/.well-known/open-badges'

const CONTEXT = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  // Defines the type of `credentialStatus`: processors that reject undefined terms need it.
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
]

type Translated = Readonly<Record<Language, string>>

export interface BadgeCourse {
  readonly id: CertificateCourse
  readonly title: Translated
  readonly about: Translated
  readonly lessons: readonly { readonly title: Translated }[]
}

export interface BadgeIssuer {
  readonly origin: string
  readonly brand: LoadedBrand['brand']
}

export const keyUrl = (origin: string, kid: string): string => `${origin}${OPEN_BADGES_PATH}/keys/${kid}.json`

export const profileOf = ({ origin, brand }: BadgeIssuer) => ({
  id: `${origin}${OPEN_BADGES_PATH}/issuer.json`,
  type: ['Profile'],
  name: brand.legalName,
  url: origin,
  description: brand.tagline.en,
})

export const achievementOf = (
  origin: string,
  { id, title, about, lessons }: BadgeCourse,
  lang: Language,
) => ({
  id: `${origin}${OPEN_BADGES_PATH}/achievements/${id}.json`,
  type: ['Achievement'],
  achievementType: 'CertificateOfCompletion',
  inLanguage: lang,
  name: title[lang],
  description: about[lang],
  criteria: {
    narrative:
      lang === 'zh'
        ? `完整观看全部课时：${lessons.map(lesson => lesson.title.zh).join('、')}。`
        : `Watch every lesson in full: ${lessons.map(lesson => lesson.title.en).join(', ')}.`,
  },
})

/** A stable URI for the holder of one certificate. It reveals neither the account nor that two certificates have one holder. */
function holderUri(number: string): string {
  const hex = createHash('sha256').update(`certificate holder ${number}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** URI of the credential: the page that verifies the certificate. */
export const credentialUri = (origin: string, number: string): string => `${origin}/en/certificate/${number}`

/**
 * The credential without a proof. `email`: wallets recognize their owner by its salted hash; undefined: it is left out. Claims
 * such as `iss` are added where it is signed.
 */
export function credentialOf(
  issuer: BadgeIssuer,
  course: BadgeCourse,
  { number, bearer, issuedAt }: IssuedCertificate,
  lang: Language,
  email: { readonly address: string; readonly salt: string } | undefined,
) {
  const { origin } = issuer
  const hashedEmail = email && {
    type: 'IdentityObject',
    hashed: true,
    identityHash: `sha256$${createHash('sha256')
      .update(email.address + email.salt)
      .digest('hex')}`,
    identityType: 'emailAddress',
    salt: email.salt,
  }
  const name = { type: 'IdentityObject', hashed: false, identityHash: bearer, identityType: 'name' }
  return {
    '@context': CONTEXT,
    id: credentialUri(origin, number),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: course.title[lang],
    issuer: profileOf(issuer),
    validFrom: new Date(issuedAt * 1000).toISOString().replace('.000Z', 'Z'),
    credentialSubject: {
      id: holderUri(number),
      type: ['AchievementSubject'],
      identifier: hashedEmail ? [name, hashedEmail] : [name],
      achievement: achievementOf(origin, course, lang),
    },
    credentialStatus: {
      id: `${origin}${OPEN_BADGES_PATH}/revocations.json`,
      type: '1EdTechRevocationList',
    },
  }
}
