/**
 * Runs work for one item after the other, also after an error: one company or cell that fails does not stop the others.
 * @throws the first error, at the end
 */
export async function inTurn<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
