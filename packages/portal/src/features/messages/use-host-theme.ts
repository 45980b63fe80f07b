import { type RefObject, useLayoutEffect } from 'react'
import { type MessageTheme, themeTokens } from './theme-options.ts'

/** Applies a host's theme options to the root element and removes them when they change. */
export function useHostTheme(root: RefObject<HTMLElement | null>, theme: MessageTheme | undefined): void {
  useLayoutEffect(() => {
    const style = root.current?.style
    const tokens = themeTokens(theme)
    for (const [name, value] of tokens) style?.setProperty(name, value)
    return () => {
      for (const [name] of tokens) style?.removeProperty(name)
    }
  }, [root, theme])
}
