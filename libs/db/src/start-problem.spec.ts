import { describe, expect, it } from '@jest/globals';
import { connectCell } from './cell-connections.js';
import { OperatorError } from './operator-error.js';
import { startProblem } from './start-problem.js';

const URL = 'postgresql://ada:secret@db1:5432/billhook';
const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

describe('startProblem', () => {
  it('is about DATABASE_URL for an error of its server', () => {
    expect(startProblem(refused, URL)?.message).toContain('db1:5432');
    expect(startProblem(new Error('no more'), URL)).toBeUndefined();
  });

  it('is the message of an error about another server, whatever its cause', () => {
    const message = 'PostgreSQL at db2:5432/billhook cannot be used';
    expect(startProblem(new OperatorError(message, { cause: refused }), URL)).toEqual({ message, exitCode: 1 });
  });

  it('names a cell whose server does not respond', async () => {
    const cell = { number: 2, schema: 'cell_2', state: 'open', isDivided: true } as const;
    const error: unknown = await connectCell({ ...cell, url: 'postgresql://127.0.0.1:1/billhook' }, URL).catch(
      (thrown: unknown) => thrown,
    );
    const said = startProblem(error, URL)?.message ?? '';
    expect(said).toMatch(/^Cell 2 at 127\.0\.0\.1:1\/billhook cannot be used: .*ECONNREFUSED.* Check that PostgreSQL/);
    expect(said).not.toMatch(/secret|DATABASE_URL/);
  });
});
