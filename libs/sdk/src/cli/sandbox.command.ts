import type { Me, SandboxAdvance } from '../generated/resources.js';
import { sleep } from '../sleep.js';
import { CliError } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';

const HOUR_MS = 3_600_000;
const UNIT_MS = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS } as const;
const DURATION = /^\+(\d{1,5})([hdw])$/;

const POLL_MS = 1_000;

/** Advances the clock of a sandbox, and waits until everything that was due has happened. */
export const advanceSandbox: CommandRun = async (call) => {
  const { args, printer, terminal } = call;
  const { signal } = terminal;
  const { billhook } = call.connect();
  const me = await billhook.me.get({ signal });
  if (!me.sandbox) throw productionError(me.company.name);
  const { now } = await billhook.sandboxClock.get({ signal });
  const advanceTo = timeOf(args[0] ?? '', now);
  requireAccessUntil(me, advanceTo);
  const advance = await completed(call, await billhook.sandboxClock.advance({ advanceTo }, { signal }));
  const { status, to, reached, done } = advance;
  if (status === 'Failed')
    throw new CliError('failed', `The time was not advanced to ${to}, but to ${reached}.`, 'Advance it again.');
  const counts = `${done.overdueInvoices} invoices overdue, ${done.dueDeliveries} deliveries due, ${done.keyWarnings} key warnings`;
  printer.result({ ...advance }, `The time of the sandbox is ${to}: ${counts}.`);
};

/** What only a sandbox can do. */
export function productionError(company: string): CliError {
  const advice =
    'In the settings, open a sandbox in the menu of your account, and create a key there. It begins with bht_.';
  return new CliError('usage', `The key belongs to a production company, ${company}.`, advice);
}

/** @throws CliError for a credential that would expire on the way: it could not read the result, and the time never goes back */
function requireAccessUntil({ key, application }: Me, advanceTo: string): void {
  const expiresAt = (key ?? application)?.expiresAt ?? null;
  if (expiresAt === null || Date.parse(expiresAt) > Date.parse(advanceTo)) return;
  const what = key ? `The key ${key.name}` : 'The access';
  const advice = 'Use a key that expires later, or advance the time in the settings, under Export and deletion.';
  throw new CliError('usage', `${what} expires at ${expiresAt}, before ${advanceTo}.`, advice);
}

/** @throws CliError for what is neither a time nor a duration */
function timeOf(text: string, now: string): string {
  const [, count, unit] = DURATION.exec(text) ?? [];
  if (count !== undefined)
    return new Date(Date.parse(now) + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]).toISOString();
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()))
    throw new CliError('usage', `${text} is not a time.`, 'Write 2027-03-03T09:00:00Z, or a duration such as +30d.');
  return time.toISOString();
}

async function completed({ connect, printer, terminal }: CommandCall, begun: SandboxAdvance): Promise<SandboxAdvance> {
  const { billhook } = connect();
  let advance = begun;
  while (advance.status === 'Running') {
    await sleep(POLL_MS, terminal.signal);
    const { advance: latest } = await billhook.sandboxClock.get({ signal: terminal.signal });
    if (latest === null || latest.id !== begun.id) return advance;
    if (latest.reached !== advance.reached) printer.note(`Everything up to ${latest.reached} has happened.`);
    advance = latest;
  }
  return advance;
}
