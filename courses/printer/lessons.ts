/** Scenes and captions of the printer course: filament and resin. */
import * as figure from '../draw/figures.ts'
import {
  AMBER,
  at,
  BLUE,
  box,
  CENTER_Y as C,
  circle,
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
  id: 'printer',
  version: '3',
  title: { en: '3D printer safety', zh: '3D 打印机安全' },
  about: {
    en: 'Heat, motion, fumes, resin and mains power: what can hurt you, and how to prevent it.',
    zh: '高温、运动部件、烟气、树脂和市电：打印机可能造成的伤害以及如何避免。',
  },
  lessons: [
    {
      id: 'hot-parts',
      title: { en: 'Hot parts', zh: '高温部件' },
      about: {
        en: 'What gets hot, how long it stays hot, and how to avoid burns.',
        zh: '哪些部件会烫伤、高温持续多久、该怎么办。',
      },
      poster: 8,
      scenes: [
        scene(
          5.5,
          'A filament printer melts plastic at over 200 °C, right in front of you.',
          '丝材打印机就在您面前，以 200 °C 以上的温度熔化塑料。',
          t =>
            at(380, 290, figure.printer(t, { built: 0.2 + 0.1 * ramp(t, 0, 5), hot: true })) +
            at(760, 290, figure.thermometer(0.3 + 0.6 * ramp(t, 0.5, 3))),
        ),
        scene(
          6,
          'The nozzle burns skin in an instant. It stays hot for minutes after the print.',
          '喷嘴一碰就会烫伤，打印结束后几分钟内仍然很烫。',
          t =>
            at(340, 200, figure.nozzle(), { scale: 1.6 }) +
            at(340, 260, dot(0, 0, 16, RED)) +
            at(340, 330, figure.heat(t)) +
            at(700, C, figure.clock(0.12 * ramp(t, 0, 6)), { scale: 1.3 }),
        ),
        scene(
          6,
          'The bed reaches 60 to 110 °C: enough to burn a palm. It looks just like a cold one.',
          '热床达 60 至 110 °C，足以烫伤手掌，看上去却与冷的一样。',
          t =>
            at(M, 360, box(-220, -16, 440, 36, RED, '#3a1512')) +
            at(M, 300, figure.heat(t), { scale: 1.4 }) +
            at(220, 200, sign(0, 0, '60–110°', 54, AMBER)) +
            at(740, 220, figure.hand()),
        ),
        scene(
          6,
          'Wait until the display shows less than 40 °C. Then remove the print.',
          '等显示低于 40 °C，再取下工件。',
          t =>
            at(
              330,
              C,
              box(-130, -70, 260, 140, GREEN, '#0b1512') +
                sign(0, 24, `${Math.round(90 - 55 * ramp(t, 0.4, 4))}°`, 72, t > 3.4 ? GREEN : AMBER),
            ) +
            at(700, C, figure.hand(), { opacity: ramp(t, 3.6, 4.4) }) +
            at(700, C, figure.clock(lap(t, 4)), { opacity: 1 - ramp(t, 3.4, 3.8) }),
        ),
        scene(
          6.5,
          'Oozing plastic sticks to skin and keeps burning. Use tweezers, never your fingers.',
          '挤出的熔料会粘在皮肤上继续灼烫。用镊子，不要用手指。',
          t =>
            at(300, 150, figure.nozzle()) +
            line(`M300 182q${20 * Math.sin(t)} 40 0 ${120 + 20 * swing(t, 3)}`, RED, 10) +
            at(
              600,
              260,
              line('M190 -8L20 -34Q-60 -44 -150 -6M190 8L20 34Q-60 44 -150 6', INK, 9) +
                line(`M-150 0q-30 ${20 * Math.sin(t)} -60 ${60 + 10 * swing(t, 3)}`, RED, 9),
            ) +
            at(780, 130, figure.check(ramp(t, 2, 2.8)), { scale: 0.7 }),
        ),
        scene(
          6,
          'A scraper can slip. Push it away from you, with your other hand behind the blade.',
          '铲刀会打滑。向外推，另一只手放在刀刃后方。',
          t =>
            line('M180 390H780', SOFT, 14) +
            at(
              300 + 160 * swing(t, 3),
              366,
              line('M0 0L-120 -50L-160 -110L-190 -96L-150 -30Z', INK, 7, '#14251f'),
            ) +
            at(660, 350, box(-70, -60, 140, 80, GREEN, '#14352a', 8)) +
            line('M520 200h130m-26 -22l26 22l-26 22', GREEN, 8),
        ),
        scene(
          6,
          'Clearing a nozzle? Wear heat-proof gloves and goggles: hot plastic can spit.',
          '疏通喷嘴？戴隔热手套和护目镜：堵料可能喷溅。',
          t =>
            at(260, C, figure.glove()) +
            at(520, C, figure.goggles(), { scale: 0.9 }) +
            at(800, 200, figure.nozzle(), { scale: 1.2 }) +
            at(800, 280, figure.heat(t), { scale: 0.7 }),
        ),
        scene(
          6.5,
          'Burned? Cool running water for twenty minutes. No ice, no ointment.',
          '烫伤了？流动凉水冲二十分钟。不用冰，不涂药膏。',
          t =>
            line('M250 120H400V170', INK, 16) +
            [0, 1, 2]
              .map(i => line(`M${385 + i * 14} ${190 + 60 * lap(t, 0.8, i / 3)}v46`, BLUE, 7))
              .join('') +
            at(396, 380, at(0, 0, figure.hand(), { turn: 90 })) +
            at(730, 230, figure.clock(0.34 * ramp(t, 0, 6.5), BLUE), { scale: 1.1 }) +
            sign(730, 370, '20 min', 48, BLUE),
        ),
      ],
    },
    {
      id: 'moving-parts',
      title: { en: 'Moving parts', zh: '运动部件' },
      about: {
        en: 'Belts, screws and motors that do not stop for you.',
        zh: '皮带、丝杠和不会避让的打印头。',
      },
      poster: 3,
      scenes: [
        scene(
          5.5,
          'Motors move the head and the bed without warning. They do not stop for a finger.',
          '电机带动打印头和热床时毫无预警，也不会为手指停下。',
          t =>
            at(330, C, figure.gear(t, 80)) +
            at(478, C, figure.gear(t, 56, AMBER, -1.4)) +
            at(740, 280, figure.hand()),
        ),
        scene(
          6,
          'Belts and screws pull things in: sleeves, cords, hair, necklaces.',
          '皮带和丝杠会卷入衣袖、绳带、头发和项链。',
          t =>
            at(260, C, figure.gear(t, 60)) +
            at(640, C, figure.gear(t, 60)) +
            line(`M260 ${C - 74}H640M260 ${C + 74}H640`, SOFT, 9) +
            line(`M${420 + 120 * ramp(t, 0.5, 4)} ${C - 84}q30 -70 120 -90`, RED, 9) +
            at(820, 300, figure.hazard(), { scale: 0.7 }),
        ),
        scene(
          6,
          'Tie your hair back, roll up your sleeves, take off anything that hangs.',
          '束起头发，卷起衣袖，摘下垂挂物。',
          t =>
            at(300, 300, figure.person() + line('M20 -90Q60 -100 70 -60', AMBER, 9)) +
            at(620, 290, figure.hand() + box(-46, 60, 104, 34, GREEN)) +
            at(810, 180, figure.check(ramp(t, 1.5, 2.3)), { scale: 0.8 }),
        ),
        scene(
          6.5,
          'Keep your hands out while it moves. Pause first, then wait until it stands still.',
          '运动时不要伸手。先暂停，等它完全停下。',
          t =>
            at(330, 290, figure.printer(Math.min(t, 2.6), { built: 0.4, running: true })) +
            at(620, 220, line('M-18 -50V50M18 -50V50', AMBER, 20), { opacity: ramp(t, 2, 2.6) }) +
            at(790, 290, figure.hand(), { opacity: ramp(t, 3.6, 4.4) }),
        ),
        scene(
          6,
          'Paused is not off: the machine may move again. Before you work inside, unplug it.',
          '暂停不等于关机，机器可能再次动作。内部操作前先拔掉电源。',
          t => at(M, C, figure.plug(ramp(t, 1.5, 2.8)), { scale: 1.5 }),
        ),
        scene(
          6,
          'Keep doors and covers closed while it prints. If a cover is missing, do not print.',
          '打印时关好门盖。缺少护盖就不要打印。',
          t =>
            at(M, 296, figure.printer(t, { built: 0.5 }), { scale: 0.85 }) +
            box(310, 96, 340, 350, GREEN, '#3ddc9718', 12, 7) +
            at(760, 170, figure.check(ramp(t, 1, 1.8)), { scale: 0.8 }),
        ),
        scene(
          6.5,
          'Fans spin fast under the head. Keep wires and tweezers away from them.',
          '打印头下方的风扇转速很高，导线和镊子要远离。',
          t =>
            at(330, C, figure.fan(t * 2), { scale: 1.2 }) +
            at(720 - 40 * ramp(t, 1, 2.4), C, line('M-70 34L60 -44M-70 34L70 -14', AMBER, 9)) +
            at(680, C, figure.never(110, ramp(t, 2.4, 2.9))),
        ),
        scene(
          5.5,
          'Children and pets watch from behind a closed door, or with you beside them.',
          '儿童和宠物须隔着关闭的门观看，或由您陪同。',
          t =>
            at(250, 300, figure.person(), { scale: 0.7 }) +
            at(380, 260, figure.person(GREEN)) +
            at(680, 290, figure.printer(t, { built: 0.3 }), { scale: 0.9 }) +
            line('M492 110V450', BLUE, 8),
        ),
      ],
    },
    {
      id: 'fumes-resin',
      title: { en: 'Fumes and resin', zh: '烟气与树脂' },
      about: {
        en: 'Ventilation for filament, protection for resin.',
        zh: '丝材打印要通风，树脂打印要护肤、勿入下水道。',
      },
      poster: 16,
      scenes: [
        scene(
          6,
          'Melting plastic gives off vapors and particles too fine to see. Ventilate the room.',
          '熔化的塑料会释放蒸气和看不见的微粒。请保持通风。',
          t =>
            at(300, 300, figure.printer(t, { built: 0.4 }), { scale: 0.85 }) +
            at(300, 190, figure.smoke(t, SOFT, 5), { scale: 0.8 }) +
            at(720, C, figure.windowPane(ramp(t, 1, 2.6))) +
            at(540, C, figure.airflow(t, 90)),
        ),
        scene(
          6,
          'PLA is mild. ABS, ASA and nylon need an enclosure with a filter, or a duct outdoors.',
          'PLA 较温和；ABS、ASA 和尼龙需要带过滤的封闭罩或排到室外。',
          t =>
            at(200, 220, sign(0, 20, 'PLA', 60, GREEN)) +
            at(200, 330, figure.check(ramp(t, 0.5, 1.2)), { scale: 0.7 }) +
            at(470, 220, sign(0, 20, 'ABS', 60, AMBER)) +
            at(470, 330, figure.hazard(), { scale: 0.5 }) +
            at(720, C, figure.fan(t)) +
            at(850, C, figure.airflow(t, 60)),
        ),
        scene(
          6.5,
          'Resin is different: liquid resin harms skin and eyes, and you can become allergic to it.',
          '树脂则不同：液态树脂伤害皮肤和眼睛，并会让人过敏。',
          t =>
            at(300, 280, figure.vat(t)) +
            at(
              680,
              C,
              figure.hand(INK) +
                [
                  [-10, 0],
                  [20, 30],
                  [-24, 40],
                ]
                  .map(([x = 0, y = 0], i) =>
                    circle(x, y, 10, RED, 5, ramp(t, 1 + i * 0.6, 1.6 + i * 0.6) > 0.5 ? '#5a1512' : 'none'),
                  )
                  .join(''),
            ),
        ),
        scene(
          6,
          'Nitrile gloves and goggles, every time. Latex does not keep resin out.',
          '每次都戴丁腈手套和护目镜。乳胶手套挡不住树脂。',
          t =>
            at(280, C, figure.glove()) +
            at(620, C, figure.goggles()) +
            at(450, 420, figure.check(ramp(t, 1, 1.8)), { scale: 0.6 }),
        ),
        scene(
          6.5,
          'A drop on your skin? Soap and water at once. No alcohol: it carries resin into the skin.',
          '滴到皮肤上？立即用肥皂和水清洗。不要用酒精，它会把树脂带入皮肤。',
          t =>
            at(260, 290, figure.hand() + circle(6, 20, 12, AMBER, 6)) +
            at(
              500,
              C,
              box(-70, -40, 140, 80, BLUE, '#14303f', 30) +
                dot(-60, -70, 10 + 4 * swing(t, 2), BLUE) +
                dot(-20, -90, 14, BLUE),
            ) +
            at(760, 240, figure.bottle('IPA')) +
            at(760, 400, figure.cross(ramp(t, 2.4, 2.9)), { scale: 0.75 }),
        ),
        scene(
          6,
          'Wash prints in alcohol only with the windows open, and away from flames, sparks and cigarettes.',
          '用酒精清洗打印件时要开窗，远离明火、火花和香烟。',
          t =>
            at(220, C, figure.bottle('IPA')) +
            at(480, C, figure.windowPane(1)) +
            at(760, C, figure.flame(t)) +
            at(760, C, figure.never(120, ramp(t, 1.2, 1.7))),
        ),
        scene(
          6,
          'Cure the print fully under ultraviolet light before you touch it with bare hands.',
          '用紫外光充分固化后，才能徒手触摸。',
          t =>
            at(M, 140, figure.sun(t)) +
            [-70, 0, 70].map(x => line(`M${M + x} 230v${70 * lap(t, 1.2, x / 200)}`, '#b28cff', 7)).join('') +
            at(M, 400, line('M-40 0L0 -80L40 0Z', t > 3 ? GREEN : AMBER, 8, '#14352a')) +
            at(720, 370, figure.check(ramp(t, 3.6, 4.4)), { scale: 0.7 }),
        ),
        scene(
          6.5,
          'Nothing down the drain. Cure leftovers and wipes in the sun, then throw them away.',
          '不要倒入下水道。残余树脂和擦布在阳光下固化后再丢弃。',
          t =>
            at(250, 290, line('M-90 -40H90M-70 -40Q-70 50 0 50Q70 50 70 -40M0 50V120', INK, 8)) +
            at(250, 290, figure.never(120, ramp(t, 0.8, 1.3))) +
            at(560, 200, figure.sun(t), { scale: 0.7 }) +
            at(560, 350, figure.cloth()) +
            at(790, 300, line('M-60 -70H60L44 90H-44ZM-76 -70H76', INK, 7)),
        ),
        scene(
          5,
          'And wear a dust mask when you sand a finished print.',
          '打磨成品时，请戴防尘口罩。',
          t =>
            at(330, C, figure.mask()) +
            at(660 + 30 * Math.sin(t * 8), 320, box(-80, -20, 160, 40, AMBER, '#3a2c0a')) +
            [0, 1, 2, 3, 4].map(i => dot(600 + i * 34, 300 - 80 * lap(t, 1.4, i / 5), 5, SOFT)).join(''),
        ),
      ],
    },
    {
      id: 'electricity',
      title: { en: 'Electricity', zh: '用电安全' },
      about: { en: 'Mains power, grounding and moving cables.', zh: '市电、接地和活动的线缆。' },
      poster: 2,
      scenes: [
        scene(
          5.5,
          'A printer heats with mains power. The voltage behind its covers can kill.',
          '打印机用市电加热。护盖之后的电压足以致命。',
          t =>
            at(360, 290, figure.printer(t, { built: 0.4 })) +
            at(740, C, figure.hazard(' ')) +
            at(740, C + 18, figure.bolt(), { scale: 0.7 + 0.05 * swing(t, 1) }),
        ),
        scene(
          6,
          'Plug it directly into a grounded wall outlet. Never chain extension cords.',
          '直接插入有接地的墙插。不要串接拖线板。',
          t =>
            at(320, C, figure.plug(1 - ramp(t, 0.8, 2)), { scale: 1.2 }) +
            at(740, 280, box(-110, -30, 220, 60) + dot(-60, 0, 10) + dot(0, 0, 10) + dot(60, 0, 10)) +
            at(740, 280, figure.never(120, ramp(t, 2.4, 2.9))),
        ),
        scene(
          6,
          'A residual-current device (GFCI) cuts the power before a shock reaches your heart.',
          '漏电保护器会在电击危及心脏之前切断电源。',
          t =>
            at(
              330,
              C,
              box(-90, -120, 180, 240, INK, '#14251f', 14) +
                box(-40, -70 + 60 * ramp(t, 2, 2.2), 80, 70, t > 2.2 ? AMBER : GREEN, '#14352a', 10),
            ) +
            at(680, C, line('M0 60C-110 -10 -60 -90 0 -40C60 -90 110 -10 0 60Z', RED, 9, '#3a1512'), {
              scale: 1 + 0.08 * swing(t, 0.8),
            }),
        ),
        scene(
          6.5,
          'The cables to head and bed bend a million times. Look for chafing and browned plugs.',
          '通往打印头和热床的线缆要弯折百万次。检查磨损和发黄的插头。',
          t =>
            at(M, 230, figure.cable(t > 2), { scale: 1.5 }) +
            at(M, 380, circle(0, 0, 44, INK, 9) + line('M32 32L76 76', INK, 14), {
              opacity: ramp(t, 1, 1.6),
            }),
        ),
        scene(
          6,
          'A loose bed cable overheats at its plug. That is how printers catch fire.',
          '松动的热床接线会让插头过热，打印机就是这样起火的。',
          t =>
            at(430, C, figure.plug(0.25), { scale: 1.3 }) +
            at(470, C - 10, figure.heat(t, RED)) +
            at(780, 290, figure.flame(t), { scale: ramp(t, 2, 4) }),
        ),
        scene(
          6,
          'Before you remove a cover: switch off, unplug, wait one minute.',
          '拆任何护盖螺丝前：关机、拔插头、等一分钟。',
          t =>
            at(300, C, figure.plug(ramp(t, 0.6, 1.8)), { scale: 1.1 }) +
            at(740, C, figure.clock(ramp(t, 2, 6)), { scale: 1.1 }),
        ),
        scene(
          6,
          'Wet hands, wet floor, spilled coolant or alcohol? Power off first.',
          '手湿、地湿、冷却液或酒精洒出：先断电。',
          t =>
            at(
              270,
              280,
              figure.hand(BLUE) +
                dot(-50, 60 + 40 * lap(t, 1), 8, BLUE) +
                dot(60, 40 + 40 * lap(t, 1.2), 8, BLUE),
            ) +
            at(680, C, figure.bolt()) +
            at(680, C, figure.never(120, ramp(t, 1.4, 1.9))),
        ),
        scene(
          6,
          'Someone gets a shock? Cut the power before you touch them, then call for help.',
          '有人触电？先切断电源再接触，然后呼救。',
          t =>
            at(170, C, figure.person(AMBER)) +
            at(270, 180, figure.bolt(), { scale: 0.5, opacity: 1 - ramp(t, 1.4, 1.8) }) +
            at(510, C, figure.plug(ramp(t, 1, 2)), { scale: 0.9 }) +
            at(800, C, figure.person(GREEN), { opacity: ramp(t, 2.6, 3.4) }),
        ),
      ],
    },
    {
      id: 'unattended',
      title: { en: 'Unattended printing', zh: '无人值守打印' },
      about: {
        en: 'A print takes hours. What you need in place before you leave.',
        zh: '打印需要数小时。离开之前必须满足的条件。',
      },
      poster: 9,
      scenes: [
        scene(
          5.5,
          'A print runs for hours, and nobody can watch it all the time. So prepare for it.',
          '打印要持续数小时，没人能一直盯着。因此要做好准备。',
          t =>
            at(340, 290, figure.printer(t, { built: 0.1 + 0.8 * (t / 6) })) +
            at(740, C, figure.clock(lap(t, 1.5))),
        ),
        scene(
          6,
          'Stay for the first layers: nearly every failure shows up there.',
          '守到前几层打完：几乎所有故障都在此显现。',
          t =>
            at(360, 290, figure.printer(t, { built: 0.05 + 0.15 * (t / 6) })) +
            at(760, 290, figure.person(GREEN)) +
            at(640, 200, figure.eye(1), { scale: 0.4 }),
        ),
        scene(
          6.5,
          'Thermal runaway protection must be on: it cuts the heater when a sensor fails.',
          '必须启用热失控保护：传感器失灵时会自动断电。',
          t =>
            at(280, 270, figure.thermometer(0.3 + 0.6 * ramp(t, 0.5, 3)), { scale: 1.1 }) +
            (t > 3
              ? at(560, C, box(-50, -60, 100, 120, AMBER, '#3a2c0a', 12) + line('M0 -30V0', AMBER, 12)) +
                at(780, C, figure.check(ramp(t, 3.4, 4.2)))
              : at(560, C, box(-50, -60, 100, 120, GREEN, '#14352a', 12) + line('M0 0V30', GREEN, 12))),
        ),
        scene(
          6,
          'Nothing flammable within one meter: no curtains, no paper, no spray cans.',
          '一米之内不放易燃物：窗帘、纸张、喷雾罐都不行。',
          t =>
            circle(400, 280, 190, GREEN, 6) +
            at(400, 290, figure.printer(t, { built: 0.5 }), { scale: 0.7 }) +
            sign(400, 510, '1 m', 40, GREEN) +
            at(790, C, box(-44, -80, 88, 160, INK, '#14251f', 14) + line('M-20 -80V-104H20V-80', INK, 7)) +
            at(790, C, figure.never(120, ramp(t, 1.6, 2.1))),
        ),
        scene(
          6,
          'Put a smoke detector above it, and one where you sleep.',
          '打印机上方装烟雾探测器，卧室也装一个。',
          t =>
            at(330, 90, figure.detector(t, t > 2.5)) +
            at(330, 360, figure.printer(t, { built: 0.6 }), { scale: 0.62 }) +
            at(720, 90, figure.detector(t + 0.2, t > 2.5)) +
            at(720, 360, box(-130, -20, 260, 70, INK, '#14251f', 12) + circle(-90, -40, 26, INK, 6)),
        ),
        scene(
          6,
          'Never print in the only exit route, and never while everyone is asleep or away.',
          '绝不在唯一的出口通道打印，也不在众人入睡或外出时打印。',
          t =>
            at(236, C, figure.door(0.7), { scale: 0.72 }) +
            at(352, 290, figure.printer(t, { built: 0.4 }), { scale: 0.34 }) +
            at(290, C, figure.never(170, ramp(t, 1, 1.5))) +
            at(720, C, line('M30 -80A90 90 0 1 0 70 60A70 70 0 0 1 30 -80Z', AMBER, 9)) +
            at(720, C, figure.never(150, ramp(t, 2.6, 3.1))),
        ),
        scene(
          6.5,
          'A camera lets you see. Only a switch that cuts the power lets you act.',
          '摄像头只能让您看到，能切断电源的开关才能让您处置。',
          t =>
            at(
              280,
              C,
              box(-80, -50, 160, 100, INK, '#14251f', 16) + circle(0, 0, 30, BLUE, 8) + dot(56, -30, 7, RED),
            ) + at(680, C, figure.stopButton(ramp(t, 2, 2.4)), { scale: 1.2 }),
        ),
        scene(
          6,
          'Smoke or flames? Power off. Extinguish a small fire; otherwise leave and close the door.',
          '冒烟或起火？断电；火小用灭火器，否则撤离并关门。',
          t =>
            at(200, 270, figure.plug(ramp(t, 0.4, 1)), { scale: 0.7 }) +
            at(480, C, figure.extinguisher(ramp(t, 1.6, 2.6))) +
            at(790, C, figure.door(1 - ramp(t, 3.4, 4.4))),
        ),
      ],
    },
    {
      id: 'daily-check',
      title: { en: 'The daily check', zh: '每日检查' },
      about: { en: 'A minute before the first print.', zh: '第一次打印前的一分钟。' },
      poster: 3,
      scenes: [
        scene(
          5.5,
          'One minute before the first print of the day.',
          '每天第一次打印前，花一分钟。',
          t => at(330, C, figure.list(4 * ramp(t, 1, 4.5))) + at(680, C, figure.clock(ramp(t, 0, 5.5) * 0.1)),
        ),
        scene(
          6,
          'Bed clear, plate clean and seated. A forgotten tool can crash the head.',
          '热床清空，打印板干净到位。遗忘的工具会撞坏打印头。',
          t =>
            at(400, 300, figure.printer(t, { built: 0, running: false })) +
            at(760, 300, line('M-60 40L40 -60M20 -80L60 -40', AMBER, 14), {
              opacity: 1 - ramp(t, 2.4, 3.2),
            }) +
            at(760, 300, figure.check(ramp(t, 3.2, 4)), { opacity: ramp(t, 3, 3.4) }),
        ),
        scene(
          6,
          'Belts tight, screws tight. With the power off, head and bed move freely by hand.',
          '皮带张紧、螺丝拧紧；断电后用手推动，打印头和热床应顺畅。',
          t =>
            at(280, C, figure.gear(t * 0.4)) +
            at(660, C, figure.gear(t * 0.4)) +
            line(`M280 ${C - 74}H660M280 ${C + 74}H660`, GREEN, 9),
        ),
        scene(
          6,
          'Cables: no chafing, plugs fully in, nothing in the path of the bed.',
          '线缆：无磨损、插头到位、不在热床行程内。',
          t =>
            at(M, C, figure.cable(false), { scale: 1.5 }) +
            at(M, 400, figure.check(ramp(t, 1.5, 2.3)), { scale: 0.7 }),
        ),
        scene(
          6,
          'Nozzle clean, fans turning, filament dry and untangled.',
          '喷嘴干净、风扇转动、丝材干燥无打结。',
          t =>
            at(220, 240, figure.nozzle(), { scale: 1.3 }) +
            at(480, C, figure.fan(t)) +
            at(
              750,
              C,
              circle(0, 0, 90, BLUE, 8) +
                circle(0, 0, 60, BLUE, 5) +
                circle(0, 0, 26, BLUE, 7) +
                line('M90 0Q110 80 60 150', BLUE, 6),
            ),
        ),
        scene(
          6,
          'Resin: no drips outside the vat, film undamaged, level below the line.',
          '树脂：料槽外无滴漏、离型膜无痕、液位低于标线。',
          t => at(M, 270, figure.vat(t, 0.4), { scale: 1.4 }),
        ),
        scene(
          6,
          'Air moving, detector working, extinguisher in place, exit clear.',
          '空气流通、探测器正常、灭火器在位、出口畅通。',
          t =>
            at(180, C, figure.fan(t), { scale: 0.8 }) +
            at(400, 220, figure.detector(t)) +
            at(610, C, figure.extinguisher(), { scale: 0.9 }) +
            at(810, C, figure.door(0.8), { scale: 0.9 }),
        ),
        scene(
          6,
          'Something odd? Leave it off, put a warning note on it, and tell whoever maintains it.',
          '有异常？不要开机，挂上警示牌，告知设备负责人。',
          t =>
            at(340, 290, figure.printer(0, { built: 0.2, running: false })) +
            at(590, 200, figure.hazard('!', RED), { scale: 0.6, opacity: ramp(t, 0.8, 1.4) }) +
            at(780, 290, figure.person()),
        ),
        scene(
          5,
          'All good: warm it up, stay for the first layers, and enjoy.',
          '一切正常：预热，守过前几层，尽情享受。',
          t =>
            at(400, 290, figure.printer(t, { built: 0.1 + 0.1 * t, hot: true })) +
            at(760, 220, figure.check(ramp(t, 1, 1.8))),
        ),
      ],
    },
  ],
}
