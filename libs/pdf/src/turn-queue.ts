/** A queue in which owners take turns: an owner with many items delays the others by one item at most. */
export class TurnQueue<Item> {
  readonly #waiting = new Map<number, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(owner: number): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  push(owner: number, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items) items.push(item);
    else this.#waiting.set(owner, [item]);
    this.#size += 1;
  }

  /** Removes the oldest item of the owner whose turn it is. */
  shift(): Item | undefined {
    for (const [owner, items] of this.#waiting) {
      const item = items[0];
      if (item !== undefined) this.remove(owner, item);
      if (this.#waiting.delete(owner) && items.length > 0) this.#waiting.set(owner, items);
      return item;
    }
    return undefined;
  }

  /** Removes an item that no longer waits. */
  remove(owner: number, item: Item): void {
    const items = this.#waiting.get(owner);
    const at = items?.indexOf(item) ?? -1;
    if (!items || at < 0) return;
    items.splice(at, 1);
    this.#size -= 1;
    if (items.length === 0) this.#waiting.delete(owner);
  }
}
