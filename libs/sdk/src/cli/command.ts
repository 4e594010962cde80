import type { ExitName } from './cli-error.js';
import type { Connection } from './connection.js';
import type { Printer, Terminal } from './terminal.js';

export interface OptionRow {
  /** What stands for the value in the help, such as `<url>`; an option without it takes no value. */
  readonly value?: string;
  readonly short?: string;
  /** Can be given several times. */
  readonly isRepeated?: boolean;
  readonly summary: string;
  /** For the completion. */
  readonly values?: readonly string[];
}

export interface ArgumentRow {
  readonly name: string;
  readonly summary: string;
  readonly isOptional?: boolean;
  /** For the completion. */
  readonly values?: readonly string[];
}

/** A row of the table that help, completion and reference derive from. */
export interface CliCommand {
  readonly name: string;
  readonly summary: string;
  /** What the summary leaves out, a sentence per line. */
  readonly details?: readonly string[];
  readonly arguments?: readonly ArgumentRow[];
  readonly options?: Readonly<Record<string, OptionRow>>;
  readonly examples: readonly string[];
  /** Loads the code of the command alone, so that the others start quickly. */
  readonly load: () => Promise<CommandRun>;
}

export type CommandRun = (call: CommandCall) => Promise<ExitName | void>;

/** The options as given, by their long names. */
export interface GivenOptions {
  /** The last value of an option; undefined without it. */
  text(name: string): string | undefined;
  /** All values of a repeated option. */
  all(name: string): readonly string[];
  has(name: string): boolean;
}

/** A command that was called. */
export interface CommandCall {
  readonly terminal: Terminal;
  readonly printer: Printer;
  readonly args: readonly string[];
  readonly options: GivenOptions;
  /** All commands, for the completion. */
  readonly commands: readonly CliCommand[];
  /** @throws CliError without a URL or a credential */
  readonly connect: () => Connection;
}
