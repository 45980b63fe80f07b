import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { PersonHeader } from './person-header.tsx'

test('says who the person is, also on a narrow phone', async () => {
  await setViewportWidth(320)
  showTestPage()
  const person = { name: 'Ada', picture: '', detail: 'ada@example.com', memberSince: 1_790_000_000 }
  const screen = await render(<PersonHeader person={person} />)
  await expect.element(screen.getByRole('heading', { name: 'Ada' })).toBeVisible()
  await expect.element(screen.getByText('ada@example.com')).toBeVisible()
  await expect.element(screen.getByText(/^Member since/)).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
