import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { CompanyView } from '../identity/company.js';
import { CreditNoteView } from '../invoicing/credit-note.js';
import { RECORD_VIEWS } from '../webhooks/event.js';
import { PublicDocumentView } from '../invoicing/public-document.js';
import { TaxRateView } from '../invoicing/tax-rate.js';
import { WebhookEndpointView } from '../webhooks/webhook-endpoint.js';

const VIEWS = { ...RECORD_VIEWS, CompanyView, CreditNoteView, PublicDocumentView, TaxRateView, WebhookEndpointView };
/** Keywords of JSON Schema that refuse a text or a list of the right shape. */
const RULES = ['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'maxProperties'];

function rulesIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    // Formats of dates have a pattern as well: rows of the database always hold them.
    RULES.includes(name) && !('format' in schema) ? [`${path}/${name}`] : rulesIn(inner, `${path}/${name}`),
  );
}

describe('views', () => {
  it.each(Object.entries(VIEWS))('%s states shapes and no rules: rows may be older than a rule', (_, view) => {
    expect(rulesIn(z.toJSONSchema(view, { io: 'output' }), '')).toEqual([]);
  });
});
