import type { OutputOf } from '@kerf/contract/endpoint'
import { getCertificateStatus } from '@kerf/contract/endpoints/certificate'
import { CERTIFICATE_COURSES, type CertificateCourse, listCourses } from '@kerf/contract/endpoints/training'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api-client.ts'
import { accountQueryKey, queryClient } from '../../lib/query/query-client.ts'
import { certificateStatusQuery } from './certificate-status-query.ts'

type Course = OutputOf<typeof listCourses>[number]
export type Lesson = Course['lessons'][number]

/** A course that ends in a certificate, with the account's progress. */
export interface CertificateCourseState extends Course {
  readonly id: CertificateCourse
  /** the ID to issue the certificate with; '' until all lessons are finished */
  readonly certId: string
}

const isCertificateCourse = (course: Course): course is Course & { id: CertificateCourse } =>
  (CERTIFICATE_COURSES as readonly string[]).includes(course.id)

/** The welder course is watched on a page of its own, and is listed here once it counts for the account. */
const isListed = ({ id, lessons }: Course): boolean =>
  id !== 'welder' || lessons.some(({ finished }) => finished)

/** The certificate courses. Also renews the certificate status, which the menu shows. */
export const trainingQuery = () =>
  queryOptions({
    queryKey: accountQueryKey('training'),
    async queryFn({ signal }): Promise<readonly CertificateCourseState[]> {
      const [courses, status] = await Promise.all([
        callApi(listCourses, undefined, { signal }),
        callApi(getCertificateStatus, undefined, { signal }),
      ])
      queryClient.setQueryData(certificateStatusQuery().queryKey, status)
      const certIds: Readonly<Record<CertificateCourse, string>> = {
        laser: status.certId,
        printer: status.printCertId,
        welder: '',
      }
      return courses
        .filter(isCertificateCourse)
        .filter(isListed)
        .map(course => ({ ...course, certId: course.certId ?? certIds[course.id] }))
    },
  })
