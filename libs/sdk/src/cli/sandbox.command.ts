import type { SandboxAdvance } from '../generated/resources.js';
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
  if (!me.sandbox) {
    const advice = 'Use a key of a sandbox, which begins with bht_: Settings, the menu of your account, Sandboxes.';
    throw new CliError('usage', `The key belongs to a production company, ${me.company.name}.`, advice);
  }
  const { now } = await billhook.sandboxClock.get({ signal });
  const advanceTo = timeOf(args[0] ?? '', now);
  const advance = await completed(call, await billhook.sandboxClock.advance({ advanceTo }, { signal }));
  const { status, to, reached, done } = advance;
  if (status === 'Failed')
    throw new CliError('failed', `The time was not advanced to ${to}, but to ${reached}.`, 'Advance it again.');
  const counts = `${done.overdueInvoices} invoices overdue, ${done.dueDeliveries} deliveries due, ${done.keyWarnings} key warnings`;
  printer.result({ ...advance }, `The time of the sandbox is ${to}: ${counts}.`);
};

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
