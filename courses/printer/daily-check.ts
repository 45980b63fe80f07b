import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.4
const Y = 1.9
const near = { look: [2.8, 2.7, 1.3] as k.Point, scale: 1.35 }
const maker = (pose: k.Pose = {}): k.Item =>
  k.person(4.4, 2.9, { side: -1, shirt: '#5f9fd0', longHair: true, hair: '#7a3b1d', ...pose })
const all = (t: number, done: number): k.Item[] => [
  k.walls(t, { bottle: false }),
  k.listBoard(done + (t > 4 ? 1 : 0), 6),
  k.table(1, 1.7, 2.7, 1.9),
]
const ok = (t: number): string => k.mark(890, 235, true, k.ramp(t, 4, 4.5))

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        k.walls(t, { bottle: false }),
        k.listBoard(0, 6),
        k.table(1, 1.7, 2.7, 1.9),
        k.clock(2.8, t / 30),
        k.printer(X, Y, 0, { built: 0, running: false, display: '' }),
        maker({ reach: [4.1, 2.4, 1.9 + 0.1 * k.swing(t, 2)] }),
      ],
      near,
    ),
  t =>
    k.workshop(
      [
        ...all(t, 0),
        k.printer(X, Y, t, { built: 0, running: false }),
        maker({ reach: t < 2.4 ? [3.1, 2.9, 1.6] : [3.9, 3.2, 1.6] }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            112,
            [2.4, 2.9, 1.45],
            k.group(
              k.box(-70, -50, 140, 100, '#1b332b', 6, 'stroke="#4a6b5d" stroke-width="5"'),
              'rotate(-8)',
            ) +
              (t < 2.4
                ? k.group(
                    k.line('M-40 0H10', '#c9d6d0', 9) + k.line('M10 0H50', k.RED, 15),
                    `rotate(-20) translate(${k.n(120 * k.ramp(t, 1.2, 2.4))} 0)`,
                  )
                : ''),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [
        ...all(t, 1),
        k.outlet(4.9, 1, [3.2, 2.2, 1.2]),
        k.printer(X, Y, t / 2, { built: 0 }),
        maker({ reach: [k.nozzleAt(X, Y, t / 2, 0)[0] + 0.9, 2.8, 1.7] }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            112,
            [3, 2.6, 2],
            k.disc(-50, 0, 36, '#a9c9b8') +
              k.disc(-50, 0, 12, k.NIGHT) +
              k.line(`M-50 -36H120M-50 ${k.n(36 + 4 * Math.sin(t * 9))}H120`, '#1b332b', 9) +
              k.move(50, -60, k.line('M0 -50V10', k.AMBER, 14) + k.line('M0 10V24', '#c9d6d0', 8)),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [...all(t, 2), k.printer(X, Y, t, { built: 0, running: false }), maker({ reach: [3.2, 3.1, 1.6] })],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            112,
            [2.2, 3.3, 1.4],
            k.line('M-120 0H-30', '#27302c', 22) +
              k.move(-20 * (1 - k.ramp(t, 1.4, 2.2)), 0, k.box(-36, -26, 56, 52, '#3a4a43', 6)) +
              k.box(20, -34, 70, 68, k.INK, 6) +
              k.box(30, -14, 18, 28, k.GREEN, 2),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [
        ...all(t, 3),
        k.printer(X, Y, t, { built: 0, running: false, spool: true }),
        maker({ reach: [3.1, 2.8, 1.9] }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            112,
            [2, 2.6, 3.2],
            k.disc(-30, 0, 66, '#a9c9b8') +
              k.disc(-30, 0, 52, k.GREEN) +
              [38, 44, 30]
                .map(r => `<circle cx="-30" cy="0" r="${r}" fill="none" stroke="#27a873" stroke-width="2"/>`)
                .join('') +
              k.group(
                k.disc(0, 0, 16, k.NIGHT) + k.line('M0 -12V12M-12 0H12', '#a9c9b8', 4),
                `translate(-30 0) rotate(${k.n(t * 60)})`,
              ) +
              k.line('M-30 -52Q70 -60 90 110', k.GREEN, 6),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [
        ...all(t, 4),
        k.resinPrinter(1.5, 2, t, { hood: 0.8 * k.ramp(t, 0.4, 1.2), light: false }),
        maker({ gloves: '#6b8fe0', goggles: k.GREEN, reach: [3.2, 2.9, 1.9] }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            112,
            [2, 2.6, 1.8],
            k.shape('M-80 -40V50H80V-40', '#2d4d41') +
              k.shape(`M-72 ${k.n(0 + 3 * Math.sin(t * 2))}Q-30 -6 0 0T72 0V44H-72Z`, k.AMBER) +
              k.line('M-72 -14H72', k.INK, 3),
            '#123f2e',
            near,
          ) + ok(t),
      },
    ),
  t =>
    k.workshop(
      [
        k.walls(t, { open: 1 }),
        k.listBoard(5 + (t > 4 ? 1 : 0), 6),
        k.table(0.8, 2.2, 2.7, 1.9),
        k.door(5.3, 0.9),
        k.detector(t),
        k.printer(1.2, 2.4, t, { built: 0, running: false }),
        k.person(4.6, 1.8, {
          side: -1,
          shirt: '#5f9fd0',
          longHair: true,
          hair: '#7a3b1d',
          reach: [3.2, 0.3, 1.2 + 0.8 * k.swing(t, 3)],
        }),
      ],
      { look: [3, 2.3, 1.3], scale: 1.2, front: ok(t) },
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.outlet(4.5, k.ramp(t, 1, 1.8), [3.2, 2.2, 1.2]),
        k.table(1, 1.7, 2.7, 1.9),
        k.printer(X, Y, t, { built: 0.2, running: false, display: t < 1.4 ? '!' : '' }),
        t > 2.4 && k.note([2.2, 3.5, 1.7]),
        maker({ reach: t > 1.8 && t < 3.4 ? [3.2, 3.5, 1.6] : [4, 3.3, 2.2] }),
        t > 3 && k.person(5.6, 3.5, { side: -1 }),
      ],
      near,
    ),
  t =>
    k.workshop(
      [
        k.walls(t),
        k.listBoard(6, 6),
        k.table(1, 1.7, 2.7, 1.9),
        k.printer(X, Y, t, { built: 0.05 + 0.3 * k.ramp(t, 0, 5), hot: true, display: '210°' }),
        maker({ reach: undefined }),
      ],
      { ...near, front: k.mark(860, 80, true, k.ramp(t, 1.4, 1.9)) },
    ),
]
