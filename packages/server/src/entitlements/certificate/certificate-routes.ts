import {
  checkCertificate as checkEndpoint,
  getCertificateArtwork,
  getCertificateCredential,
  getCertificatePdf,
  issueCertificate as issueEndpoint,
  getCertificateStatus as statusEndpoint,
} from '@kerf/contract/endpoints/certificate'
import type { AddRoute } from '../../identity/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { CheckCertificate } from './check-certificate.ts'
import type { DrawCertificate } from './draw-certificate.ts'
import { getCertificateStatus, requireIssuedCertificate } from './find-certificates.ts'
import type { IssueCertificate } from './issue-certificate.ts'
import type { IssueCredential } from './issue-credential.ts'

export interface CertificateUseCases {
  readonly issueCertificate: IssueCertificate
  readonly checkCertificate: CheckCertificate
  readonly drawCertificate: DrawCertificate
  readonly issueCredential: IssueCredential
}

export function certificateRoutes(add: AddRoute, db: Queryable, use: CertificateUseCases): void {
  add(statusEndpoint, (_, { session }) => getCertificateStatus(db, session.uid))
  add(issueEndpoint, async ({ certId }, { session, caller }) => {
    const { number, issuedAt } = await use.issueCertificate(session, certId, caller)
    return { number, issued: issuedAt }
  })
  add(getCertificatePdf, async ({ course }, context) => {
    const certificate = await requireIssuedCertificate(db, context.session.uid, course)
    const pdf = await use.drawCertificate.pdf(context.session.uid, certificate, context.caller.lang)
    return context.sendFile(`certificate-${course}.pdf`, pdf)
  })
  add(getCertificateArtwork, async ({ course }, { session, caller }) => {
    const certificate = await requireIssuedCertificate(db, session.uid, course)
    const svg = await use.drawCertificate.svg(session.uid, certificate, caller.lang)
    return { name: `certificate-${course}.svg`, svg }
  })
  add(getCertificateCredential, async ({ course }, { session, caller }) => {
    const certificate = await requireIssuedCertificate(db, session.uid, course)
    const credential = await use.issueCredential(session.uid, certificate, caller.lang)
    return { name: `certificate-${course}.jwt`, credential }
  })
  add(checkEndpoint, (_, { params, caller }) => use.checkCertificate(params.number ?? '', caller))
}
