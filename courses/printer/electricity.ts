import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.4
const Y = 1.9
const near = { look: [2.8, 2.7, 1.3] as k.Point, scale: 1.35 }
const maker = (pose: k.Pose = {}): k.Item =>
  k.person(4.4, 2.9, { side: -1, shirt: '#5f9fd0', longHair: true, hair: '#7a3b1d', ...pose })
const base = (t: number): k.Item[] => [k.walls(t), k.table(1, 1.7, 2.7, 1.9)]

const bolt = k.shape('M10 -70L-34 10H-4L-12 70L36 -14H4Z', k.AMBER)

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        ...base(t),
        k.outlet(4.5, 0, [3.2, 2.2, 1.2]),
        k.printer(X, Y, t, { built: 0.3, hot: true }),
        maker({ reach: [3.4, 3.2, 1.5] }),
      ],
      {
        ...near,
        look: [3, 2.5, 1.2],
        front: k.inset(
          810,
          140,
          112,
          [2.6, 3.4, 1.3],
          k.box(-90, -60, 180, 120, '#1b332b', 8) +
            k.box(-76, -46, 60, 92, '#3a5a4d', 4) +
            k.line('M-16 -20H30M-16 10H30', k.RED, 6) +
            k.move(54, 0, bolt, 0.8 + 0.08 * k.swing(t, 0.5)),
          '#123f2e',
          { ...near, look: [3, 2.5, 1.2] },
        ),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.table(1, 1.7, 2.7, 1.9),
        k.printer(X, Y, t, { built: 0.3, running: t > 3 }),
        k.outlet(4.5, 0, t > 2.6 ? [3.2, 2.2, 1.2] : undefined),
        t < 2.6 &&
          k.item(
            7,
            3,
            k.strip(4.2, 2.2) +
              k.strip(4.4, 3.1) +
              k.route(
                [
                  [4.7, 0.3, 0.4],
                  [4.9, 1.2, 0.05],
                  [4.3, 2.3, 0.1],
                ],
                k.NIGHT,
                6,
              ) +
              k.route(
                [
                  [4.9, 2.4, 0.1],
                  [5.5, 2.8, 0.05],
                  [4.5, 3.2, 0.1],
                ],
                k.NIGHT,
                6,
              ) +
              k.atPoint([4.5, 2.4, 0.1], k.sparks(t, 36)),
          ),
        k.person(5.4, 4.1, { side: -1, shirt: '#5f9fd0', longHair: true, hair: '#7a3b1d' }),
      ],
      {
        ...near,
        look: [3.3, 2.5, 1.1],
        scale: 1.25,
        front:
          t < 2.6 ? k.mark(860, 300, false, k.ramp(t, 0.8, 1.2)) : k.mark(860, 90, true, k.ramp(t, 3, 3.5)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.outlet(4.5, 0, [3.2, 2.2, 1.2]),
        k.printer(X, Y, t, { built: 0.3, running: t < 1.6 }),
        maker({ reach: [3.3, 3, 1.6], hurt: t > 1.2 && t < 2.4 }),
        t > 1.2 && t < 1.7 && k.item(9, 9, k.atPoint([3.4, 3, 1.7], k.sparks(t, 50))),
      ],
      {
        ...near,
        look: [3, 2.5, 1.2],
        front:
          k.inset(
            810,
            140,
            112,
            [4.7, 0, 1],
            k.box(-60, -84, 120, 168, k.INK, 10) +
              k.box(-34, -56, 68, 70, '#cdd8d2', 6) +
              k.box(-14, t < 1.6 ? -50 : -14, 28, 26, t < 1.6 ? k.GREEN : k.RED, 4) +
              k.disc(0, 48, 15, k.AMBER) +
              k.sign(0, 55, 'T', 20, k.NIGHT),
            '#123f2e',
            { ...near, look: [3, 2.5, 1.2] },
          ) + k.mark(890, 235, true, k.ramp(t, 2.2, 2.7)),
      },
    ),
  t =>
    k.workshop([...base(t), k.printer(X, Y, t, { built: 0.4 }), maker({ reach: [4, 3.2, 1.8] })], {
      ...near,
      front:
        k.inset(
          810,
          140,
          116,
          [2.6, 2.6, 2],
          k.line(
            `M-120 ${k.n(30 * Math.sin(t * 2))}Q-40 ${k.n(-60 + 20 * Math.sin(t * 2))} 0 0T120 20`,
            '#27302c',
            26,
          ) +
            k.line('M-14 4L14 -2', '#d99a2b', 14) +
            k.line('M-16 -6L12 -14M-12 12L16 8', '#f7c86b', 4) +
            (t > 2 ? k.move(0, -10, k.sparks(t, 40)) : ''),
          '#123f2e',
          near,
        ) +
        k.inset(
          150,
          410,
          92,
          [2, 3.4, 1.4],
          k.box(-50, -40, 100, 80, k.INK, 8) +
            k.box(-36, -24, 28, 48, '#6b3f1d', 4) +
            k.box(8, -24, 28, 48, '#cdd8d2', 4),
          '#123f2e',
          near,
        ),
    }),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.4, hot: true }),
        k.smoke([2.2, 3.1, 1.5], [2.4, 2.6, 3.2], t, '#7b8a83', 7, 0.5 + 0.5 * k.ramp(t, 0.6, 3)),
        k.flame([2.2, 3.1, 1.35], t, 0.75 * k.ramp(t, 2, 4)),
        maker({ hurt: t > 2, reach: t > 2.4 ? [4.1, 3, 2.4] : undefined }),
      ],
      {
        ...near,
        front: k.inset(
          810,
          140,
          108,
          [2.2, 3.2, 1.4],
          k.line('M-120 0H-30', '#27302c', 24) +
            k.box(-34, -30, 60, 60, '#7a4a22', 6) +
            k.box(34, -34, 60, 68, k.INK, 6) +
            k.line('M26 -10h10M26 10h10', k.AMBER, 6) +
            k.move(30, 0, k.sparks(t, 36)),
          '#123f2e',
          near,
        ),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.clock(2.6, t / 6),
        k.outlet(4.5, k.ramp(t, 1.6, 2.4), [3.2, 2.2, 1.2]),
        k.printer(X, Y, t, { built: 0.4, running: t < 0.8, display: t < 1 ? '60°' : '' }),
        t < 1.3
          ? maker({ reach: [2.9, 3.5, 1.5] })
          : k.person(4.9, 1.2, {
              side: t > 3.4 ? -1 : 1,
              shirt: '#5f9fd0',
              longHair: true,
              hair: '#7a3b1d',
              reach: t < 3.4 ? [4.8, 0.3 + 0.6 * k.ramp(t, 1.6, 2.4), 0.9] : undefined,
            }),
      ],
      { ...near, look: [3.2, 2.3, 1.2], front: k.bubbleText(830, 90, '60 s') },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.outlet(4.5, k.ramp(t, 2.4, 3.2), [3.2, 2.2, 1.2]),
        k.puddle(4.1, 3.9, k.ramp(t, 0, 1.6)),
        k.printer(X, Y, t, { built: 0.4, running: t < 2.6 }),
        k.bottle([3.4, 2.2, 1.22], k.BLUE),
        k.person(5, t > 2 ? 1.2 : 3.2, {
          side: t > 2 ? 1 : -1,
          shirt: '#5f9fd0',
          longHair: true,
          hair: '#7a3b1d',
          hurt: t < 2,
          reach: t > 2 ? [4.8, 0.3 + 0.6 * k.ramp(t, 2.4, 3.2), 0.9] : undefined,
        }),
      ],
      { ...near, look: [3.4, 2.6, 1], scale: 1.25 },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.outlet(4.5, k.ramp(t, 1.4, 2.2), [3.2, 2.2, 1.2]),
        k.printer(X, Y, t, { built: 0.4, running: t < 1.8 }),
        k.person(3.9, 3.4, {
          side: -1,
          hurt: true,
          reach: [3.2, 3.3, 1.4],
          lean: t > 2 ? 9 : 3 * Math.sin(t * 40),
        }),
        t < 2 && k.item(9, 9, k.atPoint([3.4, 3.3, 1.5], k.sparks(t, 44))),
        k.person(t > 3 ? 5.1 : 5.2, 1.3, {
          side: t > 3 ? -1 : 1,
          shirt: '#5f9fd0',
          longHair: true,
          hair: '#7a3b1d',
          reach: t < 3 ? [4.8, 0.3 + 0.6 * k.ramp(t, 1.4, 2.2), 0.9] : [5, 1.3, 2.5],
        }),
      ],
      {
        ...near,
        look: [3.4, 2.5, 1.1],
        scale: 1.25,
        front: t > 3.4 ? k.bubbleText(840, 80, '112', k.RED) : '',
      },
    ),
]
