import { ApiError } from '@kerf/contract/client/client'
import { getCodeDelivery } from '@kerf/contract/endpoints/verification'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { stubNetwork } from '../../test/stub-network.ts'
import { showTestPage } from '../../test/test-page.ts'
import { DeliveryNotice } from './delivery-notice.tsx'

test('says that the mail of a code cannot be delivered once that is known, and asks no longer', async () => {
  showTestPage()
  const network = stubNetwork()
  const statuses: ('pending' | 'bounced')[] = ['pending', 'bounced']
  const asked = network.answer(getCodeDelivery, () => ({ deliveryStatus: statuses.shift() ?? 'pending' }))
  const screen = await render(<DeliveryNotice nonce="n1" />)
  await expect.element(screen.getByText(/Our email to this address cannot be delivered/)).toBeVisible()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(asked).toEqual([{ nonce: 'n1' }, { nonce: 'n1' }])
  // Another code is on its way.
  await screen.rerender(<DeliveryNotice nonce="n2" />)
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('a server that does not answer is no reason for a notice', async () => {
  showTestPage()
  const network = stubNetwork()
  const asked = network.answer(getCodeDelivery, () => {
    throw new ApiError('too_many_requests')
  })
  const screen = await render(<DeliveryNotice nonce="n1" />)
  await expect.poll(() => asked, { timeout: 10_000 }).toContainEqual({ nonce: 'n1' })
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
