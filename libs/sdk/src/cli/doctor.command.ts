import { CliError, type ExitName } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';
import { connect, DEFAULT_PROFILE, urlOf, type Connection } from './connection.js';
import { CHECKS, type DoctorContext, type Finding } from './doctor-checks.js';
import type { Printer } from './terminal.js';

/** Checks an installation from outside. Every problem comes with what to do. */
export const doctor: CommandRun = async (call): Promise<ExitName> => {
  const { terminal, options, printer } = call;
  const choice = { url: options.text('url'), profile: options.text('profile') };
  const url = urlOf(terminal.env, choice);
  if (url === undefined) {
    throw new CliError(
      'usage',
      'It is not known which installation to check.',
      'Name it: billhook doctor --url https://billing.example.com',
    );
  }
  const { connection, reason } = credentialOf(call, url);
  const context: DoctorContext = { url, connection, reason, env: terminal.env, signal: terminal.signal };
  let hasProblem = false;
  for (const { name, check } of CHECKS) {
    const finding = await check(context).catch((error: unknown): Finding => ({
      level: 'problem',
      text: String(error),
    }));
    if (!finding) continue;
    hasProblem ||= finding.level === 'problem';
    print(printer, name, finding);
    // Without a response, every other check would fail for the same reason.
    if (finding.isLast) break;
  }
  return hasProblem ? 'check' : 'ok';
};

/** The connection, or why there is none: most checks need no credential. */
function credentialOf({ terminal, options }: CommandCall, url: string): { connection?: Connection; reason?: string } {
  try {
    return { connection: connect(terminal.env, { url, profile: options.text('profile') ?? DEFAULT_PROFILE }) };
  } catch (error) {
    if (!(error instanceof CliError) || error.exit === 'usage') throw error;
    return { reason: `${error.message} ${error.advice ?? ''}`.trim() };
  }
}

const LABELS = { ok: ['green', 'ok'], warning: ['yellow', 'warning'], problem: ['red', 'problem'] } as const;

function print(printer: Printer, name: string, { level, text, advice }: Finding): void {
  if (printer.isJson) return printer.line(JSON.stringify({ check: name, level, text, ...(advice && { advice }) }));
  const [style, label] = LABELS[level];
  printer.line(`${printer.style(style, label.padEnd(8))} ${name.padEnd(12)} ${text}`);
  if (advice) printer.line(`${' '.repeat(22)}${advice}`);
}
