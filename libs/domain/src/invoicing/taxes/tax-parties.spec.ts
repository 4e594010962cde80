import { describe, expect, it } from '@jest/globals';
import type { DocumentAdjustmentInput, LineInput, TotalsInput } from '../totals/totals.js';
import { checkTaxRules, type TaxParties } from './tax-rules.js';

const line = (change: Partial<LineInput> = {}): LineInput => ({
  quantity: '1',
  unitPrice: '10',
  taxCategory: 'S',
  taxRate: '20',
  ...change,
});
const document = (change: Partial<TotalsInput> = {}): TotalsInput => ({ currency: 'EUR', lines: [line()], ...change });
const lille = { line1: '21 rue de la Fonderie', city: 'Lille', country: 'FR' };
const hamburg = { line1: 'Hafenstraße 5', postalCode: '20457', city: 'Hamburg', country: 'DE' };
type Seller = TaxParties['seller'];
type Buyer = NonNullable<TaxParties['buyer']>;
const seller: Seller = { address: lille, vatNumber: 'FR40303265045', taxNumber: null, legalId: null };
const buyer: Buyer = {
  ...{ kind: 'Business', billingAddress: hamburg, deliveryAddress: null },
  vatNumber: 'DE136695976',
};
const both: TaxParties = { seller, buyer, supplied: true };
const parties = (of: { seller?: Partial<Seller>; buyer?: Partial<Buyer>; supplied?: boolean }): TaxParties => ({
  seller: { ...seller, ...of.seller },
  buyer: { ...buyer, ...of.buyer },
  supplied: of.supplied ?? true,
});
const errors = (input: TotalsInput, parties?: TaxParties): string[] =>
  checkTaxRules(input, parties).map(({ pointer, code }) => `${pointer} ${code}`);

describe('the required data of the parties', () => {
  const at = '/lines/0/taxCategory';
  const sellerVat = `${at} seller_vat_number_required`;
  const buyerVat = `${at} buyer_vat_number_required`;
  const date = '/supplyDate supply_date_required';
  const address = '/seller/address seller_address_required';
  const identity = '/seller/vatNumber seller_identification_required';
  const buyerAddress = '/client/billingAddress buyer_address_required';
  const taxed = (taxCategory: LineInput['taxCategory']): LineInput => {
    const exemptionReason = taxCategory === 'S' || taxCategory === 'Z' ? undefined : 'The reason';
    const taxRate = taxCategory === 'O' ? undefined : taxCategory === 'S' ? '20' : '0';
    return line({ taxCategory, taxRate, exemptionReason });
  };
  const legalId = { value: '303265045' };
  const outsideEu = { deliveryAddress: { ...hamburg, country: 'CH' } };

  it.each<[LineInput['taxCategory'], string, TaxParties | undefined, string[]]>([
    ['AE', 'all', both, []],
    ['AE', 'no VAT number', parties({ seller: { vatNumber: null }, buyer: { vatNumber: '' } }), [sellerVat, buyerVat]],
    ['AE', 'no date', parties({ supplied: false }), []],
    ['K', 'all', both, []],
    ['K', "all but the buyer's VAT number", parties({ buyer: { vatNumber: null } }), [buyerVat]],
    ['K', "all but the seller's VAT number", parties({ seller: { vatNumber: null } }), [sellerVat]],
    ['K', 'all, not supplied yet', parties({ supplied: false }), [date]],
    ['K', 'no client yet', { ...both, buyer: undefined, supplied: false }, [date]],
    ['G', "all but the seller's VAT number", parties({ seller: { vatNumber: null }, buyer: outsideEu }), [sellerVat]],
    ['G', 'no VAT number of the buyer', parties({ buyer: { ...outsideEu, vatNumber: null } }), []],
    ['S', 'no identification', parties({ seller: { vatNumber: null } }), [identity]],
    ['Z', 'no identification', parties({ seller: { vatNumber: null } }), [identity]],
    ['E', 'no identification', parties({ seller: { vatNumber: '' } }), [identity]],
    ['S', 'a legal id alone', parties({ seller: { vatNumber: null, legalId } }), [identity]],
    ['Z', 'a legal id alone', parties({ seller: { vatNumber: null, legalId } }), [identity]],
    ['E', 'a legal id alone', parties({ seller: { vatNumber: null, legalId } }), []],
    ['S', 'a tax number alone', parties({ seller: { vatNumber: null, taxNumber: '133/8150/8159' } }), []],
    ['Z', 'a tax number alone', parties({ seller: { vatNumber: null, taxNumber: '133/8150/8159' } }), []],
    ['E', 'a tax number alone', parties({ seller: { vatNumber: null, taxNumber: '133/8150/8159' } }), []],
    ['AE', 'a tax number alone', parties({ seller: { vatNumber: null, taxNumber: '133/8150/8159' } }), [sellerVat]],
    ['O', 'no identification', parties({ seller: { vatNumber: null } }), []],
    ['S', 'no address', parties({ seller: { address: null } }), [address]],
    ['O', 'a country alone', parties({ seller: { address: { country: 'FR' } } }), [address]],
    ['S', 'no city', parties({ seller: { address: { line1: 'Quay 1', country: 'FR' } } }), [address]],
    [
      'S',
      'a post box, without a postal code',
      parties({ seller: { address: { line2: 'PO 1', city: 'Cork', country: 'IE' } } }),
      [],
    ],
    ['S', 'a country alone of a business', parties({ buyer: { billingAddress: { country: 'DE' } } }), [buyerAddress]],
    [
      'S',
      'a postal code and a city of a business',
      parties({ buyer: { billingAddress: { postalCode: '60311', city: 'Frankfurt', country: 'DE' } } }),
      [],
    ],
    [
      'S',
      'a postal code without a city of a business',
      parties({ buyer: { billingAddress: { postalCode: '60311', country: 'DE' } } }),
      [buyerAddress],
    ],
    [
      'S',
      'a city alone of an authority',
      parties({ buyer: { kind: 'Public', billingAddress: { city: 'Frankfurt', country: 'DE' } } }),
      [buyerAddress],
    ],
    [
      'S',
      'a postal code and a city of the seller',
      parties({ seller: { address: { postalCode: '59000', city: 'Lille', country: 'FR' } } }),
      [address],
    ],
    [
      'S',
      'a country alone of an authority',
      parties({ buyer: { kind: 'Public', billingAddress: { country: 'DE' } } }),
      [buyerAddress],
    ],
    [
      'S',
      'a country alone of a consumer',
      parties({ buyer: { kind: 'Individual', billingAddress: { country: 'DE' } } }),
      [],
    ],
    ['S', 'nothing, of a document that is not issued yet', undefined, []],
  ])('%s with %s', (taxCategory, _name, of, expected) => {
    expect(errors(document({ lines: [taxed(taxCategory)] }), of)).toEqual(expected);
  });

  const vat = (vatNumber: string | null, place: Partial<Buyer['billingAddress']> = {}): Partial<Buyer> => ({
    vatNumber,
    billingAddress: { ...hamburg, ...place },
  });
  const sold = (vatNumber: string, country: string, postalCode?: string): Partial<Seller> => ({
    vatNumber,
    address: { ...lille, country, postalCode },
  });
  const same = `${at} same_member_state`;
  const notOutside = `${at} destination_not_outside`;
  const unknown = `${at} destination_unknown`;

  it.each<[LineInput['taxCategory'], string, { seller?: Partial<Seller>; buyer: Partial<Buyer> }, string[]]>([
    ['K', 'France to Germany', { buyer: vat('DE136695976') }, []],
    ['K', 'France to Greece, whose prefix is EL', { buyer: vat('EL094014201', { country: 'GR' }) }, []],
    ['K', 'France to Northern Ireland', { buyer: vat('XI110305878', { country: 'GB', postalCode: 'BT1 5GS' }) }, []],
    [
      'K',
      'Northern Ireland to Ireland',
      { seller: sold('XI110305878', 'GB', 'BT1'), buyer: vat('IE6433435F', { country: 'IE' }) },
      [],
    ],
    ['K', 'France to Monaco', { buyer: vat('FR83404833048', { country: 'MC' }) }, [same]],
    ['K', 'France to France', { buyer: vat('FR83404833048', { country: 'FR' }) }, [same]],
    ['K', 'France to Germany, with a French number', { buyer: vat('FR83404833048') }, [same]],
    ['K', 'France to a delivery in France', { buyer: { ...vat('DE136695976'), deliveryAddress: lille } }, [same]],
    [
      'K',
      'France to Great Britain',
      { buyer: vat('GB980780684', { country: 'GB', postalCode: 'EC1A' }) },
      [`${at} buyer_not_in_eu`, `${at} destination_not_in_eu`],
    ],
    [
      'K',
      'Switzerland to Germany',
      { seller: sold('CHE123456788MWST', 'CH'), buyer: vat('DE136695976') },
      [`${at} seller_not_in_eu`],
    ],
    [
      'K',
      'France to the Canary Islands',
      { buyer: vat('ESB58378431', { country: 'ES', postalCode: '35001' }) },
      [`${at} destination_not_in_eu`],
    ],
    ['G', 'France to Greece with its VAT prefix as country', { buyer: vat(null, { country: 'EL' }) }, [unknown]],
    ['K', 'the same within the EU', { buyer: vat('EL094014201', { country: 'EL' }) }, [unknown]],
    ['G', 'a delivery to no country', { buyer: { ...vat(null), deliveryAddress: { country: 'ZZ' } } }, [unknown]],
    [
      'G',
      'London to London under two codes',
      { seller: sold('GB980780684', 'UK'), buyer: vat(null, { country: 'GB' }) },
      [unknown],
    ],
    ['G', 'France to Switzerland', { buyer: vat(null, { country: 'CH' }) }, []],
    ['G', 'France to Great Britain', { buyer: vat(null, { country: 'GB', postalCode: 'EC1A 1BB' }) }, []],
    ['G', 'France to the Canary Islands', { buyer: vat(null, { country: 'ES', postalCode: '38001' }) }, []],
    ['G', 'France to Réunion', { buyer: vat(null, { country: 'RE' }) }, []],
    ['G', 'France to Åland', { buyer: vat(null, { country: 'AX' }) }, []],
    ['G', 'France to Åland, as a part of Finland', { buyer: vat(null, { country: 'FI', postalCode: '22100' }) }, []],
    ['G', 'France to Åland, far out', { buyer: vat(null, { country: 'FI', postalCode: '22 940' }) }, []],
    ['G', 'France to Helsinki', { buyer: vat(null, { country: 'FI', postalCode: '00220' }) }, [notOutside]],
    ['G', 'France to Livigno', { buyer: vat(null, { country: 'IT', postalCode: '23041' }) }, []],
    ['G', 'France to Campione', { buyer: vat(null, { country: 'IT', postalCode: '22061' }) }, []],
    ['G', 'France to Valdisotto', { buyer: vat(null, { country: 'IT', postalCode: '23030' }) }, [notOutside]],
    ['G', 'France to Carugo', { buyer: vat(null, { country: 'IT', postalCode: '22060' }) }, [notOutside]],
    ['G', 'France to Germany', { buyer: vat(null) }, [notOutside]],
    ['G', 'France to France', { buyer: vat(null, { country: 'FR' }) }, [notOutside]],
    ['G', 'France to Northern Ireland', { buyer: vat('XI110305878', { country: 'GB' }) }, [notOutside]],
    [
      'G',
      'France to a German client, delivered in Norway',
      { buyer: { ...vat(null), deliveryAddress: { country: 'NO' } } },
      [],
    ],
    ['G', 'Switzerland to Germany', { seller: sold('CHE123456788MWST', 'CH'), buyer: vat(null) }, []],
    [
      'G',
      'Switzerland to Switzerland',
      { seller: sold('CHE123456788MWST', 'CH'), buyer: vat(null, { country: 'CH' }) },
      [notOutside],
    ],
  ])('%s from %s', (taxCategory, _name, of, expected) => {
    expect(errors(document({ lines: [taxed(taxCategory)] }), parties(of))).toEqual(expected);
  });

  it('is reported once, at the first line that requires it', () => {
    const none = parties({ seller: { vatNumber: null }, buyer: { ...outsideEu, vatNumber: null }, supplied: false });
    expect(errors(document({ lines: [taxed('G'), taxed('AE'), taxed('K'), taxed('K')] }), none)).toEqual([
      '/lines/0/taxCategory seller_vat_number_required',
      '/lines/1/taxCategory buyer_vat_number_required',
      '/supplyDate supply_date_required',
      '/lines/2/taxCategory destination_not_in_eu',
    ]);
  });

  it('is required by an allowance of that category as well', () => {
    const allowances: DocumentAdjustmentInput[] = [
      { amount: '1.00', taxCategory: 'K', taxRate: '0', reason: 'Article 138' },
    ];
    expect(errors(document({ allowances }), { ...both, supplied: false })).toEqual([date]);
  });
});
