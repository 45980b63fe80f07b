/**
 * Mann-Whitney U test of two independent samples, normal approximation. Returns z: below 0 if `first` tends to be smaller.
 * If both have one distribution, |z| exceeds 1.96 in one comparison of twenty.
 */
export function mannWhitneyZ(first: readonly number[], second: readonly number[]): number {
  const ranked = [
    ...first.map(value => ({ value, isFirst: true })),
    ...second.map(value => ({ value, isFirst: false })),
  ]
  ranked.sort((a, b) => a.value - b.value)
  let rankSum = 0
  let tieTerm = 0
  for (let start = 0; start < ranked.length; ) {
    let end = start
    while (end < ranked.length && ranked[end]?.value === ranked[start]?.value) end++
    // Equal values share the mean of their ranks, which count from 1.
    const rank = (start + 1 + end) / 2
    rankSum += rank * ranked.slice(start, end).filter(({ isFirst }) => isFirst).length
    tieTerm += (end - start) ** 3 - (end - start)
    start = end
  }
  const [n1, n2, n] = [first.length, second.length, ranked.length]
  const u = rankSum - (n1 * (n1 + 1)) / 2
  const variance = ((n1 * n2) / 12) * (n + 1 - tieTerm / (n * (n - 1)))
  return variance === 0 ? 0 : (u - (n1 * n2) / 2) / Math.sqrt(variance)
}
