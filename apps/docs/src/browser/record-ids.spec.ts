import { describe, expect, it } from '@jest/globals';
import { actionOf, recordFor } from './record-ids.js';

const paid = { id: 1, availableActions: [{ action: 'send', allowed: false }] };
const draft = { id: 2, availableActions: [{ action: 'send', allowed: true }] };

describe('the record that the reference uses for an operation', () => {
  it('is one that allows the operation', () => {
    expect(recordFor([paid, draft], 'send')?.id).toBe(2);
  });

  it('is the first if none does, or if actions are unknown', () => {
    expect(recordFor([paid], 'send')?.id).toBe(1);
    expect(recordFor([{ id: 'msg_1' }, { id: 'msg_2' }], undefined)?.id).toBe('msg_1');
    expect(recordFor([], 'send')).toBeUndefined();
  });

  it.each([
    ['/v1/invoices/{id}/send', 'post', 'send'],
    ['/v1/invoices/{id}', 'patch', 'update'],
    ['/v1/invoices/{id}', 'delete', 'delete'],
    ['/v1/invoices/{id}', 'get', undefined],
  ])('%s %s asks for %s', (path, method, action) => {
    expect(actionOf(path, method)).toBe(action);
  });
});
