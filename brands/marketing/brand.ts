import type { Brand } from '../brand.ts'

export const brand = {
  code: 'marketing',
  name: { en: 'Kerf Journal', zh: '刻缝新知' },
  tagline: { en: 'Stories, launches and makers worth meeting.', zh: '新品、故事，和值得认识的创作者。' },
  independent: false,
  origins: ['https://journal.kerf.example'],
  tokenToHost: false,
  training: false,
  oldClient: 'never',
  helpUrl: 'https://help.kerf.example/journal',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2020,
  colors: {
    light: { accent: '#0b7446', accentHover: '#095e39', onAccent: '#ffffff', accentSoft: '#e4f3ea' },
    dark: { accent: '#4fd095', accentHover: '#74dead', onAccent: '#06170e', accentSoft: '#163024' },
  },
} satisfies Brand
