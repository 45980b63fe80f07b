/** The analytics library with the options of specification 9. Loaded only when something may be tracked. */
import {
  allowedProperties,
  BUILT_IN_SIGN_IN_METHODS,
  TRACKING_SDK_PATH,
  type TrackedEvent,
} from '@kerf/contract/tracking'
import {
  SDK_LIMITS,
  TRACKING_COOKIE_DAYS,
  TRACKING_HEARTBEAT_SECONDS,
  TRACKING_QUEUE_MAX,
  TRACKING_SEND_INTERVAL_MS,
  TRACKING_SEND_TIMEOUT_MS,
} from '@kerf/contract/tracking-limits'
import { parseProperties } from '@kerf/contract/tracking-properties'
import { isUntrackedPath } from '@kerf/contract/tracking-redaction'
import sensors from 'sa-sdk-javascript/dist/v2/sensorsdata.es6.js'
import pageLeave from 'sa-sdk-javascript/dist/web/plugin/pageleave/index.es6.js'
import pageLoad from 'sa-sdk-javascript/dist/web/plugin/pageload/index.es6.js'
import sessionEvent from 'sa-sdk-javascript/dist/web/plugin/session-event/index.es6.js'
import { getLanguage } from '../language.ts'
import { getPageContext } from '../page-context.ts'

/** Nothing of these pages is noticed by itself. */
const isQuiet = (): boolean => isUntrackedPath(location.pathname)
/** In a dialog stands what concerns one person or one deletion. */
const mayNotice = (element: unknown): boolean =>
  !isQuiet() && element instanceof Element && element.closest('dialog, [role=dialog]') === null

const pageFacts = () => ({
  appCode: getPageContext().data.app.code,
  appOrigin: getPageContext().data.brand.code,
  platform: getPageContext().system,
  lang: getLanguage(),
})

const methods = (): ReadonlySet<string> =>
  new Set([...BUILT_IN_SIGN_IN_METHODS, ...getPageContext().data.social])

/** The last gate of every record: what is no known event does not pass, nor what an event may not say (S-117). */
const gate = {
  plugin_name: 'KerfGate',
  init({ registerInterceptor }: Sensors) {
    registerInterceptor('sendDataStage', {
      send: {
        // before all senders
        priority: 1,
        entry(sent: { data: SensorsRecord }, { cancellationToken }: SensorsContext) {
          const { data } = sent
          const kinds =
            data.type === 'track' || data.type === 'track_signup'
              ? allowedProperties(data.event ?? '', methods())
              : undefined
          if (kinds) data.properties = parseProperties(kinds, { ...data.properties, ...pageFacts() })
          else cancellationToken.stop()
          return sent
        },
      },
    })
  },
}

let begun = false

/** Begins, or goes on after `pause`. `url`: where records go instead of to us. */
export function startSdk(url: string | undefined): void {
  if (begun) {
    sensors.enableSDK()
    return
  }
  // The library has tools that a link or a window's name call up, and that would be fetched from elsewhere.
  if (/sa-request-id/.test(location.href + window.name)) return
  begun = true
  const { cookie } = sensors._
  const set = cookie.set.bind(cookie)
  // Of its own accord the library keeps its cookie for another time than the specification says.
  cookie.set = (name, value, days, ...more) =>
    set(name, value, days !== undefined && days >= 300 ? TRACKING_COOKIE_DAYS : days, ...more)
  sensors.use(gate)
  sensors.use(sessionEvent)
  sensors.use(pageLoad)
  sensors.use(pageLeave, {
    heartbeat_interval_time: TRACKING_HEARTBEAT_SECONDS,
    isCollectUrl: (address: string) => URL.canParse(address) && !isUntrackedPath(new URL(address).pathname),
  })
  sensors.init({
    server_url: url ?? location.origin + TRACKING_SDK_PATH,
    send_type: 'ajax',
    datasend_timeout: TRACKING_SEND_TIMEOUT_MS,
    batch_send: {
      datasend_timeout: TRACKING_SEND_TIMEOUT_MS,
      send_interval: TRACKING_SEND_INTERVAL_MS,
      storage_length: TRACKING_QUEUE_MAX,
    },
    use_client_time: true,
    is_track_single_page: () => !isQuiet(),
    heatmap: {
      clickmap: 'default',
      scroll_notice_map: 'default',
      collect_element: mayNotice,
      collect_input: () => false,
      collect_tags: {},
    },
    scrollmap: { collect_url: () => !isQuiet() },
    max_string_length: SDK_LIMITS.string,
    max_id_length: SDK_LIMITS.id,
    max_key_length: SDK_LIMITS.key,
    is_secure_cookie: location.protocol === 'https:',
    app_js_bridge: false,
    // Where somebody came from before is nothing that we keep.
    preset_properties: {
      latest_utm: false,
      latest_traffic_source_type: false,
      latest_search_keyword: false,
      latest_referrer: false,
      title: false,
    },
    show_log: { level: 'none' },
  })
  sensors.quick('autoTrack')
}

export const pauseSdk = (): void => {
  if (begun) sensors.disableSDK()
}

export function sendEvent({ event, properties }: TrackedEvent): void {
  if (begun) sensors.track(event, properties)
}

export function identifyAccount(id: string): void {
  if (begun) sensors.login(id)
}

export function clearIdentity(): void {
  if (begun) sensors.logout()
}
