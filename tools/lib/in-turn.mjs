/**
 * The output of parallel steps in reading order: the first unfinished step writes immediately, and the output of later ones
 * waits until all before them have ended.
 */
export class InTurn {
  #steps;

  /** @param names of the steps, in reading order */
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

  /** The last lines of the ended steps. */
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
