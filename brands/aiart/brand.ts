import type { Brand } from '../brand.ts'

export const brand = {
  code: 'aiart',
  name: { en: 'Kerf Muse', zh: '刻缝灵感' },
  tagline: { en: 'From a thought to lines a laser can follow.', zh: '把一个念头，变成激光走得通的线条。' },
  independent: false,
  origins: ['https://aiart.kerf.example'],
  tokenToHost: false,
  training: true,
  oldClient: 'never',
  helpUrl: 'https://help.kerf.example/aiart',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2023,
  colors: {
    light: {
      accent: '#4d6a12',
      accentHover: '#3d550d',
      onAccent: '#ffffff',
      accentSoft: '#eff2d2',
      art: '#081f1b',
    },
    dark: {
      accent: '#bcd96a',
      accentHover: '#cde48c',
      onAccent: '#141a03',
      accentSoft: '#272d12',
      art: '#081f1b',
    },
  },
} satisfies Brand
