/** Draws an issued certificate: as a PDF to keep, and as an SVG of outlines to engrave (S-097, S-098). */
import { readFile } from 'node:fs/promises'
import type { LoadedBrand } from '@kerf/brands/registry'
import type { CertificateCourse } from '@kerf/contract/endpoints/training'
import type { Language } from '@kerf/contract/language'
import * as m from '@kerf/locales/messages'
import type { PlatformServices } from '../../platform/services.ts'
import type { IssuedCertificate } from './certificate.ts'
import { parseLogo } from './drawing/brand-logo.ts'
import type { CertificateContent } from './drawing/certificate-layout.ts'
import { createDrawingThread } from './drawing/drawing-thread.ts'

const PDF_LIMIT = { limit: 5, seconds: 60 }
/** Higher, because the page shows the drawing and the engraving loads it again. */
const SVG_LIMIT = { limit: 60, seconds: 60 }

type Translated = Readonly<Record<Language, string>>

interface DescribedCourse {
  readonly title: Translated
  readonly lessons: readonly { readonly title: Translated }[]
}

export interface DrawCertificateDependencies extends Pick<PlatformServices, 'limiter' | 'publicUrl'> {
  readonly courses: {
    get(course: CertificateCourse): DescribedCourse | undefined
  }
  /** the issuer */
  readonly issuer: LoadedBrand
}

const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' }

type LocalizedMessage = (inputs: Record<string, never>, options: { locale: Language }) => string

export function createDrawCertificate({ courses, limiter, publicUrl, issuer }: DrawCertificateDependencies) {
  const thread = createDrawingThread()
  const { brand, files } = issuer

  const contentOf = async (
    { course, number, bearer, issuedAt }: IssuedCertificate,
    language: Language,
  ): Promise<CertificateContent> => {
    const other: Language = language === 'en' ? 'zh' : 'en'
    const inBothLanguages = (message: LocalizedMessage): [string, string] => [
      message({}, { locale: language }),
      message({}, { locale: other }),
    ]
    const { title = { en: course, zh: course }, lessons = [] } = courses.get(course) ?? {}
    return {
      languages: [LANGUAGE_TAGS[language], LANGUAGE_TAGS[other]],
      logo: parseLogo(await readFile(language === 'zh' ? files.logoZh : files.logo, 'utf8')),
      accent: brand.colors.light.accent,
      brand: [brand.name[language], brand.name[other]],
      title: inBothLanguages(m.certificate_title),
      awarded: inBothLanguages(m.certificate_awarded),
      finished: inBothLanguages(m.certificate_finished),
      course: [title[language], title[other]],
      lessons: lessons.map(lesson => lesson.title[language]),
      issuer: { label: inBothLanguages(m.certificate_issuer), value: brand.legalName },
      sealAlt: m.training_badge_alt({ course: title[language] }, { locale: language }),
      date: {
        label: inBothLanguages(m.certificate_date),
        value: new Date(issuedAt * 1000).toISOString().slice(0, 10),
      },
      number: { label: inBothLanguages(m.certificate_number), value: number },
      check: inBothLanguages(m.certificate_check),
      bearer,
      checkUrl: new URL(`/${language}/certificate/${number}`, publicUrl()).href,
      badge: course,
    }
  }

  const draw = async (format: 'pdf' | 'svg', certificate: IssuedCertificate, language: Language) =>
    thread.draw({ format, language, content: await contentOf(certificate, language) })

  return {
    /** Throws `too_many_requests`. */
    async pdf(uid: string, certificate: IssuedCertificate, language: Language): Promise<Buffer> {
      await limiter.consume({ key: `certificate:${uid}`, ...PDF_LIMIT })
      return Buffer.from(await draw('pdf', certificate, language))
    },
    /** Throws `too_many_requests`. */
    async svg(uid: string, certificate: IssuedCertificate, language: Language): Promise<string> {
      await limiter.consume({ key: `certificate:drawing:${uid}`, ...SVG_LIMIT })
      return Buffer.from(await draw('svg', certificate, language)).toString('utf8')
    },
    /** A certificate will soon be shown. */
    prepare: thread.prepare,
    stop: thread.stop,
  }
}

export type DrawCertificate = ReturnType<typeof createDrawCertificate>
