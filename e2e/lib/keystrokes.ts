/**
 * Keystroke-level model (Card, Moran, Newell 1980): the seconds that a practiced person needs for a task without mistakes. What the product
 * takes is measured. Both depend on no machine but the second.
 */
import type { Locator, Page } from '@playwright/test'

const SECONDS = {
  /** a key of a person who types 40 words a minute */
  key: 0.28,
  /** pointing at a target */
  point: 1.1,
  /** a press and a release */
  press: 0.2,
  /** a hand from the keyboard to the mouse or back */
  home: 0.4,
  /** deciding, or reading what is shown */
  think: 1.35,
} as const

type Operator = keyof typeof SECONDS

interface Task {
  readonly name: string
  readonly counts: Record<Operator, number>
  /** for answers of the product */
  waitedMs: number
}

export class Keystrokes {
  readonly #isTouch: boolean
  readonly #tasks: Task[] = []
  #hand: 'keys' | 'pointer' = 'pointer'

  constructor({ isTouch }: { readonly isTouch: boolean }) {
    this.#isTouch = isTouch
  }

  start(name: string): void {
    const counts = { key: 0, point: 0, press: 0, home: 0, think: 0 }
    this.#tasks.push({ name, counts, waitedMs: 0 })
  }

  get #task(): Task {
    const task = this.#tasks.at(-1)
    if (!task) throw new Error('no task was started')
    return task
  }

  #count(operator: Operator, times = 1): void {
    this.#task.counts[operator] += times
  }

  #move(hand: 'keys' | 'pointer'): void {
    if (this.#hand !== hand && !this.#isTouch) this.#count('home')
    this.#hand = hand
  }

  /** Decides, points and presses. */
  async press(target: Locator): Promise<void> {
    // Before the person can press it, it must be there.
    await this.waitFor(target)
    this.#count('think')
    this.#move('pointer')
    this.#count('point')
    this.#count('press')
    await target.click()
  }

  /** Into the field that has the focus. */
  async type(page: Page, text: string, { enters = true } = {}): Promise<void> {
    this.#move('keys')
    this.#count('key', text.length + (enters ? 1 : 0))
    await page.keyboard.type(text)
    if (enters) await page.keyboard.press('Enter')
  }

  /** As in the field of a browser: eight digits. `date`: YYYY-MM-DD. */
  async fillDate(field: Locator, date: string): Promise<void> {
    await this.press(field)
    this.#move('keys')
    this.#count('key', 8)
    await field.fill(date)
  }

  /** Reads a text, such as digits that are typed next. */
  async read(shown: Locator): Promise<string> {
    await this.waitFor(shown)
    this.#count('think')
    return (await shown.textContent()) ?? ''
  }

  async waitFor(shown: Locator): Promise<void> {
    const start = performance.now()
    await shown.waitFor()
    this.#task.waitedMs += performance.now() - start
  }

  /** A line for each task, and one for all. */
  report(): string {
    const secondsOf = ({ counts }: Task): number =>
      Object.entries(counts).reduce((sum, [name, count]) => sum + SECONDS[name as Operator] * count, 0)
    const line = (name: string, pressed: number, keys: number, seconds: number, waitedMs: number) =>
      `  ${name.padEnd(34)} ${String(pressed).padStart(3)} presses ${String(keys).padStart(4)} keys ${seconds.toFixed(1).padStart(6)} s   answers ${(waitedMs / 1_000).toFixed(1)} s`
    const total = (of: (task: Task) => number): number => this.#tasks.reduce((sum, task) => sum + of(task), 0)
    return [
      ...this.#tasks.map(task =>
        line(task.name, task.counts.press, task.counts.key, secondsOf(task), task.waitedMs),
      ),
      line(
        'all',
        total(({ counts }) => counts.press),
        total(({ counts }) => counts.key),
        total(secondsOf),
        total(({ waitedMs }) => waitedMs),
      ),
    ].join('\n')
  }
}
