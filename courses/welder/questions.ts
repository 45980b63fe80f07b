/** Questions about the lesson of the welder course. The right answer is the option at `answer`. */
import { type LessonQuestions, question } from '../draw/questions.ts'

export const questions: LessonQuestions = {
  unlock: [
    question(
      ['Who wears laser goggles while you weld?', '焊接时谁需要佩戴激光护目镜？'],
      [
        ['Only the person who welds', '只有焊接的人'],
        ['Everyone in the room', '房间里的每个人'],
        ['Nobody, the helmet is enough', '都不用，有面罩就够了'],
      ],
      1,
      [
        'Reflections blind from many meters away. A welding helmet alone does not stop the beam.',
        '反射光在数米之外也能致盲，单靠焊接面罩挡不住激光。',
      ],
    ),
    question(
      ['What does the ground lead on the workpiece do?', '工件上的接地夹有什么作用？'],
      [
        ['The laser fires only while the torch touches the workpiece', '只有焊枪接触工件时才会出光'],
        ['It makes the seam stronger', '让焊缝更牢'],
        ['It keeps the torch cool', '给焊枪降温'],
      ],
      0,
      ['The lead closes the safety circuit. Never bypass it.', '接地夹构成安全回路，绝不要绕过它。'],
    ),
    question(
      ['You put the torch down for a moment. What do you do?', '暂时放下焊枪时该怎么做？'],
      [
        ['Lay it on the workpiece', '放在工件上'],
        ['Keep a finger on the trigger', '手指保持在扳机上'],
        ['Finger off the trigger, key out', '手指离开扳机，拔出钥匙'],
      ],
      2,
      [
        'Without the key nobody can fire it by accident, and nobody untrained can use it.',
        '拔出钥匙可防止误出光，也避免未受训者使用。',
      ],
    ),
  ],
}
