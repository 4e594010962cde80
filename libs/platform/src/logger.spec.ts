import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, it, jest } from '@jest/globals';
import type { Env } from './env.js';
import { createLogger, logFile, type Logger } from './logger.js';
import { SUMMARY_MS } from './repeated-errors.js';

/** A device without free space. */
const FULL = '/dev/full';

function linesOf(format: Env['LOG_FORMAT'], work: (logger: Logger) => void): string {
  const lines: string[] = [];
  work(createLogger('api', { LOG_LEVEL: 'info', LOG_FORMAT: format }, { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('createLogger', () => {
  it('writes one object per line', () => {
    const line = linesOf('json', (logger) => logger.child({ requestId: 'req_1' }).info({ status: 200 }, 'answered'));
    expect(JSON.parse(line)).toMatchObject({
      name: 'api',
      level: 30,
      requestId: 'req_1',
      status: 200,
      msg: 'answered',
    });
  });

  (existsSync(FULL) ? it : it.skip)(`continues while the disk of its file is full [needs ${FULL}]`, () => {
    const full = openSync(FULL, 'w');
    const logger = createLogger('worker', { LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, logFile(full));
    for (let n = 0; n < 3; n++) logger.info('x'.repeat(600_000));
    closeSync(full);
  });

  it('omits messages below the level', () => {
    expect(linesOf('json', (logger) => logger.debug('detail'))).toBe('');
  });

  it('removes secrets in all places', () => {
    const headers = {
      authorization: 'Bearer hunter2',
      cookie: 'id=hunter2',
      'set-cookie': 'id=hunter2',
      accept: '*/*',
    };
    const line = linesOf('json', (logger) => {
      logger.info({
        req: { headers },
        headers,
        password: 'hunter2',
        endpoint: { secret: 'hunter2' },
        token: 'hunter2',
      });
      logger.info({
        err: Object.assign(new Error('failed'), { parameters: ['hunter2'], detail: 'Key (email)=(hunter2)' }),
      });
      const driverError = { where: 'COPY clients, line 1: "hunter2"' };
      logger.info({ err: Object.assign(new Error('failed'), { driverError, ...driverError }) });
    });
    expect(line).not.toContain('hunter2');
    expect(line).toContain('"accept":"*/*"');
  });

  it.each(['json', 'pretty'] as const)('cuts keys off after their prefix, in all places (%s)', (format) => {
    const key = 'bhk_3kTn9Qa1ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ0JWae2';
    const lines = linesOf(format, (logger) => {
      logger.info({ by: 'key bhk_3kTn9Qa1' }, `GET /v1/clients/${key} 404`);
      logger.error({ err: new Error(`no such thing: ${key.replace('_', '%5F')}`), path: `/v1/${key}` }, 'failed');
    });
    expect(lines).not.toContain('ZZZZ');
    expect(lines).toContain('GET /v1/clients/bhk_3kTn9Qa1… 404');
    expect(lines).toMatch(/bhk_3kTn9Qa1"/);
  });

  it('writes the first of equal errors in full, counts the next ones, and keeps different ones', () => {
    const lines: { err?: { stack: string }; requestId?: string; repeated?: number; error?: string; msg: string }[] = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    jest.useFakeTimers();
    const logger = createLogger('api', { LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, { write });
    const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    for (let n = 0; n < 100; n += 1) logger.error({ err: refused() }, 'a job failed');
    logger.error({ err: new Error('no room') }, 'a job failed');
    logger.error({ err: refused() }, 'another job failed');
    logger.error({ problem: 'x' }, 'a job failed');
    jest.advanceTimersByTime(SUMMARY_MS);
    logger.error({ err: refused() }, 'a job failed');
    jest.useRealTimers();
    expect(lines.map(({ err, repeated, msg }) => [Boolean(err?.stack), repeated, msg])).toEqual([
      [true, undefined, 'a job failed'],
      [true, undefined, 'a job failed'],
      [true, undefined, 'another job failed'],
      [false, undefined, 'a job failed'],
      [false, 99, 'a job failed: repeated within 60 s'],
      [true, undefined, 'a job failed'],
    ]);
    expect(lines[4]).toMatchObject({ error: 'Error ECONNREFUSED: connect ECONNREFUSED', level: 50 });
  });

  it('writes a line for each request whose error is repeated, without its stack', () => {
    const lines = linesOf('json', (logger) => {
      for (const requestId of ['req_1', 'req_2']) {
        logger.child({ requestId }).error({ err: new Error('no room') }, 'unexpected error');
      }
    });
    const [first, second] = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(first).toMatchObject({ requestId: 'req_1', err: { stack: expect.stringContaining('no room') } });
    expect(second).toMatchObject({ requestId: 'req_2', error: 'Error: no room', msg: 'unexpected error' });
    expect(second).not.toHaveProperty('err');
  });

  it('writes a short line for people: time, name, level, message, request id', () => {
    const line = linesOf('pretty', (logger) => logger.child({ requestId: 'req_1' }).warn({ status: 409 }, 'refused'));
    expect(line).toMatch(/^\d\d:\d\d:\d\d api {4}warn {2}refused req_1 \{"status":409\}\n$/);
  });

  it('writes the stack of an error below its line', () => {
    const lines = linesOf('pretty', (logger) => logger.error({ err: new Error('no room') }, 'failed')).split('\n');
    expect(lines[0]).toMatch(/error failed$/);
    expect(lines[1]).toBe('    Error: no room');
    expect(lines[2]).toMatch(/^ {8}at /);
  });
});
