import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@billhook/platform/logger';
import { MailJob } from './mail.job.js';

/** A sender whose rounds and stops are told, and end when the test says so. */
function job(round: () => Promise<number>) {
  const told: string[] = [];
  const written: string[] = [];
  const sender = {
    round: () => {
      told.push('round');
      return round();
    },
    beginStop: () => void told.push('beginStop'),
    stop: async () => void told.push('stop'),
  };
  const logger = createLogger(
    'test',
    { LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
    { write: (line) => written.push(line) },
  );
  return { job: new MailJob(sender, logger), told, written };
}

describe('MailJob', () => {
  it('waits for no round: other upkeep has its turn while a mail server is slow', async () => {
    const { job: mail, told } = job(() => new Promise(() => undefined));
    await mail.run();
    expect(told).toEqual(['round']);
  });

  it('tells of a round that ended early, and goes on', async () => {
    const { job: mail, written } = job(() => Promise.reject(new Error('the database is away')));
    await mail.run();
    await mail.run();
    expect(written).toHaveLength(2);
    expect(written[0]).toContain('the database is away');
  });

  it('begins to stop with the first hook, and waits with the last', async () => {
    const { job: mail, told } = job(async () => 0);
    mail.onModuleDestroy();
    await mail.onApplicationShutdown();
    expect(told).toEqual(['beginStop', 'stop']);
  });

  it('has nothing to do where there is no mail server', async () => {
    const mail = new MailJob(undefined, createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }));
    await mail.run();
    mail.onModuleDestroy();
    await mail.onApplicationShutdown();
    expect(mail.everyMs).toBe(5_000);
  });
});
