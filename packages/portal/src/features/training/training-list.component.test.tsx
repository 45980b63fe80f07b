import { ApiError } from '@kerf/contract/client/client'
import type { OutputOf } from '@kerf/contract/endpoint'
import {
  getCertificateArtwork,
  getCertificateStatus,
  issueCertificate,
} from '@kerf/contract/endpoints/certificate'
import {
  finishWatchSession,
  listCourses,
  reportWatchPosition,
  startWatchSession,
} from '@kerf/contract/endpoints/training'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import mp4 from '../../../../../e2e/courses/clip.mp4?url'
import webm from '../../../../../e2e/courses/clip.webm?url'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import type { FullInfo } from '../../lib/session/account.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { TrainingList } from './training-list.tsx'

type Course = OutputOf<typeof listCourses>[number]

const both = (text: string) => ({ en: text, zh: `${text} (zh)` })

const question = (text: string, answer: number) => ({
  text: both(text),
  options: [both('Open the lid'), both('Keep it closed')],
  answer,
  explanation: both(`Why ${text}`),
})
const QUESTIONS = [question('What first?', 1), question('And then?', 0)]

const lesson = (name: string, finished = false): Course['lessons'][number] => ({
  id: name.toLowerCase(),
  title: both(name),
  about: both(`About ${name}`),
  duration: 90_000,
  video: { webm, mp4 },
  captions: { en: 'data:text/vtt,WEBVTT', zh: 'data:text/vtt,WEBVTT' },
  poster: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  questions: QUESTIONS,
  finished,
})

const course = (id: Course['id'], title: string, ...lessons: Course['lessons']): Course => ({
  id,
  title: both(title),
  about: both(`About ${title}`),
  lessons,
  certificate: null,
  revoked: null,
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
        <TrainingList info={info} drawingOf={course => <svg data-drawing={course} />} />
      </TestRouter>
    </QueryProvider>,
  )
}

test('lists the courses with a certificate, with the progress of each', async () => {
  const courses = Promise.withResolvers<Course[]>()
  stubTraining(() => courses.promise)
  const screen = await renderList()
  expect(screen.container.querySelectorAll('[data-course]')).toHaveLength(0)
  expect(screen.container.querySelectorAll('[data-shape="control"]')).toHaveLength(2)
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
  await expect.element(screen.getByText('Not completed').first()).toBeVisible()
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
  // The film shows the scene of this one, the other one keeps its picture and its words.
  await expect.element(screen.getByText('About Laser safety')).not.toBeInTheDocument()
  await expect.element(screen.getByText('About Printer safety')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Fire \(finished\)/ })).toBeVisible()
  await screen.getByRole('button', { name: 'Start' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Heat' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Eyes' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Close the course' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Heat' })).not.toBeInTheDocument()
})

test('a revoked certificate is named and not offered again', async () => {
  const finished = course('laser', 'Laser safety', lesson('Fire', true))
  const revoked = { number: 'KL-2222-3333-4444-5555', at: 1_790_000_000 }
  stubTraining(() => [{ ...finished, revoked }], { ...STATUS, isFinish: true, certId: 'cert-1' })
  const screen = await renderList()
  await expect.element(screen.getByText('Certificate revoked')).toBeVisible()
  await expect.element(screen.getByText(revoked.number)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Get the certificate' })).not.toBeInTheDocument()
})

test('an installation without courses says so', async () => {
  stubTraining(() => [])
  const screen = await renderList()
  await expect.element(screen.getByText('There are no courses here yet.')).toBeVisible()
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
  await expect.element(screen.getByRole('button', { name: 'Watch again' })).toBeVisible()
  const offer = screen.getByRole('region', { name: 'Certificate' })
  await expect.element(offer).toMatchTextContent('will be issued to Ada')
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

/** Plays the open lesson and ends it at once, with the server's consent. */
async function watchLesson(
  network: ReturnType<typeof stubNetwork>,
  screen: Awaited<ReturnType<typeof renderList>>,
  courseFinished: boolean,
) {
  const started = network.answer(startWatchSession, () => ({ watch: 'w-1', duration: 6_000 }))
  network.answer(reportWatchPosition, ({ position }) => ({ position }))
  network.answer(finishWatchSession, () => ({ lesson: 'eyes', courseFinished }))
  await screen.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeVisible()
  screen.container.querySelector('video')?.dispatchEvent(new Event('ended'))
  return started
}

test('a watched lesson leads to the next one, which plays at once', async () => {
  let now = LASER
  const network = stubTraining(() => [now])
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Continue' }).click()
  now = course('laser', 'Laser safety', lesson('Fire', true), lesson('Eyes', true), lesson('Fumes'))
  const started = await watchLesson(network, screen, false)
  await expect.element(screen.getByText('Next: Fumes')).toBeVisible()
  await expect.element(screen.getByText(/^Starts in/)).toBeVisible()
  // A person who cancels stays on the page.
  await screen.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(screen.getByText(/^Starts in/)).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Next lesson' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Fumes' })).toHaveFocus()
  await expect.poll(() => started).toContainEqual({ course: 'laser', lesson: 'fumes' })
})

test('the end of a course takes the place of the player and holds the certificate', async () => {
  let now = course('laser', 'Laser safety', lesson('Fire'))
  let status = STATUS
  const network = stubNetwork()
  network.answer(listCourses, () => [now])
  network.answer(getCertificateStatus, () => status)
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Start' }).click()
  now = course('laser', 'Laser safety', lesson('Fire', true))
  status = { ...STATUS, isFinish: true, certId: 'cert-1' }
  await watchLesson(network, screen, true)
  await expect.element(screen.getByRole('heading', { name: 'You completed Laser safety' })).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Get the certificate' }).elements()).toHaveLength(1)
  expect(screen.container.querySelector('video')).toBeNull()
  await screen.getByRole('button', { name: 'Close the course' }).click()
  expect(screen.getByRole('button', { name: 'Get the certificate' }).elements()).toHaveLength(1)
})

test('questions explain each answer at once and count the right ones', async () => {
  stubTraining(() => [course('laser', 'Laser safety', lesson('Fire', true))])
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Continue' }).click()
  const questions = screen.getByRole('region', { name: 'Questions about this lesson' })
  await expect.element(questions.getByText(/question 1 of 2/)).toBeVisible()
  await questions.getByRole('button', { name: 'Open the lid' }).click()
  await expect.element(questions.getByRole('status')).toMatchTextContent('Not quite. Why What first?')
  await expect
    .element(questions.getByRole('button', { name: /Keep it closed.*correct answer/ }))
    .toBeVisible()
  await questions.getByRole('button', { name: 'Next question' }).click()
  await expect.element(questions.getByRole('heading', { name: /question 2 of 2/ })).toHaveFocus()
  await questions.getByRole('button', { name: 'Open the lid' }).click()
  await expect.element(questions.getByRole('status')).toMatchTextContent('Correct. Why And then?')
  await questions.getByRole('button', { name: 'Show result' }).click()
  await expect.element(questions.getByText('1 of 2 correct')).toBeVisible()
})

test('questions keep their answers when the window becomes narrow', async () => {
  await setViewportWidth(1280)
  stubTraining(() => [course('laser', 'Laser safety', lesson('Fire', true))])
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await screen.getByRole('button', { name: 'Keep it closed' }).click()
  await setViewportWidth(390)
  await screen.getByRole('button', { name: /^Fire/ }).click()
  await expect.element(screen.getByRole('heading', { name: 'Fire' })).toHaveFocus()
  await expect.element(screen.getByText('Correct. Why What first?')).toBeVisible()
})

test('questions keep their answers when the lesson that has just ended is chosen in the list', async () => {
  await setViewportWidth(1280)
  let now = LASER
  const network = stubTraining(() => [now])
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Continue' }).click()
  now = course('laser', 'Laser safety', lesson('Fire', true), lesson('Eyes', true), lesson('Fumes'))
  await watchLesson(network, screen, false)
  await screen.getByRole('button', { name: 'Keep it closed' }).click()
  await screen.getByRole('button', { name: /^Eyes/ }).click()
  await expect.element(screen.getByText('Next: Fumes')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Correct. Why What first?')).toBeVisible()
})

/** From the top of the page. */
const top = (element: Element | null) => scrollY + (element?.getBoundingClientRect().top ?? Number.NaN)
const left = (element: Element | null) => element?.getBoundingClientRect().left ?? Number.NaN

test.each([
  ['a phone', 390],
  ['a desktop', 1280],
])(
  'the end of a lesson moves neither picture nor list on %s, and its questions are in view',
  async (_, width) => {
    await setViewportWidth(width)
    let now = LASER
    const network = stubTraining(() => [now])
    const screen = await renderList()
    await screen.getByRole('button', { name: 'Continue' }).click()
    const list = screen.getByRole('button', { name: /^Fire/ }).element()
    const video = screen.container.querySelector('video')
    const isWide = width > 960
    expect(left(list) > left(video) + 300).toBe(isWide)
    const before = [top(video), isWide && top(list)]
    now = course('laser', 'Laser safety', lesson('Fire', true), lesson('Eyes', true), lesson('Fumes'))
    await watchLesson(network, screen, false)
    const option = screen.getByRole('button', { name: 'Keep it closed' })
    await expect.element(option).toBeInViewport({ ratio: 1 })
    await expect.element(screen.getByText('Next: Fumes')).toBeInViewport()
    expect([top(video), isWide && top(list)]).toEqual(before)
  },
)

test('an open course shows its scene once: in the film', async () => {
  stubTraining(() => [LASER])
  const screen = await renderList()
  await expect.element(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
  const pictures = () => screen.container.querySelectorAll('[data-course] img').length
  expect(pictures()).toBe(1)
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Eyes' })).toBeVisible()
  expect(pictures()).toBe(0)
  await screen.getByRole('button', { name: 'Close the course' }).click()
  await expect.poll(pictures).toBe(1)
})

test('a course shows the picture of the lesson that comes next', async () => {
  const eyes = {
    ...lesson('Eyes'),
    poster: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" id="e"/>',
  }
  stubTraining(() => [course('laser', 'Laser safety', lesson('Fire', true), eyes)])
  const screen = await renderList()
  await expect.element(screen.getByRole('heading', { name: 'Laser safety' })).toBeVisible()
  expect(screen.container.querySelector('img')?.getAttribute('src')).toBe(eyes.poster)
})

test('a picture that does not load is replaced by a drawing, as wide as a picture on a tablet', async () => {
  await setViewportWidth(800)
  const fire = { ...lesson('Fire'), poster: 'data:image/png;base64,AAAA' }
  stubTraining(() => [course('laser', 'Laser safety', fire), PRINTER])
  const screen = await renderList()
  await expect.poll(() => screen.container.querySelectorAll('[data-drawing="laser"]').length).toBe(1)
  expect(screen.container.querySelectorAll('[data-drawing="printer"]')).toHaveLength(0)
  const widthOf = (selector: string) =>
    screen.container.querySelector(selector)?.getBoundingClientRect().width
  expect(widthOf('[data-course] img')).toBeGreaterThan(400)
  expect(widthOf('[data-drawing="laser"]')).toBe(widthOf('[data-course] img'))
})

test.each([
  ['nothing where it has no questions', [], 0],
  ['its questions', QUESTIONS, 1],
])('a finished last lesson is followed by %s', async (_, questions, followed) => {
  stubTraining(() => [course('laser', 'Laser safety', { ...lesson('Fire', true), questions })])
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('Lesson 1 of 1')).toBeVisible()
  expect(screen.container.querySelectorAll('[class*="after"]')).toHaveLength(followed)
})

test('a watched lesson has its questions below the film, as wide as it', async () => {
  await setViewportWidth(1280)
  stubTraining(() => [course('laser', 'Laser safety', lesson('Fire', true))])
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Continue' }).click()
  const questions = screen.getByRole('region', { name: 'Questions about this lesson' })
  await expect.element(questions).toBeVisible()
  const box = questions.element().getBoundingClientRect()
  const film = screen.container.querySelector('video')?.getBoundingClientRect()
  expect(box.top).toBeGreaterThan(film?.bottom ?? Number.NaN)
  expect(box.width).toBeCloseTo(film?.width ?? Number.NaN, 0)
})

test('renews a certificate by watching each lesson again without skipping', async () => {
  const certificate = { number: 'KL-1', issued: 1_750_000_000, renewed: null }
  const watched = { ...lesson('Fire', true), watchedAgain: false }
  let laser: Course = { ...course('laser', 'Laser safety', watched), certificate, certId: 'cert-1' }
  const network = stubTraining(() => [laser], { ...STATUS, isFinish: true, isHave: true })
  network.answer(getCertificateArtwork, () => ({
    name: 'a.svg',
    svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  }))
  const screen = await renderList()
  await screen.getByRole('button', { name: 'Watch again' }).click()
  await expect.element(screen.getByRole('button', { name: /^Fire \(finished\)/ })).toBeVisible()
  await screen.getByRole('button', { name: 'Start renewing' }).click()
  await expect.element(screen.getByRole('button', { name: /Fire.*\(not finished\)/ })).toBeVisible()
  await expect.element(screen.getByText(/First viewing: no skipping/)).toBeVisible()
  laser = { ...laser, certificate: { ...certificate, renewed: 1_780_000_000 } }
  await watchLesson(network, screen, true)
  await expect.element(screen.getByRole('button', { name: 'Start renewing' })).toBeVisible()
  await expect.element(screen.getByText(/Renewed 2026-0/)).toBeVisible()
})

test('an open course has its certificate beside the player, without the picture', async () => {
  await setViewportWidth(1280)
  const certificate = { number: 'KL-1', issued: 1_750_000_000, renewed: null }
  const laser = { ...course('laser', 'Laser safety', lesson('Fire', true)), certificate, certId: 'cert-1' }
  const network = stubTraining(() => [laser], { ...STATUS, isFinish: true, isHave: true })
  network.answer(getCertificateArtwork, () => ({
    name: 'a.svg',
    svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  }))
  const screen = await renderList()
  const region = screen.getByRole('region', { name: 'Certificate' })
  const picture = screen.getByRole('img', { name: 'Certificate, number KL-1' })
  await expect.element(region.getByText('KL-1')).toBeVisible()
  await expect.poll(() => picture.elements().length).toBe(1)
  await screen.getByRole('button', { name: 'Watch again' }).click()
  const side = screen.getByRole('button', { name: /^Fire/ }).element().closest('ol')?.parentElement
  expect(region.elements()).toHaveLength(1)
  expect(side?.contains(region.element())).toBe(true)
  await expect.element(region.getByText('KL-1')).toBeVisible()
  expect(picture.elements()).toHaveLength(0)
})

test('the welder course is listed once it counts for the account', async () => {
  stubTraining(() => [LASER, { ...WELDER, certId: 'cert-3', lessons: [lesson('Arc', true)] }], STATUS)
  const screen = await renderList()
  await expect.element(screen.getByRole('heading', { name: 'Welder safety' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Get the certificate' })).toBeVisible()
})
