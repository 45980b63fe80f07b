import type { Brand } from '../brand.ts'

export const brand = {
  code: 'smallbusiness',
  name: { en: 'Kerf Storefront', zh: '刻缝小店' },
  tagline: {
    en: 'Make a batch, open a shop, keep the hours you like.',
    zh: '做一批好物，开一家小店，时间自己定。',
  },
  independent: false,
  origins: ['https://smallbusiness.kerf.example'],
  tokenToHost: false,
  training: true,
  oldClient: 'never',
  helpUrl: 'https://help.kerf.example/storefront',
  legalName: 'Kerf Line Instruments Ltd',
  since: 2022,
  colors: {
    light: { accent: '#0b7446', accentHover: '#095e39', onAccent: '#ffffff', accentSoft: '#e4f3ea' },
    dark: { accent: '#4fd095', accentHover: '#74dead', onAccent: '#06170e', accentSoft: '#163024' },
  },
} satisfies Brand
