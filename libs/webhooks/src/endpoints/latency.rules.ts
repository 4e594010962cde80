/** Upper bounds of the histogram's classes, in milliseconds; one more class holds the values beyond the last. */
export const LATENCY_BOUNDS_MS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 15_000] as const;

const CLASSES = LATENCY_BOUNDS_MS.length + 1;

/** Attempts by duration, one count per class. */
export function histogramOf(durationsMs: readonly number[]): number[] {
  const counts = new Array<number>(CLASSES).fill(0);
  for (const duration of durationsMs) {
    const found = LATENCY_BOUNDS_MS.findIndex((bound) => duration <= bound);
    const index = found < 0 ? CLASSES - 1 : found;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/**
 * The duration that a share of the attempts did not exceed, interpolated within its class. Null without attempts.
 * @param share from 0 to 1
 */
export function percentileOf(histogram: readonly number[], share: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  for (const [index, count] of histogram.entries()) {
    if (below + count >= wanted && count > 0) {
      const from = LATENCY_BOUNDS_MS[index - 1] ?? 0;
      const to = LATENCY_BOUNDS_MS[index] ?? from;
      return Math.round(from + ((to - from) * (wanted - below)) / count);
    }
    below += count;
  }
  return LATENCY_BOUNDS_MS.at(-1) ?? null;
}

/**
 * The duration that a share of the attempts did not exceed, from their durations: one of them (the nearest rank). Null without attempts.
 * @param share from 0 to 1
 */
export function exactPercentileOf(durationsMs: readonly number[], share: number): number | null {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
