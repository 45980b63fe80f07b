/** Signs the credential of an issued certificate as a JSON Web Token (Open Badges 3.0, section "JSON Web Token Proof Format"). */
import { randomBytes } from 'node:crypto'
import type { LoadedBrand } from '@kerf/brands/registry'
import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import type { Language } from '@kerf/contract/language'
import { SignJWT } from 'jose'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { IssuedCertificate } from './certificate.ts'
import { findHolderEmail } from './certificate-store.ts'
import { loadSigningKey } from './credential-keys.ts'
import { type BadgeCourse, credentialOf, keyUrl } from './open-badge.ts'

const CREDENTIAL_LIMIT = { limit: 30, seconds: 60 }
const SALT_BYTES = 16

export interface BadgeCourses {
  get(course: CertificateCourse): Omit<BadgeCourse, 'id'> | undefined
}

export interface IssueCredentialDependencies extends Pick<PlatformServices, 'db' | 'limiter' | 'publicUrl'> {
  /** `keys.wrapping` */
  readonly wrappingKey: Buffer
  readonly courses: BadgeCourses
  readonly issuer: LoadedBrand
}

export const createIssueCredential =
  ({ db, limiter, wrappingKey, courses, publicUrl, issuer }: IssueCredentialDependencies) =>
  /** Returns a compact JWS. Throws `too_many_requests`, or `certificate_not_earned` when the course is no longer offered. */
  async (uid: string, certificate: IssuedCertificate, lang: Language): Promise<string> => {
    await limiter.consume({ key: `certificate:credential:${uid}`, ...CREDENTIAL_LIMIT })
    const course = courses.get(certificate.course)
    if (!course) throw new ApiError('certificate_not_earned')
    const { origin } = publicUrl()
    const [holder] = await findHolderEmail(db, { uid })
    const credential = credentialOf(
      { origin, brand: issuer.brand },
      { ...course, id: certificate.course },
      certificate,
      lang,
      holder?.email ? { address: holder.email, salt: randomBytes(SALT_BYTES).toString('hex') } : undefined,
    )
    const { kid, privateKey } = await loadSigningKey(db, wrappingKey)
    return new SignJWT(credential)
      .setProtectedHeader({ alg: 'ES256', kid: keyUrl(origin, kid), typ: 'JWT' })
      .setIssuer(credential.issuer.id)
      .setJti(credential.id)
      .setSubject(credential.credentialSubject.id)
      .setNotBefore(certificate.issuedAt)
      .sign(privateKey)
  }

export type IssueCredential = ReturnType<typeof createIssueCredential>
