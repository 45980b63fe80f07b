import { createMemoryHistory } from '@tanstack/history'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Main } from '../../ui/main/main.tsx'
import { createRouter, type Layer } from './router.ts'
import { Outlet, RouterProvider, useLocation, useParams } from './router-view.tsx'

const layout: Layer = {
  key: 'layout',
  code: {
    Component: () => (
      <>
        <input aria-label="Kept" />
        <Outlet />
      </>
    ),
    ErrorComponent: () => <p>Framed error</p>,
  },
}

const NamedPage = () => (
  <Main>
    <h1>
      {useParams().name} {useLocation().search}
    </h1>
    <input aria-label="Of the page" key={useParams().name} />
  </Main>
)

const BareError = () => <p>Bare error</p>

let broken: boolean
const BreakingPage = () => {
  if (broken) throw new Error('render')
  return <h1>mended</h1>
}

async function show() {
  const history = createMemoryHistory({ initialEntries: ['/page/one?a=1'] })
  const router = createRouter({
    history,
    routes: [
      { path: 'page/$name', layers: [layout, { key: 'page', code: { Component: NamedPage } }] },
      { path: 'broken', layers: [layout, { key: 'broken', code: { Component: BreakingPage } }] },
      {
        path: 'missing',
        layers: [layout, { key: 'missing', code: () => Promise.reject(new TypeError('no network')) }],
      },
    ],
    ErrorComponent: BareError,
  })
  await router.load()
  const screen = await render(
    <RouterProvider router={router}>
      <Outlet />
    </RouterProvider>,
  )
  return { router, screen }
}

test('a layout shared by two pages stays mounted', async () => {
  const { router, screen } = await show()
  await expect.element(screen.getByRole('heading', { name: 'one ?a=1' })).toBeInTheDocument()
  await screen.getByLabelText('Kept').fill('typed')
  await router.replace('/page/two')
  await expect.element(screen.getByRole('heading', { name: 'two' })).toBeInTheDocument()
  await expect.element(screen.getByLabelText('Kept')).toHaveValue('typed')
})

test('moves the focus to the heading of the next page where the focused element is gone', async () => {
  const { router, screen } = await show()
  await screen.getByLabelText('Of the page').click()
  await router.replace('/page/two')
  const heading = screen.getByRole('heading', { name: 'two' })
  await expect.element(heading).toHaveFocus()
  await userEvent.tab()
  await expect.element(screen.getByLabelText('Of the page')).toHaveFocus()
  await expect.element(heading).not.toHaveAttribute('tabindex')
})

test('leaves the focus on an element that both pages have', async () => {
  const { router, screen } = await show()
  await screen.getByLabelText('Kept').click()
  await router.replace('/page/two')
  await expect.element(screen.getByRole('heading', { name: 'two' })).toBeInTheDocument()
  await expect.element(screen.getByLabelText('Kept')).toHaveFocus()
})

test('a page whose code does not load shows the error inside its layout', async () => {
  const { router, screen } = await show()
  await screen.getByLabelText('Kept').fill('typed')
  await router.replace('/missing')
  await expect.element(screen.getByText('Framed error')).toBeInTheDocument()
  await expect.element(screen.getByLabelText('Kept')).toHaveValue('typed')
})

test('a page that throws shows the error inside its layout until the next navigation', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  broken = true
  const { router, screen } = await show()
  await router.replace('/broken')
  await expect.element(screen.getByText('Framed error')).toBeInTheDocument()
  broken = false
  await router.invalidate()
  await expect.element(screen.getByRole('heading', { name: 'mended' })).toBeInTheDocument()
  reported.mockRestore()
})

test('a page that is in the document is reported', async () => {
  const { router, screen } = await show()
  const titles: (string | null)[] = []
  router.subscribe('rendered', () => titles.push(screen.container.querySelector('h1')?.textContent ?? null))
  await router.replace('/page/two')
  expect(titles).toEqual(['two '])
})
