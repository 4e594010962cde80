import { ROLES } from '@billhook/domain/identity/permissions';
import { DOCUMENT_LOCALES } from '@billhook/domain/shared/format-amount';
import { FAILURE_STAGES } from '@billhook/domain/webhooks/endpoint-health';
import { describe, expect, it } from '@jest/globals';
import { composeNotice } from './compose-notice.js';
import type { Notice } from './notice.js';

const at = new Date('2026-11-21T09:30:00.000Z');
const expiresAt = new Date('2026-12-01T00:05:00.000Z');
const key = { keyName: 'Shop', prefix: 'bhk_3kTn9Qa1', url: 'https://bills.example/settings/api-keys/7' };
const endpoint = {
  name: 'shop.example',
  address: 'https://shop.example/hook',
  url: 'https://bills.example/settings/webhooks',
};
const lastFailure = { error: 'Responded with 503', errorKind: 'Status', responseStatus: 503 } as const;
const failing = {
  kind: 'webhook_failing',
  ...endpoint,
  ...{ lastFailure, waiting: 12, since: at, disablesAt: expiresAt },
  next: { step: 'Disable', at: expiresAt },
} as const;
const done = { at, ip: '203.0.113.9' };

const NOTICES = [
  {
    ...{ kind: 'invitation', companyName: 'Atelier Lumen', inviterName: 'Ada Morel', role: 'Sales', expiresAt },
    url: 'https://bills.example/invitation#t0k3n',
  },
  { kind: 'password_reset', url: 'https://bills.example/reset#t0k3n', expiresAt },
  { kind: 'key_expiring', ...key, expiresAt, daysLeft: 3 },
  { kind: 'key_leaked', ...key, source: 'https://github.com/x/y', at },
  { kind: 'key_revoked_by_admin', keys: [key], more: 0, url: key.url, by: 'Ada Morel', reason: 'Unused' },
  ...FAILURE_STAGES.map((stage) => ({ ...failing, stage })),
  { kind: 'webhook_disabled', ...endpoint, lastFailure, waiting: 0, reason: 'Failing', since: at, at: expiresAt },
  { kind: 'webhook_disabled', ...endpoint, lastFailure: null, waiting: 0, reason: 'Gone', since: null, at },
  { kind: 'webhook_recovered', ...endpoint, waiting: 10_000 },
  ...([0, 2] as const).map((missing) => ({
    ...{ kind: 'export_ready' as const, companyName: 'Atelier Lumen', missing, expiresAt },
    url: 'https://bills.example/settings/company-data',
  })),
  {
    ...{ kind: 'deletion_requested', companyName: 'Atelier Lumen', by: 'Ada Morel', deletesAt: expiresAt },
    url: 'https://bills.example/settings/company-data',
  },
  {
    ...{ kind: 'payment_details_changed', companyName: 'Atelier Lumen', by: 'Ada Morel', ...done },
    changes: [
      { member: 'iban', to: 'FR7630006000011234567890189' },
      { member: 'email', to: null },
    ],
    url: 'https://bills.example/settings/company',
  },
  { kind: 'second_factor_changed', state: 'on', ...done },
  { kind: 'second_factor_changed', state: 'off', ...done },
  { kind: 'password_changed', ...done },
] as const satisfies readonly Notice[];
const [invitation, reset, expiring, leaked, revoked] = NOTICES;

describe('composeNotice', () => {
  it('writes an invitation in English', () => {
    const { subject, text, html } = composeNotice(invitation, 'en');
    expect(subject).toBe('Ada Morel invites you to join Atelier Lumen');
    expect(text).toBe(`Hello,

Ada Morel invites you to join Atelier Lumen on Billhook with the role Sales.

Open the invitation to accept it. If you have no account yet, you choose a name and a password first.

Valid until: 1 December 2026, 00:05 UTC

Open invitation:
https://bills.example/invitation#t0k3n

The link is for you only. If you do not know the sender, ignore this email.

You receive this email because Ada Morel entered your address.

Billhook
`);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<a href="https://bills.example/invitation#t0k3n"');
  });

  it('writes about an expiring key in French', () => {
    const { subject, text } = composeNotice(expiring, 'fr');
    expect(subject).toBe('La clé d’API «\u202fShop\u202f» expire dans 3 jours');
    expect(text).toContain('Clé\u202f: Shop (bhk_3kTn9Qa1…)\nExpire le\u202f: 1er décembre 2026 à 00:05 UTC');
    expect(text).toContain('Voir la clé\u202f:\nhttps://bills.example/settings/api-keys/7');
  });

  it.each([
    ['en', 'API key “Shop” expires within 24 hours'],
    ['fr', 'La clé d’API «\u202fShop\u202f» expire dans moins de 24 heures'],
  ] as const)('counts no single day in %s', (locale, subject) => {
    expect(composeNotice({ ...expiring, daysLeft: 1 }, locale).subject).toBe(subject);
  });

  it('leaves out unknown values', () => {
    expect(composeNotice(leaked, 'en').text).toContain('Reported location: https://github.com/x/y');
    expect(composeNotice({ ...leaked, source: null }, 'en').text).not.toContain('Reported location');
    expect(composeNotice({ ...revoked, reason: null }, 'en').text).not.toContain('Reason');
  });

  it('lists several keys, and the number of further ones', () => {
    const several = { ...revoked, keys: [key, { keyName: 'Export', prefix: 'bhk_0Pq2Rs4T' }] };
    const { subject, text } = composeNotice({ ...several, more: 80 }, 'en');
    expect(subject).toBe('82 of your API keys were revoked');
    expect(text).toContain('Key: Shop (bhk_3kTn9Qa1…)\nKey: Export (bhk_0Pq2Rs4T…)\nAnd: 80 more\nReason: Unused\n');
    expect(text).toContain('because you own the keys');
    const french = composeNotice({ ...several, more: 1 }, 'fr');
    expect(french.subject).toBe('3 de vos clés d’API ont été révoquées');
    expect(french.text).toContain('Et\u202f: 1 autre\n');
    expect(composeNotice({ ...several, more: 0 }, 'en').text).not.toContain('And:');
  });

  it('writes about a failing endpoint with its last error and the next step', () => {
    const { subject, text } = composeNotice({ ...failing, stage: 'DisablesIn48Hours' }, 'en');
    expect(subject).toBe('Webhooks to shop.example will be disabled within 48 hours');
    expect(text).toContain(`Endpoint: https://shop.example/hook
Failing since: 21 November 2026, 09:30 UTC
Last error: HTTP 503
Messages waiting: 12
Next step: 1 December 2026, 00:05 UTC: the endpoint is disabled
Disabled on: 1 December 2026, 00:05 UTC
`);
    const french = composeNotice({ ...failing, stage: 'Failing', waiting: 10_000 }, 'fr');
    expect(french.subject).toBe('Webhooks vers shop.example\u202f: en échec depuis 6 heures');
    expect(french.text).toContain('Dernière erreur\u202f: HTTP 503\nMessages en attente\u202f: 10\u202f000 ou plus\n');
    const tls = { error: 'TLS failed: certificate has expired', errorKind: 'Tls', responseStatus: null } as const;
    expect(composeNotice({ ...failing, stage: 'Failing', lastFailure: tls }, 'fr').text).toContain(
      'Dernière erreur\u202f: TLS\u202f: le certificat a expiré\n',
    );
    const bare = composeNotice({ ...failing, stage: 'Paused', lastFailure: null, waiting: 0, next: null }, 'en').text;
    expect(bare).not.toMatch(/Last error|Messages waiting:|Next step/);
  });

  it.each(DOCUMENT_LOCALES.flatMap((locale) => NOTICES.map((notice) => [locale, notice.kind, notice] as const)))(
    'has all texts in %s for %s, and the reason why the person receives it',
    (locale, _, notice) => {
      const { subject, text, html } = composeNotice(notice, locale);
      expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|\[object|NaN/);
      expect(text).toMatch(
        locale === 'en'
          ? /\nYou receive this email because .*\n\nBillhook\n$/
          : /\nVous recevez cet e-mail parce qu.*\n\nBillhook\n$/,
      );
      expect(text.includes('https://bills.example')).toBe('url' in notice);
      expect(subject.length).toBeLessThan(80);
    },
  );

  it('names every role in French', () => {
    const texts = ROLES.map((role) => composeNotice({ ...invitation, role }, 'fr').text);
    expect(new Set(texts).size).toBe(ROLES.length);
  });

  it.each([invitation, reset])('writes a copy without the link of $kind', (notice) => {
    for (const locale of DOCUMENT_LOCALES) {
      const { text, html } = composeNotice(notice, locale, 'removed');
      expect(text + html).not.toMatch(/bills\.example|t0k3n|href/);
      expect(text).toContain(locale === 'en' ? '[The link is not stored' : '[Le lien n’est pas conservé');
    }
  });

  it('removes markup, line breaks and direction marks from texts of users', () => {
    const evil = '<b>x</b>\r\nBcc: a@example.com\u202e';
    const { subject, text, html } = composeNotice({ ...invitation, inviterName: evil, companyName: evil }, 'en');
    expect(subject).toMatch(/^<b>x<\/b> Bcc: a@example.com +invites you to join <b>x<\/b> Bcc: a@example.com$/);
    expect(text).not.toMatch(/\u202e|\r/);
    expect(html).not.toContain('<b>');
    expect(() => composeNotice({ ...reset, url: 'javascript:alert(1)' }, 'en')).toThrow(RangeError);
  });
});
