import type { Readable, Writable } from 'node:stream';
import { EXIT_CODES, sentenceOf, type DescribedError } from './cli-error.js';

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a command reads from and writes to. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted by Ctrl-C, or when the process is asked to end. */
  readonly signal: AbortSignal;
}

/** Codes of ECMA-48: before the text, and after it. */
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof STYLES;

/** Prints results to stdout, and everything else to stderr. */
export class Printer {
  constructor(
    readonly terminal: Terminal,
    /** One JSON value per line in place of text. */
    readonly isJson: boolean,
  ) {}

  /** The text in a style, if the output is a terminal with colours (https://no-color.org). */
  style(style: Style, text: string, output: Output = this.terminal.stdout): string {
    const { NO_COLOR, TERM } = this.terminal.env;
    const hasColours = output.isTTY === true && !NO_COLOR && TERM !== 'dumb';
    const [before, after] = STYLES[style];
    return hasColours ? `\u001b[${before}m${text}\u001b[${after}m` : text;
  }

  line(text: string): void {
    this.terminal.stdout.write(`${text}\n`);
  }

  /** A result: as one line of JSON with `--json`, otherwise as text. */
  result(value: unknown, text: string): void {
    this.line(this.isJson ? JSON.stringify(value) : text);
  }

  /** For the reader, not for programs. */
  note(text: string): void {
    if (!this.isJson) this.terminal.stderr.write(`${text}\n`);
  }

  warn(text: string): void {
    if (this.isJson) this.terminal.stderr.write(`${JSON.stringify({ warning: text })}\n`);
    else this.terminal.stderr.write(`${this.style('yellow', 'Warning:', this.terminal.stderr)} ${text}\n`);
  }

  error(error: DescribedError): void {
    const { stderr } = this.terminal;
    const { exit, advice, ...members } = error;
    if (this.isJson) {
      const printed = { ...members, ...(advice && { advice }), exitCode: EXIT_CODES[exit].code };
      stderr.write(`${JSON.stringify({ error: printed })}\n`);
      return;
    }
    stderr.write(`${this.style('red', 'Error:', stderr)} ${sentenceOf(error)}\n`);
    if (advice) stderr.write(`${advice}\n`);
  }

  /** Rows in columns. */
  table(titles: readonly string[], rows: readonly (readonly string[])[]): void {
    const widths = titles.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]?.length ?? 0)));
    const joined = (row: readonly string[]) =>
      row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd();
    this.line(this.style('dim', joined(titles)));
    for (const row of rows) this.line(joined(row));
  }
}
