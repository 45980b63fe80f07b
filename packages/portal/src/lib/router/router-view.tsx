/** Renders what the router has resolved. */
import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react'
import { focusHeadingIfLost } from '../page/focus-main.ts'
import { useStore } from '../store.ts'
import type { RouteParams } from './match-route.ts'
import type { Router, View } from './router.ts'

const RouterContext = createContext<Router | undefined>(undefined)
/** The index of the layer that the next `<Outlet>` renders. */
const DepthContext = createContext(0)

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('no router around this component')
  return router
}

const useView = (): View => useStore(useRouter().view)

/** The address of the page on screen. */
export const useLocation = (): View['location'] => useView().location

export const useParams = (): RouteParams => useView().params

export const useIsUnresolved = (): boolean => {
  const { layers, failure } = useView()
  return layers.length === 0 && !failure
}

/** Also scrolls and keeps the focus as a page load does, and reports each page that is in the document. */
export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const view = useStore(router.view)
  const path = useRef(view.location.pathname)
  useLayoutEffect(() => {
    const { pathname, hash } = view.location
    if (pathname !== path.current && !view.keepsScroll) scrollTo(0, 0)
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
    if (pathname !== path.current) focusHeadingIfLost()
    path.current = pathname
    router.emit('rendered')
  }, [router, view])
  return <RouterContext value={router}>{children}</RouterContext>
}

/** Renders the next layer of the page. */
export function Outlet() {
  const router = useRouter()
  const view = useView()
  const depth = useContext(DepthContext)
  const layer = view.layers[depth]
  const Failure =
    view.layers
      .slice(0, depth)
      .reverse()
      .find(around => around.ErrorComponent)?.ErrorComponent ?? router.ErrorComponent
  if (!layer) return view.failure && <Failure />
  return (
    <DepthContext value={depth + 1}>
      <ErrorBoundary key={layer.key} view={view} fallback={Failure}>
        <layer.Component />
      </ErrorBoundary>
    </DepthContext>
  )
}

interface BoundaryProps {
  readonly view: View
  readonly fallback: ComponentType
  readonly children: ReactNode
}

/** Shows the error of a page that fails to render, until the next navigation. */
class ErrorBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate(previous: BoundaryProps) {
    if (this.state.failed && previous.view !== this.props.view) this.setState({ failed: false })
  }

  override render() {
    const { fallback: Fallback, children } = this.props
    return this.state.failed ? <Fallback /> : children
  }
}
