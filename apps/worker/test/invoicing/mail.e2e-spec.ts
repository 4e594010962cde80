import type { ChildProcess } from 'node:child_process';
import { createDataSource } from '@billhook/db/data-source';
import { selectColumns } from '@billhook/db/row';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { MailOutbox } from '@billhook/mail/mail-outbox';
import { Mail } from '@billhook/mail/mail.entity';
import { systemClock } from '@billhook/platform/clock';
import { MailServer } from '@billhook/testing/mail-server';
import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { spawnWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

let world: World;
let source: DataSource;
let server: MailServer;
let running: ChildProcess[];

beforeEach(async () => {
  world = await World.create();
  source = await createDataSource({ url: world.url, poolSize: 2 }, [Mail]).initialize();
  server = await new MailServer().start();
  running = [];
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
  await server.stop();
  await source.destroy();
  await world.close();
});

async function start(variables: Record<string, string> = {}): Promise<ChildProcess> {
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'Billhook <billing@bills.example>' };
  const child = await spawnWorker(world.variables({ ...mail, ...variables }));
  running.push(child);
  return child;
}

async function enqueue(): Promise<number> {
  const mail = await new UnitOfWork(source).run((tx) =>
    new MailOutbox(true, systemClock).enqueue(tx, {
      companyId: world.companyId,
      resource: 'invoice',
      recordId: 7,
      recipients: ['a@example.com'],
      replyTo: null,
      fromName: 'Nordlicht',
      subject: 'Invoice INV-1 from Nordlicht',
      text: 'Hello',
      html: '<p>Hello</p>',
      locale: 'en',
      attachmentName: null,
      createdBy: 'system',
    }),
  );
  return mail.id;
}

async function read(id: number): Promise<Mail> {
  const columns = selectColumns(source, Mail, 'm');
  const [mail] = await source.query<Mail[]>(`SELECT ${columns} FROM mails m WHERE m.id = $1`, [id]);
  if (!mail) throw new Error(`no email ${id}`);
  return mail;
}

const becomesSent = (id: number): Promise<Mail> =>
  eventually(`mail ${id} is sent`, async () => {
    const mail = await read(id);
    return mail.status === 'Sent' ? mail : undefined;
  });

const arrived = (count: number): Promise<true> =>
  eventually(`${count} mails`, () => (server.received.length >= count ? true : undefined));

describe('a worker process', () => {
  it('sends emails as they arrive, and resends one under the same id after a kill', async () => {
    server.answers.push('hang');
    const first = await start();
    const id = await enqueue();
    await arrived(1);
    await end(first, 'SIGKILL');
    expect(await read(id)).toMatchObject({ status: 'Pending', attempts: 1 });
    // Simulates the end of the lease.
    await world.sql('UPDATE mails SET next_attempt_at = now()');

    await start();
    expect(await becomesSent(id)).toMatchObject({ attempts: 2 });
    const [begun, again] = server.received.map(({ email }) => email.messageId);
    expect(again).toBe(begun);
    expect(server.received).toHaveLength(2);
  });

  it('hands back hanging emails and deliveries within the time of a stop, and fails none of them', async () => {
    const endpoint = await world.createEndpoint('/hangs');
    world.receiver.answer(endpoint.path, 'hang');
    server.answers.push('hang');
    const id = await enqueue();
    const child = await start({ WEBHOOK_SWEEP_MS: '200', WEBHOOK_TIMEOUT_MS: '60000' });
    for (let n = 0; n < 3; n++) await world.record();
    await world.receiver.waitFor(endpoint.path, 3);
    await arrived(1);
    // It exits with 1 if it has not ended after 20 s.
    expect(await end(child, 'SIGTERM')).toBe(0);
    expect(await read(id)).toMatchObject({ status: 'Pending', attempts: 0 });
    const deliveries = await world.deliveries(endpoint);
    expect(deliveries.map(({ status, schedule_step }) => [status, schedule_step])).toEqual(
      Array(3).fill(['Waiting', 0]),
    );
    const [attempt] = await world.attempts(deliveries[0]?.id ?? 0);
    expect(attempt).toMatchObject({
      outcome: 'Interrupted',
      error: 'The worker was stopped before it received the response',
    });
  });
});
