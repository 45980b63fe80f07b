import * as m from '@kerf/locales/messages'
import { Notice } from '../../../ui/notice/notice.tsx'
import type { Machine } from '../machines-query.ts'

const COURSE_TITLES: Readonly<Record<string, () => string>> = {
  laser: m.check_course_laser,
  printer: m.check_course_printer,
  welder: m.check_course_welder,
}

export const courseTitle = ({ course }: Pick<Machine, 'course'>): string =>
  COURSE_TITLES[course ?? '']?.() ?? course ?? ''

/** The certificate that the machine demands, and where its course is taken. */
export function TrainingMissing({
  machine,
  coursesHref,
}: {
  machine: Pick<Machine, 'course'>
  /** undefined for an account without courses */
  coursesHref: string | undefined
}) {
  return (
    <Notice tone="warning">
      <p>{m.pass_missing({ course: courseTitle(machine) })}</p>
      {coursesHref ? (
        <a href={coursesHref}>{m.machines_untrained_link()}</a>
      ) : (
        <p>{m.pass_missing_personal()}</p>
      )}
    </Notice>
  )
}
