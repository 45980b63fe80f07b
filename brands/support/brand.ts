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
    light: {
      accent: '#2d6650',
      accentHover: '#224f3e',
      onAccent: '#ffffff',
      accentSoft: '#e3ebe6',
      art: '#dbe9e0',
    },
    dark: {
      accent: '#a9dcc2',
      accentHover: '#c0e6d2',
      onAccent: '#0a1c13',
      accentSoft: '#22322a',
      art: '#10261d',
    },
  },
} satisfies Brand
