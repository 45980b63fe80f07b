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
    light: {
      accent: '#157248',
      accentHover: '#105b39',
      onAccent: '#ffffff',
      accentSoft: '#fbe8d6',
      art: '#f2d7ba',
    },
    dark: {
      accent: '#5fd39f',
      accentHover: '#82deb5',
      onAccent: '#06180f',
      accentSoft: '#37281b',
      art: '#2e2118',
    },
  },
} satisfies Brand
