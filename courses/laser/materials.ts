import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.2
const Y = 1.6
const near = { look: [3, 2.7, 1.2] as k.Point, scale: 1.25 }
const GLASS: k.Paint = ['#eef7fb', '#b4cbd6', '#8eaab8']
/** A wrong sheet in the cutter: what it gives off, and who breathes it. */
const wrong = (t: number, paint: k.Paint, color: string, symbol: string, burns = false): string =>
  k.workshop(
    [
      k.walls(t),
      k.cutter(X, Y, t, { head: 0.35 + 0.3 * k.swing(t, 5), sheet: paint, open: 0.25 }),
      k.smoke(k.inBed(X, Y), [4.5, 2.6, 2.7], t, color, 9, 1.1),
      burns && k.flame([2.6, 2.6, 1.8], t, 0.8 * k.ramp(t, 1.4, 3.4)),
      k.person(4.9, 2.7, { side: -1, hurt: t > 1.2, reach: t > 1.6 ? [4.7, 2.8, 2.4] : [4, 3, 1.6] }),
    ],
    {
      ...near,
      front:
        k.inset(
          150,
          400,
          105,
          [1.8, 2.4, 1.75],
          k.group(
            k.box(-70, -50, 140, 100, paint[0], 6) +
              k.sign(0, 12, symbol, symbol.length > 4 ? 28 : 38, '#10241c'),
            'rotate(-6)',
          ),
          '#123f2e',
          near,
        ) + k.mark(235, 480, false, k.ramp(t, 1, 1.4)),
    },
  )

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { on: false, open: 1, sheet: undefined }),
        k.person(4.5, 3.5, { side: -1, reach: [3.9, 3.7, 1.5], reach2: [4.3, 3.9, 1.5] }),
        k.item(
          9,
          9,
          k.atPoint(
            [3.9, 3.9, 1.45],
            k.box(-36, -44, 72, 54, k.PLYWOOD[0], 3, 'stroke="#7d5a30" stroke-width="3"') +
              k.sign(0, -6, '?', 38, k.RED),
          ),
        ),
      ],
      { ...near, front: k.mark(860, 80, false, k.ramp(t, 2.6, 3.1)) },
    ),
  t => wrong(t, ['#e9e4f4', '#b9afcf', '#9488b0'], '#cfd86a', 'PVC'),
  t => wrong(t, k.PLASTIC, '#c7d18a', 'PTFE'),
  t => wrong(t, k.STEEL, '#59635e', 'ABS', true),
  t => wrong(t, ['#fdfdfd', '#d3dcd7', '#b0bdb6'], '#4d5853', t < 3 ? 'PS' : 'CFRP', true),
  t => {
    const hit = k.inBed(X, Y, 0.5)
    return k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { head: 0.5, sheet: GLASS, open: 1 }),
        k.item(
          8,
          8,
          k.beam(hit, [4.2, 3.9 - 1.2 * k.swing(t, 3), 2 + k.swing(t, 3)]) +
            k.atPoint(hit, k.disc(0, 0, 12, '#fff', 0.8)),
        ),
        k.person(4.9, 2.7, { side: -1, hurt: true, reach: [4.7, 2.8, 2.45] }),
      ],
      { ...near, front: k.mark(860, 80, false, k.ramp(t, 1.2, 1.6)) },
    )
  },
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { head: 0.45, sheet: undefined, on: t < 2 }),
        k.item(
          7,
          7,
          t < 2
            ? k.atPoint(
                k.inBed(X, Y),
                k.box(-16, -34, 32, 36, k.GREEN, 5) +
                  k.box(-7, -41, 14, 8, k.INK, 2) +
                  k.line('M4 -28L-6 -15H5L-4 -4', k.NIGHT, 4),
                1 + 0.25 * k.ramp(t, 0.6, 2),
              )
            : k.atPoint(
                k.inBed(X, Y),
                k.disc(0, -16, 20 + 70 * k.ramp(t, 2, 2.3), '#ffd27a', 0.8 - 0.6 * k.ramp(t, 2.2, 3)) +
                  k.sparks(t, 110, k.AMBER, 14),
              ),
        ),
        t > 2 && k.flame([2.7, 2.5, 1.8], t, 0.9),
        k.person(4.9 + 0.3 * k.ramp(t, 2, 2.5), 2.7, {
          side: -1,
          hurt: t > 2,
          reach: t > 2 ? [4.6, 2.7, 2.5] : [4, 3, 1.6],
          lean: 10 * k.ramp(t, 2, 2.4),
        }),
      ],
      {
        ...near,
        front:
          k.move(
            840,
            400,
            k.box(-26, -44, 52, 84, '#c9d6d0', 10) + k.line('M-26 -20H26M-26 20H26', k.RED, 8),
          ) + k.mark(890, 460, false, k.ramp(t, 2.4, 2.8)),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(0.5, 1.3, t, { head: k.swing(t, 4) }),
        k.table(3.2, 3.2, 3, 2),
        ...([k.PLYWOOD, k.CORK, k.ACRYLIC, k.FELT] as const).map((paint, i) =>
          k.standing(3.4 + (i % 2) * 1.4, 3.4 + Math.floor(i / 2) * 0.9, 1.22, paint, ''),
        ),
        k.person(5.8, 2.6, { side: -1, reach: [5.1, 3.2, 1.7] }),
      ],
      { look: [3.2, 3.1, 1.1], scale: 1.15, front: k.mark(860, 80, true, k.ramp(t, 0.8, 1.4)) },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.cutter(X, Y, t, { on: false }),
        k.person(4.5, 3.5, {
          side: -1,
          reach: [3.9, 3.7, 1.6],
          reach2: [4.3, 3.9, 1.5],
          shirt: '#5f9fd0',
          longHair: true,
          hair: '#7a3b1d',
        }),
      ],
      {
        ...near,
        front:
          k.inset(
            805,
            150,
            122,
            [4, 3.8, 1.6],
            k.box(-62, -84, 124, 168, k.INK, 5) +
              k.line('M-44 -62H20M-44 -44H40', '#5d7a6d', 6) +
              k.sign(-14, 4, 'Cl', 36, '#10241c') +
              k.sign(-14, 54, 'F', 36, '#10241c') +
              (t > 1.2 ? k.line('M24 -8L44 12M44 -8L24 12', k.RED, 7) : '') +
              (t > 2 ? k.line('M24 40L44 60M44 40L24 60', k.RED, 7) : ''),
            '#123f2e',
            near,
          ) + k.mark(890, 262, true, k.ramp(t, 2.8, 3.3)),
      },
    ),
]
