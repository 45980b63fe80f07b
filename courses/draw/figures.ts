/** Figures of the lessons. Each is drawn around its own center and positioned with `at`. */
import {
  AMBER,
  at,
  BEAM,
  BLUE,
  box,
  circle,
  dot,
  FAINT,
  GREEN,
  INK,
  lap,
  line,
  RED,
  SHEET,
  SOFT,
  shape,
  sign,
  swing,
} from './stage.ts'

export const check = (p = 1, color = GREEN): string =>
  circle(0, 0, 52, color, 8, SHEET) +
  (p > 0.2
    ? line(
        `M-24 2L-6 ${2 + 20 * Math.min(1, p * 2)}${p > 0.5 ? `L${-6 + 34 * (p * 2 - 1)} ${22 - 42 * (p * 2 - 1)}` : ''}`,
        color,
        10,
      )
    : '')
/** The counterpart of `check`. Stands beside a figure with a label, which a prohibition sign would hide. */
export const cross = (p = 1): string =>
  p <= 0
    ? ''
    : at(0, 0, circle(0, 0, 52, RED, 8, SHEET) + line('M-22 -22L22 22M22 -22L-22 22', RED, 10), {
        scale: 1.25 - 0.25 * p,
        opacity: p,
      })
/** Prohibition sign. */
export const never = (r = 110, p = 1): string =>
  p <= 0
    ? ''
    : at(0, 0, circle(0, 0, r, RED, 12) + line(`M${-r * 0.7} ${-r * 0.7}L${r * 0.7} ${r * 0.7}`, RED, 12), {
        scale: 1.25 - 0.25 * p,
        opacity: p,
      })
export const hazard = (text = '!', color = AMBER): string =>
  line('M0 -92L100 78H-100Z', color, 10, SHEET) + sign(0, 58, text, 96, color)
/** Plate with the laser class of a machine. */
export const classPlate = (number: string, color: string): string =>
  box(-70, -80, 140, 160, color, SHEET, 16, 8) +
  line('M-34 -44H34M0 -62V-26M-24 -62L24 -26M24 -62L-24 -26', color, 5) +
  sign(0, 58, number, 84, color)

export const flame = (t: number): string => {
  const w = 8 * Math.sin(t * 9)
  return (
    line(
      `M0 60C-62 60 -58 0 -24 -22C-26 2 -8 0 -6 -14C-4 -42 ${8 + w} -58 ${14 + w} -84C22 -50 58 -24 46 18C40 46 24 60 0 60Z`,
      AMBER,
      7,
      '#ff7a2e',
    ) + shape(`M0 56C-26 54 -24 22 -2 ${6 + w / 2}C4 22 26 28 18 44C14 54 8 56 0 56Z`, '#ffd27a')
  )
}
export const smoke = (t: number, color = SOFT, count = 4): string =>
  Array.from({ length: count }, (_, i) => {
    const p = lap(t, 3, i / count)
    return at(Math.sin(p * 5 + i) * 22, -p * 150, circle(0, 0, 12 + 26 * p, color, 5), {
      opacity: Math.sin(p * Math.PI),
    })
  }).join('')
export const bolt = (color = AMBER): string => line('M14 -80L-34 14H-2L-14 80L36 -16H4Z', color, 7, SHEET)
export const sparks = (t: number, color = AMBER, count = 9): string =>
  Array.from({ length: count }, (_, i) => {
    const p = lap(t, 0.7, i / count)
    const a = (i * 137 * Math.PI) / 180
    const r = 14 + 70 * p
    return line(
      `M${Math.cos(a) * r} ${Math.sin(a) * r}L${Math.cos(a) * (r + 14)} ${Math.sin(a) * (r + 14)}`,
      color,
      5 * (1 - p) + 1,
    )
  }).join('')

export const beam = (x1: number, y1: number, x2: number, y2: number, t = 0, color = BEAM): string =>
  line(`M${x1} ${y1}L${x2} ${y2}`, `${color}44`, 16 + 4 * swing(t, 0.3)) +
  line(`M${x1} ${y1}L${x2} ${y2}`, color, 6) +
  line(`M${x1} ${y1}L${x2} ${y2}`, '#fff', 2)
export const nozzle = (): string =>
  box(-34, -70, 68, 66, INK, SHEET, 8) + line('M-22 -4L-8 26H8L22 -4', INK, 6, SHEET) + dot(0, -38, 8, GREEN)

/** Laser cutter. `open`: how far the lid is open; `head`: position of the head, both from 0 to 1. */
export function cutter(
  t: number,
  { open = 0, head = 0.5, on = true }: { open?: number; head?: number; on?: boolean } = {},
): string {
  const x = -150 + 300 * head
  const inside =
    box(-200, -30, 400, 130, INK, '#152a24', 10) +
    line('M-180 76H180', SOFT, 8) +
    at(x, 20, nozzle(), { scale: 0.6 }) +
    (on ? beam(x, 36, x, 74, t) + at(x, 74, sparks(t, BEAM, 6), { scale: 0.4 }) : '')
  const lid = line(
    `M-200 -36L${-200 + 30 * (1 - open)} ${-90 - 120 * open}H${200 - 30 * (1 - open)}L200 -36Z`,
    open > 0.1 ? AMBER : GREEN,
    7,
    open > 0.1 ? 'none' : '#14352a88',
  )
  return (
    inside +
    lid +
    box(-220, 100, 440, 50, INK, SHEET, 10) +
    dot(-180, 125, 9, on ? RED : SOFT) +
    circle(178, 125, 13, AMBER, 5, SHEET)
  )
}

export const eye = (open = 1, color = INK, look = 0): string => {
  const h = 70 * open
  return (
    line(`M-120 0Q0 ${-h * 1.35} 120 0Q0 ${h * 1.35} -120 0Z`, color, 8, SHEET) +
    (open > 0.3
      ? circle(look, 0, 36 * Math.min(1, open), color, 8, SHEET) + dot(look, 0, 16, color)
      : line('M-80 26L-96 52M-30 40L-36 70M30 40L36 70M80 26L96 52', color, 7))
  )
}
export const goggles = (color = GREEN): string =>
  line(
    'M-120 -30H120V22Q112 56 66 56Q24 56 12 16H-12Q-24 56 -66 56Q-112 56 -120 22Z',
    color,
    8,
    '#14352acc',
  ) + line('M-120 -10L-160 -22M120 -10L160 -22', color, 8)
export const hand = (color = INK): string =>
  line(
    'M-40 90V10L-70 -24Q-78 -42 -60 -44L-34 -18V-78Q-32 -94 -18 -92Q-6 -90 -6 -78V-30V-92Q-4 -106 8 -106Q22 -104 22 -92V-28V-82Q24 -96 36 -94Q48 -92 48 -80V-22V-58Q50 -70 62 -68Q74 -66 72 -52V20Q70 52 50 90Z',
    color,
    7,
    SHEET,
  )
export const glove = (): string => hand(BLUE) + line('M-44 66H54', BLUE, 7)
export const person = (color = INK): string =>
  circle(0, -62, 34, color, 7, SHEET) + line('M-66 80Q-66 -10 0 -10Q66 -10 66 80Z', color, 7, SHEET)
export const mask = (color = GREEN): string =>
  circle(0, -30, 56, INK, 7, SHEET) +
  line('M-46 -30H46L30 22Q0 40 -30 22Z', color, 7, SHEET) +
  circle(-30, 8, 16, color, 6, SHEET) +
  circle(30, 8, 16, color, 6, SHEET) +
  dot(-20, -48, 6) +
  dot(20, -48, 6)

export const extinguisher = (spray = 0): string =>
  box(-38, -54, 76, 150, RED, SHEET, 22, 8) +
  line('M-14 -54V-84H30M-14 -84L-44 -100M14 -84Q70 -92 74 -30', INK, 7) +
  (spray > 0
    ? [0, 1, 2]
        .map(i => line(`M84 -24Q${120 + i * 14} ${-30 + i * 26} ${84 + 90 * spray} ${-50 + i * 44}`, BLUE, 6))
        .join('')
    : '') +
  line('M-16 16H16M-16 36H16', RED, 6)
export const stopButton = (pressed = 0): string =>
  box(-84, 6, 168, 74, AMBER, '#3a2c0a', 12, 8) +
  box(-34, -18 + 22 * pressed, 68, 26, RED, '#5a1512', 6, 7) +
  line(
    `M-66 ${-20 + 22 * pressed}Q-66 ${-66 + 22 * pressed} 0 ${-66 + 22 * pressed}Q66 ${-66 + 22 * pressed} 66 ${-20 + 22 * pressed}Z`,
    RED,
    8,
    '#7a1d18',
  )
export const plug = (out = 0): string =>
  at(
    -60 - 40 * out,
    0,
    box(-50, -34, 80, 68, INK, SHEET, 14) + line('M-50 0H-130M30 -16H58M30 16H58', INK, 8),
  ) + at(60, 0, box(-28, -54, 90, 108, SOFT, SHEET, 14) + dot(0, -16, 7, SOFT) + dot(0, 16, 7, SOFT))
export const fan = (t: number, on = true): string =>
  circle(0, 0, 78, INK, 7, SHEET) +
  at(
    0,
    0,
    [0, 90, 180, 270]
      .map(a =>
        at(0, 0, line('M0 0Q34 -14 26 -58Q-6 -50 0 0Z', on ? GREEN : SOFT, 6, '#14352a'), { turn: a }),
      )
      .join(''),
    { turn: on ? t * 300 : 12 },
  ) +
  dot(0, 0, 9)
/** Exhaust air. */
export const airflow = (t: number, length = 200, color = GREEN): string =>
  [-26, 0, 26]
    .map((y, i) => {
      const p = lap(t, 1.2, i / 3)
      return line(`M${p * length - 30} ${y}h30m-12 -10l12 10l-12 10`, color, 6)
    })
    .join('')
export const clock = (p: number, color = INK): string =>
  circle(0, 0, 72, color, 8, SHEET) +
  at(0, 0, line('M0 0V-50', color, 7), { turn: 360 * p }) +
  at(0, 0, line('M0 0V-32', color, 8), { turn: 30 * p + 90 }) +
  dot(0, 0, 7, color)
export const sheet = (text: string, color = INK, size = 52): string =>
  box(-96, -66, 192, 132, color, SHEET, 6, 7) +
  line('M-96 -40L-70 -66', color, 5) +
  sign(0, size * 0.36, text, size, color)
/** A sheet of material with its texture and its symbol. */
export const wood = (): string =>
  box(-90, -60, 180, 120, AMBER, SHEET, 6, 7) +
  line('M-80 -30Q0 -50 80 -30M-80 0Q-20 -20 20 0Q50 14 80 0M-80 32Q0 12 80 32', AMBER, 4)
export const cardboard = (): string =>
  box(-90, -60, 180, 120, '#d7a76a', SHEET, 4, 7) +
  line(
    'M-90 -26H90M-90 26H90M-84 0l12 -20l12 20l12 -20l12 20l12 -20l12 20l12 -20l12 20l12 -20l12 20l12 -20l12 20l12 -20l12 20',
    '#d7a76a',
    4,
  )
export const acrylic = (): string =>
  box(-90, -60, 180, 120, BLUE, '#14303f', 10, 7) + line('M-60 30L0 -34M-20 36L50 -40', BLUE, 4)

export const lens = (dirt = 0): string =>
  line('M-90 0Q0 -46 90 0Q0 46 -90 0Z', BLUE, 7, '#14303f') +
  (dirt > 0
    ? [
        [-36, -4],
        [-6, 8],
        [30, -6],
        [12, -14],
      ]
        .map(([x = 0, y = 0]) => at(x, y, dot(0, 0, 9, AMBER), { opacity: dirt }))
        .join('')
    : line('M-30 -12Q0 -24 30 -12', INK, 4))
export const cloth = (): string =>
  line(
    'M-60 -30Q-30 -50 0 -30Q30 -50 60 -30Q46 0 60 34Q30 20 0 36Q-30 20 -60 34Q-46 0 -60 -30Z',
    INK,
    6,
    SHEET,
  )
export const tray = (crumbs = 1): string =>
  line('M-140 0V40H140V0', INK, 7, SHEET) +
  Array.from({ length: 9 }, (_, i) =>
    i / 9 < crumbs ? line(`M${-116 + i * 28} ${26 - (i % 3) * 7}l14 6`, AMBER, 6) : '',
  ).join('')
export const detector = (t: number, alarm = false): string =>
  line('M-70 0Q-70 44 0 44Q70 44 70 0Z', INK, 7, SHEET) +
  line('M-90 0H90', INK, 8) +
  dot(0, 24, 9, alarm && swing(t, 0.5) > 0.5 ? RED : GREEN) +
  (alarm ? line('M-92 50q-22 26 -6 56M92 50q22 26 6 56', RED, 6) : '')
export const door = (open = 0): string =>
  box(-70, -120, 140, 240, SOFT, SHEET, 4, 7) +
  line(`M-70 -120L${70 - 90 * open} ${-120 + 26 * open}V${120 + 26 * open}L-70 120Z`, INK, 7, FAINT) +
  dot(48 - 84 * open, 8 + 14 * open, 7, AMBER)
export const windowPane = (open = 0): string =>
  box(-80, -90, 160, 180, SOFT, '#14303f', 4, 7) +
  line(`M-80 -90L${-10 + 90 * (1 - open)} ${-90 + 24 * open}V${90 + 24 * open}L-80 90Z`, INK, 7, SHEET)
export const thermometer = (p: number): string =>
  line('M-16 40V-86Q-16 -104 0 -104Q16 -104 16 -86V40', INK, 6, SHEET) +
  circle(0, 66, 32, INK, 6, SHEET) +
  dot(0, 66, 22, RED) +
  box(-6, 60 - 130 * p, 12, 130 * p, RED, RED, 4, 1) +
  line('M26 -70H44M26 -40H40M26 -10H44', SOFT, 5)
export const bottle = (text: string, color = BLUE): string =>
  line('M-18 -90H18V-56Q52 -44 52 -10V90H-52V-10Q-52 -44 -18 -56Z', color, 7, SHEET) +
  sign(0, 50, text, 40, color)
export const book = (): string =>
  line('M0 -50Q-60 -76 -120 -56V64Q-60 44 0 70Q60 44 120 64V-56Q60 -76 0 -50V70', INK, 7, SHEET) +
  line('M-96 -26Q-60 -36 -26 -22M-96 6Q-60 -4 -26 10M26 -22Q60 -36 96 -26M26 10Q60 -4 96 6', SOFT, 5)
export const list = (done: number, rows = 4): string =>
  box(-110, -130, 220, 260, INK, SHEET, 14, 7) +
  Array.from({ length: rows }, (_, i) => {
    const y = -84 + i * (200 / rows)
    return (
      box(-84, y - 16, 32, 32, done > i ? GREEN : SOFT, SHEET, 6, 5) +
      (done > i ? line(`M-78 ${y}l8 9l14 -18`, GREEN, 6) : '') +
      line(`M-30 ${y}H82`, done > i ? INK : SOFT, 7)
    )
  }).join('')

/** Filament printer. `built`: printed fraction of the part. */
export function printer(
  t: number,
  { built = 0.5, running = true, hot = false }: { built?: number; running?: boolean; hot?: boolean } = {},
): string {
  const x = running ? -60 + 120 * swing(t, 1.6) : 70
  const top = 92 - 120 * built
  const layers = Array.from({ length: Math.floor((120 * built) / 12) }, (_, i) =>
    line(`M${-50 + (i % 2) * 4} ${86 - i * 12}H${50 - (i % 2) * 4}`, GREEN, 9),
  ).join('')
  return (
    line('M-150 130V-150H150V130', INK, 8) +
    box(-170, 130, 340, 30, INK, SHEET, 8, 7) +
    line('M-110 98H110', hot ? RED : SOFT, 10) +
    layers +
    line(`M-150 ${top - 66}H150`, SOFT, 7) +
    at(x, top - 34, nozzle(), { scale: 0.55 }) +
    (hot ? dot(x, top - 18, 9, RED) : '') +
    line(`M${x} ${top - 76}Q${x + 40} -170 120 -176`, BLUE, 4) +
    circle(128, -184, 30, BLUE, 6, SHEET)
  )
}
export const heat = (t: number, color = RED): string =>
  [-30, 0, 30]
    .map((x, i) =>
      at(x, -10 * lap(t, 1.4, i / 3), line('M0 40q-14 -16 0 -32t0 -32', color, 6), {
        opacity: 0.4 + 0.6 * swing(t, 1.4, i),
      }),
    )
    .join('')
export const gear = (t: number, r = 60, color = INK, direction = 1): string =>
  at(
    0,
    0,
    Array.from({ length: 8 }, (_, i) =>
      at(0, 0, box(-10, -r - 14, 20, 24, color, SHEET, 3), { turn: i * 45 }),
    ).join('') +
      circle(0, 0, r, color, 7, SHEET) +
      circle(0, 0, r * 0.3, color, 6),
    { turn: direction * t * 60 },
  )
export const vat = (t: number, level = 0.5): string =>
  line('M-130 -20V70H130V-20', INK, 7, SHEET) +
  line(
    `M-126 ${64 - 60 * level}Q-60 ${58 - 60 * level + 6 * Math.sin(t * 2)} 0 ${64 - 60 * level}T126 ${64 - 60 * level}`,
    AMBER,
    6,
  ) +
  line('M-104 -100H104M0 -100V-40M-44 -40H44', SOFT, 7) +
  line('M-110 86H110', '#b28cff', 8)
export const sun = (t: number): string =>
  circle(0, 0, 42, AMBER, 8, SHEET) +
  at(
    0,
    0,
    Array.from({ length: 8 }, (_, i) => at(0, 0, line('M0 -58V-84', AMBER, 8), { turn: i * 45 })).join(''),
    { turn: t * 12 },
  )
export const cable = (frayed = false): string =>
  line('M-170 0Q-90 -50 -20 0', INK, 10) +
  line('M30 0Q100 50 170 0', INK, 10) +
  (frayed
    ? line('M-20 0l18 -16M-20 0l24 0M-20 0l18 16M30 0l-14 -12M30 0l-14 12', AMBER, 4)
    : line('M-20 0Q5 18 30 0', INK, 10))

/** Figures of the welder course. */
export const torch = (): string =>
  line('M-10 0L36 -20L150 -66', INK, 20) +
  line('M-10 0L36 -20L150 -66', SHEET, 9) +
  line('M-26 8L-8 0', AMBER, 12) +
  line('M96 -42L104 6', INK, 12)
export const workpiece = (): string =>
  box(-180, 0, 170, 40, SOFT, SHEET, 4, 7) + box(6, 0, 174, 40, SOFT, SHEET, 4, 7)
export const helmet = (down = 1): string =>
  circle(0, 0, 66, INK, 7, SHEET) +
  at(
    0,
    -40 + 40 * down,
    line('M-76 -50Q0 -92 76 -50V20Q60 84 0 92Q-60 84 -76 20Z', GREEN, 8, '#14352a') +
      box(-46, -22, 92, 44, GREEN, '#07120f', 6, 6),
    { turn: -46 * (1 - down) },
  )
export const clamp = (): string =>
  line('M-60 -10Q-20 -40 40 -30L70 -44M-60 10Q-20 40 40 30L70 44M40 -30L40 30', AMBER, 8, SHEET) +
  line('M-60 0Q-120 0 -150 60', AMBER, 8)
export const boot = (): string =>
  line('M-40 -80V40H84Q84 6 40 -6L20 -14V-80Z', INK, 7, SHEET) + line('M-44 56H88', INK, 10)
export const padlock = (open = 0): string =>
  box(-54, -10, 108, 92, GREEN, '#14352a', 12, 8) +
  line(`M-32 -10V${-40 - 10 * open}Q-32 -76 0 -76Q32 -76 32 -40V${open > 0.5 ? -30 : -10}`, GREEN, 9) +
  dot(0, 30, 10, GREEN) +
  line('M0 34V54', GREEN, 7)
export const barrier = (): string =>
  line('M-150 -60V110M150 -60V110M-150 -40H150M-150 20H150', AMBER, 8) +
  Array.from({ length: 7 }, (_, i) => line(`M${-130 + i * 40} -32l24 44`, AMBER, 6)).join('')
