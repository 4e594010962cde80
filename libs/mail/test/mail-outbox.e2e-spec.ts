import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MailOutbox } from '../src/mail-outbox.js';
import { MailWorld } from './mail-world.js';

let world: MailWorld;
beforeAll(async () => {
  world = await MailWorld.create();
});
afterEach(() => world.reset());
afterAll(() => world.close());

const retry = (id: number, { sendsMail = true, companyId = world.companyId } = {}) =>
  world.uow.run((tx) => new MailOutbox(sendsMail, world.clock).retry(tx, companyId, id));

describe('MailOutbox', () => {
  it('writes an email that is due now, and returns its row', async () => {
    const mail = await world.enqueue();
    expect(mail).toMatchObject({ status: 'Pending', attempts: 0, nextAttemptAt: world.clock.now(), lastError: null });
    expect({ ...(await world.read(mail.id)) }).toEqual(mail);
  });

  it('writes it as Kept without a mail server', async () => {
    const mail = await world.enqueue({}, false);
    expect(mail).toMatchObject({ status: 'Kept', nextAttemptAt: null, lastError: expect.stringContaining('SMTP_URL') });
    expect(await world.sender().round()).toBe(0);
    expect({ ...(await world.read(mail.id)) }).toEqual(mail);
  });

  it('writes nothing when the transaction of the change is rolled back', async () => {
    const change = world.uow.run(async (tx) => {
      await tx.query({ name: 'test_touch', text: 'UPDATE companies SET name = name' });
      await new MailOutbox(true, world.clock).enqueue(tx, { ...(await world.enqueue()), recordId: 8 });
      throw new Error('refused');
    });
    await expect(change).rejects.toThrow('refused');
    const rows = await world.db.query<{ record_id: number }>({ name: 'test_all', text: 'SELECT record_id FROM mails' });
    expect(rows).toEqual([{ record_id: 7 }]);
  });

  it('removes duplicate recipients, and requires one', async () => {
    const mail = await world.enqueue({ recipients: ['a@example.com', 'b@example.com', 'A@Example.com'] });
    expect(mail.recipients).toEqual(['A@Example.com', 'b@example.com']);
    await expect(world.enqueue({ recipients: [] })).rejects.toThrow(RangeError);
  });

  it('makes a failed email due again, for the recipients who do not have it', async () => {
    world.server.recipients.set('a@example.com', { code: 550, text: 'No such user' });
    const { id } = await world.enqueue();
    await world.sender().round();
    expect(await world.read(id)).toMatchObject({ status: 'Failed', refused: [{ recipient: 'a@example.com' }] });
    world.clock.advance(60_000);
    expect(await retry(id)).toMatchObject({
      status: 'Pending',
      attempts: 0,
      refused: [],
      nextAttemptAt: world.clock.now(),
    });
    world.server.recipients.clear();
    await world.sender().round();
    expect(await world.read(id)).toMatchObject({
      status: 'Sent',
      accepted: ['a@example.com'],
      refused: [],
      lastError: null,
    });
  });

  it('retries a Kept email only with a mail server', async () => {
    const { id } = await world.enqueue({}, false);
    await expect(retry(id, { sendsMail: false })).rejects.toMatchObject({ code: 'mail_not_retriable' });
    expect(await retry(id)).toMatchObject({ status: 'Pending', lastError: null });
    expect(await world.sender().round()).toBe(1);
    expect(world.server.received).toHaveLength(1);
  });

  it("rejects a Pending or Sent email, and does not find another company's email", async () => {
    const { id } = await world.enqueue();
    const refused = { code: 'mail_not_retriable', options: { extensions: { currentStatus: 'Pending' } } };
    await expect(retry(id)).rejects.toMatchObject(refused);
    await world.sender().round();
    await expect(retry(id)).rejects.toMatchObject({ code: 'mail_not_retriable' });
    await expect(retry(id, { companyId: world.companyId + 1 })).rejects.toMatchObject({ code: 'not_found' });
    await expect(retry(999_999)).rejects.toMatchObject({ code: 'not_found' });
  });
});
