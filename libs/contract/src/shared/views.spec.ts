import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { CompanyView } from '../identity/company.js';
import { CreditNoteView } from '../invoicing/credit-note.js';
import { PublicDocumentView } from '../invoicing/public-document.js';
import { TaxRateView } from '../invoicing/tax-rate.js';
import { WebhookEndpointView } from '../webhooks/endpoint.js';
import { RECORD_VIEWS } from '../webhooks/event.js';

const VIEWS = { ...RECORD_VIEWS, CompanyView, CreditNoteView, PublicDocumentView, TaxRateView, WebhookEndpointView };
/** JSON Schema keywords that reject a text or a list of the correct type. */
const RULES = ['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'maxProperties'];

function rulesIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    // Date formats also have a pattern, which all stored values match.
    RULES.includes(name) && !('format' in schema) ? [`${path}/${name}`] : rulesIn(inner, `${path}/${name}`),
  );
}

describe('views', () => {
  it.each(Object.entries(VIEWS))('%s has types without rules, as rows can be older than a rule', (_, view) => {
    expect(rulesIn(z.toJSONSchema(view, { io: 'output' }), '')).toEqual([]);
  });
});
