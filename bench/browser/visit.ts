/** Measures one visit with an empty cache: largest contentful paint, time until usable, and layout shift. */
import type { BrowserContextOptions } from 'playwright-core'
import { sharedBrowser } from './shared-browser.ts'

export interface VisitorDevice {
  readonly name: string
  readonly options: BrowserContextOptions
  /** CPU throttling rate: how many times slower than this machine */
  readonly slowdown: number
}

export const PHONE: VisitorDevice = {
  name: 'phone',
  options: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  slowdown: 4,
}
export const DESKTOP: VisitorDevice = {
  name: 'desktop',
  options: { viewport: { width: 1440, height: 900 } },
  slowdown: 1,
}

const HYDRATION_TIMEOUT_MS = 30_000

/** Times are in milliseconds since the start of the navigation. */
export interface Visit {
  readonly largestPaintMs: number
  /** the later of hydration and the end of the last long task */
  readonly usableMs: number
  readonly layoutShift: number
}

interface Observations {
  largestPaint: number
  longTaskEnd: number
  hydrated: number
  layoutShift: number
}

/** Runs in the page before its own scripts. Writes to `window.observations`. */
function observe(): void {
  const observations: Observations = { largestPaint: 0, longTaskEnd: 0, hydrated: 0, layoutShift: 0 }
  Object.assign(window, { observations })
  const observeEntries = (
    type: string,
    record: (entry: PerformanceEntry & Record<string, number | boolean>) => void,
  ): void => {
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) record(entry as never)
    }).observe({ type, buffered: true })
  }
  observeEntries('largest-contentful-paint', entry => {
    observations.largestPaint = entry.startTime
  })
  observeEntries('longtask', entry => {
    observations.longTaskEnd = entry.startTime + entry.duration
  })
  observeEntries('layout-shift', entry => {
    if (!entry.hadRecentInput) observations.layoutShift += Number(entry.value)
  })
  // React adds a property to each element that it has hydrated.
  const checkHydration = (): void => {
    const form = document.querySelector('form')
    if (form && Object.keys(form).some(key => key.startsWith('__reactProps')))
      observations.hydrated = performance.now()
    else setTimeout(checkHydration, 5)
  }
  checkHydration()
}

/** `scripted`: waits until the page is hydrated; otherwise until it has loaded. */
export async function visit(url: string, device: VisitorDevice, scripted: boolean): Promise<Visit> {
  const context = await (await sharedBrowser()).newContext(device.options)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'load', timeout: 30_000 })
  // Not `page.evaluate` or `page.waitForFunction`: the scripts that these bring are long tasks of the slowed page.
  const readObservations = async (): Promise<Observations> => {
    const { result } = await devtools.send('Runtime.evaluate', {
      expression: 'observations',
      returnByValue: true,
    })
    return result.value
  }
  const endsAt = Date.now() + HYDRATION_TIMEOUT_MS
  while (scripted && (await readObservations()).hydrated === 0) {
    if (Date.now() > endsAt) throw new Error('The page was not hydrated in time.')
    await page.waitForTimeout(50)
  }
  await page.waitForTimeout(1_000)
  const { largestPaint, longTaskEnd, hydrated, layoutShift } = await readObservations()
  await context.close()
  return { largestPaintMs: largestPaint, usableMs: Math.max(longTaskEnd, hydrated), layoutShift }
}
