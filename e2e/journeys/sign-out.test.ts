import { basic } from '@kerf/contract/endpoints/account'
import { expect } from 'vitest'
import { arrivesAt, signOut } from '../lib/forms.ts'
import { journey } from '../lib/journey.ts'
import { caller, newPerson } from '../lib/people.ts'
import { ready } from '../lib/ready.ts'
import { carryToken, tokenCookie } from '../lib/session.ts'

journey('sign-out ends the session everywhere, and another tab notices', async journey => {
  const { page, context, url, open } = journey
  const person = await newPerson(url)
  await carryToken(context, url, person.token)
  await open('/en/profile')
  const tab = await context.newPage()
  await tab.goto('/en/profile')
  await ready(tab)

  await signOut(page)
  await arrivesAt(page, '/en/login')
  await arrivesAt(tab, '/en/login')
  expect(await tokenCookie(context)).toBeUndefined()
  await expect(caller(url, person.token)(basic, undefined)).rejects.toMatchObject({ code: 20101 })
})

journey('sign-in in one tab opens the profile in the other', async ({ page, context, url, open }) => {
  const person = await newPerson(url)
  await open('/en/login')
  const tab = await context.newPage()
  await tab.goto('/en/register')
  await ready(tab)
  await tab.getByRole('link', { name: 'Log in' }).click()
  await arrivesAt(tab, '/en/login')
  await carryToken(context, url, person.token)
  await tab.reload()
  await arrivesAt(tab, '/en/profile')
  await page.bringToFront()
  await page.reload()
  await arrivesAt(page, '/en/profile')
})
