/** The word that differs least, if it differs by at most two letters. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((each) => ({ each, distance: distance(word, each) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= 2 ? best.each : undefined;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
