import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { AvatarCard } from '../../features/avatar/avatar-card.tsx'
import { QueryProvider } from '../../lib/query/query-provider.tsx'
import { showTestPage } from '../../test/test-page.ts'
import { TestRouter } from '../../test/test-router.tsx'
import { useFieldOfAddress } from './use-field-of-address.ts'

function Page() {
  useFieldOfAddress()
  const [isLoaded, setIsLoaded] = useState(false)
  return (
    <main>
      <AvatarCard title="Company logo" headpic="" name="Ada" brand="Kerf" onChanged={() => {}} />
      <button type="button" onClick={() => setIsLoaded(!isLoaded)}>
        Load
      </button>
      <section id="place">
        {isLoaded && (
          <>
            <input name="country" aria-label="Country" />
            <input name="place" aria-label="Place" />
          </>
        )}
      </section>
    </main>
  )
}

const renderPage = (fragment: string) => {
  showTestPage()
  return render(
    <QueryProvider>
      <TestRouter at={`/en/profile-business/company#${fragment}`}>
        <Page />
      </TestRouter>
    </QueryProvider>,
  )
}

test('a link to the picture leads to the button that chooses one', async () => {
  const screen = await renderPage('picture')
  await expect.element(screen.getByRole('button', { name: 'Choose a picture' })).toHaveFocus()
})

test('a field that is loaded later takes the focus, once', async () => {
  const screen = await renderPage('country')
  const load = screen.getByRole('button', { name: 'Load' })
  const field = screen.getByLabelText('Country')
  await load.click()
  await expect.element(field).toHaveFocus()
  await load.click()
  await expect.element(field).not.toBeInTheDocument()
  await load.click()
  await expect.element(field).toBeVisible()
  await expect.element(load).toHaveFocus()
})

test('a link to a section waits for no field of that name', async () => {
  const screen = await renderPage('place')
  const load = screen.getByRole('button', { name: 'Load' })
  await load.click()
  await expect.element(screen.getByLabelText('Place')).toBeVisible()
  await expect.element(load).toHaveFocus()
})
