import type { Brand } from '../brand.ts'

export const brand = {
  code: 'materials',
  name: { en: 'Kerf Materials Lab', zh: '刻缝材料实验室' },
  tagline: { en: 'Know the sheet before the first cut.', zh: '下刀之前，先懂这张料。' },
  independent: false,
  origins: ['https://materials.kerf.example'],
  tokenToHost: false,
  training: true,
  oldClient: 'never',
  helpUrl: 'https://help.kerf.example/materials',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2021,
  colors: {
    light: { accent: '#0b7446', accentHover: '#095e39', onAccent: '#ffffff', accentSoft: '#e4f3ea' },
    dark: { accent: '#4fd095', accentHover: '#74dead', onAccent: '#06170e', accentSoft: '#163024' },
  },
} satisfies Brand
