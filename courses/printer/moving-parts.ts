import * as k from '../draw/kit.ts'
import type { Drawing } from '../draw/stage.ts'

const X = 1.4
const Y = 1.9
const near = { look: [2.8, 2.7, 1.3] as k.Point, scale: 1.35 }
const maker = (pose: k.Pose = {}): k.Item =>
  k.person(4.4, 2.9, { side: -1, shirt: '#5f9fd0', longHair: true, hair: '#7a3b1d', ...pose })
const base = (t: number): k.Item[] => [k.walls(t), k.table(1, 1.7, 2.7, 1.9)]

export const drawings: readonly Drawing[] = [
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.4 }),
        maker({ reach: t < 2.4 ? [3.3, 2.9, 1.8] : [4.1, 3, 2.2], hurt: t > 2.2 }),
      ],
      {
        ...near,
        front: k.inset(
          810,
          140,
          112,
          [2.6, 2.6, 2],
          k.move(
            -50 + 90 * k.swing(t, 1.7),
            -10,
            k.box(-50, -60, 100, 70, '#d99a2b', 5) + k.shape('M-20 10H20L7 36H-7Z', '#f7c86b'),
          ) +
            k.line('M-120 -40H120', '#2d4d41', 12) +
            k.group(k.finger(t > 2.2 ? '#ee8a70' : k.SKIN), 'translate(84 40) rotate(200)'),
          '#123f2e',
          near,
        ),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.4 }),
        maker({ reach: [3.3, 2.9, 1.9], lean: -8 * k.ramp(t, 1, 3), hurt: t > 2 }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            116,
            [3, 2.6, 2.1],
            k.move(
              -40,
              0,
              k.group(
                k.disc(0, 0, 46, '#a9c9b8') +
                  Array.from({ length: 10 }, (_, i) =>
                    k.group(k.box(-6, -56, 12, 16, '#a9c9b8', 2), `rotate(${i * 36})`),
                  ).join('') +
                  k.disc(0, 0, 14, k.NIGHT),
                `rotate(${k.n(t * 90)})`,
              ),
            ) +
              k.line('M-40 -48H120M-40 48H120', '#1b332b', 9) +
              k.line(
                'M120 -80Q60 ' +
                  k.n(-70 + 20 * k.ramp(t, 0.6, 3)) +
                  ' ' +
                  k.n(60 - 80 * k.ramp(t, 0.6, 3)) +
                  ' -48',
                '#7a3b1d',
                14,
              ),
            '#123f2e',
            near,
          ) + k.mark(890, 235, false, k.ramp(t, 2.2, 2.7)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.4, running: false }),
        maker({
          longHair: t < 2,
          reach: t < 3 ? [4.5, 2.8, 2.6] : [4.2, 3.1, 1.4],
          reach2: t < 3 ? [4.2, 3, 2.6] : undefined,
        }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            116,
            [4.4, 2.9, 2.5],
            k.disc(0, 0, 58, k.SKIN) +
              k.shape('M-60 8Q-72 -66 0 -70Q72 -66 60 8Q40 -34 0 -34Q-40 -34 -60 8Z', '#7a3b1d') +
              (t < 2
                ? k.line('M58 0Q78 60 64 110M-58 0Q-78 60 -64 110', '#7a3b1d', 22)
                : k.disc(0, -78, 24, '#7a3b1d') + k.line('M-16 -64H16', k.RED, 8)) +
              k.disc(-20, 4, 6, k.NIGHT) +
              k.disc(20, 4, 6, k.NIGHT) +
              k.line('M-14 30q14 10 28 0', '#8a4a2b', 5),
            '#123f2e',
            near,
          ) + k.mark(890, 235, true, k.ramp(t, 2.4, 2.9)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, Math.min(t, 2), { built: 0.4, running: t < 2 }),
        maker({ reach: t < 1.4 ? undefined : t < 3.6 ? [2.9, 3.5, 1.5] : [3.2, 2.9, 1.8] }),
      ],
      {
        ...near,
        front:
          k.move(
            840,
            90,
            k.disc(0, 0, 44, k.AMBER) + k.line('M-12 -18V18M12 -18V18', k.NIGHT, 11),
            k.ramp(t, 1.8, 2.2),
          ) + k.mark(885, 130, true, k.ramp(t, 3.8, 4.3)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.outlet(4.5, k.ramp(t, 2.4, 3.2), [3.2, 2.2, 1.2]),
        k.printer(X, Y, t, { built: 0.4, running: t > 0.8 && t < 1.6, display: t < 2.8 ? 'II' : '' }),
        t < 2
          ? maker({ hurt: t > 1, reach: t < 1 ? [3.2, 2.9, 1.8] : [4.2, 3, 2] })
          : k.person(4.9, 1.2, {
              side: 1,
              shirt: '#5f9fd0',
              longHair: true,
              hair: '#7a3b1d',
              reach: [4.8, 0.3 + 0.6 * k.ramp(t, 2.4, 3.2), 0.9],
            }),
      ],
      { ...near, look: [3.2, 2.3, 1.2] },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.4, running: t > 2.2, door: 1 - k.ramp(t, 0.6, 2) }),
        maker({ reach: t < 2.2 ? [3.3, 3.5, 1.9] : undefined }),
      ],
      { ...near, front: k.mark(860, 80, true, k.ramp(t, 2.4, 2.9)) },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.4 }),
        maker({ reach: t < 3 ? [3.2, 2.9, 1.9] : [4.1, 3, 1.8], hurt: t > 2.4 }),
      ],
      {
        ...near,
        front:
          k.inset(
            810,
            140,
            116,
            [2.6, 2.6, 2],
            k.fan(t, true, 66) +
              k.line(
                `M130 60L${k.n(90 - 34 * k.ramp(t, 0.8, 2.2))} ${k.n(50 - 20 * k.ramp(t, 0.8, 2.2))}`,
                '#c9d6d0',
                10,
              ) +
              (t > 2.2 ? k.move(50, 26, k.sparks(t, 60)) : ''),
            '#123f2e',
            near,
          ) + k.mark(890, 235, false, k.ramp(t, 2.4, 2.9)),
      },
    ),
  t =>
    k.workshop(
      [
        ...base(t),
        k.printer(X, Y, t, { built: 0.3 + t / 18, door: 0 }),
        k.person(4.3, 3.2, { side: -1, reach2: [4.9, 3.8, 0.9] }),
        k.person(4.9, 4, {
          side: -1,
          scale: 0.66,
          shirt: '#d8776f',
          hair: '#8a5f31',
          reach: [4.4, 3.6, 1.1 + 0.3 * k.swing(t, 2)],
        }),
        k.item(
          8.4,
          0.5,
          k.atPoint(
            [3.4, 4.9, 0],
            '<ellipse rx="26" ry="10" fill="#06231a" opacity=".5"/>' +
              k.shape('M-20 0V-22Q-20 -34 -6 -34L6 -30Q18 -26 18 0Z', '#c9925a') +
              k.disc(14, -36, 13, '#c9925a') +
              k.shape('M6 -46L4 -58L14 -49Z', '#9c6a38') +
              k.disc(18, -38, 2, k.NIGHT) +
              k.line(`M-20 -10q-16 ${k.n(-6 - 10 * k.swing(t, 0.5))} -14 -24`, '#c9925a', 6),
          ),
        ),
      ],
      near,
    ),
]
