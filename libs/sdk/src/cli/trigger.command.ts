import { ProblemError } from '../errors.js';
import { EVENT_TYPES } from '../generated/event-types.js';
import { CliError, withoutSecrets, type ExitName } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';
import { findRunning, handTo } from './listen-server.js';
import { LocalReceiver, receiverUrl, type LocalMessage } from './local-receiver.js';
import { nearest } from './nearest-word.js';
import { productionError } from './sandbox.command.js';
import { SettingsFile } from './settings-file.js';
import { RecordChain } from './trigger-records.js';

/**
 * Creates the records of an event, in a sandbox. In a production company, where a record would be real, sends the example of the event type to
 * the receiver, as a test.
 */
export const trigger: CommandRun = async (call) => {
  const [type = ''] = call.args;
  const { options } = call;
  const sets = options.all('set');
  const wantsExample = options.has('example') || options.text('forward-to') !== undefined;
  if (sets.length > 0 && wantsExample)
    throw new CliError('usage', 'An example has no overrides.', 'Leave out --example and --forward-to, or --set.');
  const me = await call.connect().billhook.me.get();
  if (!wantsExample && (EVENT_TYPES as readonly string[]).includes(type)) {
    if (me.sandbox) return triggerRecords(call, type);
    if (sets.length > 0) throw productionError(me.company.name);
    call.printer.note(`${me.company.name} is a production company: this sends an example, and writes nothing.`);
  }
  return triggerExample(call, type, me.sandbox);
};

async function triggerRecords(call: CommandCall, type: string): Promise<void> {
  const chain = new RecordChain(call.connect().billhook, call.options.all('set'));
  const namesOf = () => chain.made.map(({ resource, id }) => `${resource} ${id}`).join(', ');
  try {
    await chain.run(type);
  } catch (error) {
    if (chain.made.length > 0) call.printer.warn(`Created before the error, and not deleted: ${namesOf()}.`);
    throw error;
  }
  call.printer.result({ type, records: chain.made }, `${type}  ${namesOf()}`);
}

async function triggerExample(call: CommandCall, type: string, isSandbox: boolean): Promise<ExitName> {
  const example = await call
    .connect()
    .billhook.request<{ readonly example: object }>('GET', `/v1/event-types/${encodeURIComponent(type)}`)
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
      const similar = nearest(type, EVENT_TYPES);
      const message = `There is no event type ${type}.${similar ? ` Did you mean ${similar}?` : ''}`;
      throw new CliError('usage', message, `The types are ${EVENT_TYPES.join(', ')}.`);
    });
  const id = `msg_test${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const body = JSON.stringify({ ...example.example, id, createdAt: new Date().toISOString() });
  return send(call, { id, type, body, isTest: true, isSandbox });
}

/** Sends an event again, to the receiver on this machine or to a webhook endpoint. */
export const resend: CommandRun = async (call) => {
  const [id = ''] = call.args;
  const { billhook, transport } = call.connect();
  const endpoint = call.options.text('endpoint');
  if (endpoint !== undefined) {
    if (!/^\d+$/.test(endpoint)) throw new CliError('usage', `--endpoint must be a number, not ${endpoint}.`);
    const { data } = await billhook.webhookDeliveries.list({ eventId: id, endpointId: Number(endpoint), limit: 1 });
    const [delivery] = data;
    if (!delivery) {
      const advice =
        'billhook api /v1/webhook-endpoints lists the endpoints; replay-missing sends events without a delivery.';
      throw new CliError('failed', `The endpoint ${endpoint} has no delivery of ${id}.`, advice);
    }
    await billhook.webhookDeliveries.resend(delivery.id);
    return call.printer.result(
      { id, endpoint: Number(endpoint), deliveryId: delivery.id },
      `Billhook sends ${id} to the endpoint ${endpoint} again.`,
    );
  }
  const { sandbox: isSandbox } = await billhook.me.get();
  const response = await transport.send({ method: 'GET', path: `/v1/events/${encodeURIComponent(id)}` });
  // The text as it came, because its bytes are signed.
  const body = await response.text();
  const { type } = JSON.parse(body) as { readonly type: string };
  return send(call, { id, type, body, isSandbox });
};

async function send(call: CommandCall, message: LocalMessage): Promise<ExitName> {
  const { terminal, printer } = call;
  const { forwardTo, result } = await deliver(call, message);
  const error = result.error === null ? null : withoutSecrets(result.error);
  const { id, type } = message;
  const { status, durationMs } = result;
  const text = `${type}  ${id}  ${forwardTo}  ${error === null ? printer.style('green', String(status)) : printer.style('red', error)}  ${durationMs} ms`;
  printer.result({ id, type, forwardTo, status, durationMs, error }, text);
  return error === null || terminal.signal.aborted ? 'ok' : 'check';
}

async function deliver({ terminal, options }: CommandCall, message: LocalMessage) {
  const target = options.text('forward-to');
  const forwardTo = target === undefined ? undefined : receiverUrl(target);
  const found = await findRunning(terminal.env);
  const running = found.filter((each) => forwardTo === undefined || each.forwardTo === forwardTo);
  const [first] = running;
  if (running.length > 1) {
    const addresses = running.map((each) => each.forwardTo).join(', ');
    throw new CliError('usage', `Several billhook listen are running: ${addresses}.`, 'Choose one with --forward-to.');
  }
  if (first) return { forwardTo: first.forwardTo, result: await handTo(first, message) };
  if (forwardTo === undefined) {
    const advice = 'Start it with billhook listen --forward-to localhost:4000, or name the receiver with --forward-to.';
    throw new CliError('usage', 'No billhook listen is running on this machine.', advice);
  }
  const secret = new SettingsFile(terminal.env).signingSecret();
  const receiver = new LocalReceiver(forwardTo, secret, options.has('insecure'));
  return { forwardTo, result: await receiver.send(message, 1, terminal.signal) };
}
