import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import mp4 from '../../../../../e2e/courses/clip.mp4?url'
import webm from '../../../../../e2e/courses/clip.webm?url'
import { setViewportWidth } from '../../test/viewport.ts'
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

/** Pixels of the middle of the button below the middle of the picture. */
const playOffset = ({ container }: { container: HTMLElement }) => {
  const [button, video] = ['button', 'video'].map(name => {
    const { top = Number.NaN, height = Number.NaN } =
      container.querySelector(name)?.getBoundingClientRect() ?? {}
    return top + height / 2
  }) as [number, number]
  return button - video
}

test('the button is on the picture until the film plays, then below it, and keeps the focus', async () => {
  const start = Promise.withResolvers<undefined>()
  const { screen, video } = await setUp(session({ start: () => start.promise }))
  const play = screen.getByRole('button', { name: 'Play' })
  expect(screen.getByRole('button', { name: /Play|Pause/ }).elements()).toHaveLength(1)
  expect(Math.abs(playOffset(screen))).toBeLessThan(1)
  await play.click()
  await expect.element(play).toHaveAttribute('aria-busy', 'true')
  // A button that is pressed moves by one pixel.
  expect(Math.abs(playOffset(screen))).toBeLessThan(2)
  await expect.element(play).toHaveFocus()
  start.resolve(undefined)
  await expect.poll(() => playOffset(screen)).toBeGreaterThan(video.clientHeight / 2)
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toHaveFocus()
})

test.each([256, 390])(
  'the controls of a page of %i px stay where they are when the film plays',
  async width => {
    await setViewportWidth(width)
    const { screen, video } = await setUp(undefined)
    const fullscreen = screen.getByRole('button', { name: 'Full screen' }).element()
    const time = screen.getByText('0:00 / 0:02').element()
    const places = () =>
      [fullscreen, time].map(element => {
        const { x, right, y } = element.getBoundingClientRect()
        return { right, y: y - video.getBoundingClientRect().bottom, isInside: x >= 0 && right <= width }
      })
    const before = places()
    await screen.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => playOffset(screen)).toBeGreaterThan(video.clientHeight / 2)
    expect(places()).toEqual(before)
    expect(before.map(({ isInside }) => isInside)).toEqual([true, true])
  },
)

test('a refused start leaves the button on the picture, with the focus', async () => {
  const { screen } = await setUp(session({ start: async () => 'away' }))
  const play = screen.getByRole('button', { name: 'Play' })
  await play.click()
  await expect.element(screen.getByText(/^Connection lost/)).toBeVisible()
  expect(Math.abs(playOffset(screen))).toBeLessThan(2)
  await expect.element(play).toHaveFocus()
})

test('a media key that starts a first viewing leaves the button on the picture until the server has answered', async () => {
  const start = vi.fn(() => new Promise<undefined>(() => {}))
  const { screen, video } = await setUp(session({ start }))
  const playing = vi.fn()
  video.addEventListener('playing', playing)
  // Only a film that is loaded begins to play before the player pauses it.
  video.preload = 'auto'
  await expect.poll(() => video.readyState).toBe(HTMLMediaElement.HAVE_ENOUGH_DATA)
  // What a media key does. The player pauses the film at once, which rejects.
  video.play().catch(() => {})
  await expect.poll(() => start).toHaveBeenCalledOnce()
  await expect.poll(() => playing).toHaveBeenCalled()
  expect(video.paused).toBe(true)
  expect(Math.abs(playOffset(screen))).toBeLessThan(2)
})

test('the button stays below the picture at the start of a film that has played', async () => {
  const { screen, video } = await setUp(undefined)
  await screen.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => playOffset(screen)).toBeGreaterThan(video.clientHeight / 2)
  video.pause()
  video.currentTime = 1.5
  const slider = screen.getByRole('slider').element() as HTMLInputElement
  await expect.poll(() => slider.value).toBe('1')
  slider.focus()
  await userEvent.keyboard('{Home}')
  await expect.poll(() => slider.value).toBe('0')
  expect(video.currentTime).toBe(0)
  await expect.element(screen.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(playOffset(screen)).toBeGreaterThan(video.clientHeight / 2)
})

test('large text on a narrow page cuts no control', async () => {
  await setViewportWidth(320)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => {
    document.documentElement.style.removeProperty('font-size')
  })
  const { screen, video } = await setUp(undefined)
  await screen.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => playOffset(screen)).toBeGreaterThan(video.clientHeight / 2)
  const right = (element: Element | null) => element?.getBoundingClientRect().right ?? Number.NaN
  const fullscreen = screen.getByRole('button', { name: 'Full screen' }).element()
  expect(right(fullscreen)).toBeLessThanOrEqual(right(video.parentElement))
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

test('captions and transcript come before what follows the lesson', async () => {
  const { screen } = await setUp(undefined, false, <button type="button">Next lesson</button>)
  await expect.element(screen.getByRole('button', { name: 'Transcript' })).toBeVisible()
  const inOrder = [
    screen.getByRole('button', { name: 'English' }),
    screen.getByRole('button', { name: 'Transcript' }),
    screen.getByRole('button', { name: 'Next lesson' }),
  ].map(one => one.element())
  for (const [i, one] of inOrder.slice(1).entries())
    expect(inOrder[i]?.compareDocumentPosition(one)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
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
  // The film plays on afterwards.
  const sought = new Promise(resolve =>
    video.addEventListener('seeked', () => resolve(video.currentTime), { once: true }),
  )
  await transcript.getByRole('listitem').getByRole('button').click()
  expect(await sought).toBeLessThan(1.5)
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
