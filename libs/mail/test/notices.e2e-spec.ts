import { AppSecrets } from '@billhook/platform/app-secrets';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MailOutbox } from '../src/mail-outbox.js';
import { MAX_ATTEMPTS } from '../src/mail-retry.rules.js';
import { Mail } from '../src/mail.entity.js';
import { Notices, type NewNotice } from '../src/notices.js';
import { MailWorld } from './mail-world.js';

let world: MailWorld;
beforeAll(async () => {
  world = await MailWorld.create();
});
afterEach(() => world.reset());
afterAll(() => world.close());

const HOUR = 3_600_000;
const url = 'https://bills.example/reset#t0k3n';

function reset(change: Partial<NewNotice> = {}): NewNotice {
  const expiresAt = new Date(world.clock.now().getTime() + 48 * HOUR);
  return {
    companyId: null,
    to: 'ada@example.com',
    locale: 'en',
    notice: { kind: 'password_reset', url, expiresAt },
    ...change,
  };
}

function expiring(): NewNotice {
  const key = { keyName: 'Shop', prefix: 'bhk_3kTn9Qa1', url: 'https://bills.example/settings/api-keys/7' };
  const notice = { kind: 'key_expiring', ...key, expiresAt: world.clock.now(), daysLeft: 14 } as const;
  return { companyId: world.companyId, to: 'ada@example.com', locale: 'fr', notice };
}

const enqueue = (notice: NewNotice, sendsMail = true): Promise<boolean> =>
  world.uow.run((tx) => new Notices(sendsMail, world.secrets, world.clock).enqueue(tx, notice));

/** Returns the only email. */
async function only(): Promise<Mail> {
  const [mail, ...others] = await world.db.query<{ id: number }>({ name: 'test_mails', text: 'SELECT id FROM mails' });
  if (!mail || others.length > 0) throw new Error('expected exactly one email');
  return world.read(mail.id);
}

/** Whether the table contains the secret of the link, plain or encoded. */
async function tableHoldsLink(): Promise<boolean> {
  const rows = await world.db.query<{ row: string }>({ name: 'test_rows', text: 'SELECT m::text AS row FROM mails m' });
  return rows.some(({ row }) => row.includes('t0k3n') || row.includes(Buffer.from('t0k3n').toString('base64url')));
}

describe('Notices', () => {
  it('sends a secret link in the name of the product, and does not store it afterwards', async () => {
    expect(await enqueue(reset())).toBe(true);
    const waiting = await only();
    expect(waiting).toMatchObject({
      kind: 'Notice',
      companyId: null,
      resource: null,
      recordId: null,
      status: 'Pending',
    });
    expect(waiting.sealed).not.toBeNull();
    expect(await tableHoldsLink()).toBe(false);

    expect(await world.sender().round()).toBe(1);
    const [received] = world.server.received;
    expect(received?.to).toEqual(['ada@example.com']);
    expect(received?.email).toMatchObject({
      from: { name: 'Billhook', address: 'billing@bills.example' },
      subject: 'Choose a new password',
      text: expect.stringContaining(url),
      html: expect.stringContaining(`href="${url}"`),
      attachments: [],
    });
    expect(received?.email.replyTo).toBeUndefined();
    const sent = await only();
    expect(sent).toMatchObject({
      status: 'Sent',
      sealed: null,
      text: expect.stringContaining('[The link is not stored'),
    });
    expect(await tableHoldsLink()).toBe(false);
    expect(world.results).toEqual([]);
    expect(world.log.text).not.toMatch(/t0k3n|ada@/);
  });

  it('stores it encrypted during retries, and deletes it after the last one', async () => {
    await enqueue(reset());
    for (let n = 1; n <= MAX_ATTEMPTS; n++) {
      expect((await only()).sealed).not.toBeNull();
      world.server.answers.push({ code: 451, text: '4.3.0 Try later' });
      await world.sender().round();
      // Longer than each wait of the schedule so far, and shorter in total than the lifetime of the link.
      world.clock.advance(n < 4 ? 2 * HOUR : 20 * HOUR);
    }
    expect(await only()).toMatchObject({ status: 'Failed', attempts: MAX_ATTEMPTS, sealed: null });
  });

  it('does not send a link that has expired', async () => {
    await enqueue(reset());
    world.clock.advance(48 * HOUR);
    await world.sender().round();
    expect(await only()).toMatchObject({
      status: 'Failed',
      attempts: 1,
      sealed: null,
      lastError: 'The link expired before the email could be sent.',
    });
    expect(world.server.received).toEqual([]);
  });

  it('waits for an application secret that was removed too early', async () => {
    await enqueue(reset());
    await world.sender({ secrets: new AppSecrets(['another secret']) }).round();
    expect(await only()).toMatchObject({ status: 'Pending', lastError: expect.stringContaining('application secret') });
    world.clock.advance(HOUR);
    await world
      .sender({ secrets: new AppSecrets(['another secret', 'an application secret for the tests only']) })
      .round();
    expect(await only()).toMatchObject({ status: 'Sent' });
    expect(world.server.received[0]?.email.text).toContain(url);
  });

  it('reports a missing mail server, and does not store the link', async () => {
    expect(await enqueue(reset(), false)).toBe(false);
    expect(await only()).toMatchObject({
      status: 'Kept',
      sealed: null,
      text: expect.stringContaining('[The link is not'),
    });
    expect(await tableHoldsLink()).toBe(false);
    expect(await world.sender().round()).toBe(0);
  });

  it('encrypts nothing without a secret link', async () => {
    expect(await enqueue(expiring())).toBe(true);
    expect(await only()).toMatchObject({ sealed: null, companyId: world.companyId, locale: 'fr' });
    await world.sender().round();
    const [received] = world.server.received;
    expect(received?.email.subject).toBe('La clé d’API «\u202fShop\u202f» expire dans 14 jours');
    expect(received?.email.text).toContain('https://bills.example/settings/api-keys/7');
    expect((await only()).text).toContain('https://bills.example/settings/api-keys/7');
  });

  it('does not belong to a company, which cannot retry it', async () => {
    await enqueue(expiring(), false);
    const { id } = await only();
    const retry = world.uow.run((tx) => new MailOutbox(true, world.clock).retry(tx, world.companyId, id));
    await expect(retry).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not written when the transaction of the change is rolled back', async () => {
    const change = world.uow.run(async (tx) => {
      await new Notices(true, world.secrets, world.clock).enqueue(tx, reset());
      throw new Error('refused');
    });
    await expect(change).rejects.toThrow('refused');
    await expect(only()).rejects.toThrow('expected exactly one email');
  });
});
