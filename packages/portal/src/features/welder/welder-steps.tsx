import type { LightSource } from '@kerf/contract/endpoints/welder'
import * as m from '@kerf/locales/messages'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Card } from '../../ui/card/card.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { LightSourceStep } from './light-source-step.tsx'
import { UnlockStep } from './unlock-step.tsx'
import { VideoStep } from './video-step.tsx'
import { hasWatchedRecently, storeWatched } from './watched-storage.ts'
import styles from './welder-steps.module.css'

interface Props {
  runHumanCheck(signal: AbortSignal): Promise<string>
}

/** Which machine, the whole video, then its password. */
export function WelderSteps({ runHumanCheck }: Props) {
  const [lightSource, setLightSource] = useState<LightSource>()
  const [watched, setWatched] = useState(hasWatchedRecently)
  /** the server wants it watched anew */
  const [over, setOver] = useState(false)
  const now = lightSource === undefined ? 1 : watched ? 3 : 2

  const settle = (done: boolean) => {
    storeWatched(done)
    setWatched(done)
    setOver(!done)
  }
  return (
    <ol className={styles.steps}>
      <Step number={1} now={now} title={m.unlock_step_source()}>
        <LightSourceStep value={lightSource} onSelect={setLightSource} />
      </Step>
      <Step number={2} now={now} title={m.unlock_step_video()}>
        {watched ? (
          <Notice tone="success">{m.unlock_watched()}</Notice>
        ) : (
          <>
            {over && (
              <Notice tone="warning" role="alert">
                {m.unlock_watch_over()}
              </Notice>
            )}
            {lightSource ? <VideoStep onWatched={() => settle(true)} /> : <p>{m.unlock_source_first()}</p>}
          </>
        )}
      </Step>
      <Step number={3} now={now} title={m.unlock_step_password()}>
        {now === 3 && lightSource ? (
          <UnlockStep
            key={lightSource}
            lightSource={lightSource}
            runHumanCheck={runHumanCheck}
            onNotWatched={() => settle(false)}
          />
        ) : (
          <p>{m.unlock_video_first()}</p>
        )}
      </Step>
    </ol>
  )
}

interface StepProps {
  number: number
  /** the step that is at hand */
  now: number
  title: string
  children: ReactNode
}

function Step({ number, now, title, children }: StepProps) {
  const element = useRef<HTMLLIElement>(null)
  const before = useRef(now)
  // Whoever has done one step is led to the next.
  useEffect(() => {
    if (now === number && before.current < now) element.current?.focus({ preventScroll: false })
    before.current = now
  }, [now, number])
  return (
    <li
      ref={element}
      tabIndex={-1}
      className={styles.step}
      data-state={number < now ? 'done' : number === now ? 'now' : 'later'}
      aria-current={number === now ? 'step' : undefined}
    >
      <Card title={title}>{children}</Card>
    </li>
  )
}
