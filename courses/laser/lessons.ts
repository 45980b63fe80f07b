/** Lessons and captions of the laser course. */
import { type DrawnCourse, scenesOf } from '../draw/stage.ts'
import { drawings as classes } from './classes.ts'
import { drawings as dailyCheck } from './daily-check.ts'
import { drawings as eyesSkin } from './eyes-skin.ts'
import { drawings as fire } from './fire.ts'
import { drawings as fumes } from './fumes.ts'
import { drawings as materials } from './materials.ts'

export const course: DrawnCourse = {
  id: 'laser',
  version: '4',
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
      poster: 14,
      scenes: scenesOf(classes, [
        [
          5,
          'A laser packs its light into a thin beam. That is why it cuts, and why it harms.',
          '激光把光集中成一条细束，因此能切割，也因此会伤人。',
        ],
        [
          6,
          'Every laser has a class, from 1 to 4. The higher the number, the greater the harm.',
          '每台激光设备都有等级，从 1 到 4。数字越大，危害越大。',
        ],
        [
          6,
          'Class 1 is safe in normal use: the beam stays enclosed, behind a lid and a window.',
          '1 类在正常使用时是安全的：光束封闭在盖板和视窗之内。',
        ],
        [
          6,
          'Class 2 is a visible pointer, like a red aiming dot. You blink, but never stare into it.',
          '2 类是可见的指示光，如红色对位点。人会眨眼，但绝不要盯着看。',
        ],
        [
          6,
          'Class 3B harms the eye directly, and by its reflection from anything shiny.',
          '3B 类会直接伤害眼睛，光滑表面的反射光同样会。',
        ],
        [
          6.5,
          'Class 4 burns skin, starts fires, and harms eyes even by light scattered from dull surfaces.',
          '4 类会灼伤皮肤、引发火灾，连粗糙表面的散射光也会伤眼。',
        ],
        [
          6.5,
          'Many machines are class 1 outside with a class 4 laser inside. Open the lid and it is class 4.',
          '许多机器外部为 1 类，内部却是 4 类激光。打开盖板，它就是 4 类。',
        ],
        [
          6,
          'So never defeat a lid switch. And never run a machine whose window is cracked.',
          '所以绝不要破坏盖板开关，视窗有裂纹的机器绝不要运行。',
        ],
        [
          5,
          'Look for the plate on your own machine now, and remember its number.',
          '现在就看看自己机器上的铭牌，记住那个数字。',
        ],
      ]),
    },
    {
      id: 'eyes-skin',
      title: { en: 'Eyes and skin', zh: '眼睛与皮肤' },
      about: {
        en: 'Injuries faster than a blink, and how to prevent them.',
        zh: '比眨眼更快的伤害，以及如何预防。',
      },
      poster: 20,
      scenes: scenesOf(eyesSkin, [
        [
          5.5,
          'Your eye is a lens. It gathers a beam onto a point smaller than a hair.',
          '眼睛就是一块透镜，会把光束聚到比头发丝还细的一点。',
        ],
        [
          6,
          'The injury is faster than a blink, often painless, and does not heal.',
          '伤害比眨眼更快，常常没有痛感，而且无法愈合。',
        ],
        [
          6,
          'Infrared and ultraviolet beams are invisible: you cannot see them coming.',
          '红外和紫外光束看不见：您无法靠眼睛提防。',
        ],
        [
          6.5,
          'Keep the lid closed while the laser runs. That alone protects everyone in the room.',
          '激光运行时保持盖板关闭，仅此一项就能保护房间里的每个人。',
        ],
        [
          6.5,
          'Open machine? Wear goggles made for its wavelength. Sunglasses do nothing.',
          '敞开式机器？请戴对应波长的护目镜。太阳镜毫无作用。',
        ],
        [
          6,
          'The wavelength on the goggles, in nanometers, must match the one on the machine.',
          '护目镜上的波长（nm）必须与机器上的一致。',
        ],
        [
          6.5,
          'Rings, watches and tools reflect. Take them off, and keep shiny things off the bed.',
          '戒指、手表和工具会反光。请摘下，光亮的东西不要放在工作台上。',
        ],
        [
          6,
          'Skin burns at once. Never reach in while the laser can fire.',
          '皮肤瞬间就会灼伤。激光可能发射时绝不要把手伸进去。',
        ],
        [
          6,
          'A flash in the eye? Stop work and see an eye doctor the same day, even without pain.',
          '眼睛被闪到？立即停止操作，即使不痛也要当天去看眼科。',
        ],
      ]),
    },
    {
      id: 'fire',
      title: { en: 'Fire', zh: '火灾' },
      about: {
        en: 'The most common accident, and the three things that prevent it.',
        zh: '最常见的事故，以及预防它的三件事。',
      },
      poster: 2,
      scenes: scenesOf(fire, [
        [
          5.5,
          'A laser cuts by burning. A small flame at the cut can become a fire in seconds.',
          '激光靠灼烧切割。切口处的小火苗几秒内就能变成火灾。',
        ],
        [
          6,
          'Rule one: stay with it. Never leave a laser running alone, not even for a minute.',
          '第一条：守在旁边。绝不要让激光无人看管地运行，一分钟也不行。',
        ],
        [
          6,
          'The phone rings, someone is at the door? Pause the job first.',
          '电话响了、有人敲门？先暂停作业。',
        ],
        [
          6.5,
          'Rule two: air assist on. It blows out the flame and keeps smoke off the lens.',
          '第二条：打开气辅。它能吹灭火苗，也能让烟远离镜片。',
        ],
        [
          6,
          'Rule three: keep the bed clean. Crumbs and offcuts under the sheet are tinder.',
          '第三条：保持工作台清洁。板材下的碎屑和废料就是火种。',
        ],
        [
          6.5,
          'Have a CO₂ extinguisher within reach, and a fire blanket. Know how to use them.',
          '二氧化碳灭火器和灭火毯放在伸手可及处，并学会使用。',
        ],
        [
          7,
          'Fire inside? Press stop, keep the lid shut so that it starves of air, and cut the power.',
          '机内起火？按下急停，保持盖板关闭让火缺氧，再切断电源。',
        ],
        [
          6.5,
          'The fire grows? Leave, close the door, call the fire department. Machines can be replaced.',
          '火势变大？离开、关门、报警。机器可以再买，人不能。',
        ],
        [
          6,
          'After a cut, wait and look: embers keep glowing. Discard offcuts only when they are cold.',
          '切完后等一等、看一看：余烬还会阴燃。废料冷却后才能丢。',
        ],
      ]),
    },
    {
      id: 'fumes',
      title: { en: 'Fumes', zh: '烟尘' },
      about: {
        en: 'Where the smoke goes, and what must stop it.',
        zh: '烟尘去向何处，途中必须有什么。',
      },
      poster: 14,
      scenes: scenesOf(fumes, [
        [
          5.5,
          'What the beam removes becomes fine dust and gas, and you can breathe it in.',
          '被光束去除的材料会变成细尘和气体，而您可能吸入它。',
        ],
        [
          6,
          'Wood smoke harms the lungs. Plastic smoke can be toxic. Leather smoke is worse than it smells.',
          '木材的烟伤肺，塑料的烟可能有毒，皮革的烟比闻起来更有害。',
        ],
        [
          6.5,
          'Vent it outdoors through a sealed duct, with a fan pulling at the far end.',
          '用密封风管把烟引到室外，风机装在末端抽吸。',
        ],
        [
          6,
          'Or through a filter: first dust, then fine dust, then activated carbon for gases.',
          '或经过滤器：先粗尘，再细尘，最后用活性炭除气体。',
        ],
        [
          6,
          'Filters fill up. Change them by operating hours, or when smoke stays in the machine.',
          '滤芯会堵塞。按运行小时数更换，机内滞留烟雾时也要换。',
        ],
        [
          6.5,
          'Start the fan before the laser, and keep it running for a few minutes after the cut.',
          '先开风机再开激光；切完后让风机继续运转几分钟。',
        ],
        [6, 'Open the lid only when the smoke has gone.', '烟散尽后再打开盖板。'],
        [
          6,
          'A burning throat, a headache, a sharp smell? Stop, get fresh air, find the leak.',
          '喉咙灼痛、头痛、闻到刺鼻气味？停机，呼吸新鲜空气，查找泄漏。',
        ],
        [
          5.5,
          'A mask is no substitute for extraction. Extraction first, always.',
          '口罩不能代替排烟。永远先排烟。',
        ],
      ]),
    },
    {
      id: 'materials',
      title: { en: 'Materials you must never cut', zh: '绝不可切割的材料' },
      about: {
        en: 'What is toxic, what burns, what ruins the machine, and what is safe.',
        zh: '哪些有毒、哪些易燃、哪些损坏机器，哪些可以。',
      },
      poster: 9,
      scenes: scenesOf(materials, [
        [
          5.5,
          'Know every material before you cut it. If you do not know what it is, do not cut it.',
          '切割前弄清每种材料是什么。不知道，就不要切。',
        ],
        [
          7,
          'PVC and vinyl: never. They release chlorine gases that harm your lungs and corrode the machine.',
          'PVC 和乙烯基材料：绝不能切。会释放含氯气体，伤害肺部，腐蚀机器。',
        ],
        [
          6,
          'Nor PTFE and other fluorinated or chlorinated plastics, nor artificial leather made of PVC.',
          'PTFE 及其他含氟、含氯塑料，以及 PVC 人造革，也不行。',
        ],
        [
          6,
          'Nor ABS and polycarbonate: they melt, catch fire and give off toxic fumes.',
          'ABS 和聚碳酸酯也不行：会熔化、起火，并释放有毒烟气。',
        ],
        [
          6,
          'Nor polystyrene foam and coated carbon fiber: they cause fire and toxic dust.',
          '聚苯乙烯泡沫和带涂层的碳纤维也不行：会起火，产生有毒粉尘。',
        ],
        [
          6.5,
          'Mirrors and polished metal reflect the beam. Cut them only on a machine made for metal.',
          '镜面和抛光金属会反射光束，只能用专为金属设计的机器切割。',
        ],
        [
          6,
          'Sealed, filled or pressurized objects can burst: batteries, cans, tubes.',
          '密封、有填充物或带压的物品可能爆裂：电池、罐子、管子。',
        ],
        [
          6.5,
          'Safe to cut: untreated wood, plywood, cardboard, paper, cast acrylic, cork, wool felt.',
          '可以切割：未处理的木材、胶合板、纸板、纸、浇铸亚克力、软木、羊毛毡。',
        ],
        [
          6.5,
          'Not sure? Read the safety data sheet: no chlorine, no fluorine. Keep only labeled scraps.',
          '拿不准？查看安全数据表：不含氯、不含氟。只保留有标签的余料。',
        ],
      ]),
    },
    {
      id: 'daily-check',
      title: { en: 'The daily check', zh: '每日检查' },
      about: { en: 'Two minutes before the first cut.', zh: '第一次切割前的两分钟。' },
      poster: 3,
      scenes: scenesOf(dailyCheck, [
        [
          5.5,
          'Two minutes before the first cut of the day prevent most accidents.',
          '每天第一次切割前花两分钟，可避免大多数事故。',
        ],
        [
          6,
          'Check the housing, lid and window: no cracks, nothing loose, the lid switch works.',
          '查看外壳、盖板和视窗：无裂纹、无松动，盖板开关有效。',
        ],
        [
          6,
          'Press the emergency stop once, then release it. Everyone must know where it is.',
          '按一次急停再复位。每个人都要知道它在哪里。',
        ],
        [
          6,
          'Clean lens and mirrors with lens tissue, cold and with the power off.',
          '断电、冷却后，用镜头纸清洁镜片和反射镜。',
        ],
        [6, 'Empty the crumb tray and wipe the bed.', '清空碎屑盘，擦净工作台。'],
        [
          6,
          'Fan and duct: hold a strip of paper to the inlet. It must stick.',
          '风机和风管：把纸条贴近进风口，应被吸住。',
        ],
        [
          6,
          'Cooling: water in the tank, hoses tight, the flow alarm silent.',
          '冷却：水箱有水、水管牢固、水流警报不响。',
        ],
        [
          6,
          'Extinguisher in place and in date, exits clear, smoke detector working.',
          '灭火器在位且在有效期内，出口畅通，烟雾探测器正常。',
        ],
        [
          6.5,
          'Anything wrong? Switch off, put a warning note on it, and tell whoever maintains it.',
          '有任何异常？关机、挂上警示牌、告知设备负责人。',
        ],
        [
          5,
          'All good? Goggles ready, fan on, lid closed: now you can cut.',
          '一切正常？护目镜就位、风机开启、盖板关闭：可以切割了。',
        ],
      ]),
    },
  ],
}
