import type { Brand } from '../brand.ts'

export const brand = {
  code: 'designfind',
  name: { en: 'Linetrove', zh: '拾图' },
  tagline: { en: 'Find the drawing before you draw it.', zh: '动笔之前，先找到那张图。' },
  independent: true,
  registerTitle: { en: 'Start your Linetrove collection', zh: '注册拾图，开始您的收藏' },
  origins: ['https://linetrove.example', 'https://www.linetrove.example'],
  tokenToHost: false,
  training: false,
  oldClient: 'never',
  helpUrl: 'https://help.linetrove.example',
  legalName: 'Linetrove Inc',
  since: 2021,
  colors: {
    light: {
      accent: '#2350b8',
      accentHover: '#1b3f94',
      onAccent: '#ffffff',
      accentSoft: '#e7edfb',
      art: '#14307a',
    },
    dark: {
      accent: '#93b4ff',
      accentHover: '#b3caff',
      onAccent: '#0a1430',
      accentSoft: '#1b2747',
      art: '#14307a',
    },
  },
} satisfies Brand
