/** How long the repetitions of an error are counted before a line summarises them. */
export const SUMMARY_MS = 60_000;

/** Of different errors at a time: more than an outage causes, and little memory. */
const MOST = 200;

type Log = (fields: object, message: string) => void;

interface Repetitions {
  count: number;
  readonly timer: NodeJS.Timeout;
  readonly summarise: () => void;
}

/** Of this process. One listener for all: specs create many loggers. */
const all = new Set<RepeatedErrors>();
process.once('exit', () => all.forEach((each) => each.flush()));

/**
 * Of errors that are equal but for their stacks and ids, the first one is logged in full. The next ones within a minute are counted, and
 * a line says how many there were. A request has a short line for each.
 */
export class RepeatedErrors {
  readonly #open = new Map<string, Repetitions>();

  constructor(private readonly summaryMs = SUMMARY_MS) {
    all.add(this);
  }

  /**
   * Counts a line.
   * @param log writes the summary, at the level and with the fields of the logger of the first line
   * @returns the error as text, if it is a repetition; undefined for a line that is to be written in full
   */
  counts(error: unknown, message: string, log: Log): string | undefined {
    const what = nameOf(error);
    if (what === undefined) return undefined;
    const key = `${message}\n${what}`;
    const open = this.#open.get(key);
    if (open) {
      open.count += 1;
      return what;
    }
    if (this.#open.size >= MOST) return undefined;
    const summarise = (): void => {
      const repeated = this.#open.get(key)?.count ?? 0;
      this.#open.delete(key);
      if (repeated > 0) log({ repeated, error: what }, `${message}: repeated within ${this.summaryMs / 1_000} s`);
    };
    const timer = setTimeout(summarise, this.summaryMs);
    timer.unref();
    this.#open.set(key, { count: 0, timer, summarise });
    return undefined;
  }

  /** Writes the summaries that are due later: the process ends. */
  flush(): void {
    for (const { timer, summarise } of [...this.#open.values()]) {
      clearTimeout(timer);
      summarise();
    }
  }
}

/** The class, the code and the message of an error. */
function nameOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  // An error of several addresses has no message.
  return `${error.name}${code}: ${error.message}`;
}
