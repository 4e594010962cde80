import { GRANTABLE_PERMISSIONS, permissionGroups } from '@billhook/domain/identity/permissions';
import { formatOf } from '@billhook/ui/format';
import { describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { en } from '../../../shared/texts/key-forms.en.js';
import { fr } from '../../../shared/texts/key-forms.fr.js';
import { keySummary } from './key-summary.js';

const NOW = new Date('2026-11-21T09:30:00Z');

async function inLanguage(language: 'en' | 'fr') {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: language, resources: { en: { keyForms: en }, fr: { keyForms: fr } } });
  return { t: i18n.getFixedT(language, 'keyForms'), format: formatOf(language) };
}

describe('the summary of a key', () => {
  it('joins reading and changing, and contains the expiry', async () => {
    const { t, format } = await inLanguage('en');
    const said = keySummary(
      ['client.read', 'client.write', 'invoice.read', 'integration.write'],
      '90d',
      NOW,
      t,
      format,
    );
    expect(said).toMatch(/^This key can read and change clients, read invoices,? and manage webhooks until /);
    expect(said).toContain('2027');
  });

  it('is in French, and without an expiry', async () => {
    const { t, format } = await inLanguage('fr');
    expect(keySummary(['quote.write', 'payment.write'], 'none', NOW, t, format)).toBe(
      'Cette clé peut modifier les devis et les paiements jusqu’à sa révocation.',
    );
  });

  it('states that a key has no permissions', async () => {
    const { t, format } = await inLanguage('en');
    expect(keySummary([], '1y', NOW, t, format)).toBe('This key has no permissions yet. Choose at least one.');
  });

  it('has a group for every permission that a key can have', () => {
    expect(permissionGroups(GRANTABLE_PERMISSIONS).flatMap((group) => group.permissions)).toEqual(
      GRANTABLE_PERMISSIONS,
    );
  });
});
