/** One visit with an empty cache: when the page shows, when it can be used, how far it shifts. */
import type { BrowserContextOptions } from 'playwright-core'
import { browser } from './open.ts'

export interface Device {
  readonly name: string
  readonly options: BrowserContextOptions
  /** how many times slower than this machine */
  readonly slowdown: number
}

export const PHONE: Device = {
  name: 'phone',
  options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  slowdown: 4,
}
export const DESKTOP: Device = {
  name: 'desktop',
  options: { viewport: { width: 1440, height: 900 } },
  slowdown: 1,
}

/** Milliseconds since the navigation began. */
export interface Visit {
  readonly shown: number
  /** the later of hydration and the end of the last long task */
  readonly usable: number
  readonly shifted: number
}

interface Seen {
  lcp: number
  task: number
  hydrated: number
  shifted: number
}

/** Runs in the page before anything of its own. */
function observe(): void {
  const seen: Seen = { lcp: 0, task: 0, hydrated: 0, shifted: 0 }
  Object.assign(window, { seen })
  const watch = (
    type: string,
    note: (entry: PerformanceEntry & Record<string, number | boolean>) => void,
  ): void => {
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) note(entry as never)
    }).observe({ type, buffered: true })
  }
  watch('largest-contentful-paint', entry => {
    seen.lcp = entry.startTime
  })
  watch('longtask', entry => {
    seen.task = entry.startTime + entry.duration
  })
  watch('layout-shift', entry => {
    if (!entry.hadRecentInput) seen.shifted += Number(entry.value)
  })
  // React marks each element it has taken over with a property of its own.
  const look = (): void => {
    const form = document.querySelector('form')
    if (form && Object.keys(form).some(key => key.startsWith('__reactProps')))
      seen.hydrated = performance.now()
    else setTimeout(look, 5)
  }
  look()
}

/** `scripted`: the page is done when it is hydrated, else when it has loaded. */
export async function visit(url: string, device: Device, scripted: boolean): Promise<Visit> {
  const context = await (await browser()).newContext(device.options)
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'load', timeout: 30_000 })
  const look = (): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  if (scripted) await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.hydrated > 0)
  await page.waitForTimeout(1_000)
  const { lcp, task, hydrated, shifted } = await look()
  await context.close()
  return { shown: lcp, usable: Math.max(task, hydrated), shifted }
}
