/** Completes training by API calls, as another browser of the person. */

import { getCertificateStatus, issueCertificate } from '@kerf/contract/endpoints/certificate'
import {
  type CourseId,
  finishWatchSession,
  listCourses,
  reportWatchPosition,
  startWatchSession,
} from '@kerf/contract/endpoints/training'
import { expect } from '@playwright/test'
import { apiClient } from './people.ts'

/** Watches every lesson in real time and requests the certificate. Returns its number. */
export async function earnCertificate(url: string, token: string, course: CourseId): Promise<string> {
  const call = apiClient(url, token)
  const lessons = (await call(listCourses, undefined)).find(({ id }) => id === course)?.lessons ?? []
  for (const { id: lesson } of lessons) {
    const { watch, duration } = await call(startWatchSession, { course, lesson })
    const startedAt = performance.now()
    const provenPosition = async () => {
      const position = Math.min(duration, Math.round(performance.now() - startedAt))
      return (await call(reportWatchPosition, { watch, position })).position
    }
    await expect.poll(provenPosition, { intervals: [500] }).toBe(duration)
    await call(finishWatchSession, { watch })
  }
  const { certId, printCertId } = await call(getCertificateStatus, undefined)
  return (await call(issueCertificate, { certId: course === 'laser' ? certId : printCertId })).number
}
