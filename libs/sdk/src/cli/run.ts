import { VERSION } from '../version.js';
import { parseCall, type ParsedCall } from './arguments.js';
import { CliError, describeError, EXIT_CODES } from './cli-error.js';
import { COMMANDS } from './command-table.js';
import { connect } from './connection.js';
import { helpOf, overview } from './help.js';
import { Printer, type Terminal } from './terminal.js';

/**
 * Runs a command line.
 * @param argv the words after `billhook`
 * @returns the exit code
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const printer = new Printer(terminal, argv.includes('--json'));
  try {
    return EXIT_CODES[(await perform(parseCall(argv), printer)) ?? 'ok'].code;
  } catch (error) {
    const described = describeError(
      terminal.signal.aborted && !(error instanceof CliError)
        ? new CliError('interrupted', 'The command was interrupted.')
        : error,
    );
    printer.error(described);
    return EXIT_CODES[described.exit].code;
  }
}

async function perform({ command, args, options }: ParsedCall, printer: Printer) {
  const { terminal } = printer;
  if (options.has('version')) return printer.line(VERSION);
  if (!command) {
    printer.line(overview());
    return options.has('help') ? 'ok' : 'usage';
  }
  if (options.has('help')) return printer.line(helpOf(command));
  const choice = { url: options.text('url'), profile: options.text('profile') };
  const commandRun = await command.load();
  return commandRun({
    terminal,
    printer,
    args,
    options,
    commands: COMMANDS,
    connect: () => connect(terminal.env, choice),
  });
}
