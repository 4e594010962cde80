import { Problem } from '@billhook/domain/shared/problems';
import { eventually } from '@billhook/testing/patience';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { claimMail } from '../src/mail-queue.js';
import { MAX_ATTEMPTS } from '../src/mail-retry.rules.js';
import { MailWorld } from './mail-world.js';

let world: MailWorld;
beforeAll(async () => {
  world = await MailWorld.create();
});
afterEach(() => world.reset());
afterAll(() => world.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const later = (ms: number) => new Date(world.clock.now().getTime() + ms);

describe('MailSender', () => {
  it('sends a due email with its PDF in the name of the company, and reports the result', async () => {
    const { id } = await world.enqueue({ recipients: ['a@example.com', 'b@example.com'] });
    expect(await world.sender().round()).toBe(1);
    const [received] = world.server.received;
    expect(received?.email).toMatchObject({
      from: { name: 'Nordlicht via Billhook', address: 'billing@bills.example' },
      replyTo: [{ address: 'office@nordlicht.example' }],
      to: [{ address: 'a@example.com' }, { address: 'b@example.com' }],
      subject: 'Invoice INV-1 from Nordlicht',
      messageId: `<mail-${id}-${world.clock.now().getTime()}@bills.example>`,
      attachments: [{ filename: 'INV-1.pdf' }],
    });
    const mail = await world.read(id);
    expect(mail).toMatchObject({
      status: 'Sent',
      accepted: ['a@example.com', 'b@example.com'],
      attempts: 1,
      sentAt: world.clock.now(),
      nextAttemptAt: null,
      lastError: null,
      messageId: `mail-${id}-${world.clock.now().getTime()}@bills.example`,
    });
    expect(world.results).toMatchObject([{ mail: { id, recordId: 7 }, result: { status: 'Sent', error: null } }]);
    expect(await world.sender().round()).toBe(0);
  });

  it('logs ids, never addresses, subjects or bodies', async () => {
    world.server.recipients.set('b@example.com', { code: 550, text: 'b@example.com is gone' });
    const { id } = await world.enqueue({ recipients: ['a@example.com', 'b@example.com'] });
    await world.sender().round();
    expect(world.log.text).toContain(`"mailId":${id}`);
    expect(world.log.text).not.toMatch(/@|Hello|INV-1/);
  });

  it('fails immediately for a missing mailbox, with the response of the server', async () => {
    world.server.recipients.set('a@example.com', { code: 550, text: '5.1.1 No such user' });
    const { id } = await world.enqueue();
    await world.sender().round();
    expect(await world.read(id)).toMatchObject({
      status: 'Failed',
      attempts: 1,
      refused: [{ recipient: 'a@example.com', reply: '550 5.1.1 No such user' }],
      lastError: 'a@example.com: 550 5.1.1 No such user',
      sentAt: null,
    });
    expect(world.results.map(({ result }) => result.status)).toEqual(['Failed']);
  });

  it('reports one of two recipients as rejected', async () => {
    world.server.recipients.set('b@example.com', { code: 550, text: '5.1.1 No such user' });
    const { id } = await world.enqueue({ recipients: ['a@example.com', 'b@example.com'] });
    await world.sender().round();
    expect(await world.read(id)).toMatchObject({ status: 'Sent', lastError: 'b@example.com: 550 5.1.1 No such user' });
    expect(world.results[0]?.result).toMatchObject({ status: 'Sent', refused: [{ recipient: 'b@example.com' }] });
  });

  it('retries later for the deferred one of two recipients', async () => {
    world.server.recipients.set('b@example.com', { code: 451, text: '4.7.1 Grey list' });
    const { id } = await world.enqueue({ recipients: ['a@example.com', 'b@example.com'] });
    const sender = world.sender();
    await sender.round();
    expect(await world.read(id)).toMatchObject({ status: 'Pending', accepted: ['a@example.com'] });
    world.server.recipients.clear();
    world.clock.advance(2 * MINUTE);
    await sender.round();
    expect(world.server.received.map(({ to }) => to)).toEqual([['a@example.com'], ['b@example.com']]);
    expect(await world.read(id)).toMatchObject({ status: 'Sent', lastError: null });
  });

  it('retries by the schedule with one Message-ID, and gives up after the last attempt', async () => {
    const { id } = await world.enqueue();
    const sender = world.sender();
    for (let n = 1; n <= MAX_ATTEMPTS; n++) {
      world.server.answers.push({ code: 451, text: '4.3.0 Try later' });
      expect(await sender.round()).toBe(1);
      expect(await sender.round()).toBe(0);
      world.clock.advance(DAY);
    }
    expect(await sender.round()).toBe(0);
    expect(await world.read(id)).toMatchObject({
      status: 'Failed',
      attempts: MAX_ATTEMPTS,
      lastError: expect.stringContaining('451 4.3.0 Try later'),
    });
    const results = world.results.map(({ result }) => result.status);
    expect(results).toEqual([...Array<string>(MAX_ATTEMPTS - 1).fill('Pending'), 'Failed']);
    expect(new Set(world.results.map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  it('loses nothing while the mail server is unavailable', async () => {
    await world.server.stop();
    const { id } = await world.enqueue();
    await world.sender().round();
    expect(await world.read(id)).toMatchObject({
      status: 'Pending',
      attempts: 1,
      lastError: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('sends an email again with the same Message-ID when the server died during the attempt', async () => {
    const { id } = await world.enqueue();
    const sender = world.sender();
    world.server.answers.push('die');
    await sender.round();
    expect(await world.read(id)).toMatchObject({ status: 'Pending', attempts: 1 });
    world.clock.advance(2 * MINUTE);
    await sender.round();
    expect(await world.read(id)).toMatchObject({ status: 'Sent', attempts: 2 });
    const [first, second] = world.server.received.map(({ email }) => email.messageId);
    expect(second).toBe(first);
  });

  it('sends the email of a killed worker again after its lease has ended', async () => {
    const { id } = await world.enqueue();
    const claimed = await world.uow.run((tx) => claimMail(tx, world.clock.now(), later(6 * MINUTE), 'bills.example'));
    expect(claimed?.id).toBe(id);
    world.clock.advance(5 * MINUTE);
    expect(await world.sender().round()).toBe(0);
    world.clock.advance(2 * MINUTE);
    expect(await world.sender().round()).toBe(1);
    expect(await world.read(id)).toMatchObject({ status: 'Sent', attempts: 2 });
    expect(world.server.received[0]?.email.messageId).toBe(`<${claimed?.messageId}>`);
  });

  it('gives up on an email if every worker died while sending it', async () => {
    const { id } = await world.enqueue();
    for (let n = 0; n < MAX_ATTEMPTS; n++) {
      await world.uow.run((tx) => claimMail(tx, world.clock.now(), later(MINUTE), 'bills.example'));
      world.clock.advance(MINUTE);
    }
    await world.sender().round();
    expect(await world.read(id)).toMatchObject({ status: 'Failed', lastError: expect.stringContaining('interrupted') });
    expect(world.server.received).toEqual([]);
  });

  it('keeps the result of the later attempt when an earlier one fails late', async () => {
    const { id } = await world.enqueue();
    world.server.answers.push('hang');
    const slow = world.sender({ limits: { attemptMs: 3_000, leaseMs: 1 } });
    const first = slow.round();
    await waitFor(() => world.server.received.length === 1);
    world.clock.advance(MINUTE);
    await world.sender().round();
    await first;
    expect(await world.read(id)).toMatchObject({ status: 'Sent', attempts: 2, lastError: null });
    expect(world.log.text).toContain('retried before this attempt had ended');
    expect(world.results.map(({ result }) => result.status)).toEqual(['Sent']);
  });

  it('counts a successful attempt as sent, even if its result is late', async () => {
    const { id } = await world.enqueue();
    const release = world.server.hold();
    const first = world.sender({ limits: { leaseMs: 1 } }).round();
    await waitFor(() => world.server.load.now === 1);
    world.clock.advance(MINUTE);
    world.server.recipients.set('a@example.com', { code: 550, text: 'No such user' });
    await world.sender().round();
    expect((await world.read(id)).status).toBe('Failed');
    release();
    await first;
    expect(await world.read(id)).toMatchObject({ status: 'Sent', accepted: ['a@example.com'], lastError: null });
  });

  it('ends an attempt that takes too long', async () => {
    const { id } = await world.enqueue();
    world.server.answers.push('hang');
    await world.sender({ limits: { attemptMs: 200 } }).round();
    const lastError = 'The mail server did not finish within 0.2 seconds.';
    expect(await world.read(id)).toMatchObject({ status: 'Pending', attempts: 1, lastError });
  });

  it('sends no email twice with two concurrent senders, five emails at a time each', async () => {
    for (let n = 0; n < 40; n++) await world.enqueue({ recipients: [`r${n}@example.com`], recordId: n + 1 });
    world.server.thinkMs = 30;
    const [one, two] = await Promise.all([world.sender().round(), world.sender().round()]);
    expect(one + two).toBe(40);
    expect(Math.min(one, two)).toBeGreaterThan(0);
    const recipients = world.server.received.flatMap(({ to }) => to);
    expect(new Set(recipients).size).toBe(40);
    expect(recipients).toHaveLength(40);
    expect(world.server.load.most).toBeGreaterThan(5);
    expect(world.server.load.most).toBeLessThanOrEqual(10);
  });

  it('sends fifty emails per round, the longest due first', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 53; n++) {
      ids.push((await world.enqueue({ attachmentName: null })).id);
      world.clock.advance(1);
    }
    const sender = world.sender();
    const [first, joined] = await Promise.all([sender.round(), sender.round()]);
    expect([first, joined]).toEqual([50, 50]);
    for (const id of ids.slice(50)) expect((await world.read(id)).status).toBe('Pending');
    expect(await sender.round()).toBe(3);
  });

  it('waits for a PDF that is not rendered yet or cannot be rendered', async () => {
    const { id } = await world.enqueue();
    const failing = world.sender({ attachmentOf: () => Promise.reject(new Error('no fonts')) });
    await failing.round();
    expect(await world.read(id)).toMatchObject({ status: 'Pending', lastError: 'The PDF could not be attached.' });
    expect(world.log.text).toContain('no fonts');
    world.clock.advance(2 * MINUTE);
    await world.sender({ attachmentOf: async () => undefined }).round();
    expect(await world.read(id)).toMatchObject({ status: 'Pending', attempts: 2 });
    expect(world.server.received).toEqual([]);
  });

  it('contains the logo that its HTML names, and is sent without one that is gone', async () => {
    const digest = 'a'.repeat(64);
    const html = `<img src="cid:${digest}@logo">`;
    const logo = { type: 'image/png', bytes: Buffer.from('image') } as const;
    const { companyId } = await world.enqueue({ html, attachmentName: null });
    const asked: unknown[][] = [];
    const logoOf = async (...of: unknown[]) => (asked.push(of), logo);
    await world.sender({ logoOf }).round();
    expect(asked).toEqual([[companyId, digest]]);
    const [image, ...others] = world.server.received[0]?.email.attachments ?? [];
    expect([image?.contentId, image?.filename, others]).toEqual([`<${digest}@logo>`, 'logo.png', []]);
    await world.enqueue({ html, attachmentName: null });
    await world.sender({ logoOf: async () => undefined }).round();
    expect(world.server.received[1]?.email.attachments).toEqual([]);
  });

  it('reads no PDF for an email without one', async () => {
    await world.enqueue({ attachmentName: null });
    const attachmentOf = () => Promise.reject(new Error('asked'));
    await world.sender({ attachmentOf }).round();
    expect(world.server.received[0]?.email.attachments).toEqual([]);
  });

  it('writes the result and updates the record in one transaction, and does not send again when that fails once', async () => {
    const { id } = await world.enqueue();
    let failures = 0;
    await world
      .sender({
        onResult: async (tx, mail) => {
          await tx.query({
            name: 'test_follow',
            text: `UPDATE companies SET name = 'Told' WHERE id = $1`,
            values: [mail.companyId],
          });
          if (failures++ === 0) throw new Error('once');
        },
      })
      .round();
    expect(failures).toBe(2);
    expect(await world.read(id)).toMatchObject({ status: 'Sent' });
    expect(world.server.received).toHaveLength(1);
  });

  it('records only the result when the update is rejected: the record may be deleted', async () => {
    const { id } = await world.enqueue();
    let asked = 0;
    const onResult = async (): Promise<void> => {
      asked += 1;
      throw new Problem('not_found');
    };
    await world.sender({ onResult }).round();
    expect(asked).toBe(1);
    expect(await world.read(id)).toMatchObject({ status: 'Sent' });
  });

  it('starts nothing more during a shutdown and finishes running attempts', async () => {
    for (let n = 0; n < 8; n++) await world.enqueue();
    world.server.thinkMs = 200;
    const sender = world.sender();
    const round = sender.round();
    await waitFor(() => world.server.load.now === 5);
    sender.beginStop(5_000);
    await sender.stop();
    expect(await round).toBe(5);
    expect(world.server.received).toHaveLength(5);
    expect(await sender.round()).toBe(0);
  });

  it('makes an attempt that outlasts the grace period due immediately without counting it', async () => {
    const { id } = await world.enqueue();
    world.server.answers.push('hang');
    const sender = world.sender();
    const round = sender.round();
    await waitFor(() => world.server.received.length === 1);
    const before = Date.now();
    sender.beginStop(100);
    await sender.stop();
    await round;
    expect(Date.now() - before).toBeLessThan(2_000);
    expect(await world.read(id)).toMatchObject({ status: 'Pending', attempts: 0, nextAttemptAt: world.clock.now() });
    expect(world.results).toEqual([]);
    expect(await world.sender().round()).toBe(1);
  });
});

async function waitFor(done: () => boolean): Promise<void> {
  await eventually('it is done', () => done() || undefined);
}
