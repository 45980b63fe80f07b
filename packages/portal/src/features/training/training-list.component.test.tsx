import { ApiError } from '@kerf/contract/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import { getCertificateStatus, issueCertificate, listCourses } from '@kerf/contract/endpoints/training'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import mp4 from '../../../../../e2e/courses/clip.mp4?url'
import webm from '../../../../../e2e/courses/clip.webm?url'
import type { FullInfo } from '../../lib/account.ts'
import { QueryProvider } from '../../lib/query-provider.tsx'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { TrainingList } from './training-list.tsx'

type Course = OutputOf<typeof listCourses>[number]

const both = (text: string) => ({ en: text, zh: `${text} (zh)` })

const lesson = (name: string, finished = false): Course['lessons'][number] => ({
  id: name.toLowerCase(),
  title: both(name),
  about: both(`About ${name}`),
  duration: 90_000,
  video: { webm, mp4 },
  captions: { en: 'data:text/vtt,WEBVTT', zh: 'data:text/vtt,WEBVTT' },
  poster: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  finished,
})

const course = (id: Course['id'], title: string, ...lessons: Course['lessons']): Course => ({
  id,
  title: both(title),
  about: both(`About ${title}`),
  lessons,
  certificate: null,
})

const LASER = course('laser', 'Laser safety', lesson('Fire', true), lesson('Eyes'), lesson('Fumes'))
const PRINTER = course('printer', 'Printer safety', lesson('Heat'))
const WELDER = course('welder', 'Welder safety', lesson('Arc'))

const STATUS = {
  isFinish: false,
  isHave: false,
  printIsFinish: false,
  printIsHave: false,
  certId: '',
  printCertId: '',
}

const stubTraining = (courses: () => Course[] | Promise<Course[]>, status = STATUS) => {
  const network = stubNetwork()
  network.answer(listCourses, courses)
  network.answer(getCertificateStatus, () => status)
  return network
}

const renderList = async () => {
  showTestPage()
  const info = { uid: 'u-1', nickname: 'Ada', email: 'ada@example.com' } as FullInfo
  return render(
    <QueryProvider>
      <TestRouter>
        <TrainingList info={info} />
      </TestRouter>
    </QueryProvider>,
  )
}

test('lists the courses with a certificate, with the progress of each', async () => {
  const courses = Promise.withResolvers<Course[]>()
  stubTraining(() => courses.promise)
  const screen = await renderList()
  expect(screen.container.querySelectorAll('[data-course]')).toHaveLength(0)
  expect(screen.container.querySelectorAll('[data-shape="circle"]')).toHaveLength(2)
  await expect.element(screen.getByRole('status')).toMatchTextContent('Loading your courses')
  expect(screen.container.querySelectorAll('[aria-busy="true"]')).toHaveLength(1)
  courses.resolve([LASER, PRINTER, WELDER])
  await expect
    .element(screen.getByRole('img', { name: 'Laser safety: 1 of 3 lessons finished' }))
    .toBeVisible()
  expect(screen.container.querySelectorAll('[data-shape]')).toHaveLength(0)
  await expect.element(screen.getByRole('status')).toHaveTextContent('')
  expect(screen.container.querySelectorAll('[aria-busy="true"]')).toHaveLength(0)
  await expect.element(screen.getByText('about 5 min')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Start' })).toBeVisible()
  expect(
    screen
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Laser safety', 'Printer safety'])
})

test('opens one course at a time, at its first unfinished lesson', async () => {
  stubTraining(() => [LASER, PRINTER])
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Eyes' })).toBeVisible()
  await expect.element(screen.getByText('Lesson 2 of 3')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Fire \(finished\)/ })).toBeVisible()
  await screen.getByRole('button', { name: 'Start' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Heat' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Eyes' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Close the course' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Heat' })).not.toBeInTheDocument()
})

test('an installation without courses says so', async () => {
  stubTraining(() => [])
  const screen = await renderList()
  await expect.element(screen.getByText('No course is offered here yet.')).toBeVisible()
})

test('an error can be retried, and the focus stays in the list', async () => {
  const network = stubTraining(() => {
    throw new ApiError('system')
  })
  const screen = await renderList()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('System error')
  network.answer(listCourses, () => [LASER])
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Laser safety' })).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await expect.poll(() => screen.container.contains(document.activeElement)).toBe(true)
})

test('a finished course offers its certificate; a failure to issue it can be repeated', async () => {
  const finished = course('laser', 'Laser safety', lesson('Fire', true))
  const network = stubTraining(() => [finished], { ...STATUS, isFinish: true, certId: 'cert-1' })
  const screen = await renderList()
  await expect.element(screen.getByText('Completed', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Learn again' })).toBeVisible()
  const offer = screen.getByRole('region', { name: 'Certificate' })
  await expect.element(offer).toMatchTextContent('will bear the name Ada')
  network.answer(issueCertificate, () => {
    throw new ApiError('system')
  })
  const get = offer.getByRole('button', { name: 'Get the certificate' })
  await get.click()
  await expect.element(offer.getByRole('alert')).toMatchTextContent('System error')
  const issued = network.answer(issueCertificate, () => ({ number: 'KL-1', issued: 1_750_000_000 }))
  await get.click()
  await expect.element(offer.getByRole('alert')).not.toBeInTheDocument()
  expect(issued).toEqual([{ certId: 'cert-1' }])
})

test('long titles do not widen a narrow page', async () => {
  await setViewportWidth(320)
  const title = 'Schutzbrillenverordnung'.repeat(6)
  stubTraining(() => [course('laser', title, lesson('Lichtschutzfaktor'.repeat(8)))])
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Start' }).click()
  await expect.element(screen.getByText('Lesson 1 of 1')).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
