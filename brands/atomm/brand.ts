import type { Brand } from '../brand.ts'

export const brand = {
  code: 'atomm',
  name: { en: 'Motes', zh: '微粒社' },
  tagline: { en: 'Small makers, in good company.', zh: '小小创作者，相聚成一束光。' },
  independent: true,
  registerTitle: { en: 'Join Motes', zh: '加入微粒社' },
  origins: ['https://motes.example', 'https://www.motes.example'],
  tokenToHost: false,
  training: false,
  oldClient: 'never',
  helpUrl: 'https://help.motes.example',
  legalName: 'Motes Community Ltd',
  since: 2023,
  colors: {
    light: {
      accent: '#8a2c78',
      accentHover: '#6f2261',
      onAccent: '#ffffff',
      accentSoft: '#f8e8f4',
      art: '#3a1236',
    },
    dark: {
      accent: '#ec9bdc',
      accentHover: '#f3b9e8',
      onAccent: '#26081f',
      accentSoft: '#3a1a33',
      art: '#3a1236',
    },
  },
} satisfies Brand
