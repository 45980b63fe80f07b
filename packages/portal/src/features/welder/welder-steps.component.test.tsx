import { ApiError } from '@kerf/contract/client/client'
import { listCourses } from '@kerf/contract/endpoints/training'
import { createUnlockChallenge, issueUnlockPassword, requestUnlock } from '@kerf/contract/endpoints/welder'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import mp4 from '../../../../../e2e/courses/clip.mp4?url'
import webm from '../../../../../e2e/courses/clip.webm?url'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { storeScanned } from '../../parts/scan/scan-storage.ts'
import { contrastOf } from '../../test/contrast.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { storeWatched, WelderSteps } from './welder-steps.tsx'

const both = (text: string) => ({ en: text, zh: text })
const captions = `data:text/vtt,${encodeURIComponent('WEBVTT\n\n00:00.000 --> 01:00.000\nWear goggles.\n')}`

const WELDER = {
  id: 'welder' as const,
  title: both('Welder'),
  about: both('Welder'),
  certificate: null,
  revoked: null,
  lessons: [
    {
      id: 'unlock',
      title: both('Before you unlock it'),
      about: both('About'),
      duration: 90_000,
      video: { webm, mp4 },
      captions: { en: captions, zh: captions },
      poster: '',
      questions: [],
      finished: false,
    },
  ],
}

// WCAG 2.2, criterion 1.4.3. Captions keep their color whatever the page around the player sets for paragraphs.
test.each(['light', 'dark'])(
  'captions and hints have a contrast of at least 4.5 in the %s theme',
  async theme => {
    document.documentElement.dataset.theme = theme
    onTestFinished(() => void delete document.documentElement.dataset.theme)
    sessionStorage.clear()
    showTestPage()
    stubNetwork().answer(listCourses, () => [WELDER])
    const screen = await render(
      <QueryProvider>
        <WelderSteps />
      </QueryProvider>,
    )
    await screen.getByRole('radio', { name: '1200W' }).click()
    await expect.element(screen.getByRole('region', { name: 'Transcript' })).toBeVisible()
    const texts = [...screen.container.querySelectorAll('p, [data-captions], h2, h3')]
    expect(texts.length).toBeGreaterThan(5)
    for (const element of texts) {
      const { ratio, color, ground } = contrastOf(element)
      expect(ratio, `${element.className} ${color} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test('solves the proof of work that a password needs, and sends it with the request', async () => {
  const keys = { hmacSignatureSecret: 'challenge', hmacKeySignatureSecret: 'solution' }
  sessionStorage.clear()
  storeWatched(true)
  showTestPage()
  const network = stubNetwork()
  network.answer(listCourses, () => [WELDER])
  const requests = network.answer(requestUnlock, ({ work }) => {
    if (work === undefined) throw new ApiError('unlock_work_required')
    return { token: 'a.b.c', activation: '' }
  })
  const challenges = network.answer(createUnlockChallenge, async () => {
    const options = { algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 50, deriveKey, data: { level: 0 } }
    return { challenge: { ...(await createChallenge({ ...options, ...keys })) } }
  })
  const activations = network.answer(issueUnlockPassword, () => ({
    password: '12345678',
    lightSource: '1200W' as const,
  }))
  const screen = await render(
    <QueryProvider>
      <WelderSteps />
    </QueryProvider>,
  )
  await screen.getByRole('radio', { name: '1200W' }).click()
  const sn = 'KLW1200AB0123456789CDEF'
  await screen.getByRole('textbox', { name: 'Device SN' }).fill(sn)
  await screen.getByRole('button', { name: 'Get password' }).click()
  await expect.element(screen.getByText('Unlock password', { exact: true })).toBeVisible()
  expect(screen.container.querySelector('output')?.textContent?.replace(/\s/g, '')).toBe('12345678')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()

  // The steps that are done are a row each.
  await expect.element(screen.getByRole('radio', { name: '1200W' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Change the laser power' }).click()
  await expect.element(screen.getByRole('radio', { name: '1200W' })).toBeChecked()

  const machine = { sn, lightSource: '1200W' }
  expect(requests).toEqual([machine, { ...machine, work: expect.any(String) }])
  expect([challenges, activations]).toEqual([[{ sn }], [{ token: 'a.b.c' }]])
  const payload = JSON.parse(atob(requests[1]?.work ?? ''))
  expect(await verifySolution({ ...payload, deriveKey, ...keys })).toMatchObject({ verified: true })
})

test('after a scan the light source is chosen and the serial number is in its field', async () => {
  sessionStorage.clear()
  showTestPage()
  storeWatched(true)
  storeScanned({ purpose: 'unlock', text: 'KERFDEMOWELDER000000001', kept: '800W' })
  const screen = await render(
    <QueryProvider>
      <WelderSteps />
    </QueryProvider>,
  )
  await expect.element(screen.getByText('800W', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('radio')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Device SN')).toHaveValue('KERFDEMOWELDER000000001')
  await expect.element(screen.getByText('23 of 23')).toBeVisible()
})
