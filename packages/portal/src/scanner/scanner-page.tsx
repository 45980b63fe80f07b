import * as m from '@kerf/locales/messages'
import { type ChangeEvent, type MouseEvent, useRef, useState } from 'react'
import { useDocumentTitle } from '../lib/page/document-title.ts'
import { getLanguage } from '../lib/page/language.ts'
import { getPageContext } from '../lib/page/page-context.ts'
import { portalHref } from '../lib/url/links.ts'
import { RATING_PLATE_SCENE } from '../parts/machine-label/rating-plate-drawing.tsx'
import {
  readScanRequest,
  type Scanned,
  type ScanPurpose,
  type ScanRequest,
  storeScanned,
} from '../parts/scan/scan-storage.ts'
import bare from '../routes/frames/bare-page.module.css'
import frame from '../routes/frames/page-frame.module.css'
import back from '../ui/app-link/back-link.module.css'
import { Button } from '../ui/button/button.tsx'
import { ButtonLink } from '../ui/button/button-link.tsx'
import { Choice } from '../ui/choice/choice.tsx'
import { HelpLink } from '../ui/help-link/help-link.tsx'
import { icon, path } from '../ui/icon/icon.tsx'
import { ArrowLeftIcon } from '../ui/icon/icons.tsx'
import { Main } from '../ui/main/main.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { OutcomeDrawing } from '../ui/page-step/outcome-drawing.tsx'
import { SkipLink } from '../ui/skip-link/skip-link.tsx'
import { type ReadCode, readCode } from './read-code.ts'
import { readPicture } from './read-picture.ts'
import styles from './scanner.module.css'
import { type ScanState, useScan } from './use-scan.ts'

const PictureIcon = /* @__PURE__ */ icon(path('M3 4.5h14v11H3zM3 13l4-4 4 4 2.5-2.5L17 14M12.5 7.5h.1'))
const KeysIcon = /* @__PURE__ */ icon(
  path('M2.5 5.5h15v9.5h-15zM5.5 8.5h.1M8.5 8.5h.1M11.5 8.5h.1M14.5 8.5h.1M6.5 12h7'),
)
const LampIcon = /* @__PURE__ */ icon(path('M6 3h8v4l-2 3v7H8v-7L6 7ZM6 6.5h8M10 11.5v1.5'))

/** The label of a machine, as large as the picture lets it be. */
const LABEL = <g transform="translate(40 43) scale(1.1) translate(-40 -36)">{RATING_PLATE_SCENE}</g>

const FAILURES: Readonly<Record<Exclude<ScanState, 'checking' | 'starting' | 'scanning'>, () => string>> = {
  missing: m.scan_missing,
  refused: m.scan_refused,
  busy: m.scan_busy,
  insecure: m.scan_insecure,
  failed: m.scan_failed,
  unsupported: m.scan_unsupported,
}

/** What the form takes in place of the code; undefined: its page only knows links. */
const TYPED: Readonly<Record<ScanPurpose, (() => string) | undefined>> = {
  claim: m.scan_type_sn,
  unlock: m.scan_type_sn,
  activate: m.scan_type_device,
  workshop: m.scan_type_workshop,
  link: undefined,
}

/** For a scanner that was opened by its address. */
const DEFAULT_REQUEST: ScanRequest = { purpose: 'claim', from: '/profile/machines', kept: '' }

type Refused = Extract<ReadCode, { kind: 'foreign' | 'unknown' }>

/** Stores the code for the form and returns the page to open. Only the fragment may contain a code: browsers do not send it. */
function deliverCode(code: Exclude<ReadCode, Refused>, request: ScanRequest): string {
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
  /** why the last code was not used */
  const [refusal, setRefusal] = useState<string>()
  const [isFound, setFound] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const onText = (text: string): boolean => {
    const code = readCode(text, [location.origin, ...data.sisters])
    if (code.kind === 'foreign' || code.kind === 'unknown') {
      setRefusal(code.kind === 'foreign' ? m.scan_foreign({ host: code.host }) : m.scan_unknown())
      return false
    }
    setRefusal(undefined)
    setFound(true)
    // Back leads to the form, not to the camera.
    location.replace(deliverCode(code, request))
    return true
  }
  const { state, retry, lamp, toggleLamp } = useScan(video, onText, isFound)
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const readChosen = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    if (!file) return
    setReading(true)
    const texts = await readPicture(file)
    setReading(false)
    // The same picture can be chosen again.
    if (input.current) input.current.value = ''
    if (texts.length === 0) setRefusal(m.scan_none())
    texts.some(onText)
  }
  const isRunning = state === 'checking' || state === 'starting' || state === 'scanning'
  const title = isRunning ? m.scan_title() : m.scan_title_typed()
  useDocumentTitle(title)
  const refusalNotice = refusal && (
    <Notice tone="warning" role="alert">
      {refusal}
    </Notice>
  )
  const whatToType = TYPED[request.purpose]
  const lead = isRunning
    ? m.scan_lead()
    : whatToType
      ? m.scan_lead_typed({ typed: whatToType() })
      : m.scan_lead_link()
  const typed: Scanned = { purpose: request.purpose, text: '', kept: request.kept }
  /** This document may use the camera: the form is in another one, so the router must not open it. */
  const leave = (event: MouseEvent) => {
    event.preventDefault()
    storeScanned(typed)
    location.replace(pathOf(request.from))
  }
  /** The ways without a camera. Where there is none, they are in the card that says so. */
  const ways = (
    <div className={styles.below}>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={m.scan_choose()}
        onChange={event => void readChosen(event)}
      />
      <Choice>
        {/* The first one is what helps where there is no camera. */}
        {whatToType && (
          <ButtonLink
            variant={isRunning ? 'secondary' : 'primary'}
            wide
            target="_self"
            href={pathOf(request.from)}
            onClick={leave}
          >
            <KeysIcon />
            {whatToType()}
          </ButtonLink>
        )}
        <Button
          variant={isRunning || whatToType ? 'secondary' : 'primary'}
          wide
          pending={isReading}
          onClick={() => input.current?.click()}
        >
          <PictureIcon />
          {m.scan_choose()}
        </Button>
      </Choice>
      <p>{m.scan_private()}</p>
    </div>
  )
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
        <HelpLink>{m.login_help()}</HelpLink>
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
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        <div
          className={styles.picture}
          data-running={isRunning || undefined}
          data-checking={state === 'checking' || undefined}
          data-starting={state === 'starting' || undefined}
          data-refused={refusal !== undefined || undefined}
        >
          <video ref={video} muted playsInline hidden={!isRunning} aria-label={m.scan_picture()} />
          {!isRunning && (
            <>
              <OutcomeDrawing tone="info" scene={LABEL} />
              <Notice tone="warning" role="alert">
                <div className={styles.failure}>
                  <p>{FAILURES[state]()}</p>
                  <Button variant="secondary" size="small" onClick={retry}>
                    {m.ui_retry()}
                  </Button>
                </div>
              </Notice>
            </>
          )}
          {!isRunning && ways}
          {state === 'scanning' && lamp !== undefined && (
            <div className={styles.lamp}>
              <Button variant="secondary" size="small" aria-pressed={lamp} onClick={toggleLamp}>
                <LampIcon />
                {m.scan_light()}
              </Button>
            </div>
          )}
          {isRunning && refusalNotice && <div className={styles.refusal}>{refusalNotice}</div>}
          <p role="status" className={styles.status} hidden={refusal !== undefined && !isFound}>
            {isFound
              ? m.scan_found()
              : isRunning && (state === 'scanning' ? m.scan_scanning() : m.scan_starting())}
          </p>
        </div>
        {!isRunning && refusalNotice}
        {isRunning && ways}
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
