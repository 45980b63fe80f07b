/** Lessons and captions of the printer course: filament and resin. */
import { type DrawnCourse, scenesOf } from '../draw/stage.ts'
import { drawings as dailyCheck } from './daily-check.ts'
import { drawings as electricity } from './electricity.ts'
import { drawings as fumesResin } from './fumes-resin.ts'
import { drawings as hotParts } from './hot-parts.ts'
import { drawings as movingParts } from './moving-parts.ts'
import { drawings as unattended } from './unattended.ts'

export const course: DrawnCourse = {
  id: 'printer',
  version: '4',
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
        zh: '哪些部件会烫伤人、高温持续多久、如何避免烫伤。',
      },
      poster: 8,
      scenes: scenesOf(hotParts, [
        [
          5.5,
          'A filament printer melts plastic at over 200 °C, right in front of you.',
          '丝材打印机就在您面前，以 200 °C 以上的温度熔化塑料。',
        ],
        [
          6,
          'The nozzle burns skin in an instant. It stays hot for minutes after the print.',
          '喷嘴一碰就会烫伤，打印结束后几分钟内仍然很烫。',
        ],
        [
          6,
          'The bed reaches 60 to 110 °C: enough to burn a palm. It looks just like a cold one.',
          '热床达 60 至 110 °C，足以烫伤手掌，看上去却与冷的一样。',
        ],
        [
          6,
          'Wait until the display shows less than 40 °C. Then remove the print.',
          '等显示低于 40 °C，再取下工件。',
        ],
        [
          6.5,
          'Oozing plastic sticks to skin and keeps burning. Use tweezers, never your fingers.',
          '挤出的熔料会粘在皮肤上继续灼烫。用镊子，不要用手指。',
        ],
        [
          6,
          'A scraper can slip. Push it away from you, with your other hand behind the blade.',
          '铲刀会打滑。向外推，另一只手放在刀刃后方。',
        ],
        [
          6,
          'Clearing a nozzle? Wear heat-proof gloves and goggles: hot plastic can spit.',
          '疏通喷嘴？戴隔热手套和护目镜：堵料可能喷溅。',
        ],
        [
          6.5,
          'Burned? Cool running water for twenty minutes. No ice, no ointment.',
          '烫伤了？流动凉水冲二十分钟。不用冰，不涂药膏。',
        ],
      ]),
    },
    {
      id: 'moving-parts',
      title: { en: 'Moving parts', zh: '运动部件' },
      about: {
        en: 'Belts, screws and motors that do not stop for you.',
        zh: '皮带、丝杠和不会避让的打印头。',
      },
      poster: 3,
      scenes: scenesOf(movingParts, [
        [
          5.5,
          'Motors move the head and the bed without warning. They do not stop for a finger.',
          '电机带动打印头和热床时毫无预警，也不会为手指停下。',
        ],
        [
          6,
          'Belts and screws pull things in: sleeves, cords, hair, necklaces.',
          '皮带和丝杠会卷入衣袖、绳带、头发和项链。',
        ],
        [
          6,
          'Tie your hair back, roll up your sleeves, take off anything that hangs.',
          '束起头发，卷起衣袖，摘下垂挂物。',
        ],
        [
          6.5,
          'Keep your hands out while it moves. Pause first, then wait until it stands still.',
          '运动时不要伸手。先暂停，等它完全停下。',
        ],
        [
          6,
          'Paused is not off: the machine may move again. Before you work inside, unplug it.',
          '暂停不等于关机，机器可能再次动作。内部操作前先拔掉电源。',
        ],
        [
          6,
          'Keep doors and covers closed while it prints. If a cover is missing, do not print.',
          '打印时关好门盖。缺少护盖就不要打印。',
        ],
        [
          6.5,
          'Fans spin fast under the head. Keep wires and tweezers away from them.',
          '打印头下方的风扇转速很高，导线和镊子要远离。',
        ],
        [
          5.5,
          'Children and pets watch from behind a closed door, or with you beside them.',
          '儿童和宠物须隔着关闭的门观看，或由您陪同。',
        ],
      ]),
    },
    {
      id: 'fumes-resin',
      title: { en: 'Fumes and resin', zh: '烟气与树脂' },
      about: {
        en: 'Ventilation for filament, protection for resin.',
        zh: '丝材打印要通风；接触树脂要戴手套，废液不得倒入下水道。',
      },
      poster: 16,
      scenes: scenesOf(fumesResin, [
        [
          6,
          'Melting plastic gives off vapors and particles too fine to see. Ventilate the room.',
          '熔化的塑料会释放蒸气和看不见的微粒。请保持通风。',
        ],
        [
          6,
          'PLA is mild. ABS, ASA and nylon need an enclosure with a filter, or a duct outdoors.',
          'PLA 较温和；ABS、ASA 和尼龙需要带过滤的封闭罩或排到室外。',
        ],
        [
          6.5,
          'Resin is different: liquid resin harms skin and eyes, and you can become allergic to it.',
          '树脂则不同：液态树脂伤害皮肤和眼睛，并会让人过敏。',
        ],
        [
          6,
          'Nitrile gloves and goggles, every time. Latex does not keep resin out.',
          '每次都戴丁腈手套和护目镜。乳胶手套挡不住树脂。',
        ],
        [
          6.5,
          'A drop on your skin? Soap and water at once. No alcohol: it carries resin into the skin.',
          '滴到皮肤上？立即用肥皂和水清洗。不要用酒精，它会把树脂带入皮肤。',
        ],
        [
          6,
          'Wash prints in alcohol only with the windows open, and away from flames, sparks and cigarettes.',
          '用酒精清洗打印件时要开窗，远离明火、火花和香烟。',
        ],
        [
          6,
          'Cure the print fully under ultraviolet light before you touch it with bare hands.',
          '用紫外光充分固化后，才能徒手触摸。',
        ],
        [
          6.5,
          'Nothing down the drain. Cure leftovers and wipes in the sun, then throw them away.',
          '不要倒入下水道。残余树脂和擦布在阳光下固化后再丢弃。',
        ],
        [5, 'And wear a dust mask when you sand a finished print.', '打磨成品时，请戴防尘口罩。'],
      ]),
    },
    {
      id: 'electricity',
      title: { en: 'Electricity', zh: '用电安全' },
      about: { en: 'Mains power, grounding and moving cables.', zh: '市电、接地和活动的线缆。' },
      poster: 2,
      scenes: scenesOf(electricity, [
        [
          5.5,
          'A printer heats with mains power. The voltage behind its covers can kill.',
          '打印机用市电加热。护盖之后的电压足以致命。',
        ],
        [
          6,
          'Plug it directly into a grounded wall outlet. Never chain extension cords.',
          '直接插入有接地的墙插。不要串接拖线板。',
        ],
        [
          6,
          'A residual-current device (GFCI) cuts the power before a shock reaches your heart.',
          '漏电保护器会在电击危及心脏之前切断电源。',
        ],
        [
          6.5,
          'The cables to head and bed bend a million times. Look for chafing and browned plugs.',
          '通往打印头和热床的线缆要弯折百万次。检查磨损和发黄的插头。',
        ],
        [
          6,
          'A loose bed cable overheats at its plug. That is how printers catch fire.',
          '松动的热床接线会让插头过热，打印机就是这样起火的。',
        ],
        [
          6,
          'Before you remove a cover: switch off, unplug, wait one minute.',
          '拆任何护盖螺丝前：关机、拔插头、等一分钟。',
        ],
        [
          6,
          'Wet hands, wet floor, spilled coolant or alcohol? Power off first.',
          '手湿、地湿、冷却液或酒精洒出：先断电。',
        ],
        [
          6,
          'Someone gets a shock? Cut the power before you touch them, then call for help.',
          '有人触电？先切断电源再接触，然后呼救。',
        ],
      ]),
    },
    {
      id: 'unattended',
      title: { en: 'Unattended printing', zh: '无人值守打印' },
      about: {
        en: 'A print takes hours. What you need in place before you leave.',
        zh: '打印需要数小时，离开前须满足哪些条件。',
      },
      poster: 9,
      scenes: scenesOf(unattended, [
        [
          5.5,
          'A print runs for hours, and nobody can watch it all the time. So prepare for it.',
          '打印要持续数小时，没人能一直盯着。因此要做好准备。',
        ],
        [
          6,
          'Stay for the first layers: nearly every failure shows up there.',
          '守到前几层打完：几乎所有故障都在此显现。',
        ],
        [
          6.5,
          'Thermal runaway protection must be on: it cuts the heater when a sensor fails.',
          '必须启用热失控保护：传感器失灵时会自动断电。',
        ],
        [
          6,
          'Nothing flammable within one meter: no curtains, no paper, no spray cans.',
          '一米之内不放易燃物：窗帘、纸张、喷雾罐都不行。',
        ],
        [
          6,
          'Put a smoke detector above it, and one where you sleep.',
          '打印机上方装烟雾探测器，卧室也装一个。',
        ],
        [
          6,
          'Never print in the only exit route, and never while everyone is asleep or away.',
          '绝不在唯一的出口通道打印，也不在众人入睡或外出时打印。',
        ],
        [
          6.5,
          'A camera lets you see. Only a switch that cuts the power lets you act.',
          '摄像头只能让您看到，能切断电源的开关才能让您处置。',
        ],
        [
          6,
          'Smoke or flames? Power off. Extinguish a small fire; otherwise leave and close the door.',
          '冒烟或起火？断电；火小用灭火器，否则撤离并关门。',
        ],
      ]),
    },
    {
      id: 'daily-check',
      title: { en: 'The daily check', zh: '每日检查' },
      about: { en: 'A minute before the first print.', zh: '每天首次打印前，花一分钟检查。' },
      poster: 3,
      scenes: scenesOf(dailyCheck, [
        [5.5, 'One minute before the first print of the day.', '每天第一次打印前，花一分钟。'],
        [
          6,
          'Bed clear, plate clean and seated. A forgotten tool can crash the head.',
          '热床清空，打印板干净到位。遗忘的工具会撞坏打印头。',
        ],
        [
          6,
          'Belts tight, screws tight. With the power off, head and bed move freely by hand.',
          '皮带张紧、螺丝拧紧；断电后用手推动，打印头和热床应顺畅。',
        ],
        [
          6,
          'Cables: no chafing, plugs fully in, nothing in the path of the bed.',
          '线缆：无磨损、插头到位、不在热床行程内。',
        ],
        [
          6,
          'Nozzle clean, fans turning, filament dry and untangled.',
          '喷嘴干净、风扇转动、丝材干燥无打结。',
        ],
        [
          6,
          'Resin: no drips outside the vat, film undamaged, level below the line.',
          '树脂：料槽外无滴漏、离型膜无痕、液位低于标线。',
        ],
        [
          6,
          'Air moving, detector working, extinguisher in place, exit clear.',
          '空气流通、探测器正常、灭火器在位、出口畅通。',
        ],
        [
          6,
          'Something odd? Leave it off, put a warning note on it, and tell whoever maintains it.',
          '有异常？不要开机，挂上警示牌，告知设备负责人。',
        ],
        [
          5,
          'All good: warm it up, stay for the first layers, and enjoy.',
          '一切正常：预热，守过前几层，尽情享受。',
        ],
      ]),
    },
  ],
}
