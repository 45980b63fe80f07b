import { useEffect, useState } from 'react'

const TRAVEL_SECONDS = 1.1

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Animates the laser head towards `target` at a limited speed, so that a drag, a click at the end and the End key all
 * look like one continuous cut. `cut` is the furthest position reached. Positions run from 0 to 1.
 */
export function useLaser(target: number) {
  const [{ head, cut }, setLaser] = useState({ head: 0, cut: 0 })

  useEffect(() => {
    let frame = 0
    let before = performance.now()
    const step = (now: number) => {
      const reach = prefersReducedMotion() ? 1 : (now - before) / 1000 / TRAVEL_SECONDS
      before = now
      let arrived = false
      setLaser(laser => {
        const distance = target - laser.head
        arrived = Math.abs(distance) <= reach
        const next = arrived ? target : laser.head + Math.sign(distance) * reach
        return { head: next, cut: Math.max(laser.cut, next) }
      })
      if (!arrived) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [target])

  const newSheet = () => setLaser({ head: 0, cut: 0 })

  return { head, cut, newSheet, burning: head !== target && head >= cut - 0.001 }
}
