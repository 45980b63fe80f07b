/** Lines by day, with their names below. uPlot and its style sheet load with the first chart. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'

export interface ChartLine {
  readonly name: string
  readonly values: readonly number[]
  /** name of a color token */
  readonly color: string
}

const HEIGHT_PX = 220
const DAY_SECONDS = 86_400
/** Numbers of people are whole. */
const STEPS = [1, 2, 5]
  .flatMap(step => [0, 1, 2, 3, 4, 5, 6].map(power => step * 10 ** power))
  .sort((a, b) => a - b)
const colorOf = (element: HTMLElement, token: string): string => {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** `days`: YYYY-MM-DD */
export function Chart({
  label,
  days,
  lines,
}: {
  label: string
  days: readonly string[]
  lines: readonly ChartLine[]
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    // Asked at each drawing, because the theme may change.
    const axis = {
      stroke: () => colorOf(element, '--ink-soft'),
      grid: { stroke: () => colorOf(element, '--line'), width: 1 },
      ticks: { stroke: () => colorOf(element, '--line'), width: 1 },
      font: `12px ${getComputedStyle(element).fontFamily}`,
    }
    const plot = new uPlot(
      {
        ...{ width: element.clientWidth, height: HEIGHT_PX, legend: { show: false } },
        cursor: { show: false },
        axes: [
          {
            ...axis,
            incrs: [DAY_SECONDS, 7 * DAY_SECONDS],
            values: (_, at) => at.map(one => new Date(one * 1_000).toISOString().slice(5, 10)),
          },
          { ...axis, incrs: STEPS },
        ],
        scales: { x: { time: true }, y: { range: (_, __, max) => [0, Math.max(max, 1)] } },
        series: [
          {},
          ...lines.map(line => ({ label: line.name, stroke: () => colorOf(element, line.color), width: 2 })),
        ],
      },
      [days.map(day => Date.parse(`${day}T00:00:00Z`) / 1_000), ...lines.map(line => [...line.values])],
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    observer.observe(element)
    const redraw = () => plot.redraw()
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', redraw)
    const themes = new MutationObserver(redraw)
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      observer.disconnect()
      system.removeEventListener('change', redraw)
      themes.disconnect()
      plot.destroy()
    }
  }, [days, lines])
  return (
    <figure className={styles.chart}>
      <div ref={box} role="img" aria-label={label} />
      <figcaption className={styles.legend}>
        {lines.map(({ name, color }) => (
          <span key={name} className={styles.name} data-color={color}>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
