import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { SentStatements } from './sent-statements.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Sends a statement in each way. @returns references to the results, which are held nowhere else */
async function send(sent: SentStatements): Promise<WeakRef<object>[]> {
  const results = ['awaited', 'sent without waiting'].map((name) => ({ name }));
  const [awaited, unawaited] = results.map((result) => Promise.resolve([result]));
  if (unawaited) sent.add(unawaited);
  if (awaited) await sent.before(awaited);
  return results.map((result) => new WeakRef(result));
}

describe('the statements of a transaction', () => {
  it('do not hold their results, which a long transaction has no memory for', async () => {
    const sent = new SentStatements();
    const results = [...(await send(sent)), ...(await send(sent))];
    await nextTurn();
    collectGarbage();
    expect(results.map((result) => result.deref())).toEqual([undefined, undefined, undefined, undefined]);
    expect(await sent.causeOf('another error')).toBe('another error');
  });

  it('fail by the first that failed, also after others', async () => {
    const sent = new SentStatements();
    await send(sent);
    const first = new Error('a check');
    sent.add(Promise.reject(first));
    sent.add(Promise.reject(Object.assign(new Error('aborted'), { code: '25P02' })));
    await expect(sent.before(Promise.resolve([]))).rejects.toBe(first);
    sent.forget();
    expect(await sent.before(Promise.resolve('after a rollback'))).toBe('after a rollback');
  });
});
