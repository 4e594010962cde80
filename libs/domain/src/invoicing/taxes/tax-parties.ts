import { isCountry } from '../codes/countries.js';
import type { TaxCategory } from '../totals/totals-input.js';
import { memberStateOf, vatStateOf, type Place } from './tax-area.js';
import type { TaxErrors } from './tax-errors.js';

export interface PartyAddress extends Place {
  readonly line1?: string | undefined;
  readonly line2?: string | undefined;
  readonly city?: string | undefined;
}

/** The data of both parties that the law requires when a document is issued. */
export interface TaxParties {
  readonly seller: {
    readonly address: PartyAddress | null;
    readonly vatNumber: string | null;
    readonly taxNumber: string | null;
    readonly legalId: { readonly value: string } | null;
  };
  /** Undefined while no client is chosen; then nothing is checked. */
  readonly buyer:
    | {
        readonly kind: 'Business' | 'Individual' | 'Public';
        readonly billingAddress: PartyAddress;
        readonly deliveryAddress: PartyAddress | null;
        readonly vatNumber: string | null;
      }
    | undefined;
  /** Whether there is a supply date or a service period. */
  readonly supplied: boolean;
}

/** A line, or a document allowance or charge that names its category. */
interface Item {
  readonly pointer: string;
  readonly category: TaxCategory;
}

const TAXED: ReadonlySet<TaxCategory> = new Set(['S', 'Z']);
const SELLER_IDENTIFIED: ReadonlySet<TaxCategory> = new Set(['AE', 'K', 'G']);
const BUYER_IDENTIFIED: ReadonlySet<TaxCategory> = new Set(['AE', 'K']);

/** Whether an address has a street or a post box. */
export const hasStreet = (address: PartyAddress): boolean => Boolean(address.line1 ?? address.line2);

/** Whether an address is complete: a street (or a post box) and a town. Some countries have no postal codes. */
export function isFullAddress(address: PartyAddress | null): boolean {
  return Boolean(address && hasStreet(address) && address.city);
}

/** Whether letters arrive: large recipients in Germany have a postal code and no street. EN 16931 requires only the country (BR-11). */
export const isPostalAddress = (address: PartyAddress): boolean =>
  Boolean((hasStreet(address) || address.postalCode) && address.city);

/**
 * Checks Directive 2006/112/EC articles 138, 146 and 226 (3) to (5), and BR-S-02, BR-Z-02, BR-E-02, BR-AE-02, BR-IC-02, BR-IC-11 and
 * BR-G-02 of EN 16931. Reports each missing value once, at the first item that requires it.
 * @param items lines, and document allowances and charges that name their category
 */
export function checkParties(items: readonly Item[], parties: TaxParties, errors: TaxErrors): void {
  const firstOf = (...categories: TaxCategory[]): Item | undefined => {
    const item = items.find(({ category }) => categories.includes(category));
    return item && { category: item.category, pointer: `${item.pointer}/taxCategory` };
  };
  checkSeller(firstOf, parties.seller, errors);
  if (parties.buyer) checkBuyer(firstOf, parties.buyer, errors);
  const supply = firstOf('K');
  if (supply && !parties.supplied) {
    const message = 'Category K needs the date of supply: set supplyDate or servicePeriod.';
    errors.add('/supplyDate', 'supply_date_required', message);
  }
  if (!parties.buyer) return;
  const exported = firstOf('G');
  const moved = supply ?? exported;
  if (moved && !knowsPlaces(parties.seller, parties.buyer)) {
    const message =
      'Category K or G depends on where the goods go. Correct the country of the company or the client: it must be an ISO 3166-1 code.';
    errors.add(moved.pointer, 'destination_unknown', message);
    return;
  }
  if (supply) checkIntraCommunity(supply, parties.seller, parties.buyer, errors);
  if (exported) checkExport(exported, parties.seller, parties.buyer, errors);
}

/** A code that is not in ISO 3166-1 could be anywhere, so it is neither in the EU nor outside. */
const knowsPlaces = ({ address }: Seller, { deliveryAddress, billingAddress }: Buyer): boolean =>
  [address, deliveryAddress ?? billingAddress].every((place) => !place || isCountry(place.country));

type FirstOf = (...categories: TaxCategory[]) => Item | undefined;
type Seller = TaxParties['seller'];
type Buyer = NonNullable<TaxParties['buyer']>;

function checkSeller(firstOf: FirstOf, seller: Seller, errors: TaxErrors): void {
  if (!isFullAddress(seller.address)) {
    const message =
      'An invoice must show the address of the seller. Enter address line 1 and city under Settings > Company details.';
    errors.add('/seller/address', 'seller_address_required', message);
  }
  const item = firstOf(...SELLER_IDENTIFIED);
  if (item && !seller.vatNumber) {
    const message = `Category ${item.category} needs the VAT number of the company. Enter it under Settings > Company details.`;
    errors.add(item.pointer, 'seller_vat_number_required', message);
  }
  if (seller.vatNumber || seller.taxNumber) return;
  const taxed = firstOf(...TAXED);
  if (taxed) {
    const message = `Category ${taxed.category} needs the VAT number of the company or its tax number; a legal ID alone is not enough. Enter one of them under Settings > Company details.`;
    errors.add('/seller/vatNumber', 'seller_identification_required', message);
  } else if (firstOf('E') && !seller.legalId) {
    const message =
      'Category E needs the VAT number of the company, its tax number or its legal ID. Enter one of them under Settings > Company details.';
    errors.add('/seller/vatNumber', 'seller_identification_required', message);
  }
}

function checkBuyer(firstOf: FirstOf, buyer: Buyer, errors: TaxErrors): void {
  // Member states do not require the address of a consumer on all invoices, so a missing one is a warning.
  if (buyer.kind !== 'Individual' && !isPostalAddress(buyer.billingAddress)) {
    const message =
      'An invoice must show the address of the buyer. Set city, and line1 or postalCode, of the billingAddress of the client.';
    errors.add('/client/billingAddress', 'buyer_address_required', message);
  }
  const item = firstOf(...BUYER_IDENTIFIED);
  if (item && !buyer.vatNumber) {
    const message = `Category ${item.category} needs the VAT number of the buyer. Set vatNumber of the client.`;
    errors.add(item.pointer, 'buyer_vat_number_required', message);
  }
}

/** A supply to another member state, with a VAT number of the buyer there: article 138. */
function checkIntraCommunity(item: Item, seller: Seller, buyer: Buyer, errors: TaxErrors): void {
  const [from, by] = [memberStateOf(seller.vatNumber), memberStateOf(buyer.vatNumber)];
  const to = vatStateOf(buyer.deliveryAddress ?? buyer.billingAddress, buyer.vatNumber);
  if (seller.vatNumber && !from) {
    const message = `Category K needs a seller with a VAT number of an EU member state, and ${seller.vatNumber} is not one. Use G for an export.`;
    errors.add(item.pointer, 'seller_not_in_eu', message);
  }
  if (buyer.vatNumber && !by) {
    const message = `Category K needs a buyer with a VAT number of an EU member state, and ${buyer.vatNumber} is not one. Use G for an export, or S.`;
    errors.add(item.pointer, 'buyer_not_in_eu', message);
  }
  if (!to) {
    const message =
      'Category K is for goods that stay in the EU. Use G for an export, or set the deliveryAddress of the client.';
    errors.add(item.pointer, 'destination_not_in_eu', message);
  }
  if (from && (from === by || from === to)) {
    const what = from === by ? 'the VAT number of the buyer' : 'the place of delivery';
    const message = `Category K is for supplies to another member state, and ${what} is in the member state of the seller. Use S, or correct the client.`;
    errors.add(item.pointer, 'same_member_state', message);
  }
}

/** An export out of the VAT area of the seller: article 146. */
function checkExport(item: Item, seller: Seller, buyer: Buyer, errors: TaxErrors): void {
  const place = buyer.deliveryAddress ?? buyer.billingAddress;
  const inEu = memberStateOf(seller.vatNumber) ?? (seller.address && vatStateOf(seller.address, seller.vatNumber));
  const stays = inEu ? vatStateOf(place, buyer.vatNumber) !== undefined : place.country === seller.address?.country;
  if (!stays) return;
  const area = inEu ? 'the VAT area of the EU' : 'the country of the seller';
  const message = `Category G is for goods that leave ${area}, and ${place.country} is in it. Use ${inEu ? 'K or S' : 'S'}, or set the deliveryAddress of the client.`;
  errors.add(item.pointer, 'destination_not_outside', message);
}
