import { listCourses } from '@kerf/contract/endpoints/training'
import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import mp4 from '../../../../../e2e/courses/clip.mp4?url'
import webm from '../../../../../e2e/courses/clip.webm?url'
import { QueryProvider } from '../../lib/query-provider.tsx'
import { contrastOf } from '../../test/contrast.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { WelderSteps } from './welder-steps.tsx'

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
