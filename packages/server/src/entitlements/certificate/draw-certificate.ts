/** An issued certificate as a file to keep and as a drawing to engrave (S-097, S-098). */
import type { LoadedBrand } from '@kerf/brands/registry'
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { Courses } from '../training/course.ts'
import type { Facts } from './drawing/certificate-layout.ts'
import { createDrawingThread } from './drawing/drawing-thread.ts'
import type { Issued } from './prizes.ts'

const FILES = { limit: 5, seconds: 60 }
/** Looked at on the page, and handed to the machine. */
const DRAWINGS = { limit: 60, seconds: 60 }

export interface DrawDependencies {
  readonly courses: Courses
  readonly limiter: Limiter
  readonly publicUrl: () => URL
  readonly brand: LoadedBrand['brand']
}

type Text = (inputs: Record<string, never>, options: { locale: Language }) => string

export function createDrawCertificate({ courses, limiter, publicUrl, brand }: DrawDependencies) {
  const thread = createDrawingThread()

  const factsOf = ({ course, number, bearer, issued }: Issued, language: Language): Facts => {
    const other: Language = language === 'en' ? 'zh' : 'en'
    const words = (text: Text): [string, string] => [
      text({}, { locale: language }),
      text({}, { locale: other }),
    ]
    const title = courses.get(course)?.title ?? { en: course, zh: course }
    return {
      brand: [brand.name[language], brand.name[other]],
      title: words(m.certificate_title),
      awarded: words(m.certificate_awarded),
      finished: words(m.certificate_finished),
      course: [title[language], title[other]],
      date: { words: words(m.certificate_date), value: new Date(issued * 1000).toISOString().slice(0, 10) },
      number: { words: words(m.certificate_number), value: number },
      check: words(m.certificate_check),
      bearer,
      address: new URL(`/${language}/certificate/${number}`, publicUrl()).href,
      badge: course,
    }
  }

  const draw = (form: 'pdf' | 'svg', issued: Issued, language: Language) =>
    thread.draw({ form, language, facts: factsOf(issued, language) })

  return {
    async pdf(uid: string, issued: Issued, language: Language): Promise<Buffer> {
      await limiter.take({ key: `certificate:${uid}`, ...FILES })
      return Buffer.from(await draw('pdf', issued, language))
    },
    async svg(uid: string, issued: Issued, language: Language): Promise<string> {
      await limiter.take({ key: `certificate:drawing:${uid}`, ...DRAWINGS })
      return Buffer.from(await draw('svg', issued, language)).toString('utf8')
    },
    stop: thread.stop,
  }
}

export type DrawCertificate = ReturnType<typeof createDrawCertificate>
