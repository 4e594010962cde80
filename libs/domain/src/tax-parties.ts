import type { TaxFaults } from './tax-faults.js';
import type { TaxCategory } from './totals-input.js';

/** What reverse charge (AE), intra-community supplies (K) and exports (G) ask beyond the document itself. */
export interface TaxParties {
  readonly sellerVatNumber?: string | null;
  readonly buyerVatNumber?: string | null;
  /** A supply date or a service period is known. */
  readonly supplied?: boolean;
  /** Where the goods go, or the service is used. */
  readonly deliveryCountry?: string | null;
}

const SELLER_IDENTIFIED: ReadonlySet<TaxCategory> = new Set(['AE', 'K', 'G']);
const BUYER_IDENTIFIED: ReadonlySet<TaxCategory> = new Set(['AE', 'K']);
const DELIVERY_SHOWN: ReadonlySet<TaxCategory> = new Set(['K']);

/**
 * EN 16931: BR-AE-02, BR-IC-02 and BR-G-02 for the VAT numbers, BR-IC-11 and BR-IC-12 for when and where it was supplied.
 * A missing fact is told once, at the first item that asks for it.
 * @param items lines, and document allowances and charges that name their category
 */
export function checkParties(
  items: readonly { readonly pointer: string; readonly category: TaxCategory }[],
  parties: TaxParties,
  faults: TaxFaults,
): void {
  const firstOf = (categories: ReadonlySet<TaxCategory>) => {
    const item = items.find(({ category }) => categories.has(category));
    return item && { category: item.category, pointer: `${item.pointer}/taxCategory` };
  };
  const seller = firstOf(SELLER_IDENTIFIED);
  if (seller && !parties.sellerVatNumber) {
    const message = `Category ${seller.category} needs your VAT number: add it to the company's settings.`;
    faults.add(seller.pointer, 'seller_vat_number_required', message);
  }
  const buyer = firstOf(BUYER_IDENTIFIED);
  if (buyer && !parties.buyerVatNumber) {
    const message = `Category ${buyer.category} needs the VAT number of the buyer: set vatNumber on the client.`;
    faults.add(buyer.pointer, 'buyer_vat_number_required', message);
  }
  const supply = firstOf(DELIVERY_SHOWN);
  if (supply && !parties.supplied) {
    const message = `Category ${supply.category} says when it was supplied: set supplyDate or servicePeriod.`;
    faults.add('/supplyDate', 'supply_date_required', message);
  }
  if (supply && !parties.deliveryCountry) {
    const message = `Category ${supply.category} says to which country it went: set the country of the client's deliveryAddress.`;
    faults.add(supply.pointer, 'delivery_country_required', message);
  }
}
