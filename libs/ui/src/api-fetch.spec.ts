import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError, apiFetch, errorsByField, onSessionLost, query } from './api-fetch.js';

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status, headers }));

const rejection = async (): Promise<ApiError> => {
  try {
    await apiFetch('/app/api-keys');
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('expected an ApiError');
};

describe('apiFetch', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('turns a problem document into a typed error', async () => {
    const problem = {
      code: 'invalid_body',
      detail: 'The body is invalid',
      requestId: 'req_1',
      errors: [{ pointer: '/name', code: 'x', message: 'must not be blank' }],
    };
    answer(422, JSON.stringify(problem), { 'retry-after': '7' });
    const error = await rejection();
    expect(error).toMatchObject({ code: 'invalid_body', status: 422, requestId: 'req_1', retryAfter: 7 });
    expect(error.message).toBe('The body is invalid');
    expect(errorsByField(error)).toEqual({ name: 'must not be blank' });
  });

  it('has its own codes if there is no response, or no problem document', async () => {
    answer(502, '<html>Bad gateway</html>');
    expect(await rejection()).toMatchObject({ code: 'unexpected', status: 502 });
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await rejection()).toMatchObject({ code: 'network', status: 0 });
  });

  it.each([
    ['is not sent', false, 'write_not_sent'],
    ['may be saved', true, 'write_unconfirmed'],
  ])('a write without a response %s: the browser was online = %s', async (_, onLine, code) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine });
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(apiFetch('/app/api-keys', { method: 'POST', body: {} })).rejects.toMatchObject({ code, status: 0 });
    Reflect.deleteProperty(navigator, 'onLine');
  });

  it('reports the end of the session, but not a failed sign-in', async () => {
    const lost = jest.fn<() => void>();
    const stop = onSessionLost('session_missing', lost);
    answer(401, JSON.stringify({ code: 'sign_in_failed', detail: 'Wrong' }));
    await rejection();
    answer(401, JSON.stringify({ code: 'portal_session_missing', detail: 'Open the portal again.' }));
    await rejection();
    expect(lost).not.toHaveBeenCalled();
    answer(401, JSON.stringify({ code: 'session_missing', detail: 'Sign in first.' }));
    await rejection();
    expect(lost).toHaveBeenCalledTimes(1);
    stop();
  });

  it('repeats the request after the person has signed in again', async () => {
    const missing = () =>
      new Response(JSON.stringify({ code: 'session_missing', detail: 'Sign in first.' }), { status: 401 });
    const send = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(missing());
    send.mockResolvedValueOnce(new Response('{"id":7}'));
    const stop = onSessionLost('session_missing', () => Promise.resolve(true));
    expect(await apiFetch('/app/clients', { method: 'POST', body: { name: 'Lumen' } })).toEqual({ id: 7 });
    expect(send.mock.calls[1]).toEqual(send.mock.calls[0]);
    send.mockReset();
    // Signed in again and out again: the second error is the result.
    send.mockImplementation(() => Promise.resolve(missing()));
    expect(await rejection()).toMatchObject({ code: 'session_missing' });
    expect(send).toHaveBeenCalledTimes(2);
    stop();
  });

  it('fails if the person does not sign in again', async () => {
    const stop = onSessionLost('session_missing', () => Promise.resolve(false));
    const send = answer(401, JSON.stringify({ code: 'session_missing', detail: 'Sign in first.' }));
    expect(await rejection()).toMatchObject({ code: 'session_missing', status: 401 });
    expect(send).toHaveBeenCalledTimes(1);
    stop();
  });
});

describe('query', () => {
  it('contains only values that are set', () => {
    expect(query({ status: 'active', cursor: '', limit: 25, none: undefined })).toBe('?status=active&limit=25');
    expect(query({ status: undefined })).toBe('');
  });
});
