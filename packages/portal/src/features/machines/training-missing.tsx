import * as m from '@kerf/locales/messages'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import styles from './machines.module.css'
import type { Machine } from './machines-query.ts'

const COURSE_TITLES: Readonly<Record<string, () => string>> = {
  laser: m.check_course_laser,
  printer: m.check_course_printer,
  welder: m.check_course_welder,
}

export const courseTitle = ({ course }: Pick<Machine, 'course'>): string =>
  COURSE_TITLES[course ?? '']?.() ?? course ?? ''

/** The certificate that the machine demands. */
export function TrainingMissing({
  machine,
  isPersonal,
}: {
  machine: Pick<Machine, 'course'>
  /** a business account has no courses */
  isPersonal: boolean
}) {
  return (
    <>
      <p className={styles.soft}>{m.pass_missing({ course: courseTitle(machine) })}</p>
      {!isPersonal && <p className={styles.soft}>{m.pass_missing_personal()}</p>}
    </>
  )
}

interface CourseProps {
  machine: Machine
  /** the safety courses; undefined for an account without them */
  coursesHref: string | undefined
  wide?: boolean
}

/** A link to the course that the machine demands. Shows nothing if the person has the certificate, or the account has no courses. */
export const CourseAction = ({ machine, coursesHref, wide = false }: CourseProps) =>
  !machine.trained &&
  coursesHref && (
    <ButtonLink wide={wide} href={coursesHref}>
      {m.pass_course_open({ course: courseTitle(machine) })}
    </ButtonLink>
  )
