import * as m from '@kerf/locales/messages'
import { type MouseEvent, useRef, useState } from 'react'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { getLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { portalHref } from '../lib/url/links.ts'
import { readScanRequest, type Scanned, type ScanRequest, storeScanned } from '../parts/scan/scan-storage.ts'
import bare from '../routes/frames/bare-page.module.css'
import frame from '../routes/frames/page-frame.module.css'
import back from '../ui/app-link/back-link.module.css'
import { Button } from '../ui/button/button.tsx'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { icon, path } from '../ui/icon/icon.tsx'
import { ArrowLeftIcon } from '../ui/icon/icons.tsx'
import { Main } from '../ui/main/main.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { SkipLink } from '../ui/skip-link/skip-link.tsx'
import { type ReadCode, readCode } from './read-code.ts'
import styles from './scanner.module.css'
import { type ScanState, useScan } from './use-scan.ts'

const NoCameraIcon = /* @__PURE__ */ icon(
  path(
    'M7.5 4.5h4l1.5 2H16A1.5 1.5 0 0 1 17.5 8v7M15 16.5H4A1.5 1.5 0 0 1 2.5 15V8A1.5 1.5 0 0 1 4 6.5h1M8 9.2a2.8 2.8 0 0 0 3.9 3.9M3 3l14 14',
  ),
)

const LampIcon = /* @__PURE__ */ icon(path('M6 3h8v4l-2 3v7H8v-7L6 7ZM6 6.5h8M10 11.5v1.5'))

const FAILURES: Readonly<Record<Exclude<ScanState, 'starting' | 'scanning'>, () => string>> = {
  missing: m.scan_missing,
  refused: m.scan_refused,
  busy: m.scan_busy,
  insecure: m.scan_insecure,
  failed: m.scan_failed,
  unsupported: m.scan_unsupported,
}

/** For a scanner that was opened by its address. */
const DEFAULT_REQUEST: ScanRequest = { purpose: 'claim', from: '/profile/machines', kept: '' }

type Refused = Extract<ReadCode, { kind: 'foreign' | 'unknown' }>['kind']

/** Stores the code for the form and returns the page to open. Only the fragment may contain a code: browsers do not send it. */
function deliverCode(code: Exclude<ReadCode, { kind: Refused }>, request: ScanRequest): string {
  if (code.kind === 'offer') return `${portalHref('machines/join')}#${code.text}`
  if (code.kind === 'login') {
    storeScanned({ purpose: 'activate', text: code.text, kept: '' })
    return portalHref('activate')
  }
  const { purpose, from, kept } = ['claim', 'unlock'].includes(request.purpose) ? request : DEFAULT_REQUEST
  storeScanned({ purpose, text: code.text, kept })
  return pathOf(from)
}

/** `from` comes from the storage: with the language before it, it is always a path of this host. */
const pathOf = (from: string): string => `/${getLanguage()}${from}`

/** A document of its own: it alone may use the camera and run WebAssembly. Every way out is a full navigation. */
export function ScannerPage() {
  const { data, query } = getPageContext()
  const language = getLanguage()
  const other = language === 'en' ? 'zh' : 'en'
  const [request] = useState(() => readScanRequest() ?? DEFAULT_REQUEST)
  const [refused, setRefused] = useState<Refused>()
  const [isFound, setFound] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  useDocumentTitle(m.scan_title())
  const onText = (text: string): boolean => {
    const code = readCode(text, [location.origin, ...data.sisters])
    if (code.kind === 'foreign' || code.kind === 'unknown') {
      setRefused(code.kind)
      return false
    }
    setRefused(undefined)
    setFound(true)
    // Back leads to the form, not to the camera.
    location.replace(deliverCode(code, request))
    return true
  }
  const { state, retry, lamp, toggleLamp } = useScan(video, onText, isFound)
  const isRunning = state === 'starting' || state === 'scanning'
  const typed: Scanned = { purpose: request.purpose, text: '', kept: request.kept }
  /** This document may use the camera: the form is in another one, so the router must not open it. */
  const leave = (event: MouseEvent) => {
    event.preventDefault()
    storeScanned(typed)
    location.replace(pathOf(request.from))
  }
  return (
    <div className={frame.frame}>
      <SkipLink />
      <header className={frame.header}>
        <div className={frame.start}>
          <a
            href={portalHref('profile')}
            aria-label={m.app_home({ brand: data.brand.name[language] })}
            className={frame.home}
          >
            <span className={frame.logo} />
          </a>
        </div>
        <a href={data.brand.helpUrl} target="_blank" rel="noopener">
          {m.login_help()}
        </a>
        <a href={`/${other}/machines/scan${query}`} lang={other}>
          {m.app_other_language()}
        </a>
      </header>
      <Main className={bare.main}>
        <div className={bare.head}>
          <a href={pathOf(request.from)} className={back.back} onClick={leave}>
            <ArrowLeftIcon />
            {m.ui_back()}
          </a>
          <h1>{m.scan_title()}</h1>
          <p>{m.scan_lead()}</p>
        </div>
        <div className={styles.picture} data-running={isRunning || undefined}>
          <video ref={video} muted playsInline hidden={!isRunning} aria-label={m.scan_picture()} />
          {!isRunning && (
            <div className={styles.failure}>
              <NoCameraIcon />
              <p role="alert">{FAILURES[state]()}</p>
              <Button onClick={retry}>{m.ui_retry()}</Button>
            </div>
          )}
          {state === 'scanning' && lamp !== undefined && (
            <div className={styles.lamp}>
              <Button variant="secondary" size="small" aria-pressed={lamp} onClick={toggleLamp}>
                <LampIcon />
                {m.scan_light()}
              </Button>
            </div>
          )}
          <p role="status" className={styles.status} hidden={refused !== undefined && !isFound}>
            {isFound
              ? m.scan_found()
              : isRunning && (state === 'starting' ? m.scan_starting() : m.scan_scanning())}
          </p>
        </div>
        {refused && (
          <Notice tone="warning" role="alert">
            {refused === 'foreign' ? m.scan_foreign() : m.scan_unknown()}
          </Notice>
        )}
        <div className={styles.below}>
          <p>{m.scan_private()}</p>
          <ButtonLink variant="secondary" target="_self" href={pathOf(request.from)} onClick={leave}>
            {m.scan_type()}
          </ButtonLink>
        </div>
      </Main>
      <footer className={frame.footer}>
        <span>
          {m.app_copyright({ since: data.brand.since, year: data.year, legalName: data.brand.legalName })}
        </span>
        <span>{data.filing}</span>
      </footer>
    </div>
  )
}
