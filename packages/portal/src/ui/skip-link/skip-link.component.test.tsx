import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Main } from '../main/main.tsx'
import { SkipLink } from './skip-link.tsx'

test('is the first stop, shown while it has the focus, and leads to the main content', async () => {
  const screen = await render(
    <>
      <SkipLink />
      <header>
        <a href="/">Home</a>
      </header>
      <Main>
        <h1>Settings</h1>
        <button type="button">First</button>
      </Main>
    </>,
  )
  const link = screen.getByRole('link', { name: 'Skip to content' })
  await expect.element(link).toBeInTheDocument()
  const width = () => link.element().getBoundingClientRect().width
  expect(width()).toBe(1)
  const { href } = location
  await userEvent.tab()
  await expect.element(link).toHaveFocus()
  expect(width()).toBeGreaterThan(44)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('main')).toHaveFocus()
  expect(location.href).toBe(href)
  await userEvent.tab()
  await expect.element(screen.getByRole('button', { name: 'First' })).toHaveFocus()
})
