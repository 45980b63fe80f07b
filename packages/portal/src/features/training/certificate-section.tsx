import { getCertificateArtwork, issueCertificate } from '@kerf/contract/endpoints/training'
import { hasProcessButton } from '@kerf/contract/portal-url'
import * as m from '@kerf/locales/messages'
import { useEffect, useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { ErrorDescription } from '../../lib/error-texts.ts'
import { formatDate } from '../../lib/format-time.ts'
import { useLanguage } from '../../lib/language.ts'
import { getPageContext } from '../../lib/page-context.ts'
import { trackEvent } from '../../lib/track.ts'
import { AppLink } from '../../ui/app-link/app-link.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ErrorNotice } from '../../ui/error-notice/error-notice.tsx'
import { LoadError } from '../../ui/load-error/load-error.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { badgeSvg } from './badge-svg.ts'
import styles from './certificate-section.module.css'
import { EngraveDialog } from './engrave-dialog.tsx'
import { fetchPdf } from './fetch-pdf.ts'
import { saveFile } from './save-file.ts'
import type { PrizeCourseState } from './use-training.ts'

interface Props {
  course: PrizeCourseState
  /** the name a certificate would bear */
  holder: { readonly nickname: string; readonly email: string }
  onIssued(): Promise<void>
}

/** What a finished course is worth: first the offer of its certificate, then the certificate itself. */
export function CertificateSection({ course, holder, onIssued }: Props) {
  if (course.certId === '') return null
  return (
    <section className={styles.prize} aria-label={m.training_certificate()}>
      {course.certificate ? (
        <Certificate course={course} certificate={course.certificate} />
      ) : (
        <CertificateOffer course={course} holder={holder} onIssued={onIssued} />
      )}
    </section>
  )
}

function CertificateOffer({ course, holder, onIssued }: Props) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ErrorDescription>()
  const nickname = holder.nickname.trim()
  const mailbox = holder.email.split('@')[0] ?? ''

  const issue = async () => {
    setPending(true)
    setError(undefined)
    try {
      await callApi(issueCertificate, { certId: course.certId })
      await onIssued()
    } catch (error) {
      setError(await describeError(error))
    }
    setPending(false)
  }
  return (
    <div className={styles.offer}>
      <Badge course={course} />
      <div className={styles.words}>
        <p>
          {nickname === ''
            ? m.training_certificate_nameless({ name: mailbox })
            : m.training_certificate_ready({ name: nickname })}
        </p>
        <ErrorNotice error={error} />
        <div className={styles.actions}>
          <Button pending={pending} onClick={() => void issue()}>
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

const dataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`

function Badge({ course: { id, title } }: { course: PrizeCourseState }) {
  const language = useLanguage()
  return (
    <img
      className={styles.badge}
      src={dataUrl(badgeSvg(id))}
      alt={m.training_badge_alt({ course: title[language] })}
      width={120}
      height={120}
    />
  )
}

const trackProcess = (type: 'open' | 'confirm' | 'cancel') =>
  trackEvent({ event: 'dialogOperation', properties: { name: 'certificateProcess', type } })

interface Artwork {
  readonly name: string
  readonly svg: string
}

function Certificate({
  course,
  certificate: { number, issued },
}: {
  course: PrizeCourseState
  certificate: { readonly number: string; readonly issued: number }
}) {
  const language = useLanguage()
  const [artwork, setArtwork] = useState<Artwork>()
  const [lost, setLost] = useState<ErrorDescription>()
  const [error, setError] = useState<ErrorDescription>()
  const [saving, setSaving] = useState(false)
  const [processing, setProcessing] = useState(false)
  const { system, url } = getPageContext()

  const draw = async (signal?: AbortSignal) => {
    setLost(undefined)
    try {
      setArtwork(await callApi(getCertificateArtwork, { course: course.id }, signal ? { signal } : {}))
    } catch (error) {
      const explained = await describeError(error)
      if (!signal?.aborted) setLost(explained)
    }
  }
  // Drawn in the language of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once a certificate and language
  useEffect(() => {
    const leaving = new AbortController()
    void draw(leaving.signal)
    return () => leaving.abort()
  }, [language, number])

  const download = async () => {
    setSaving(true)
    setError(undefined)
    try {
      await saveFile(`certificate-${course.id}.pdf`, await fetchPdf(course.id))
    } catch (error) {
      setError(await describeError(error))
    }
    setSaving(false)
  }
  const openProcess = () => {
    trackEvent({ event: 'buttonClick', properties: { elementId: 'certificateProcess' } })
    trackProcess('open')
    setProcessing(true)
  }
  const closeProcess = (confirmed: boolean) => {
    trackProcess(confirmed ? 'confirm' : 'cancel')
    setProcessing(false)
    if (confirmed) toast(m.training_process_done(), 'success')
  }

  return (
    <div className={styles.certificate}>
      <div className={styles.sheet} data-drawn={artwork ? '' : undefined}>
        {artwork ? (
          <img src={dataUrl(artwork.svg)} alt={m.training_certificate_preview({ number })} />
        ) : lost ? (
          <LoadError error={lost} onRetry={() => void draw()} />
        ) : (
          <Skeleton shape="block" />
        )}
      </div>
      <div className={styles.aside}>
        <Badge course={course} />
        <p className={styles.issued}>
          {m.training_certificate_issued({ date: formatDate(issued, 'UTC') })}
          <br />
          <code>{number}</code>
        </p>
        <ErrorNotice error={error} />
        <div className={styles.actions}>
          <Button pending={saving} onClick={() => void download()}>
            {m.training_certificate_download()}
          </Button>
          {hasProcessButton(system, url.av) && (
            <Button variant="secondary" disabled={!artwork} onClick={openProcess}>
              {m.training_process()}
            </Button>
          )}
          <Button
            variant="secondary"
            onClick={() =>
              void saveFile(
                `safety-badge-${course.id}.svg`,
                new Blob([badgeSvg(course.id)], { type: 'image/svg+xml' }),
              )
            }
          >
            {m.training_badge_download()}
          </Button>
          <AppLink to={`certificate/${number}`} className={styles.link} beside>
            {m.training_certificate_check()}
          </AppLink>
        </div>
      </div>
      {processing && artwork && <EngraveDialog artwork={artwork} onClose={closeProcess} />}
    </div>
  )
}
