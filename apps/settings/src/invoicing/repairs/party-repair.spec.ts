import { checkTaxRules } from '@billhook/domain/invoicing/taxes/tax-rules';
import { describe, expect, it } from '@jest/globals';
import { partyRepair } from './party-repair.js';

describe('the repair of a problem', () => {
  it.each([
    ['seller_address_required', '/seller/address', 'company line1'],
    ['seller_identification_required', '/seller/vatNumber', 'company vatNumber'],
    ['seller_vat_number_required', '/lines/0/taxCategory', 'company vatNumber'],
    ['seller_tax_number_missing', '/seller/taxNumber', 'company vatNumber'],
    ['payment_account_missing', '/paymentMeans', 'company iban'],
    ['buyer_address_required', '/client/billingAddress', 'client line1'],
    ['buyer_street_missing', '/client/billingAddress', 'client line1'],
    ['buyer_vat_number_required', '/lines/2/taxCategory', 'client vatNumber'],
    ['vat_number_check_digit', '/client/vatNumber', 'client vatNumber'],
    ['destination_unknown', '/lines/0/taxCategory', 'client country'],
    ['unknown_country', '/seller/address/country', 'company country'],
    ['unknown_country', '/client/billingAddress/country', 'client country'],
    ['invalid_iban', '/seller/iban', 'company iban'],
    ['text_not_drawable', '/client/billingAddress/city', 'client line1'],
  ])('%s at %s is %s', (code, pointer, repair) => {
    const { party, field } = partyRepair({ code, pointer }) ?? {};
    expect(`${party} ${field}`).toBe(repair);
  });

  it.each([
    ['tax_rate_required', '/lines/0/taxRate'],
    ['same_member_state', '/lines/0/taxCategory'],
    ['invalid_iban', '/paymentMeans/iban'],
    ['date_before_series', '/issueDate'],
    ['unknown_scheme', '/client/legalId/scheme'],
    ['recipient_missing', undefined],
    ['toString', undefined],
  ])('%s at %s is none in a dialog', (code, pointer) => {
    expect(partyRepair({ code, pointer })).toBeUndefined();
  });

  it('exists for each value of the parties that the rules require', () => {
    const seller = { address: null, vatNumber: null, taxNumber: null, legalId: null };
    const billingAddress = { country: 'DE' };
    const buyer = { kind: 'Business', billingAddress, deliveryAddress: null, vatNumber: null } as const;
    const found = (['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const).flatMap((taxCategory) =>
      checkTaxRules(
        {
          currency: 'EUR',
          lines: [{ quantity: '1', unitPrice: '10', taxCategory, ...(taxCategory === 'S' && { taxRate: '20' }) }],
        },
        { seller, buyer, supplied: true },
      ),
    );
    const missing = found.filter(({ code }) => /^(seller|buyer)_.*_required$/.test(code));
    expect(missing.length).toBeGreaterThan(10);
    expect(missing.filter((problem) => partyRepair(problem) === undefined)).toEqual([]);
  });
});
