import type { Brand } from '../brand.ts'

export const brand = {
  code: 'support',
  name: { en: 'Kerf Care', zh: '刻缝服务' },
  tagline: {
    en: 'Measured answers from people who run the machines.',
    zh: '由真正用机器的人，给出量得准的答案。',
  },
  independent: false,
  origins: ['https://support.kerf.example'],
  tokenToHost: false,
  training: true,
  oldClient: 'never',
  helpUrl: 'https://help.kerf.example',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2019,
  colors: {
    light: { accent: '#0b7446', accentHover: '#095e39', onAccent: '#ffffff', accentSoft: '#e4f3ea' },
    dark: { accent: '#4fd095', accentHover: '#74dead', onAccent: '#06170e', accentSoft: '#163024' },
  },
} satisfies Brand
