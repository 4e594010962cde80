import { AppSecrets } from '@billhook/platform/app-secrets';
import { describe, expect, it } from '@jest/globals';
import { liveSecrets, openSecret, sealSecret } from './sealed-secret.rules.js';
import { newSigningSecret } from './secret.rules.js';

const OLD = 'an application secret of long ago 1234';
const NEW = 'the application secret of today 12345678';

describe('sealSecret', () => {
  it('stores nothing readable, and opens to the same text', () => {
    const secrets = new AppSecrets([NEW]);
    const secret = newSigningSecret();
    const sealed = sealSecret(secrets, secret);
    expect(sealed).not.toContain(secret.slice(6, 20));
    expect(sealed).not.toBe(sealSecret(secrets, secret));
    expect(openSecret(secrets, sealed)).toBe(secret);
  });

  it('opens what an older application secret encrypted while that is configured', () => {
    const sealed = sealSecret(new AppSecrets([OLD]), 'whsec_x');
    expect(openSecret(new AppSecrets([NEW, OLD]), sealed)).toBe('whsec_x');
    expect(() => openSecret(new AppSecrets([NEW]), sealed)).toThrow('no longer configured');
  });

  it('rejects a changed text', () => {
    const secrets = new AppSecrets([NEW]);
    const sealed = sealSecret(secrets, 'whsec_x');
    const end = sealed.at(-5) === 'A' ? 'B' : 'A';
    expect(() => openSecret(secrets, `${sealed.slice(0, -5)}${end}${sealed.slice(-4)}`)).toThrow();
    expect(() => openSecret(secrets, '')).toThrow();
  });
});

describe('liveSecrets', () => {
  it('excludes those whose overlap has ended', () => {
    const stored = [
      { sealed: 'a', createdAt: '2026-11-03T00:00:00.000Z', expiresAt: null },
      { sealed: 'b', createdAt: '2026-11-02T00:00:00.000Z', expiresAt: '2026-11-04T00:00:00.000Z' },
      { sealed: 'c', createdAt: '2026-11-01T00:00:00.000Z', expiresAt: '2026-11-03T00:00:00.000Z' },
    ];
    expect(liveSecrets(stored, new Date('2026-11-03T00:00:00.000Z')).map(({ sealed }) => sealed)).toEqual(['a', 'b']);
  });
});
