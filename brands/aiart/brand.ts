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
    light: { accent: '#0b7446', accentHover: '#095e39', onAccent: '#ffffff', accentSoft: '#e4f3ea' },
    dark: { accent: '#4fd095', accentHover: '#74dead', onAccent: '#06170e', accentSoft: '#163024' },
  },
} satisfies Brand
