interface Output {
  kept: string;
  last: string | undefined;
}

/**
 * The output of parallel steps in reading order: the first unfinished step writes immediately, and the output of later ones
 * waits until all before them have ended.
 */
export class InTurn {
  readonly #steps: Map<string, Output>;

  /** @param names of the steps, in reading order */
  constructor(names: readonly string[]) {
    this.#steps = new Map(names.map((name) => [name, { kept: '', last: undefined }]));
  }

  write(name: string, text: string): void {
    this.#step(name).kept += text;
    this.#pass();
  }

  /** Ends a step with its last line. */
  end(name: string, line: string): void {
    const step = this.#step(name);
    step.kept += `${line}\n`;
    step.last = line;
    this.#pass();
  }

  /** The last lines of the ended steps. */
  get lines(): string[] {
    return [...this.#steps.values()].map(({ last }) => last).filter((last) => last !== undefined);
  }

  #step(name: string): Output {
    const step = this.#steps.get(name);
    if (!step) throw new Error(`There is no step ${name}.`);
    return step;
  }

  #pass(): void {
    for (const step of this.#steps.values()) {
      process.stdout.write(step.kept);
      step.kept = '';
      if (step.last === undefined) return;
    }
  }
}
