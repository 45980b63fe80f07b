import * as m from '@kerf/locales/messages'
import { Page } from '../parts/page.tsx'

export const NotFound = () => (
  <Page title={m.console_error_not_found()}>
    <p>{m.console_search_start()}</p>
  </Page>
)
