import { createTicket } from '@kerf/contract/endpoints/ticket'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { getPageContext, setPageContext } from '../../lib/page/page-context.ts'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { startedFlow } from '../../parts/social/social-flow-storage.ts'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { LinkIdentityRows } from './link-identity-rows.tsx'

test('a blocked popup is explained in the row of its channel', async () => {
  showTestPage()
  const page = getPageContext()
  setPageContext({ ...page, data: { ...page.data, social: ['google', 'apple'] } })
  const network = stubNetwork()
  network.answer(createTicket, () => ({ ticket: 'a'.repeat(43), expiresIn: 60 }))
  // The page of a test is in a frame, which asks for a popup.
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => {
    open.mockRestore()
    startedFlow.clear()
  })
  const screen = await render(
    <QueryProvider>
      <section>
        <ul>
          <LinkIdentityRows linked={[]} />
        </ul>
      </section>
    </QueryProvider>,
  )
  const rows = screen.getByRole('listitem')
  for (const [index, name] of ['Google', 'Apple'].entries()) {
    await screen.getByRole('button', { name: `Connect ${name}` }).click()
    await expect.element(rows.nth(index).getByRole('button', { name: 'Continue here' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: `Connect ${name}` })).toBeEnabled()
  }
  await expect
    .element(rows.nth(1).getByRole('alert'))
    .toMatchTextContent('Your browser blocked the new window')
  expect(screen.getByRole('alert').elements()).toHaveLength(1)
  // The first ticket may have expired. Without an answer, the page of the test stays.
  const renewed = network.answer(createTicket, () => new Promise(() => undefined))
  await rows.nth(1).getByRole('button', { name: 'Continue here' }).click()
  await expect.poll(() => renewed).toHaveLength(1)
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  expect(document.activeElement).not.toBe(document.body)
})
