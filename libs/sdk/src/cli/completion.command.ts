import { CliError } from './cli-error.js';
import type { CliCommand, CommandRun } from './command.js';
import { optionsOf } from './global-options.js';

const SHELLS: Readonly<Record<string, (commands: readonly CliCommand[]) => string>> = { bash, zsh, fish };

/** Prints the completion of a shell. */
export const completion: CommandRun = async ({ args: [shell = ''], commands, printer }) => {
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (!script)
    throw new CliError('usage', `There is no completion for ${shell}.`, 'The shells are bash, zsh and fish.');
  printer.line(script(commands));
};

/** What may follow each beginning of a call: words of commands, then options, and the values of an argument. */
function words(commands: readonly CliCommand[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (place: string, word: string) => found.set(place, (found.get(place) ?? new Set()).add(word));
  for (const command of commands) {
    const parts = command.name.split(' ');
    parts.forEach((part, n) => add(parts.slice(0, n).join(' '), part));
    for (const value of command.arguments?.[0]?.values ?? []) add(command.name, value);
    for (const name of Object.keys(optionsOf(command))) add(command.name, `--${name}`);
  }
  return found;
}

/** Options with known values, as `command --option`. */
function optionValues(commands: readonly CliCommand[]): [string, readonly string[]][] {
  return commands.flatMap((command) =>
    Object.entries(optionsOf(command)).flatMap(([name, { values }]): [string, readonly string[]][] =>
      values ? [[`${command.name} --${name}`, values]] : [],
    ),
  );
}

function bash(commands: readonly CliCommand[]): string {
  const places = [...words(commands)].map(
    ([place, next]) => `    ${JSON.stringify(place)}) words=${JSON.stringify([...next].join(' '))} ;;`,
  );
  const values = optionValues(commands).map(
    ([place, next]) => `    ${JSON.stringify(place)}) words=${JSON.stringify(next.join(' '))} ;;`,
  );
  return `# bash completion for billhook: source <(billhook completion bash)
_billhook() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" place="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    case "\${place:+$place }$word" in
      ${placesOf(commands)
        .map((place) => JSON.stringify(place))
        .join('|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$place" in
${places.join('\n')}
  esac
  case "$place $previous" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _billhook billhook`;
}

function zsh(commands: readonly CliCommand[]): string {
  return `#compdef billhook
autoload -U +X bashcompinit && bashcompinit
${bash(commands).replace(/^#.*\n/, '')}`;
}

/** All commands, and the first words of those with two. */
function placesOf(commands: readonly CliCommand[]): string[] {
  return [...new Set(commands.flatMap(({ name }) => [name.split(' ', 1)[0] ?? '', name]))];
}

function fish(commands: readonly CliCommand[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
  const line = (condition: string, rest: string): string => `complete -c billhook -f -n ${quote(condition)} ${rest}`;
  const firsts = new Map(commands.map((command) => [command.name.split(' ', 1)[0] ?? '', command]));
  return [
    '# fish completion for billhook',
    ...[...firsts].map(([first, { summary }]) => line('__fish_use_subcommand', `-a ${first} -d ${quote(summary)}`)),
    ...commands.flatMap((command) => fishLines(command, line, quote)),
  ].join('\n');
}

function fishLines(
  command: CliCommand,
  line: (condition: string, rest: string) => string,
  quote: (text: string) => string,
): string[] {
  const [first = '', second] = command.name.split(' ');
  const condition = second
    ? `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
    : `__fish_seen_subcommand_from ${first}`;
  const words = command.arguments?.[0]?.values ?? [];
  return [
    ...(second ? [line(`__fish_seen_subcommand_from ${first}`, `-a ${second} -d ${quote(command.summary)}`)] : []),
    ...(words.length > 0 ? [line(condition, `-a ${quote(words.join(' '))}`)] : []),
    ...Object.entries(optionsOf(command)).map(([name, { summary, short, value, values }]) => {
      const shortened = short ? ` -s ${short}` : '';
      const listed = values ? ` -x -a ${quote(values.join(' '))}` : value ? ' -r' : '';
      return line(condition, `-l ${name}${shortened}${listed} -d ${quote(summary)}`);
    }),
  ];
}
