// Preloaded into every process that `runNode` starts. A parent that was killed cannot forward a signal. Without this
// module the server would keep its port and the next start would fail.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
// Processes that this one forks do not preload it: their channel has another purpose.
const argument = process.execArgv.findIndex(value => value.endsWith('/exit-with-parent.mjs'))
if (argument > 0) process.execArgv.splice(argument - 1, 2)
