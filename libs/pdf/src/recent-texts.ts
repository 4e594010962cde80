/**
 * What is known about recently used texts, up to a total weight. A text that was not used while half of it was filled is dropped.
 */
export class RecentTexts<Known> {
  #recent = new Map<string, Known>();
  #former = new Map<string, Known>();
  #weight = 0;

  /** @param most the total weight of all texts */
  constructor(private readonly most: number) {}

  /** @param weightOf of a text that is found again */
  get(text: string, weightOf: (known: Known) => number): Known | undefined {
    const known = this.#recent.get(text);
    if (known !== undefined) return known;
    const former = this.#former.get(text);
    if (former !== undefined) this.set(text, former, weightOf(former));
    return former;
  }

  set(text: string, known: Known, weight: number): void {
    const half = this.most / 2;
    if (weight > half) return;
    if (this.#weight + weight > half) {
      this.#former = this.#recent;
      this.#recent = new Map();
      this.#weight = 0;
    }
    this.#recent.set(text, known);
    this.#weight += weight;
  }
}
