import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showTestPage } from '../../test/test-page.ts'
import { horizontalOverflow, setViewportWidth } from '../../test/viewport.ts'
import { JumpList } from './jump-list.tsx'

const SECTIONS = ['account', 'login', 'devices'].map(id => ({ id, title: `Section ${id}` }))

const renderPage = (form: 'row' | 'lines') => {
  showTestPage()
  return render(
    <div style={{ paddingInline: 'clamp(1rem, 5vw, 2rem)' }}>
      <JumpList form={form} sections={SECTIONS} />
      {SECTIONS.map(({ id, title }) => (
        <section key={id} id={id} aria-label={title} style={{ height: '1200px' }}>
          <button type="button">First of {id}</button>
        </section>
      ))}
    </div>,
  )
}

test.each([
  [320, 'row'],
  [1200, 'lines'],
] as const)(
  'at %i px the keyboard reaches a section, and the next Tab its first control',
  async (width, form) => {
    await setViewportWidth(width)
    const screen = await renderPage(form)
    const link = screen.getByRole('link', { name: 'Section devices' })
    link.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('region', { name: 'Section devices' })).toHaveFocus()
    await expect.element(link).toHaveAttribute('aria-current', 'location')
    expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
    await userEvent.tab()
    await expect.element(screen.getByRole('button', { name: 'First of devices' })).toHaveFocus()
    expect(horizontalOverflow()).toBe(0)
  },
)

test('marks the section that is read', async () => {
  await setViewportWidth(1200)
  const screen = await renderPage('lines')
  const marked = () => document.querySelector('[aria-current]')?.textContent
  await expect.poll(marked).toBe('Section account')
  screen.getByRole('region', { name: 'Section login' }).element().scrollIntoView()
  await expect.poll(marked).toBe('Section login')
})

test('a row that does not fit says at which edge it has more', async () => {
  await setViewportWidth(320)
  const screen = await renderPage('row')
  const list = screen.getByRole('list')
  await expect.element(list).toHaveAttribute('data-after')
  await expect.element(list).not.toHaveAttribute('data-before')
  list.element().scrollLeft = 1_000
  await expect.element(list).toHaveAttribute('data-before')
  await expect.element(list).not.toHaveAttribute('data-after')
})
