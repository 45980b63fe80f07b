// Preloaded into every process that `runNode` starts. A parent that was killed cannot forward a signal. Without this
// module the server would keep its port and the next start would fail. Cluster workers have a channel of their own.
if (process.channel && !process.env.NODE_UNIQUE_ID) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
