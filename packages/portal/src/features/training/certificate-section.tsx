import { hasProcessButton } from '@kerf/contract/app-version-rules'
import {
  getCertificateArtwork,
  getCertificateCredential,
  issueCertificate,
} from '@kerf/contract/endpoints/certificate'
import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { trackButton, trackEvent } from '../../lib/analytics/track.ts'
import { callApi } from '../../lib/api/api-client.ts'
import { createErrorDescription } from '../../lib/api/error-texts.ts'
import { saveFile } from '../../lib/bridge/save-file.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { accountQueryKey, describeQueryError } from '../../lib/query/query-client.ts'
import { formatDate } from '../../lib/text/format-time.ts'
import { insertElements } from '../../lib/text/rich-text.tsx'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { icon, path } from '../../ui/icon/icon.tsx'
import { ChevronDownIcon } from '../../ui/icon/icons.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { brandAccent } from './badge-colors.ts'
import { badgeSvg, bakeBadge } from './badge-svg.ts'
import styles from './certificate-section.module.css'
import { EngraveDialog } from './engrave-dialog.tsx'
import { fetchPdf } from './fetch-pdf.ts'
import { HostFileButtons } from './host-file-buttons.tsx'
import { svgUrl } from './svg-url.ts'
import type { CertificateCourseState } from './training-query.ts'

/** A laser head above a sheet that it cuts. */
const LaserIcon = /* @__PURE__ */ icon(
  path('M7 2.5h6v3.5l-1.8 3H8.8L7 6ZM10 9v6M2.5 16.5h15M6.5 12.5l1.3 1.3M13.5 12.5l-1.3 1.3'),
)

interface Props {
  course: CertificateCourseState
  /** the account, whose name appears on the certificate */
  holder: { readonly nickname: string; readonly email: string }
  /** an issued certificate is without its picture, because its course is open */
  isBrief: boolean
  /** nothing else on the page is to be done first */
  isMain: boolean
  onIssued(): Promise<void>
}

/** The certificate of a finished course, the offer to issue it, or the notice that it was revoked. */
export function CertificateSection({ course, holder, isBrief, isMain, onIssued }: Props) {
  if (course.certId === '') return null
  return (
    <section className={styles.prize} aria-label={m.training_certificate()}>
      {course.certificate && isBrief ? (
        <CertificateFacts course={course.id} {...course.certificate} />
      ) : course.certificate ? (
        <Certificate course={course} certificate={course.certificate} isMain={isMain} />
      ) : course.revoked ? (
        <RevokedNotice {...course.revoked} />
      ) : (
        <CertificateOffer course={course} holder={holder} onIssued={onIssued} />
      )}
    </section>
  )
}

/** A revoked certificate is not issued again: only the issuer can restore it. */
function RevokedNotice({ number, at }: { readonly number: string; readonly at: number }) {
  return (
    <Notice tone="warning" title={m.training_certificate_revoked()}>
      <p>
        {insertElements(
          m.training_certificate_revoked_text({
            number: '{number}',
            date: formatDate(at, 'UTC'),
          }),
          { number: <code className={styles.number}>{number}</code> },
        )}
      </p>
      <HelpLink>{m.customer_service()}</HelpLink>
    </Notice>
  )
}

function CertificateOffer({ course, holder, onIssued }: Omit<Props, 'isBrief' | 'isMain'>) {
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      await callApi(issueCertificate, { certId: course.certId })
      await onIssued()
    },
  })
  const nickname = holder.nickname.trim()
  const mailbox = holder.email.split('@')[0] ?? ''

  return (
    <div className={styles.offer}>
      <Badge course={course} />
      <div className={styles.words}>
        <p>
          {nickname === ''
            ? m.training_certificate_nameless({ name: mailbox })
            : m.training_certificate_ready({ name: nickname })}
        </p>
        <ErrorNotice error={describeQueryError(error)} />
        <div className={styles.actions}>
          <Button pending={isPending} onClick={() => mutate()}>
            {m.training_certificate_get()}
          </Button>
          <AppLink to="profile/settings" className={styles.link}>
            {m.training_certificate_rename()}
          </AppLink>
        </div>
      </div>
    </div>
  )
}

function Badge({ course: { id, title } }: { course: CertificateCourseState }) {
  const language = useLanguage()
  return (
    <img
      className={styles.badge}
      data-badge=""
      src={svgUrl(badgeSvg(id, brandAccent()))}
      alt={m.training_badge_alt({ course: title[language] })}
      width={120}
      height={120}
    />
  )
}

const trackEngraveDialog = (type: 'open' | 'confirm' | 'cancel') =>
  trackEvent({ event: 'dialogOperation', properties: { name: 'certificateProcess', type } })

/** The drawing of the certificate, labeled in the language of the page. */
const artworkQuery = (course: CertificateCourse, number: string, language: Language) =>
  queryOptions({
    queryKey: accountQueryKey('certificate-artwork', number, language),
    queryFn: ({ signal }) => callApi(getCertificateArtwork, { course }, { signal }),
    placeholderData: keepPreviousData,
  })

const usePdfDownload = (course: CertificateCourse) =>
  useMutation({
    onMutate: () => trackButton('certificateDownload'),
    mutationFn: async () => saveFile(`certificate-${course}.pdf`, await fetchPdf(course)),
  })

type IssuedCertificate = NonNullable<CertificateCourseState['certificate']>

interface CertificateFactsProps extends IssuedCertificate {
  readonly course: CertificateCourse
}

/** An issued certificate without its picture. */
function CertificateFacts({ course, number, issued, renewed }: CertificateFactsProps) {
  const download = usePdfDownload(course)
  return (
    <>
      <ErrorNotice error={describeQueryError(download.error)} />
      <div className={styles.facts}>
        <strong>{m.training_certificate()}</strong>
        <span>{m.training_certificate_issued({ date: formatDate(issued, 'UTC') })}</span>
        {renewed != null && (
          <span>{m.training_certificate_renewed({ date: formatDate(renewed, 'UTC') })}</span>
        )}
        <code>{number}</code>
        <Button variant="secondary" pending={download.isPending} onClick={() => download.mutate()}>
          {m.training_certificate_download()}
        </Button>
      </div>
    </>
  )
}

function Certificate({
  course,
  certificate: { number, issued, renewed },
  isMain,
}: Pick<Props, 'course' | 'isMain'> & { certificate: IssuedCertificate }) {
  const language = useLanguage()
  const preview = useQuery(artworkQuery(course.id, number, language))
  const artwork = preview.data
  const download = usePdfDownload(course.id)
  const fetchCredential = () => callApi(getCertificateCredential, { course: course.id })
  const badge = useMutation({
    onMutate: () => trackButton('badgeDownload'),
    async mutationFn() {
      const { credential } = await fetchCredential()
      const svg = new Blob([bakeBadge(course.id, brandAccent(), credential)], { type: 'image/svg+xml' })
      await saveFile(`safety-badge-${course.id}.svg`, svg)
    },
  })
  const credential = useMutation({
    onMutate: () => trackButton('credentialDownload'),
    async mutationFn() {
      const file = await fetchCredential()
      await saveFile(file.name, new Blob([file.credential], { type: 'application/vc+jwt' }))
    },
  })
  const [engraving, setEngraving] = useState(false)
  const [hasMore, setMore] = useState(false)
  const more = useId()
  const { system, url } = getPageContext()
  const canEngrave = hasProcessButton(system, url.av)

  const openEngraveDialog = () => {
    trackButton('certificateProcess')
    trackEngraveDialog('open')
    setEngraving(true)
  }
  const closeEngraveDialog = (confirmed: boolean) => {
    trackEngraveDialog(confirmed ? 'confirm' : 'cancel')
    setEngraving(false)
    if (confirmed) toast(m.training_engrave_done(), 'success')
  }

  return (
    <div className={styles.certificate}>
      <div className={styles.sheet} data-drawn={artwork ? '' : undefined}>
        {artwork ? (
          <img src={svgUrl(artwork.svg)} alt={m.training_certificate_preview({ number })} />
        ) : preview.error ? (
          <LoadError error={createErrorDescription(preview.error)} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton shape="block" />
        )}
      </div>
      <div className={styles.aside}>
        <p className={styles.issued}>
          {m.training_certificate_issued({ date: formatDate(issued, 'UTC') })}
          {renewed != null && (
            <>
              <br />
              {m.training_certificate_renewed({ date: formatDate(renewed, 'UTC') })}
            </>
          )}
          <br />
          <code>{number}</code>
        </p>
        <ErrorNotice error={describeQueryError(download.error ?? badge.error ?? credential.error)} />
        <div className={styles.actions}>
          <Button
            variant={isMain && !(canEngrave && artwork) ? 'primary' : 'secondary'}
            pending={download.isPending}
            onClick={() => download.mutate()}
          >
            {m.training_certificate_download()}
          </Button>
          {canEngrave && (
            <Button
              variant={isMain && artwork ? 'primary' : 'secondary'}
              disabled={!artwork}
              onClick={openEngraveDialog}
            >
              <LaserIcon />
              {m.training_engrave()}
            </Button>
          )}
          <HostFileButtons course={course.id} svg={artwork?.svg} />
          <Button
            variant="secondary"
            className={styles.more}
            aria-expanded={hasMore}
            aria-controls={more}
            onClick={() => setMore(!hasMore)}
          >
            {m.training_certificate_more()}
            <ChevronDownIcon />
          </Button>
        </div>
      </div>
      <div id={more} className={styles.actions} hidden={!hasMore}>
        <Button variant="secondary" pending={badge.isPending} onClick={() => badge.mutate()}>
          {m.training_badge_download()}
        </Button>
        <Button variant="secondary" pending={credential.isPending} onClick={() => credential.mutate()}>
          {m.training_credential_download()}
        </Button>
        <AppLink to={`certificate/${number}`} className={styles.link} beside>
          {m.training_certificate_check()}
        </AppLink>
      </div>
      {engraving && artwork && (
        <EngraveDialog artwork={artwork} number={number} onClose={closeEngraveDialog} />
      )}
    </div>
  )
}
