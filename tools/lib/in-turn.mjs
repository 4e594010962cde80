/**
 * What steps say that run at the same time, in the order in which one wants to read it: the first step that has not ended
 * writes at once; what later ones say is kept until all before them have ended.
 */
export class InTurn {
  #steps;

  /** @param names of the steps, in the order of reading */
  constructor(names) {
    this.#steps = new Map(names.map((name) => [name, { kept: '', last: undefined }]));
  }

  write(name, text) {
    this.#steps.get(name).kept += text;
    this.#pass();
  }

  /** Ends a step with its last line. */
  end(name, line) {
    const step = this.#steps.get(name);
    step.kept += `${line}\n`;
    step.last = line;
    this.#pass();
  }

  /** The last lines of the steps that have ended. */
  get lines() {
    return [...this.#steps.values()].map(({ last }) => last).filter((last) => last !== undefined);
  }

  #pass() {
    for (const step of this.#steps.values()) {
      process.stdout.write(step.kept);
      step.kept = '';
      if (step.last === undefined) return;
    }
  }
}
