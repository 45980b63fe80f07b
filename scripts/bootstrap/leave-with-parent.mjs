// Preloaded into what the bootstrap starts. A parent that was killed cannot forward a signal any more; without
// this, the server would keep its port and the next start would fail. Cluster workers have their own channel.
if (process.channel && !process.env.NODE_UNIQUE_ID) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
