/** Scenes and captions of the laser course. */
import * as figure from '../draw/figures.ts'
import {
  AMBER,
  at,
  BEAM,
  BLUE,
  box,
  CENTER_Y as C,
  circle,
  cut,
  type DrawnCourse,
  dot,
  GREEN,
  INK,
  lap,
  line,
  CENTER_X as M,
  RED,
  ramp,
  SOFT,
  scene,
  sign,
  swing,
} from '../draw/stage.ts'

export const course: DrawnCourse = {
  id: 'laser',
  version: '3',
  title: { en: 'Laser safety', zh: '激光安全' },
  about: {
    en: 'What a laser cutter can do to your eyes, skin, air and room, and the habits that prevent it.',
    zh: '了解激光切割机对眼睛、皮肤、空气和房间的危害，以及避免这些危害的习惯。',
  },
  lessons: [
    {
      id: 'classes',
      title: { en: 'Laser classes', zh: '激光等级' },
      about: { en: 'What the number on the plate tells you.', zh: '铭牌上的数字代表什么。' },
      poster: 9,
      scenes: [
        scene(
          5,
          'A laser packs its light into a thin beam. That is why it cuts, and why it harms.',
          '激光把光集中成一条细束，因此能切割，也因此会伤人。',
          t =>
            at(
              160,
              C,
              box(-70, -50, 140, 100) + line('M-20 0H20M0 -20V20M-14 -14L14 14M14 -14L-14 14', BEAM, 5),
            ) +
            figure.beam(230, C, 230 + 480 * ramp(t, 0.4, 1.6), C, t) +
            (t > 1.6
              ? at(716, C, figure.sparks(t, BEAM)) + line(`M720 130V${C - 14}M720 ${C + 14}V400`, SOFT, 12)
              : line('M720 130V400', SOFT, 12)),
        ),
        scene(
          6,
          'Every laser has a class, from 1 to 4. The higher the number, the greater the harm.',
          '每台激光设备都有等级，从 1 到 4。数字越大，危害越大。',
          t =>
            (['1', '2', '3', '4'] as const)
              .map((n, i) =>
                at(180 + 200 * i, C, figure.classPlate(n, [GREEN, BLUE, AMBER, RED][i] ?? INK), {
                  opacity: ramp(t, i * 0.7, i * 0.7 + 0.5),
                  scale: 0.9 + 0.15 * i,
                }),
              )
              .join(''),
        ),
        scene(
          6,
          'Class 1 is safe in normal use: the beam stays enclosed, behind a lid and a window.',
          '1 类在正常使用时是安全的：光束封闭在盖板和视窗之内。',
          t =>
            at(430, 280, figure.cutter(t, { head: swing(t, 5) })) +
            at(800, 190, figure.classPlate('1', GREEN)),
        ),
        scene(
          6,
          'Class 2 is a visible pointer, like a red aiming dot. You blink, but never stare into it.',
          '2 类是可见的指示光，如红色对位点。人会眨眼，但绝不要盯着看。',
          t =>
            at(330, C, figure.eye(swing(t, 1.6) > 0.35 ? 1 : 0.15, BLUE)) +
            dot(640, C, 10 + 3 * swing(t, 0.8), RED) +
            circle(640, C, 26, RED, 3) +
            at(810, 170, figure.classPlate('2', BLUE), { scale: 0.8 }),
        ),
        scene(
          6,
          'Class 3B harms the eye directly, and by its reflection from anything shiny.',
          '3B 类会直接伤害眼睛，光滑表面的反射光同样会。',
          t =>
            figure.beam(120, 150, 470, 400, t) +
            line('M360 414L590 386', BLUE, 12) +
            figure.beam(470, 400, 470 + 270 * ramp(t, 0.5, 1.5), 400 - 190 * ramp(t, 0.5, 1.5), t) +
            at(800, 170, figure.eye(0.9, RED), { scale: 0.7 }),
        ),
        scene(
          6.5,
          'Class 4 burns skin, starts fires, and harms eyes even by light scattered from dull surfaces.',
          '4 类会灼伤皮肤、引发火灾，连粗糙表面的散射光也会伤眼。',
          t =>
            figure.beam(300, 60, 300, 370, t) +
            line('M140 384H470', SOFT, 14) +
            [-60, -30, 30, 60]
              .map(a => at(300, 376, line(`M0 0V${-60 - 160 * swing(t, 2, a)}`, `${BEAM}99`, 4), { turn: a }))
              .join('') +
            at(560, 300, figure.flame(t), { scale: 0.9 }) +
            at(800, C, figure.classPlate('4', RED)),
        ),
        scene(
          6.5,
          'Many machines are class 1 outside with a class 4 laser inside. Open the lid and it is class 4.',
          '许多机器外部为 1 类，内部却是 4 类激光。打开盖板，它就是 4 类。',
          t =>
            at(400, 300, figure.cutter(t, { open: ramp(t, 2, 3.5), on: t < 3.5 })) +
            at(800, 220, figure.classPlate(t < 2.6 ? '1' : '4', t < 2.6 ? GREEN : RED)),
        ),
        scene(
          6,
          'So never defeat a lid switch. And never run a machine whose window is cracked.',
          '所以绝不要破坏盖板开关，视窗有裂纹的机器绝不要运行。',
          t =>
            at(310, C, box(-80, -50, 160, 100, INK) + line('M-40 -50V-90M40 -50V-90', AMBER, 8)) +
            at(310, C, figure.never(130, ramp(t, 0.8, 1.2))) +
            at(
              660,
              C,
              box(-110, -80, 220, 160, GREEN, '#14352a') +
                cut(
                  [
                    [-60, -80],
                    [-20, -10],
                    [-50, 20],
                    [10, 80],
                  ],
                  ramp(t, 1, 2.4),
                  INK,
                  5,
                ),
            ) +
            at(660, C, figure.never(130, ramp(t, 2.6, 3))),
        ),
        scene(
          5,
          'Look for the plate on your own machine now, and remember its number.',
          '现在就看看自己机器上的铭牌，记住那个数字。',
          t =>
            at(380, 280, figure.cutter(t, { on: false })) +
            at(
              760,
              220,
              circle(0, 0, 110, INK, 10, '#14352a') +
                line('M78 78L150 150', INK, 18) +
                at(0, 0, figure.classPlate('4', RED), { scale: 0.75 + 0.1 * swing(t, 2) }),
            ),
        ),
      ],
    },
    {
      id: 'eyes-skin',
      title: { en: 'Eyes and skin', zh: '眼睛与皮肤' },
      about: {
        en: 'Injuries faster than a blink, and how to prevent them.',
        zh: '比眨眼更快的伤害，以及如何预防。',
      },
      poster: 20,
      scenes: [
        scene(
          5.5,
          'Your eye is a lens. It gathers a beam onto a point smaller than a hair.',
          '眼睛就是一块透镜，会把光束聚到比头发丝还细的一点。',
          t =>
            figure.beam(60, C - 34, 420, C - 34, t) +
            figure.beam(60, C + 34, 420, C + 34, t) +
            at(560, C, circle(0, 0, 150, INK, 8) + line('M-130 -76Q-70 0 -130 76', BLUE, 10)) +
            (t > 1
              ? line(`M430 ${C - 34}L706 ${C}L430 ${C + 34}`, BEAM, 5) +
                dot(704, C, 8 + 6 * swing(t, 0.4), '#fff')
              : ''),
        ),
        scene(
          6,
          'The injury is faster than a blink, often painless, and does not heal.',
          '伤害比眨眼更快，常常没有痛感，而且无法愈合。',
          t =>
            at(330, C, figure.eye(t < 1.5 ? 1 : 0.12)) +
            at(660, C, figure.clock(Math.min(1, t / 30), RED)) +
            (t > 2.4 ? at(330, C, figure.eye(1, RED) + dot(0, 0, 12, RED)) : ''),
        ),
        scene(
          6,
          'Infrared and ultraviolet beams are invisible: you cannot see them coming.',
          '红外和紫外光束看不见：您无法靠眼睛提防。',
          t =>
            at(170, C, box(-70, -50, 140, 100)) +
            Array.from({ length: 9 }, (_, i) => line(`M${260 + i * 46} ${C}h22`, BEAM, 4))
              .map((one, i) => at(0, 0, one, { opacity: 0.12 + 0.5 * swing(t, 2, -i / 2) }))
              .join('') +
            at(790, C, figure.eye(0.9, INK, 20 * Math.sin(t * 2)), { scale: 0.9 }),
        ),
        scene(
          6.5,
          'Keep the lid closed while the laser runs. That alone protects everyone in the room.',
          '激光运行时保持盖板关闭，仅此一项就能保护房间里的每个人。',
          t =>
            at(M, 290, figure.cutter(t, { open: 1 - ramp(t, 0.6, 2), head: swing(t, 5), on: t > 2.2 })) +
            (t > 2.4 ? at(800, 150, figure.check(ramp(t, 2.4, 3.2))) : ''),
        ),
        scene(
          6.5,
          'Open machine? Wear goggles made for its wavelength. Sunglasses do nothing.',
          '敞开式机器？请戴对应波长的护目镜。太阳镜毫无作用。',
          t =>
            at(300, C, figure.goggles()) +
            at(300, 400, figure.check(ramp(t, 1, 1.8)), { scale: 0.7, opacity: ramp(t, 0.8, 1.2) }) +
            at(680, C, figure.goggles(SOFT), { scale: 0.62 }) +
            at(680, C, figure.never(130, ramp(t, 2.6, 3.1))),
        ),
        scene(
          6,
          'The wavelength on the goggles, in nanometers, must match the one on the machine.',
          '护目镜上的波长（nm）必须与机器上的一致。',
          t =>
            at(270, 190, figure.goggles(), { scale: 0.9 }) +
            at(270, 392, figure.sheet('450 nm', GREEN, 38), { scale: 0.8 }) +
            at(690, 200, figure.cutter(t, { on: false }), { scale: 0.5 }) +
            at(690, 392, figure.sheet('450 nm', GREEN, 38), { scale: 0.8 }) +
            line(`M${M - 46} 384h92M${M - 46} 404h92`, GREEN, 8),
        ),
        scene(
          6.5,
          'Rings, watches and tools reflect. Take them off, and keep shiny things off the bed.',
          '戒指、手表和工具会反光。请摘下，光亮的东西不要放在工作台上。',
          t =>
            at(280, 280, figure.hand() + circle(14, -52, 14, AMBER, 7) + box(-46, 66, 102, 22, AMBER)) +
            figure.beam(620, 80, 620, 360, t) +
            line('M560 372L690 348', BLUE, 12) +
            figure.beam(620, 362, 620 + 200 * ramp(t, 0.5, 1.4), 362 - 180 * ramp(t, 0.5, 1.4), t),
        ),
        scene(
          6,
          'Skin burns at once. Never reach in while the laser can fire.',
          '皮肤瞬间就会灼伤。激光可能发射时绝不要把手伸进去。',
          t =>
            at(680, 150, figure.nozzle(), { scale: 1.2 }) +
            figure.beam(680, 181, 680, 440, t) +
            at(290 + 110 * swing(t, 4), 340, at(0, 0, figure.hand(), { turn: 70 })) +
            at(400, 330, figure.never(170, ramp(t, 1.6, 2.1))),
        ),
        scene(
          6,
          'A flash in the eye? Stop work and see an eye doctor the same day, even without pain.',
          '眼睛被闪到？立即停止操作，即使不痛也要当天去看眼科。',
          t =>
            at(260, C, figure.eye(0.5, RED)) +
            line(`M400 ${C}h${120 * ramp(t, 0.6, 1.4)}`, AMBER, 8) +
            at(690, C, figure.person()) +
            at(800, 180, line('M-30 0H30M0 -30V30', GREEN, 16)) +
            at(690, 190, figure.eye(1, INK), { scale: 0.2 }),
        ),
      ],
    },
    {
      id: 'fire',
      title: { en: 'Fire', zh: '火灾' },
      about: {
        en: 'The most common accident, and the three things that prevent it.',
        zh: '最常见的事故，以及预防它的三件事。',
      },
      poster: 2,
      scenes: [
        scene(
          5.5,
          'A laser cuts by burning. A small flame at the cut can become a fire in seconds.',
          '激光靠灼烧切割。切口处的小火苗几秒内就能变成火灾。',
          t =>
            at(M, 120, figure.nozzle()) +
            figure.beam(M, 146, M, 380, t) +
            line('M200 394H760', AMBER, 16) +
            at(M, 356 - 60 * ramp(t, 1, 5), figure.flame(t), { scale: 0.3 + 1.3 * ramp(t, 1, 5) }),
        ),
        scene(
          6,
          'Rule one: stay with it. Never leave a laser running alone, not even for a minute.',
          '第一条：守在旁边。绝不要让激光无人看管地运行，一分钟也不行。',
          t =>
            at(330, 290, figure.cutter(t, { head: swing(t, 4) }), { scale: 0.9 }) +
            at(760, 290, figure.person(GREEN)) +
            at(760, 120, figure.check(ramp(t, 0.8, 1.6)), { scale: 0.8 }),
        ),
        scene(
          6,
          'The phone rings, someone is at the door? Pause the job first.',
          '电话响了、有人敲门？先暂停作业。',
          t =>
            at(300, 290, figure.cutter(t, { head: 0.4, on: t < 2 }), { scale: 0.85 }) +
            at(620, C, line('M-18 -50V50M18 -50V50', AMBER, 20), { opacity: ramp(t, 1.4, 2) }) +
            at(820, C, figure.door(ramp(t, 2.4, 4))),
        ),
        scene(
          6.5,
          'Rule two: air assist on. It blows out the flame and keeps smoke off the lens.',
          '第二条：打开气辅。它能吹灭火苗，也能让烟远离镜片。',
          t =>
            at(M, 130, figure.nozzle()) +
            figure.beam(M, 156, M, 380, t) +
            at(M - 30, 200, at(0, 0, figure.airflow(t, 130, BLUE), { turn: 90 }), {}) +
            line('M200 394H760', AMBER, 16) +
            at(M, 372, figure.flame(t), {
              scale: 0.55 * (1 - ramp(t, 1.5, 3)),
              opacity: 1 - ramp(t, 1.5, 3),
            }),
        ),
        scene(
          6,
          'Rule three: keep the bed clean. Crumbs and offcuts under the sheet are tinder.',
          '第三条：保持工作台清洁。板材下的碎屑和废料就是火种。',
          t =>
            at(M, 300, figure.tray(1 - ramp(t, 1.5, 4)), { scale: 1.8 }) +
            at(200 + 560 * ramp(t, 1.5, 4), 270, figure.cloth(), { scale: 0.9 }),
        ),
        scene(
          6.5,
          'Have a CO₂ extinguisher within reach, and a fire blanket. Know how to use them.',
          '二氧化碳灭火器和灭火毯放在伸手可及处，并学会使用。',
          t =>
            at(330, C, figure.extinguisher(ramp(t, 1.5, 2.5))) +
            at(
              680,
              C,
              box(-100, -90, 200, 180, RED, '#5a1512') +
                line('M-60 90V120M60 90V120', INK, 8) +
                at(0, 0, figure.flame(t), { scale: 0.7 }),
            ),
        ),
        scene(
          7,
          'Fire inside? Press stop, keep the lid shut so that it starves of air, and cut the power.',
          '机内起火？按下急停，保持盖板关闭让火缺氧，再切断电源。',
          t =>
            at(260, 270, figure.stopButton(ramp(t, 0.6, 1))) +
            at(680, 300, figure.cutter(t, { on: false }), { scale: 0.8 }) +
            at(680, 310, figure.flame(t), { scale: 0.7 * (1 - 0.75 * ramp(t, 2, 6)) }) +
            at(260, 430, figure.plug(ramp(t, 3.6, 4.6)), { scale: 0.7, opacity: ramp(t, 3, 3.6) }),
        ),
        scene(
          6.5,
          'The fire grows? Leave, close the door, call the fire department. Machines can be replaced.',
          '火势变大？离开、关门、报警。机器可以再买，人不能。',
          t =>
            at(250, 300, figure.flame(t), { scale: 1.3 }) +
            at(470, C, figure.door(1 - ramp(t, 2.6, 3.6))) +
            at(580 + 200 * ramp(t, 0.4, 4), 290, figure.person(GREEN)),
        ),
        scene(
          6,
          'After a cut, wait and look: embers keep glowing. Discard offcuts only when they are cold.',
          '切完后等一等、看一看：余烬还会阴燃。废料冷却后才能丢。',
          t =>
            at(300, C, figure.wood()) +
            dot(330, 270, 8 + 5 * swing(t, 1), RED) +
            dot(270, 250, 5 + 4 * swing(t, 1.3), AMBER) +
            at(560, C, figure.clock(lap(t, 4))) +
            at(770, 280, line('M-60 -70H60L44 90H-44ZM-76 -70H76', INK, 7)),
        ),
      ],
    },
    {
      id: 'fumes',
      title: { en: 'Fumes', zh: '烟尘' },
      about: {
        en: 'Where the smoke goes, and what must stop it.',
        zh: '烟尘去向何处，途中必须有什么。',
      },
      poster: 14,
      scenes: [
        scene(
          5.5,
          'What the beam removes becomes fine dust and gas, and you can breathe it in.',
          '被光束去除的材料会变成细尘和气体，而您可能吸入它。',
          t =>
            at(300, 420, figure.smoke(t, SOFT, 6), { scale: 1.5 }) +
            line('M160 440H440', AMBER, 14) +
            at(720, C + 30, figure.person()) +
            at(640, 180, at(0, 0, figure.airflow(t, 60, SOFT))),
        ),
        scene(
          6,
          'Wood smoke harms the lungs. Plastic smoke can be toxic. Leather smoke is worse than it smells.',
          '木材的烟伤肺，塑料的烟可能有毒，皮革的烟比闻起来更有害。',
          t =>
            at(210, 330, figure.wood(), { scale: 0.9 }) +
            at(480, 330, figure.acrylic(), { scale: 0.9 }) +
            at(750, 330, box(-80, -54, 160, 108, '#b98a5a', '#2a2018', 30, 7)) +
            [210, 480, 750]
              .map((x, i) => at(x, 260, figure.smoke(t + i, [SOFT, AMBER, RED][i] ?? SOFT, 3)))
              .join(''),
        ),
        scene(
          6.5,
          'Vent it outdoors through a sealed duct, with a fan pulling at the far end.',
          '用密封风管把烟引到室外，风机装在末端抽吸。',
          t =>
            at(210, 330, figure.cutter(t, { head: swing(t, 4) }), { scale: 0.62 }) +
            line('M330 270H560', SOFT, 40) +
            line('M330 270H560', '#0f1e1a', 26) +
            at(360, 270, figure.airflow(t, 170), { scale: 0.7 }) +
            at(630, 270, figure.fan(t)) +
            line('M760 90V470', INK, 14) +
            at(800, 270, figure.airflow(t, 90)),
        ),
        scene(
          6,
          'Or through a filter: first dust, then fine dust, then activated carbon for gases.',
          '或经过滤器：先粗尘，再细尘，最后用活性炭除气体。',
          t =>
            at(60, C, figure.airflow(t, 130, SOFT)) +
            [270, 430, 590]
              .map((x, i) =>
                at(
                  x,
                  C,
                  box(-50, -110, 100, 220, [SOFT, BLUE, GREEN][i] ?? INK, '#14251f') +
                    Array.from({ length: 5 }, (_, k) =>
                      i === 2
                        ? dot(-20 + (k % 2) * 40, -80 + k * 38, 9, SOFT)
                        : line(`M${-36 + 18 * k} -90V90`, SOFT, i === 0 ? 3 : 6),
                    ).join(''),
                ),
              )
              .join('') +
            at(690, C, figure.airflow(t, 160, GREEN)),
        ),
        scene(
          6,
          'Filters fill up. Change them by operating hours, or when smoke stays in the machine.',
          '滤芯会堵塞。按运行小时数更换，机内滞留烟雾时也要换。',
          t =>
            at(320, C, figure.clock(lap(t, 5))) +
            at(
              650,
              C,
              box(-60, -120, 120, 240, t < 3 ? AMBER : GREEN, t < 3 ? '#4a3a1a' : '#14352a') +
                [0, 1, 2, 3, 4].map(i => line(`M${-40 + 20 * i} -96V96`, SOFT, 5)).join(''),
              { opacity: 1 - 0.7 * swing(t, 6) * (t < 3 ? 1 : 0) },
            ),
        ),
        scene(
          6.5,
          'Start the fan before the laser, and keep it running for a few minutes after the cut.',
          '先开风机再开激光；切完后让风机继续运转几分钟。',
          t =>
            at(240, C, figure.fan(t)) +
            line(`M100 400H860`, SOFT, 4) +
            line(`M140 400H${140 + 680 * ramp(t, 0.3, 5)}`, GREEN, 14) +
            (t > 1.4 ? line(`M290 430H${290 + 330 * ramp(t, 1.4, 3.4)}`, BEAM, 14) : '') +
            at(620, C, figure.cutter(t, { on: t > 1.4 && t < 3.6, head: 0.5 }), { scale: 0.55 }),
        ),
        scene(
          6,
          'Open the lid only when the smoke has gone.',
          '烟散尽后再打开盖板。',
          t =>
            at(M, 300, figure.cutter(t, { on: false, open: ramp(t, 3.5, 5) })) +
            (t < 3.6
              ? at(M, 350, figure.smoke(t, SOFT, 5), { scale: 0.9, opacity: 1 - ramp(t, 2, 3.4) })
              : ''),
        ),
        scene(
          6,
          'A burning throat, a headache, a sharp smell? Stop, get fresh air, find the leak.',
          '喉咙灼痛、头痛、闻到刺鼻气味？停机，呼吸新鲜空气，查找泄漏。',
          t =>
            at(280, 290, figure.person(AMBER)) +
            at(280, 130, figure.hazard(), { scale: 0.5 }) +
            at(660, C, figure.windowPane(ramp(t, 1, 2.6))) +
            at(560, C, at(0, 0, figure.airflow(t, 60, BLUE), { turn: 180 })),
        ),
        scene(
          5.5,
          'A mask is no substitute for extraction. Extraction first, always.',
          '口罩不能代替排烟。永远先排烟。',
          t =>
            at(300, C, figure.mask(SOFT)) +
            at(300, C, figure.never(120, ramp(t, 0.8, 1.3))) +
            at(660, C, figure.fan(t)) +
            at(800, 160, figure.check(ramp(t, 1.6, 2.4)), { scale: 0.8 }),
        ),
      ],
    },
    {
      id: 'materials',
      title: { en: 'Materials you must never cut', zh: '绝不可切割的材料' },
      about: {
        en: 'What is toxic, what burns, what ruins the machine, and what is safe.',
        zh: '哪些有毒、哪些易燃、哪些损坏机器，哪些可以。',
      },
      poster: 9,
      scenes: [
        scene(
          5.5,
          'Know every material before you cut it. If you do not know what it is, do not cut it.',
          '切割前弄清每种材料是什么。不知道，就不要切。',
          t => at(M, C, figure.sheet('?', AMBER, 100), { scale: 1.6 + 0.06 * swing(t, 2) }),
        ),
        scene(
          7,
          'PVC and vinyl: never. They release chlorine gases that harm your lungs and corrode the machine.',
          'PVC 和乙烯基材料：绝不能切。会释放含氯气体，伤害肺部，腐蚀机器。',
          t =>
            at(330, 218, figure.smoke(t, '#c6e86a', 5)) +
            at(330, 300, figure.sheet('PVC', RED), { scale: 1.2 }) +
            at(330, 430, figure.cross(ramp(t, 0.6, 1.1)), { scale: 0.75 }) +
            at(700, C, figure.sheet('Cl', '#c6e86a', 64)) +
            at(700, C + 120, line('M-80 0H80', '#c6e86a', 5), { opacity: swing(t, 1) }),
        ),
        scene(
          6,
          'Nor PTFE and other fluorinated or chlorinated plastics, nor artificial leather made of PVC.',
          'PTFE 及其他含氟、含氯塑料，以及 PVC 人造革，也不行。',
          t =>
            at(280, 230, figure.sheet('PTFE', RED), { scale: 1.2 }) +
            at(280, 370, figure.cross(ramp(t, 0.4, 0.9)), { scale: 0.75 }) +
            at(
              680,
              230,
              box(-96, -66, 192, 132, '#b98a5a', '#2a2018', 34, 7) + sign(0, 17, 'PVC', 48, '#b98a5a'),
              { scale: 1.2 },
            ) +
            at(680, 370, figure.cross(ramp(t, 1.6, 2.1)), { scale: 0.75 }),
        ),
        scene(
          6,
          'Nor ABS and polycarbonate: they melt, catch fire and give off toxic fumes.',
          'ABS 和聚碳酸酯也不行：会熔化、起火，并释放有毒烟气。',
          t =>
            at(280, 300, figure.sheet('ABS', RED)) +
            at(680, 300, figure.sheet('PC', RED)) +
            at(280, 196, figure.flame(t), { scale: 0.6 }) +
            at(680, 218, figure.smoke(t, SOFT, 5)) +
            at(280, 430, figure.cross(ramp(t, 0.8, 1.3)), { scale: 0.75 }) +
            at(680, 430, figure.cross(ramp(t, 1.8, 2.3)), { scale: 0.75 }),
        ),
        scene(
          6,
          'Nor polystyrene foam and coated carbon fiber: they cause fire and toxic dust.',
          '聚苯乙烯泡沫和带涂层的碳纤维也不行：会起火，产生有毒粉尘。',
          t =>
            at(
              280,
              C,
              box(-90, -60, 180, 120, INK, '#25352f', 26, 7) +
                Array.from({ length: 12 }, (_, i) =>
                  circle(-66 + (i % 4) * 44, -34 + Math.floor(i / 4) * 34, 14, SOFT, 4),
                ).join(''),
            ) +
            at(
              680,
              C,
              box(-96, -66, 192, 132, SOFT, '#101512', 6, 7) +
                Array.from({ length: 6 }, (_, i) =>
                  line(
                    `M${-80 + i * 32} -60L${-48 + i * 32} 60M${-48 + i * 32} -60L${-80 + i * 32} 60`,
                    SOFT,
                    3,
                  ),
                ).join(''),
            ) +
            at(280, C, figure.never(130, ramp(t, 0.8, 1.3))) +
            at(680, C, figure.never(130, ramp(t, 1.8, 2.3))),
        ),
        scene(
          6.5,
          'Mirrors and polished metal reflect the beam. Cut them only on a machine made for metal.',
          '镜面和抛光金属会反射光束，只能用专为金属设计的机器切割。',
          t =>
            figure.beam(300, 60, 480, 380, t) +
            line('M300 392H660', BLUE, 14) +
            figure.beam(480, 380, 480 + 180 * ramp(t, 0.4, 1.2), 380 - 320 * ramp(t, 0.4, 1.2), t) +
            at(800, 250, figure.hazard(), { scale: 0.8 }),
        ),
        scene(
          6,
          'Sealed, filled or pressurized objects can burst: batteries, cans, tubes.',
          '密封、有填充物或带压的物品可能爆裂：电池、罐子、管子。',
          t =>
            at(
              250,
              C,
              box(-44, -76, 88, 152, INK, '#14251f', 12, 7) +
                line('M-16 -76V-94H16V-76M-20 0H20M0 -20V20', INK, 7),
            ) +
            at(480, C, line('M-50 -80Q0 -100 50 -80V80Q0 100 -50 80Z', INK, 7)) +
            at(720, C, figure.sparks(t, RED, 12), { scale: 1.3 }) +
            at(720, C, figure.hazard('!', RED), { scale: 0.5 }),
        ),
        scene(
          6.5,
          'Safe to cut: untreated wood, plywood, cardboard, paper, cast acrylic, cork, wool felt.',
          '可以切割：未处理的木材、胶合板、纸板、纸、浇铸亚克力、软木、羊毛毡。',
          t =>
            at(220, C, figure.wood()) +
            at(480, C, figure.cardboard()) +
            at(740, C, figure.acrylic()) +
            [220, 480, 740]
              .map((x, i) =>
                at(x, 400, figure.check(ramp(t, 0.6 + i * 0.6, 1.3 + i * 0.6)), {
                  scale: 0.6,
                  opacity: ramp(t, 0.5 + i * 0.6, 0.8 + i * 0.6),
                }),
              )
              .join(''),
        ),
        scene(
          6.5,
          'Not sure? Read the safety data sheet: no chlorine, no fluorine. Keep only labeled scraps.',
          '拿不准？查看安全数据表：不含氯、不含氟。只保留有标签的余料。',
          t =>
            at(300, C, figure.book(), { scale: 1.2 }) +
            at(610, 220, figure.sheet('Cl', RED, 64), { scale: 0.8 }) +
            at(610, 350, figure.cross(ramp(t, 1, 1.5)), { scale: 0.75 }) +
            at(810, 220, figure.sheet('F', RED, 64), { scale: 0.8 }) +
            at(810, 350, figure.cross(ramp(t, 1.8, 2.3)), { scale: 0.75 }),
        ),
      ],
    },
    {
      id: 'daily-check',
      title: { en: 'The daily check', zh: '每日检查' },
      about: { en: 'Two minutes before the first cut.', zh: '第一次切割前的两分钟。' },
      poster: 3,
      scenes: [
        scene(
          5.5,
          'Two minutes before the first cut of the day prevent most accidents.',
          '每天第一次切割前花两分钟，可避免大多数事故。',
          t => at(330, C, figure.list(4 * ramp(t, 1, 4.5))) + at(660, C, figure.clock(ramp(t, 0, 5.5) * 0.1)),
        ),
        scene(
          6,
          'Check the housing, lid and window: no cracks, nothing loose, the lid switch works.',
          '查看外壳、盖板和视窗：无裂纹、无松动，盖板开关有效。',
          t => at(M, 300, figure.cutter(t, { on: swing(t, 3) < 0.4, open: ramp(swing(t, 3), 0.4, 0.9) })),
        ),
        scene(
          6,
          'Press the emergency stop once, then release it. Everyone must know where it is.',
          '按一次急停再复位。每个人都要知道它在哪里。',
          t => at(M, C, figure.stopButton(swing(t, 3)), { scale: 1.7 }),
        ),
        scene(
          6,
          'Clean lens and mirrors with lens tissue, cold and with the power off.',
          '断电、冷却后，用镜头纸清洁镜片和反射镜。',
          t =>
            at(M, 290, figure.lens(1 - ramp(t, 1.5, 4)), { scale: 1.7 }) +
            at(330 + 300 * ramp(t, 1.5, 4), 230, figure.cloth(), { scale: 0.8 }),
        ),
        scene(6, 'Empty the crumb tray and wipe the bed.', '清空碎屑盘，擦净工作台。', t =>
          at(M, 280, figure.tray(1 - ramp(t, 1, 4)), { scale: 1.9 }),
        ),
        scene(
          6,
          'Fan and duct: hold a strip of paper to the inlet. It must stick.',
          '风机和风管：把纸条贴近进风口，应被吸住。',
          t =>
            at(330, C, figure.fan(t), { scale: 1.2 }) +
            at(620 - 150 * ramp(t, 1, 2), C, line('M0 -50L14 0L0 50L-40 40L-30 0L-40 -50Z', INK, 6), {
              turn: 4 * Math.sin(t * 14),
            }) +
            at(840, C, at(0, 0, figure.airflow(t, 150, SOFT), { turn: 180 })),
        ),
        scene(
          6,
          'Cooling: water in the tank, hoses tight, the flow alarm silent.',
          '冷却：水箱有水、水管牢固、水流警报不响。',
          t =>
            at(
              360,
              280,
              box(-120, -70, 240, 150, INK) +
                line(`M-116 ${-20 + 4 * Math.sin(t * 2)}Q-60 -34 0 -20T116 -20`, BLUE, 7),
            ) +
            line('M480 300Q560 300 560 230T640 160H760', BLUE, 12) +
            at(760, 300, figure.check(ramp(t, 1.5, 2.3)), { scale: 0.8 }),
        ),
        scene(
          6,
          'Extinguisher in place and in date, exits clear, smoke detector working.',
          '灭火器在位且在有效期内，出口畅通，烟雾探测器正常。',
          t =>
            at(220, C, figure.extinguisher()) +
            at(480, C, figure.door(0.8)) +
            at(740, 220, figure.detector(t)),
        ),
        scene(
          6.5,
          'Anything wrong? Switch off, put a warning note on it, and tell whoever maintains it.',
          '有任何异常？关机、挂上警示牌、告知设备负责人。',
          t =>
            at(310, 300, figure.cutter(t, { on: false }), { scale: 0.85 }) +
            at(610, 200, figure.hazard('!', RED), { scale: 0.6, opacity: ramp(t, 1, 1.6) }) +
            at(790, 290, figure.person()),
        ),
        scene(
          5,
          'All good? Goggles ready, fan on, lid closed: now you can cut.',
          '一切正常？护目镜就位、风机开启、盖板关闭：可以切割了。',
          t =>
            at(200, C, figure.goggles(), { scale: 0.8 }) +
            at(480, C, figure.fan(t)) +
            at(760, 290, figure.cutter(t, { head: swing(t, 3) }), { scale: 0.55 }) +
            [200, 480, 760]
              .map((x, i) => at(x, 420, figure.check(ramp(t, 0.4 + i * 0.5, 1 + i * 0.5)), { scale: 0.55 }))
              .join(''),
        ),
      ],
    },
  ],
}
