import { parseArgs } from 'node:util';
import { CliError } from './cli-error.js';
import { COMMANDS } from './command-table.js';
import type { CliCommand, GivenOptions, OptionRow } from './command.js';
import { GLOBAL_OPTIONS, optionsOf } from './global-options.js';
import { nearest } from './nearest-word.js';

export interface ParsedCall {
  /** Undefined without a command, for the overview. */
  readonly command: CliCommand | undefined;
  readonly args: readonly string[];
  readonly options: GivenOptions;
}

/** @throws CliError for what the table of commands does not know */
export function parseCall(argv: readonly string[]): ParsedCall {
  const { command, rest } = commandOf(argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv);
  const table = optionsOf(command);
  const given = new Map<string, string[]>();
  const args: string[] = [];
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
    ]),
  );
  const { tokens } = parseArgs({ args: rest, options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional') args.push(token.value);
    if (token.kind === 'option') keep(given, table, token, command);
  }
  const list = (name: string) => given.get(name) ?? [];
  const parsed = {
    text: (name: string) => list(name).at(-1),
    all: list,
    has: (name: string) => given.has(name),
  };
  if (command && !given.has('help')) checkArguments(command, args);
  return { command, args, options: parsed };
}

/** The longest name that the words begin with. Options may come before it. */
function commandOf(argv: readonly string[]): { command: CliCommand | undefined; rest: string[] } {
  const words = [...argv];
  const before: string[] = [];
  while (words[0]?.startsWith('-')) {
    const [option = ''] = words.splice(0, 1);
    before.push(option);
    const row = GLOBAL_OPTIONS[option.replace(/^--?/, '')];
    if (row?.value !== undefined && words.length > 0) before.push(...words.splice(0, 1));
  }
  if (words.length === 0) return { command: undefined, rest: before };
  const named = COMMANDS.filter(({ name }) => name.split(' ').every((word, n) => words[n] === word));
  const [command] = named.toSorted((a, b) => b.name.length - a.name.length);
  if (!command) throw unknownCommand(words);
  return { command, rest: [...before, ...words.slice(command.name.split(' ').length)] };
}

function unknownCommand(words: readonly string[]): CliError {
  const [first = ''] = words;
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  if (group.length > 0) {
    return new CliError('usage', `billhook ${first} needs another word: ${group.join(', ')}.`);
  }
  const similar = nearest(first, [...new Set(COMMANDS.map(({ name }) => name.split(' ', 1)[0] ?? ''))]);
  const message = `There is no command ${first}.${similar ? ` Did you mean ${similar}?` : ''}`;
  return new CliError('usage', message, 'billhook --help lists the commands.');
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
}

function keep(
  given: Map<string, string[]>,
  table: Readonly<Record<string, OptionRow>>,
  { name, rawName, value }: OptionToken,
  command: CliCommand | undefined,
): void {
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  const help = `billhook ${command ? `${command.name} ` : ''}--help lists the options.`;
  if (!row) {
    const similar = nearest(name, Object.keys(table));
    const message = `There is no option ${rawName}.${similar ? ` Did you mean --${similar}?` : ''}`;
    throw new CliError('usage', message, help);
  }
  if (row.value === undefined && value !== undefined) throw new CliError('usage', `${rawName} takes no value.`, help);
  if (row.value !== undefined && (value === undefined || value === '')) {
    throw new CliError('usage', `${rawName} needs a value: ${rawName} ${row.value}.`, help);
  }
  given.set(name, [...(given.get(name) ?? []), value ?? '']);
}

function checkArguments({ name, arguments: rows = [] }: CliCommand, args: readonly string[]): void {
  const help = `billhook ${name} --help shows an example.`;
  const missing = rows.find(({ isOptional }, n) => !isOptional && args[n] === undefined);
  if (missing) throw new CliError('usage', `billhook ${name} needs <${missing.name}>: ${missing.summary}.`, help);
  if (args.length > rows.length) {
    throw new CliError('usage', `billhook ${name} does not take ${JSON.stringify(args[rows.length])}.`, help);
  }
}
