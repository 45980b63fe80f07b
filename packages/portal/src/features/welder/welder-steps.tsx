import { LIGHT_SOURCES } from '@kerf/contract/endpoints/welder'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { getTabItem, removeTabItem, setTabItem } from '../../lib/browser/tab-storage.ts'
import { takeScanned } from '../../parts/scan/scan-storage.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card, type CardState } from '../../ui/card/card.tsx'
import { Disclosure } from '../../ui/disclosure/disclosure.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { LightSourceStep } from './light-source-step.tsx'
import { UnlockStep } from './unlock-step.tsx'
import { VideoQuestions, VideoStep } from './video-step.tsx'
import styles from './welder-steps.module.css'

const STORAGE_KEY = 'kerf.welder.watched'
/** In the tab: the welder video was watched to its end. The server accepts it for two hours from the start of the video. The page asks for it again earlier. */
const VALID_FOR_MS = 90 * 60_000

const hasWatchedRecently = (): boolean => {
  const at = Number(getTabItem(STORAGE_KEY) ?? 0)
  return Date.now() - at < VALID_FOR_MS && at <= Date.now()
}

export const storeWatched = (done: boolean): void =>
  done ? setTabItem(STORAGE_KEY, String(Date.now())) : removeTabItem(STORAGE_KEY)

/** Three steps: light source, video, unlock password. */
export function WelderSteps() {
  const [scanned] = useState(() => takeScanned('unlock'))
  const [lightSource, setLightSource] = useState(() => LIGHT_SOURCES.find(one => one === scanned?.kept))
  const [watched, setWatched] = useState(hasWatchedRecently)
  /** the server requires the video to be watched again */
  const [expired, setExpired] = useState(false)
  const [unlocked, setUnlocked] = useState(false)
  /** the finished step that was opened again; each other one is a row, so that the next step is in view */
  const [opened, setOpened] = useState<number>()
  const currentStep = lightSource === undefined ? 1 : watched ? 3 : 2

  const updateWatched = (done: boolean) => {
    storeWatched(done)
    setWatched(done)
    setExpired(!done)
    setOpened(undefined)
  }
  const updateUnlocked = (done: boolean) => {
    setUnlocked(done)
    if (done) setOpened(undefined)
  }
  return (
    <ol className={styles.steps}>
      <Step
        number={1}
        currentStep={currentStep}
        title={m.unlock_step_source()}
        fold={
          opened !== 1 && {
            state: lightSource && { text: lightSource, tone: 'accent' },
            action: (
              <Button
                variant="quiet"
                size="small"
                aria-label={m.unlock_source_change_what()}
                onClick={() => setOpened(1)}
              >
                {m.unlock_source_change()}
              </Button>
            ),
          }
        }
      >
        <LightSourceStep
          value={lightSource}
          onSelect={source => {
            setLightSource(source)
            setOpened(undefined)
          }}
        />
      </Step>
      <Step
        number={2}
        currentStep={currentStep}
        title={m.unlock_step_video()}
        fold={
          opened !== 2 && {
            action: (
              <Button variant="quiet" size="small" onClick={() => setOpened(2)}>
                {m.unlock_questions_open()}
              </Button>
            ),
          }
        }
      >
        {watched ? (
          <div className={styles.questions}>
            <Disclosure summary={m.unlock_questions()}>
              <VideoQuestions />
            </Disclosure>
          </div>
        ) : (
          <>
            {expired && (
              <Notice tone="warning" role="alert">
                {m.unlock_watch_over()}
              </Notice>
            )}
            {lightSource ? (
              <VideoStep onWatched={() => updateWatched(true)} />
            ) : (
              <p className={styles.hint}>{m.unlock_source_first()}</p>
            )}
          </>
        )}
      </Step>
      <Step number={3} currentStep={currentStep} title={m.unlock_step_password()} done={unlocked}>
        {currentStep === 3 && lightSource ? (
          <>
            {!unlocked && <p className={styles.hint}>{m.unlock_watched()}</p>}
            <UnlockStep
              key={lightSource}
              lightSource={lightSource}
              scanned={scanned?.text}
              onNotWatched={() => updateWatched(false)}
              onUnlocked={updateUnlocked}
            />
          </>
        ) : (
          <p className={styles.hint}>{m.unlock_video_first()}</p>
        )}
      </Step>
    </ol>
  )
}

interface StepProps {
  number: number
  currentStep: number
  title: string
  /** finished while it is the current step, as the last one is */
  done?: boolean
  /** what the row of a finished step shows in place of its content; false: it has its content */
  fold?: false | { readonly state?: CardState | undefined; readonly action: ReactNode }
  children: ReactNode
}

function Step({ number, currentStep, title, done = false, fold = false, children }: StepProps) {
  const isDone = number < currentStep || (number === currentStep && done)
  const row = isDone && fold
  const isFolded = row !== false
  const element = useRef<HTMLLIElement>(null)
  const previousStep = useRef(currentStep)
  // Completing a step moves the focus to the next one.
  useEffect(() => {
    if (currentStep === number && previousStep.current < currentStep)
      element.current?.focus({ preventScroll: false })
    previousStep.current = currentStep
  }, [currentStep, number])
  const wasFolded = useRef(isFolded)
  // What had the focus is gone: the button that opened it, or the choice that closed it.
  useEffect(() => {
    if (wasFolded.current !== isFolded && document.activeElement === document.body) element.current?.focus()
    wasFolded.current = isFolded
  }, [isFolded])
  return (
    <li
      ref={element}
      tabIndex={-1}
      className={styles.step}
      data-folded={isFolded || undefined}
      data-state={isDone ? 'done' : number > currentStep ? 'later' : 'now'}
      aria-current={number === currentStep ? 'step' : undefined}
    >
      <Card
        title={
          <span className={styles.title}>
            <span className={styles.number} aria-hidden="true">
              {isDone ? <CheckIcon /> : number}
            </span>
            {title}
          </span>
        }
        {...(row && { state: row.state, action: row.action })}
      >
        {!isFolded && children}
      </Card>
    </li>
  )
}
