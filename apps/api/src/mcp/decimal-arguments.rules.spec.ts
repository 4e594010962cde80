import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from '../openapi/steps/openapi-operations.rules.js';
import { withDecimalTexts } from './decimal-arguments.rules.js';
import { inputSchemaOf, type ToolJsonSchema } from './tool-schema.rules.js';

const document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as OpenAPIObject;

function schemaOf(operationId: string): ToolJsonSchema {
  const described = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  if (!described) throw new Error(`there is no operation ${operationId}`);
  return inputSchemaOf(described, document).schema;
}

const line = { name: 'Support', quantity: 2, unitPrice: 90.5, taxCategory: 'S', taxRate: 20 };
const textLine = { name: 'Support', quantity: '2', unitPrice: '90.5', taxCategory: 'S', taxRate: '20' };

describe('withDecimalTexts', () => {
  it.each([
    [
      'Invoices.create',
      { clientId: 1, lines: [{ ...line, discount: { percent: 5 } }], allowances: [{ amount: 10, reason: 'x' }] },
      {
        clientId: 1,
        lines: [{ ...textLine, discount: { percent: '5' } }],
        allowances: [{ amount: '10', reason: 'x' }],
      },
    ],
    ['Invoices.update', { id: 1, roundingIncrement: 0.05 }, { id: 1, roundingIncrement: '0.05' }],
    [
      'Invoices.create',
      { customFields: { hours: 2.5 }, lines: [{ customFields: { n: 1 } }] },
      { customFields: { hours: 2.5 }, lines: [{ customFields: { n: 1 } }] },
    ],
    [
      'Quotes.convert',
      { id: 1, body: { mode: 'Percent', percent: 30 } },
      { id: 1, body: { mode: 'Percent', percent: '30' } },
    ],
    [
      'Quotes.convert',
      { id: 1, body: { mode: 'Amount', amount: 1e-2 } },
      { id: 1, body: { mode: 'Amount', amount: '0.01' } },
    ],
    [
      'Payments.create',
      { amount: 1080, allocations: [{ invoiceId: 3, amount: 80.25 }] },
      { amount: '1080', allocations: [{ invoiceId: 3, amount: '80.25' }] },
    ],
    [
      'InvoicesBatch.create',
      { mode: 'perItem', items: [{ clientId: 1, lines: [line] }] },
      { mode: 'perItem', items: [{ clientId: 1, lines: [textLine] }] },
    ],
    ['Invoices.list', { limit: 5, grossFrom: 1000 }, { limit: 5, grossFrom: '1000' }],
    ['CreditNotes.create', { lines: [line], expectedTotal: 1e-7 }, { lines: [textLine], expectedTotal: '0.0000001' }],
  ])('writes the decimals of %s as texts and nothing else: %j', (operationId, given, expected) => {
    expect(withDecimalTexts(given, schemaOf(operationId))).toEqual(expected);
  });

  it.each([0.1 + 0.2, 1e21, 1e15, 2 ** 53 + 2])('leaves %s, which may have lost digits, for /v1 to reject', (price) => {
    const given = { lines: [{ unitPrice: price }] };
    expect(withDecimalTexts(given, schemaOf('Invoices.create'))).toEqual(given);
  });

  it.each([
    ['a text where a number belongs', { clientId: '1' }],
    ['a list where an object belongs', { lines: [[1, 2]], servicePeriod: [3] }],
    ['an object where a decimal belongs', { expectedTotal: { units: 1 } }],
    ['an unknown member', { clientNme: 4, lines: [{ price: 2 }] }],
    ['names that every object has', JSON.parse('{ "constructor": 1, "__proto__": { "amount": 2 } }') as object],
  ])('leaves %s as it is', (_, given) => {
    expect(JSON.stringify(withDecimalTexts(given, schemaOf('Invoices.create')))).toBe(JSON.stringify(given));
  });
});
