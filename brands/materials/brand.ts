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
    light: {
      accent: '#3f6a34',
      accentHover: '#315328',
      onAccent: '#ffffff',
      accentSoft: '#e9eedc',
      art: '#dce6da',
    },
    dark: {
      accent: '#a8d394',
      accentHover: '#bfdfb0',
      onAccent: '#0e1909',
      accentSoft: '#252d1c',
      art: '#1b2517',
    },
  },
} satisfies Brand
