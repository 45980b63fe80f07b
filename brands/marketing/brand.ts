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
    light: {
      accent: '#35691f',
      accentHover: '#295318',
      onAccent: '#ffffff',
      accentSoft: '#fdf0c9',
      art: '#0a3528',
    },
    dark: {
      accent: '#a0d67e',
      accentHover: '#b8e09d',
      onAccent: '#0d1a06',
      accentSoft: '#372d12',
      art: '#0a3528',
    },
  },
} satisfies Brand
