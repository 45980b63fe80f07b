import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('requests and events are counted beside the process numbers', async () => {
  const metrics = createMetrics()
  metrics.observeRequest('/v1/login', 'POST', 200, 0.03)
  metrics.observeRequest('/v1/login', 'POST', 503, 0.03)
  metrics.countEvent('login', 'ok')
  const text = await metrics.render()
  expect(text).toContain(
    'kerf_http_request_duration_seconds_count{route="/v1/login",method="POST",status="2xx"} 1',
  )
  expect(text).toContain(
    'kerf_http_request_duration_seconds_count{route="/v1/login",method="POST",status="5xx"} 1',
  )
  expect(text).toContain(
    'http_server_request_duration_seconds_count{http_route="/v1/login",http_request_method="POST",http_response_status_class="2xx"} 1',
  )
  expect(text).toContain('# TYPE http_server_request_duration_seconds histogram')
  expect(text).toContain('kerf_events_total{event="login",outcome="ok"} 1')
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toMatch(
    /^kerf_build_info\{version="\d+\.\d+\.\d+",commit="(?:[0-9a-f]{12}|unknown)",node="v26[\d.]+"\} 1$/m,
  )
})

test('labels cannot be multiplied from outside', async () => {
  const metrics = createMetrics()
  for (let i = 0; i < 5_000; i++) {
    metrics.observeRequest(`/r/${i}`, `M${i}`, 200, 0.01)
    metrics.countEvent(`e${i}`, `o${i}`)
  }
  const text = await metrics.render()
  expect(text.match(/kerf_http_request_duration_seconds_count\{/g)).toHaveLength(251)
  expect(text.match(/kerf_events_total\{/g)?.length).toBeLessThanOrEqual(112)
})

test('a gauge that has no value is absent: alerts would read 0 as a value', async () => {
  const metrics = createMetrics()
  let value: number | undefined
  metrics.addGauge({
    name: 'kerf_free',
    help: 'Space.',
    read: () => (value === undefined ? [] : [{ labels: {}, value }]),
  })
  expect(await metrics.render()).not.toMatch(/^kerf_free /m)
  value = 0
  expect(await metrics.render()).toMatch(/^kerf_free 0$/m)
  value = undefined
  expect(await metrics.render()).not.toMatch(/^kerf_free /m)
})

test('two servers in one process keep their own numbers', async () => {
  const [one, two] = [createMetrics(), createMetrics()]
  one.countEvent('login', 'ok')
  expect(await two.render()).not.toContain('event="login"')
})

test('a task of which no job has run counts zero failures, so that the first one is an increase', async () => {
  const metrics = createMetrics()
  const run = metrics.observeJob('send_mail')
  const failures = 'kerf_job_duration_seconds_count{task="send_mail",outcome="failed"}'
  expect(await metrics.render()).toContain(`${failures} 0`)
  await expect(run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await run(() => Promise.resolve())
  const text = await metrics.render()
  expect(text).toContain(`${failures} 1`)
  expect(text).toContain('kerf_job_duration_seconds_count{task="send_mail",outcome="ok"} 1')
})
