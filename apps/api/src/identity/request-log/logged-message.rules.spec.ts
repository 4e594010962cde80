import { LOGGED_BODY_BYTES } from '@billhook/contract/identity/logged-request';
import { describe, expect, it } from '@jest/globals';
import { firstBytes, jsonPrefix, loggedRequest, loggedResponse } from './logged-message.rules.js';

const SECRET = 'Zq81LmTx0vNa52RkYw7PcDh3';

const bodyOf = (body: unknown): string => loggedRequest({ headers: {}, body }).body ?? '';

describe('a kept body', () => {
  it.each([
    ['a member with the name of a secret', { password: SECRET, Access_Token: SECRET, 'x-api-key': SECRET }],
    ['an object and a list below such a name', { secrets: { a: { b: SECRET } }, tokens: [SECRET, [SECRET]] }],
    ['custom headers', { headers: { 'X-Tenant': SECRET } }],
    ['a header in a text', { note: `Authorization: Bearer ${SECRET}` }],
    ['a parameter of a URL', { url: `https://x.example/?a=1&client_secret=${SECRET}&b=2` }],
    ['a link', { page: `https://bills.example/i#${SECRET}` }],
    ['a key, encoded for a URL', { path: `/v1/bhk%5f12345678${SECRET}` }],
    ['a signing secret', { a: [`whsec_${SECRET}=`, { b: `whsk_${SECRET}` }] }],
    ['a JSON Web Token', { a: `eyJhbGciOi.${SECRET}.${SECRET}` }],
  ])('has no secret: %s', (_, body) => {
    expect(bodyOf({ ...body, kept: 'visible' })).not.toContain(SECRET);
    expect(JSON.parse(bodyOf({ ...body, kept: 'visible' }))).toMatchObject({ kept: 'visible' });
    const response = loggedResponse({ 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(body));
    expect(response.body).not.toContain(SECRET);
  });

  it('has no part of a secret at the cut, wherever it is', () => {
    for (let before = LOGGED_BODY_BYTES - 60; before < LOGGED_BODY_BYTES; before += 7) {
      const body = bodyOf({ a: 'x'.repeat(before), token: SECRET, b: `bhk_12345678${SECRET}` });
      expect(body).not.toContain(SECRET.slice(0, 8));
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(LOGGED_BODY_BYTES);
    }
  });

  it('is null for other types, whose length is kept', () => {
    const pdf = loggedResponse({ 'content-type': 'application/pdf', 'content-length': 812 }, { pipe: () => undefined });
    expect(pdf).toEqual({ headers: {}, type: 'application/pdf', bytes: 812, body: null, truncated: false });
    expect(loggedRequest({ headers: {}, body: undefined })).toMatchObject({ type: null, bytes: null, body: null });
  });
});

describe('firstBytes', () => {
  it('ends between two characters', () => {
    const text = 'aé€😀'.repeat(3);
    for (let most = 0; most <= Buffer.byteLength(text); most++) {
      const cut = firstBytes(text, most);
      expect(text.startsWith(cut)).toBe(true);
      expect(most - Buffer.byteLength(cut)).toBeLessThan(4);
    }
  });
});

describe('jsonPrefix', () => {
  it('is the JSON of a value that fits, and its beginning otherwise', () => {
    const value = { a: [1, 'é"\n', null, true, {}], b: { c: [] } };
    expect(jsonPrefix(value)).toBe(JSON.stringify(value));
    const long = Array.from({ length: 1_000 }, (_, n) => ({ n }));
    expect(JSON.stringify(long).startsWith(jsonPrefix(long, 100).slice(0, 100))).toBe(true);
    expect(jsonPrefix(long, 100).length).toBeLessThan(120);
    const file = { content: 'x"'.repeat(1_000) };
    expect(JSON.stringify(file).startsWith(jsonPrefix(file, 100).slice(0, 100))).toBe(true);
    expect(jsonPrefix(file, 100).length).toBeLessThan(200);
  });
});
