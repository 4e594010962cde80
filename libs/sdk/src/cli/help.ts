import { EXIT_CODES } from './cli-error.js';
import { COMMANDS, OWN_COMMANDS } from './command-table.js';
import type { CliCommand, OptionRow } from './command.js';
import { GLOBAL_OPTIONS } from './global-options.js';

/*
 * Help, completion and the guide read one table. A framework would become a part of the client library, whose single dependency verifies
 * signatures.
 */

/** How a command is called. */
export function usageOf({ name, arguments: rows = [], options = {} }: CliCommand): string {
  const words = rows.map((row) => (row.isOptional ? `[${row.name}]` : `<${row.name}>`));
  return ['billhook', name, ...words, ...(Object.keys(options).length > 0 ? ['[options]'] : [])].join(' ');
}

/** An option as it is typed. */
export const optionLabel = (name: string, { short, value }: OptionRow): string =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;

const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const optionLines = (options: Readonly<Record<string, OptionRow>>): string[] =>
  columns(Object.entries(options).map(([name, row]) => [optionLabel(name, row), row.summary]));

/** The help of `billhook` without a command. */
export function overview(): string {
  return [
    'The command line of Billhook.',
    '',
    'Usage: billhook <command> [options]',
    '',
    'Commands:',
    ...columns(OWN_COMMANDS.map(({ name, summary }) => [name, summary])),
    '',
    'Commands of records, one for each operation of the API:',
    ...columns(recordCommands()),
    '',
    'Options of every command:',
    ...optionLines(GLOBAL_OPTIONS),
    '',
    'Environment: BILLHOOK_URL and BILLHOOK_API_KEY win over the profile. NO_COLOR turns colours off. HTTP_PROXY, HTTPS_PROXY and NO_PROXY apply.',
    `Exit codes: ${Object.entries(EXIT_CODES)
      .map(([name, { code }]) => `${code} ${name}`)
      .join(', ')}.`,
    '',
    'billhook <command> --help shows the options and an example.',
  ].join('\n');
}

/** The generated commands: the first word, and those that follow it. */
function recordCommands(): [string, string][] {
  const generated = COMMANDS.filter((command) => !OWN_COMMANDS.includes(command)).map(({ name }) => name.split(' '));
  const firsts = [...new Set(generated.map(([first = '']) => first))];
  const after = (first: string) => generated.filter(([each]) => each === first).map(([, second = '']) => second);
  return firsts.map((first) => [first, after(first).join(', ')]);
}

/** The help of a command. */
export function helpOf(command: CliCommand): string {
  const { summary, details = [], arguments: rows = [], options = {}, examples } = command;
  return [
    `${summary}.`,
    ...details,
    '',
    `Usage: ${usageOf(command)}`,
    ...(rows.length > 0 ? ['', 'Arguments:', ...columns(rows.map((row) => [row.name, row.summary]))] : []),
    ...(Object.keys(options).length > 0 ? ['', 'Options:', ...optionLines(options)] : []),
    '',
    'Options of every command:',
    ...optionLines(GLOBAL_OPTIONS),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n');
}

/** The part of the guide *Command line* that follows from the table, as Markdown. */
function reference(): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string[] => [
    `| ${titles.join(' | ')} |`,
    `| ${titles.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ];
  const optionTable = (options: Readonly<Record<string, OptionRow>>): string[] =>
    table(
      ['Option', 'What it does'],
      Object.entries(options).map(([name, row]) => [
        `\`${optionLabel(name, row).replaceAll('|', '\\|')}\``,
        cell(row.summary),
      ]),
    );
  return [
    ...OWN_COMMANDS.flatMap(({ options = {}, details = [], ...command }) => [
      `### ${command.name}`,
      '',
      [`${command.summary}.`, ...details].map((each) => cell(each)).join(' '),
      '',
      '```bash',
      ...command.examples,
      '```',
      '',
      ...(Object.keys(options).length > 0 ? [...optionTable(options), ''] : []),
    ]),
    '### Records',
    '',
    'Each operation of the API is a command. The options of a list are the parameters of its query, and `billhook <command> --help` describes them. Several values are separated by commas, or the option is repeated. Lists are tables with the names of clients and the addresses of webhook endpoints, or one JSON value per line with `--json`.',
    '',
    '```bash',
    'billhook clients list --q lumen',
    'billhook invoices list --status Sent,Overdue --limit 50',
    'billhook invoices create -d @invoice.json --dry-run',
    'billhook invoices pdf 42 --output invoice.pdf',
    '```',
    '',
    ...table(
      ['Resource', 'Commands'],
      recordCommands().map(([first, rest]) => [`\`${first}\``, rest]),
    ),
    '',
    '## Options of every command',
    '',
    ...optionTable(GLOBAL_OPTIONS),
    '',
    '## Exit codes',
    '',
    ...table(
      ['Code', 'Meaning'],
      Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]),
    ),
  ].join('\n');
}

/** The guide with the reference below its heading *Commands*. */
export function withReference(guide: string): string {
  const heading = '## Commands\n\n';
  return `${guide.slice(0, guide.indexOf(heading) + heading.length)}${reference()}\n`;
}
