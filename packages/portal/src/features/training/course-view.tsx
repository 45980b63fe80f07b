import * as m from '@kerf/locales/messages'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWideLayout } from '../../lib/browser/use-media.ts'
import { useLanguage } from '../../lib/page/language.ts'
import { formatDuration } from '../../lib/text/format-duration.ts'
import { LessonPlayer } from '../../parts/lesson/lesson-player.tsx'
import { LessonQuestions } from '../../parts/lesson/lesson-questions.tsx'
import { useWatchSession } from '../../parts/lesson/use-watch-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckIcon } from '../../ui/icon/icons.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { VisuallyHidden } from '../../ui/visually-hidden/visually-hidden.tsx'
import { brandAccent } from './badge-colors.ts'
import { badgeSvg } from './badge-svg.ts'
import { CourseEnd } from './course-end.tsx'
import styles from './course-view.module.css'
import { LessonEnd } from './lesson-end.tsx'
import { svgUrl } from './svg-url.ts'
import type { CertificateCourseState, Lesson } from './training-query.ts'

/**
 * Captions, controls and the rule of skipping, which has two lines on a phone, below the picture; the choice of captions and the
 * transcript; and the tabs of a phone.
 */
const CONTROLS_HEIGHT_PX = 380
/** The questions of a lesson that was watched. */
const QUESTIONS_HEIGHT_PX = 280

interface Props {
  course: CertificateCourseState
  onRecorded(): Promise<void>
  /** the certificate section of an issued certificate, below the list of lessons */
  issued: ReactNode
  /** the certificate section while the end of the course is celebrated; undefined: it is below the lessons */
  prize: ReactNode
  /** the end of the course begins or ends to be celebrated */
  onCelebrate(celebrating: boolean): void
}

/** The lessons of a course and the player of the selected one, or the end of the course. */
export function CourseView({ course, onRecorded, issued, prize, onCelebrate }: Props) {
  const language = useLanguage()
  const { lessons, certificate } = course
  const [renewing, setRenewing] = useRenewal(certificate?.renewed)
  const isDone = (lesson: Lesson) => (renewing ? lesson.watchedAgain === true : lesson.finished)
  const [chosen, setChosen] = useState(() => lessons.find(({ finished }) => !finished)?.id ?? lessons[0]?.id)
  const [autoPlay, setAutoPlay] = useState(false)
  /** after a lesson was watched: whether the next one starts by itself */
  const [counting, setCounting] = useState<boolean>()
  /** the lesson whose questions were all answered: the next one is what comes now */
  const [answered, setAnswered] = useState<string>()
  const index = lessons.findIndex(({ id }) => id === chosen)
  const lesson = lessons[index]
  const next = lessons[index + 1]
  const heading = useRef<HTMLHeadingElement>(null)
  const isWide = useWideLayout()
  // The player and what follows it would be outside of a small window.
  const showPlayer = useEffectEvent(() => {
    const video = heading.current?.parentElement?.querySelector('video')?.getBoundingClientRect()
    if (!video || !lesson) return
    const below = CONTROLS_HEIGHT_PX + (isDone(lesson) ? QUESTIONS_HEIGHT_PX : 0)
    if (video.top < 0 || video.bottom + below > innerHeight)
      heading.current?.scrollIntoView({ block: 'start' })
  })
  useEffect(() => showPlayer(), [])
  if (!lesson) return null

  const choose = (id: string, play: boolean) => {
    onCelebrate(false)
    setCounting(undefined)
    setAutoPlay(play)
    setChosen(id)
    heading.current?.focus()
  }
  const finish = (courseFinished: boolean) => {
    // The full screen shows the video only, and its end is shown beside it.
    if (document.fullscreenElement) void document.exitFullscreen()
    setCounting(true)
    if (courseFinished && !renewing) onCelebrate(true)
    void onRecorded()
  }
  const stay = () => setCounting(now => now && false)
  const hasQuestions = lesson.questions.length > 0
  const after = isDone(lesson) && (next || hasQuestions) && (
    <After shows={counting !== undefined}>
      {next && counting !== undefined && (
        <LessonEnd next={next} counting={counting} onNext={() => choose(next.id, true)} onStay={stay} />
      )}
      {hasQuestions && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a person who answers questions does not want the next lesson to start
        <div onPointerDown={stay} onFocus={stay}>
          <LessonQuestions
            headingLevel={4}
            key={lesson.id}
            questions={lesson.questions}
            onAnswered={() => setAnswered(lesson.id)}
          />
        </div>
      )}
      {next && counting === undefined && (
        <Button
          variant={answered === lesson.id ? 'primary' : 'secondary'}
          className={styles.next}
          onClick={() => choose(next.id, true)}
        >
          {m.training_next()}
        </Button>
      )}
    </After>
  )
  const left = lessons.filter(({ finished }) => !finished).length
  /** Beside the player, so that the end of a lesson moves nothing. */
  const rest = (
    <>
      {course.certId === '' && (
        <div className={styles.goal}>
          <img src={svgUrl(badgeSvg(course.id, brandAccent()))} alt="" width={72} height={72} />
          <strong>
            {left === lessons.length
              ? m.training_lessons_all({ count: left })
              : m.training_lessons_left({ count: left })}
          </strong>
          <p>{m.training_honest()}</p>
        </div>
      )}
      {issued}
      {certificate && (
        <div className={styles.renewal}>
          <h4>{m.training_renew()}</h4>
          <p>{renewing ? m.training_renewing() : m.training_renew_text()}</p>
          <Button variant="secondary" onClick={() => setRenewing(!renewing)}>
            {renewing ? m.training_renew_stop() : m.training_renew_start()}
          </Button>
        </div>
      )}
    </>
  )
  return (
    <div className={styles.view}>
      {prize ? (
        <CourseEnd course={course}>{prize}</CourseEnd>
      ) : (
        <div className={styles.stage}>
          <p className={styles.count}>{m.training_lesson_of({ index: index + 1, all: lessons.length })}</p>
          <h3 ref={heading} tabIndex={-1}>
            {lesson.title[language]}
          </h3>
          <p className={styles.about}>{lesson.about[language]}</p>
          <Watched
            key={`${lesson.id} ${renewing}`}
            course={course}
            lesson={lesson}
            isDone={isDone(lesson)}
            autoPlay={autoPlay}
            onFinished={finish}
            end={after}
          />
        </div>
      )}
      <div className={styles.side}>
        <ol className={styles.lessons}>
          {lessons.map((one, i) => (
            <li key={one.id}>
              <button
                type="button"
                aria-current={one.id === chosen ? 'true' : undefined}
                onClick={() => choose(one.id, false)}
              >
                <span className={styles.mark} data-finished={isDone(one) || undefined}>
                  {isDone(one) ? <CheckIcon /> : i + 1}
                </span>
                <span className={styles.title}>
                  {one.title[language]}
                  <VisuallyHidden>
                    {isDone(one) ? m.training_lesson_done() : m.training_lesson_open()}
                  </VisuallyHidden>
                </span>
                <span className={styles.length}>{formatDuration(one.duration / 1000)}</span>
              </button>
            </li>
          ))}
        </ol>
        {isWide && !prize && rest}
      </div>
      {!prize && !isWide && <div className={styles.stage}>{rest}</div>}
    </div>
  )
}

/** Whether the course is watched again from the start without skipping; it ends when the certificate is renewed. `renewed`: unix seconds of the last time. */
function useRenewal(renewed: number | null | undefined): [boolean, (renewing: boolean) => void] {
  const [renewing, setRenewing] = useState(false)
  const before = useRef(renewed)
  useEffect(() => {
    if (before.current === renewed) return
    before.current = renewed
    if (!renewing) return
    setRenewing(false)
    toast(m.training_renewed(), 'success')
  }, [renewed, renewing])
  return [renewing, setRenewing]
}

/** What follows a lesson. It comes into view when the lesson has just ended. */
function After({ shows, children }: { shows: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (shows) element.current?.scrollIntoView({ block: 'nearest' })
  }, [shows])
  return (
    <div ref={element} className={styles.after}>
      {children}
    </div>
  )
}

interface WatchedProps {
  course: CertificateCourseState
  lesson: Lesson
  isDone: boolean
  autoPlay: boolean
  onFinished(courseFinished: boolean): void
  end: ReactNode
}

function Watched({ course, lesson, isDone, autoPlay, onFinished, end }: WatchedProps) {
  const language = useLanguage()
  const watch = useWatchSession(course.id, lesson.id, onFinished)
  return (
    <LessonPlayer
      headingLevel={4}
      title={lesson.title[language]}
      duration={lesson.duration}
      video={lesson.video}
      captions={lesson.captions}
      poster={lesson.poster}
      language={language}
      watch={isDone ? undefined : watch}
      autoPlay={autoPlay}
      end={end}
    />
  )
}
