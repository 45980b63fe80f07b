import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import mp4 from '../../../../../e2e/courses/clip.mp4?url'
import webm from '../../../../../e2e/courses/clip.webm?url'
import { LessonPlayer } from './lesson-player.tsx'
import type { WatchSession } from './use-watch-session.ts'

const captions = (text: string) =>
  URL.createObjectURL(new Blob([`WEBVTT\n\n00:00.000 --> 01:00.000\n${text}\n`], { type: 'text/vtt' }))

const setUp = async (watch: WatchSession | undefined, autoPlay = false, end?: ReactNode) => {
  const screen = await render(
    <LessonPlayer
      headingLevel={3}
      title="Fire"
      duration={2_000}
      video={{ webm, mp4 }}
      captions={{ en: captions('Never leave the machine.'), zh: captions('请勿离开机器。') }}
      poster=""
      language="en"
      watch={watch}
      autoPlay={autoPlay}
      end={end}
    />,
  )
  const video = document.querySelector('video') as HTMLVideoElement
  return { screen, video }
}

const shown = ({ container }: { container: HTMLElement }) =>
  container.querySelector('[data-captions]')?.textContent

const session = (over: Partial<WatchSession> = {}): WatchSession => ({
  start: vi.fn(async () => undefined),
  report: vi.fn(async (position: number) => position),
  finish: vi.fn(async () => undefined),
  ...over,
})

test('a first viewing starts a watch session, cannot seek ahead and finishes', async () => {
  const watch = session()
  const { screen, video } = await setUp(watch)
  await screen.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => video.currentTime).toBeGreaterThan(0)
  expect(watch.start).toHaveBeenCalledOnce()
  expect(screen.getByRole('slider').elements()).toHaveLength(0)
  video.currentTime = video.duration
  await expect.poll(() => video.currentTime).toBeLessThan(video.duration - 0.2)
  await expect.poll(() => watch.finish, { timeout: 20_000 }).toHaveBeenCalledOnce()
})

test('a first viewing cannot speed up', async () => {
  const { screen, video } = await setUp(session())
  await screen.getByRole('button', { name: 'Play' }).click()
  video.playbackRate = 2
  await expect.poll(() => video.playbackRate).toBe(1)
})

test('a first viewing pauses while the page is hidden, and says why', async () => {
  const { screen, video } = await setUp(session())
  await screen.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => video.currentTime).toBeGreaterThan(0)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(screen.getByText('Paused because this page was hidden.')).toBeVisible()
  expect(video.paused).toBe(true)
})

test('a refused start is explained and does not play', async () => {
  const { screen, video } = await setUp(session({ start: async () => 'away' }))
  await screen.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => screen.getByRole('status').element().textContent).not.toBe('')
  expect(video.paused).toBe(true)
})

test('a finished lesson can be sought freely', async () => {
  const { screen } = await setUp(undefined)
  await expect.element(screen.getByRole('slider', { name: /position/i })).toBeVisible()
})

test('keys move the film, but not while what follows it has the focus', async () => {
  const { screen, video } = await setUp(undefined, false, <button type="button">Next lesson</button>)
  const press = (name: string) =>
    screen
      .getByRole('button', { name })
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
  await expect.poll(() => video.duration).toBeGreaterThan(0)
  press('Next lesson')
  expect(video.currentTime).toBe(0)
  press('Play')
  await expect.poll(() => video.currentTime).toBeGreaterThan(0)
})

test('captions follow the chosen language and can be switched off', async () => {
  const { screen } = await setUp(undefined)
  await screen.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => shown(screen)).toBe('Never leave the machine.')
  await screen.getByText('中文').click()
  await expect.poll(() => shown(screen)).toBe('请勿离开机器。')
  await screen.getByText('Off').click()
  await expect.poll(() => shown(screen)).toBe('')
})

test('the transcript shows every line, marks the current one and seeks', async () => {
  const { screen, video } = await setUp(undefined)
  await screen.getByRole('button', { name: 'Transcript' }).click()
  const transcript = screen.getByRole('region', { name: 'Transcript' })
  await expect.element(transcript.getByText('Never leave the machine.')).toBeVisible()
  await screen.getByRole('button', { name: 'Play', exact: true }).click()
  await expect
    .poll(() => transcript.element().querySelector('[aria-current]')?.textContent)
    .toContain('Never')
  await transcript.getByRole('listitem').getByRole('button').click()
  await expect.poll(() => video.currentTime).toBeLessThan(1.5)
})

test('the transcript is shown on demand', async () => {
  const { screen } = await setUp(undefined)
  const toggle = screen.getByRole('button', { name: 'Transcript' })
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  const line = screen.getByRole('list').getByText('Never leave the machine.')
  await expect.element(line).not.toBeInTheDocument()
  await toggle.click()
  await expect.element(line).toBeVisible()
})

test('screen readers announce captions; the transcript of a first viewing does not seek', async () => {
  const { screen } = await setUp(session(), true)
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeVisible()
  const caption = screen.container.querySelector('[data-captions]')
  await expect.poll(() => caption?.textContent).toBe('Never leave the machine.')
  expect(caption?.getAttribute('aria-live')).toBe('polite')
  await screen.getByRole('button', { name: 'Transcript' }).click()
  const lines = screen.getByRole('list')
  await expect.element(lines.getByText('Never leave the machine.')).toBeVisible()
  expect(lines.getByRole('button').elements()).toHaveLength(0)
})
