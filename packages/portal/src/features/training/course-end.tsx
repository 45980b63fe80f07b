import * as m from '@kerf/locales/messages'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLanguage } from '../../lib/page/language.ts'
import { brandAccent } from './badge-colors.ts'
import { badgeSvg } from './badge-svg.ts'
import styles from './course-end.module.css'
import { svgUrl } from './svg-url.ts'
import type { CertificateCourseState } from './training-query.ts'

/** Takes the place of the player when the last lesson ends: the person looks there, and the focus was there. */
export function CourseEnd({ course, children }: { course: CertificateCourseState; children: ReactNode }) {
  const language = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div className={styles.end}>
      <div className={styles.seal}>
        <svg className={styles.rays} viewBox="-150 -150 300 300" aria-hidden="true">
          {Array.from({ length: 24 }, (_, i) => (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: the rays never change
              key={i}
              d="M0 -104V-138"
              transform={`rotate(${i * 15})`}
              style={{ animationDelay: `${(i % 6) * 60}ms` }}
            />
          ))}
        </svg>
        <img
          src={svgUrl(badgeSvg(course.id, brandAccent()))}
          alt={m.training_badge_alt({ course: course.title[language] })}
          width={176}
          height={176}
        />
      </div>
      <h3 ref={heading} tabIndex={-1}>
        {m.training_course_finished({ title: course.title[language] })}
      </h3>
      <p>{m.training_course_finished_text({ lessons: course.lessons.length })}</p>
      <div className={styles.prize}>{children}</div>
    </div>
  )
}
