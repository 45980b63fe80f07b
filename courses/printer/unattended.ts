import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.4
const Y = 1.9
const near = { look: [2.8, 2.7, 1.3] as k.Point, scale: 1.35 }
const maker = (pose: k.Pose = {}): k.Item =>
  k.person(4.4, 2.9, { side: -1, shirt: '#5f9fd0', longHair: true, hair: '#7a3b1d', ...pose })
const base = (t: number): k.Item[] => [k.walls(t), k.table(1, 1.7, 2.7, 1.9)]

const wide = { look: [3, 2.7, 1.2] as k.Point, scale: 1.2 }

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        ...base(t),
        k.clock(3.7, t / 2),
        k.detector(t),
        k.door(5.2, 0.8 - 0.8 * k.ramp(t, 3, 4)),
        k.printer(X, Y, t, { built: 0.15 + 0.8 * k.ramp(t, 0, 5.5), door: 0 }),
        t < 3.2 &&
          k.person(4.4 + 0.9 * k.ramp(t, 1, 3), 2.9 - 2 * k.ramp(t, 1, 3), {
            side: 1,
            shirt: '#5f9fd0',
            longHair: true,
            hair: '#7a3b1d',
            walk: t > 1 ? t * 1.6 : undefined,
          }),
      ],
      { look: [3.1, 2.4, 1.3], scale: 1.2 },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.1 + 0.2 * k.ramp(t, 0, 6) }),
        maker({ reach: [4, 3.3, 1.7], lean: -5 }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            112,
            [2.4, 2.8, 1.5],
            k.box(-130, 50, 260, 60, '#1b332b', 0) +
              [0, 1, 2]
                .map(i => k.box(-60, 38 - i * 12, 120 * k.ramp(t, i * 1.4, i * 1.4 + 1.6), 11, k.GREEN, 4))
                .join('') +
              k.move(-60 + 120 * k.lap(t, 1.5), 4, k.shape('M-16 -30H16L5 0H-5Z', '#f7c86b')),
            '#123f2e',
            near,
          ) + k.mark(890, 235, true, k.ramp(t, 4.4, 4.9)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, {
          built: 0.4,
          running: t < 3,
          hot: t < 4,
          display: t < 3 ? `${String(Math.round(210 + 90 * k.ramp(t, 0.6, 3)))}°` : 'OFF',
        }),
        t > 2 && k.smoke([2.4, 2.7, 2], [2.6, 2.6, 3.2], t, k.SMOKE, 5, 0.6 * (1 - k.ramp(t, 4, 6))),
        maker(),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            112,
            [2, 3.4, 1.4],
            k.box(-18, -90, 36, 130, k.INK, 18) +
              k.disc(0, 54, 32, k.INK) +
              k.disc(0, 54, 24, k.RED) +
              k.box(
                -9,
                40 - 110 * k.ramp(t, 0.6, 3) * (1 - 0.6 * k.ramp(t, 3.4, 6)),
                18,
                20 + 110 * k.ramp(t, 0.6, 3) * (1 - 0.6 * k.ramp(t, 3.4, 6)),
                k.RED,
                6,
              ) +
              k.line('M-50 -60H-26', k.AMBER, 6),
            '#123f2e',
            near,
          ) + k.mark(890, 235, true, k.ramp(t, 3.2, 3.7)),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        t < 3.2 && k.curtain(t),
        k.table(1, 1.7, 2.7, 1.9),
        k.printer(X, Y, t, { built: 0.4, running: t > 3.4 }),
        t < 2.4 && k.can([3.4, 2.2, 1.22]),
        t < 1.6 && k.sheet(2.9, 2.9, 1.22, k.PLASTIC, '', 0.6, 0.5),
        k.person(4.4, 3.2, {
          side: -1,
          shirt: '#5f9fd0',
          longHair: true,
          hair: '#7a3b1d',
          reach: t < 3.2 ? [3.7, 2.9, 1.6] : undefined,
        }),
        t > 1.6 && k.crate(5.5, 4.4),
        t > 2.4 && k.can([5.9, 4.8, 0.65]),
      ],
      { ...wide, front: k.mark(860, 80, true, k.ramp(t, 3.6, 4.1)) },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.detector(t, t > 3.4),
        k.bed(4.5, 3.2),
        k.printer(X, Y, t, { built: 0.4 }),
        k.person(4.2, 1.6, {
          side: 1,
          shirt: '#5f9fd0',
          longHair: true,
          hair: '#7a3b1d',
          reach: t < 2.6 ? [4.3, 0.5, 2.4] : undefined,
        }),
      ],
      {
        look: [3.4, 2.5, 1.3],
        scale: 1.2,
        front: k.inset(
          150,
          120,
          90,
          [4.5, 0, 2.4],
          k.shape('M-70 -14H70Q66 40 0 40Q-66 40 -70 -14Z', k.INK) +
            k.disc(0, 16, 9, k.swing(t, 0.6) > 0.5 ? k.RED : k.GREEN),
          '#123f2e',
          { look: [3.4, 2.5, 1.3], scale: 1.2 },
        ),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.door(4.6, 0.6),
        k.table(3.4, 1.2, 2.2, 1.5),
        k.printer(3.6, 1.2, t, { built: 0.4, hot: true }),
        k.bed(0.6, 2.6),
        k.item(
          2.6,
          4.6,
          k.atPoint(
            [1.2, 3, 0.6],
            k.disc(0, -8, 15, k.SKIN) +
              k.shape('M-16 -10Q-14 -26 2 -24Q16 -20 15 -8Q4 -16 -16 -10Z', '#3b2417') +
              k.line('M-6 -6h6M6 -6h5', k.NIGHT, 2) +
              k.sign(34, -30 - 10 * k.swing(t, 2), 'z', 22, k.MINT) +
              k.sign(52, -52 - 10 * k.swing(t, 2), 'Z', 28, k.MINT),
          ),
        ),
        t > 2.4 && k.smoke([4.6, 2, 2], [3.4, 3, 3.6], t, '#7b8a83', 8, 1),
        t > 3 && k.flame([4.6, 2.1, 1.5], t, 0.8 * k.ramp(t, 3, 4.4)),
      ],
      { look: [3, 2.5, 1.1], scale: 1.2, front: k.mark(860, 90, false, k.ramp(t, 1.2, 1.7)) },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.outlet(4.5, 0, [3.2, 2.2, 1.2]),
        k.printer(X, Y, t, { built: 0.4, running: t < 4, hot: t < 4 }),
        t > 1.6 &&
          k.smoke([2.4, 2.7, 2], [2.6, 2.6, 3.2], t, k.SMOKE, 6, 0.8 * (1 - 0.8 * k.ramp(t, 4.4, 6))),
        k.item(
          5.2,
          0,
          k.atPoint(
            [3.5, 1.9, 1.22],
            k.box(-12, -34, 24, 22, k.INK, 6) +
              k.disc(-3, -23, 6, k.NIGHT) +
              k.line('M0 -12V0M-10 0H10', k.INK, 5),
          ),
        ),
      ],
      {
        ...near,
        look: [2.8, 2.3, 1.2],
        scale: 1.3,
        front: k.inset(
          810,
          390,
          122,
          [3.5, 1.9, 1.6],
          k.box(-56, -92, 112, 184, k.NIGHT, 14, 'stroke="#f3f7f2" stroke-width="5"') +
            k.box(-44, -76, 88, 86, '#123f2e', 4) +
            k.box(-16, -20, 32, 26, k.GREEN, 2) +
            k.line('M-34 6H34M-30 -62V6M30 -62V6M-30 -62H30', '#a9c9b8', 4) +
            (t > 1.6 ? k.disc(-4 + 8 * Math.sin(t * 2), -38, 14, k.SMOKE, 0.8) : '') +
            k.box(-34, 28, 68, 36, t < 4 ? k.GREEN : k.RED, 18) +
            k.disc(t < 4 ? 16 : -16, 46, 14, k.INK),
          '#123f2e',
          { look: [2.8, 2.3, 1.2], scale: 1.3 },
        ),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.outlet(4.2, k.ramp(t, 0.8, 1.4), [3.2, 2.2, 1.2]),
        k.door(5.2, 0.9 - 0.9 * k.ramp(t, 5.2, 5.8)),
        k.detector(t, true),
        k.printer(X, Y, t, { built: 0.4, running: false }),
        k.flame([2.4, 2.7, 1.6], t, 0.8 + 0.5 * k.ramp(t, 2, 5)),
        k.smoke([2.4, 2.7, 2.6], [2.8, 2.4, 4.4], t, '#6b7a73', 8, 1.3),
        t < 5.4 &&
          k.person(4.4 + 0.9 * k.ramp(t, 3.4, 5), 2.9 - 2.2 * k.ramp(t, 3.4, 5), {
            side: t > 3.2 ? 1 : -1,
            shirt: '#5f9fd0',
            longHair: true,
            hair: '#7a3b1d',
            reach: t < 3.2 ? [3.9, 3, 1.5] : undefined,
            walk: t > 3.4 ? t * 1.8 : undefined,
          }),
        t > 1.4 &&
          t < 3.2 &&
          k.item(
            8,
            0.2,
            k.atPoint(
              [3.9, 3.2, 1.2],
              k.group(k.move(0, -24, k.extinguisherShape(0.7, 1, t)), 'scale(-1 1)'),
            ),
          ),
      ],
      { look: [3.2, 2.4, 1.3], scale: 1.2 },
    ),
]
