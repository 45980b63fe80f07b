import type { Brand } from '../brand.ts'

export const brand = {
  code: 'creative',
  name: { en: 'Kerf Studio', zh: '刻缝创作' },
  tagline: { en: 'Draw it, place it, cut it.', zh: '画好、排好、一刀成形。' },
  independent: false,
  origins: ['https://creative.kerf.example'],
  tokenToHost: true,
  training: true,
  oldClient: 'always',
  helpUrl: 'https://help.kerf.example/creative',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2020,
  colors: {
    light: {
      accent: '#2b6b2f',
      accentHover: '#215525',
      onAccent: '#ffffff',
      accentSoft: '#f4ead3',
      art: '#113b2b',
    },
    dark: {
      accent: '#8ddb8f',
      accentHover: '#a9e6aa',
      onAccent: '#0a1a0b',
      accentSoft: '#30281a',
      art: '#0b2a1e',
    },
  },
} satisfies Brand
