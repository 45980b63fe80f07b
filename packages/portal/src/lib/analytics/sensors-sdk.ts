/** The analytics library with the specified options. Loaded only when tracking is allowed. */
import {
  allowedProperties,
  BUILT_IN_SIGN_IN_METHODS,
  TRACKING_SDK_PATH,
  type TrackedEvent,
} from '@kerf/contract/tracking/tracking'
import {
  SDK_LIMITS,
  TRACKING_COOKIE_DAYS,
  TRACKING_HEARTBEAT_SECONDS,
  TRACKING_QUEUE_MAX,
  TRACKING_SEND_INTERVAL_MS,
  TRACKING_SEND_TIMEOUT_MS,
} from '@kerf/contract/tracking/tracking-limits'
import { parseProperties } from '@kerf/contract/tracking/tracking-properties'
import { isUntrackedPath } from '@kerf/contract/tracking/tracking-redaction'
import sensors from 'sa-sdk-javascript/dist/v2/sensorsdata.es6.js'
import pageLeave from 'sa-sdk-javascript/dist/web/plugin/pageleave/index.es6.js'
import pageLoad from 'sa-sdk-javascript/dist/web/plugin/pageload/index.es6.js'
import sessionEvent from 'sa-sdk-javascript/dist/web/plugin/session-event/index.es6.js'
import { getLanguage } from '../page/language.ts'
import { getPageContext } from '../page/page-context.ts'

/** Pages on which nothing is tracked automatically. */
const isUntracked = (): boolean => isUntrackedPath(location.pathname)
/** Dialogs are excluded: they show personal data. */
const mayCollect = (element: unknown): boolean =>
  !isUntracked() && element instanceof Element && element.closest('dialog, [role=dialog]') === null

const pageProperties = () => ({
  appCode: getPageContext().data.app.code,
  appOrigin: getPageContext().data.brand.code,
  platform: getPageContext().system,
  lang: getLanguage(),
})

const methods = (): ReadonlySet<string> =>
  new Set([...BUILT_IN_SIGN_IN_METHODS, ...getPageContext().data.social])

/** Filters every record before it is sent: only known events with their allowed properties pass (S-117). */
const recordFilter = {
  plugin_name: 'KerfGate',
  init({ registerInterceptor }: Sensors) {
    registerInterceptor('sendDataStage', {
      send: {
        // Runs before all senders.
        priority: 1,
        entry(sent: { data: SensorsRecord }, { cancellationToken }: SensorsContext) {
          const { data } = sent
          const kinds =
            data.type === 'track' || data.type === 'track_signup'
              ? allowedProperties(data.event ?? '', methods())
              : undefined
          if (kinds) data.properties = parseProperties(kinds, { ...data.properties, ...pageProperties() })
          else cancellationToken.stop()
          return sent
        },
      },
    })
  },
}

let started = false

/** Starts the library, or resumes it after `pauseSdk`. `url` receives the records instead of our server. */
export function startSdk(url: string | undefined): void {
  if (started) {
    sensors.enableSDK()
    return
  }
  // A link or a window name can make the library load debugging tools from another site.
  if (/sa-request-id/.test(location.href + window.name)) return
  started = true
  const { cookie } = sensors._
  const set = cookie.set.bind(cookie)
  // The library has a fixed lifetime for its cookie that is not the specified one.
  cookie.set = (name, value, days, ...more) =>
    set(name, value, days !== undefined && days >= 300 ? TRACKING_COOKIE_DAYS : days, ...more)
  sensors.use(recordFilter)
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
    is_track_single_page: () => !isUntracked(),
    heatmap: {
      clickmap: 'default',
      scroll_notice_map: 'default',
      collect_element: mayCollect,
      collect_input: () => false,
      collect_tags: {},
    },
    scrollmap: { collect_url: () => !isUntracked() },
    max_string_length: SDK_LIMITS.string,
    max_id_length: SDK_LIMITS.id,
    max_key_length: SDK_LIMITS.key,
    is_secure_cookie: location.protocol === 'https:',
    app_js_bridge: false,
    // Where a visitor came from is not stored.
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
  if (started) sensors.disableSDK()
}

export function sendEvent({ event, properties }: TrackedEvent): void {
  if (started) sensors.track(event, properties)
}

export function identifyAccount(id: string): void {
  if (started) sensors.login(id)
}

export function clearIdentity(): void {
  if (started) sensors.logout()
}
