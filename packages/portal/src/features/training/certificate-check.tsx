import type { OutputOf } from '@kerf/contract/endpoint'
import { checkCertificate } from '@kerf/contract/endpoints/certificate'
import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import * as m from '@kerf/locales/messages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { callApi } from '../../lib/api/api-client.ts'
import { PRINTED_CODE } from '../../lib/form/printed-code.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { getPageContext } from '../../lib/page/page-context.ts'
import { useRouter } from '../../lib/router/router-view.tsx'
import { formatDate, formatZonedDateTime } from '../../lib/text/format-time.ts'
import { sentenceSpace } from '../../lib/text/sentence-space.ts'
import { portalHref } from '../../lib/url/links.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { HelpLink } from '../../ui/help-link/help-link.tsx'
import { PrintIcon } from '../../ui/icon/file-icons.tsx'
import { icon } from '../../ui/icon/icon.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icon/icons.tsx'
import { LoadRegion } from '../../ui/load-region/load-region.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { TextField } from '../../ui/text-field/text-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { brandAccent } from './badge-colors.ts'
import { badgeSvg } from './badge-svg.ts'
import styles from './certificate-check.module.css'
import { svgUrl } from './svg-url.ts'

const SearchIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="8.75" cy="8.75" r="5.25" />
    <path d="M12.75 12.75L17 17" />
  </>,
)

/** Whether the certificate with this number is genuine. */
export const certificateCheckQuery = (number: string) =>
  queryOptions({
    queryKey: ['certificate-check', number],
    queryFn: ({ signal }) => callApi(checkCertificate, undefined, { params: { number }, signal }),
  })

type Checked = OutputOf<typeof checkCertificate>

const COURSE_TITLES: Readonly<Record<CertificateCourse, () => string>> = {
  laser: m.check_course_laser,
  printer: m.check_course_printer,
  welder: m.check_course_welder,
}

/** Verifies a certificate by its number. Of its holder it shows the initials only. */
export function CertificateCheck({ number }: { number: string }) {
  const query = useQuery(certificateCheckQuery(number))
  /** The genuine number in whose place the form is shown. Another number, as on the way back, shows its certificate. */
  const [replaced, setReplaced] = useState<string>()
  return (
    <LoadRegion
      query={query}
      skeleton={<Skeleton shape="block" />}
      loadingText={m.ui_loading()}
      errorText={m.check_fault}
      className={styles.check}
    >
      {checked =>
        checked.course && replaced !== number ? (
          <Genuine
            number={number}
            checked={checked}
            course={checked.course}
            checkedAt={Math.floor(query.dataUpdatedAt / 1000)}
            onAnother={() => setReplaced(number)}
          />
        ) : (
          <NumberForm
            key={number}
            number={number}
            status={checked.status}
            onCheck={() => setReplaced(undefined)}
          />
        )
      }
    </LoadRegion>
  )
}

/** The number as certificates show it. */
const formatNumber = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^(..)(....)(....)(....)(....)$/, '$1-$2-$3-$4-$5')

interface GenuineProps {
  number: string
  checked: Checked
  course: CertificateCourse
  /** unix seconds */
  checkedAt: number
  onAnother(): void
}

function Genuine({ number, checked, course, checkedAt, onAnother }: GenuineProps) {
  const language = useLanguage()
  const { initials, issued, issuer, minutes, lessons } = checked
  const { brand } = getPageContext().data
  const title = checked.title?.[language] ?? COURSE_TITLES[course]()
  const shown = formatNumber(number)
  return (
    <>
      <article className={styles.card}>
        <img
          className={styles.badge}
          src={svgUrl(badgeSvg(course, brandAccent()))}
          alt={m.training_badge_alt({ course: title })}
          width={140}
          height={140}
        />
        <div className={styles.words}>
          <p className={styles.verdict} role="status">
            <CheckIcon />
            {m.check_valid()}
          </p>
          <p className={styles.soft}>{m.check_checked({ time: formatZonedDateTime(checkedAt) })}</p>
          <h2>{title}</h2>
        </div>
        <div className={styles.rest}>
          <dl className={styles.facts}>
            <div>
              <dt>{m.check_holder()}</dt>
              <dd>{initials}</dd>
              <dd className={styles.note}>{m.check_privacy()}</dd>
            </div>
            {issued !== null && (
              <div>
                <dt>{m.check_issued()}</dt>
                <dd>{formatDate(issued, 'UTC')}</dd>
                <dd className={styles.note}>{m.check_no_end()}</dd>
              </div>
            )}
            <div>
              <dt>{m.check_issuer()}</dt>
              <dd>{issuer}</dd>
              {issuer !== brand.legalName && (
                <dd className={styles.note}>{m.check_issuer_other({ brand: brand.name[language] })}</dd>
              )}
            </div>
            <div>
              <dt>{m.check_number()}</dt>
              <dd>
                <code>{shown}</code>
              </dd>
            </div>
          </dl>
          <Share title={title} number={shown}>
            <Button variant="quiet" size="small" onClick={onAnother}>
              <SearchIcon />
              {m.check_another()}
            </Button>
          </Share>
        </div>
      </article>
      <section className={styles.meaning}>
        <h2>{m.check_means()}</h2>
        <p>
          {m.check_means_text({ minutes })}
          {sentenceSpace()}
          <strong>{m.check_means_not()}</strong>
        </p>
        {lessons.length > 0 && (
          <ul>
            {lessons.map(lesson => (
              <li key={lesson.title.en}>
                <CheckIcon />
                <div>
                  <h3>{lesson.title[language]}</h3>
                  <p>{lesson.about[language]}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function Share({ title, number, children }: { title: string; number: string; children: ReactNode }) {
  const url = new URL(portalHref(`certificate/${number}`), location.href)
  // Only the page itself is shared, without the parameters of the app that showed it.
  const address = url.origin + url.pathname
  const share = async () => {
    try {
      await navigator.share({ title: m.check_share_title({ course: title }), url: address })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast(m.check_share_failed(), 'warning')
    }
  }
  return (
    <div className={styles.actions}>
      {'share' in navigator && (
        <Button variant="secondary" onClick={() => void share()}>
          {m.check_share()}
        </Button>
      )}
      <CopyButton text={address} what={m.check_link()} named />
      <Button variant="quiet" size="small" onClick={() => print()}>
        <PrintIcon />
        {m.check_print()}
      </Button>
      {children}
    </div>
  )
}

/** A revoked certificate is none of these: its number is right. */
const WRONG: Readonly<Partial<Record<Checked['status'], () => string>>> = {
  malformed: m.check_malformed,
  unknown: m.check_unknown,
}

interface NumberFormProps {
  number: string
  /** what is wrong with the number or its certificate; `valid`: nothing is, and another one is asked for */
  status: Checked['status']
  onCheck(): void
}

function NumberForm({ number, status, onCheck }: NumberFormProps) {
  const router = useRouter()
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // Typing replaces the number, and a caret corrects it.
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const wrong = WRONG[status]?.()
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = formatNumber(String(new FormData(event.currentTarget).get('number')))
    if (typed === '') return setError(m.field_required({ label: m.check_number() }))
    onCheck()
    router.history.push(portalHref(`certificate/${encodeURIComponent(typed)}`))
  }
  return (
    <div className={styles.lookup}>
      <Card>
        <form className={styles.form} onSubmit={check} noValidate method="post">
          {status === 'revoked' && !error && (
            <p role="alert" className={styles.verdict} data-tone="danger">
              <AlertIcon />
              {m.check_revoked()}
            </p>
          )}
          <TextField
            name="number"
            label={m.check_number()}
            placeholder={m.check_number_hint()}
            error={error ?? (wrong && <span role="alert">{wrong}</span>)}
            inputRef={field}
            defaultValue={status === 'malformed' ? number : formatNumber(number)}
            {...PRINTED_CODE}
            maxLength={64}
            enterKeyHint="go"
          />
          <Button type="submit" wide>
            {m.check_again()}
          </Button>
        </form>
        {status !== 'valid' && (
          <p className={styles.soft}>
            {m.check_help()}
            {sentenceSpace()}
            <HelpLink>{m.customer_service()}</HelpLink>
          </p>
        )}
      </Card>
      <NumberPlace />
    </div>
  )
}

/** Turns a flat drawing into the view of the other pictures: from above, from the front corner. */
const ON_BED = 'matrix(.866 .5 -.866 .5 0 0)'
/** The lines of the bed, beyond the edges of the picture. */
const BED = Array.from({ length: 21 }, (_, index) => (index - 6) * 36)
  .map(at => `M${at}-300V600M-300 ${at}H600`)
  .join('')

/** Drawing: where a certificate has its number. */
const NumberPlace = () => (
  <figure className={styles.place}>
    <svg viewBox="-200 -28 472 300" aria-hidden="true" focusable="false">
      <path d={BED} transform={ON_BED} className={styles.bed} />
      <rect
        width="280"
        height="198"
        rx="6"
        transform={`translate(0 18) ${ON_BED}`}
        className={styles.shadow}
      />
      <rect width="280" height="198" rx="6" transform={`translate(0 7) ${ON_BED}`} className={styles.edge} />
      <g transform={ON_BED}>
        <rect width="280" height="198" rx="6" className={styles.paper} />
        <rect x="10" y="10" width="260" height="178" rx="2" className={styles.cut} />
        <path d="M28 36h104M28 56h60M28 72h124M28 88h84" className={styles.lines} />
        <image href={svgUrl(badgeSvg('laser', brandAccent()))} x="188" y="26" width="68" height="68" />
        <path d="M232 140h28v28h-28ZM239 147h6v6h-6ZM249 157h5v5h-5Z" className={styles.lines} />
        <rect x="20" y="136" width="204" height="36" rx="5" className={styles.spot} />
        <text x="122" y="159" textAnchor="middle">
          KL-2345-ABCD-6789-EFGH
        </text>
      </g>
    </svg>
    <figcaption>{m.check_number_place()}</figcaption>
  </figure>
)
