import * as m from '@kerf/locales/messages'
import { Link } from '@tanstack/react-router'
import { Page } from '../parts/page.tsx'

export const NotFound = () => (
  <Page title={m.console_not_found()}>
    <Link to="/">{m.console_nav_search()}</Link>
  </Page>
)
