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
    light: { accent: '#0b7446', accentHover: '#095e39', onAccent: '#ffffff', accentSoft: '#e4f3ea' },
    dark: { accent: '#4fd095', accentHover: '#74dead', onAccent: '#06170e', accentSoft: '#163024' },
  },
} satisfies Brand
