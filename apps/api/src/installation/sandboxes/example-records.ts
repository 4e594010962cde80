import { CreateClient } from '@billhook/contract/invoicing/client';
import { isFullAddress } from '@billhook/domain/invoicing/taxes/tax-parties';
import { usualTaxRates } from '@billhook/domain/invoicing/taxes/usual-tax-rates';
import { addDays } from '@billhook/domain/shared/calendar';
import type { Company } from '@billhook/identity/companies/company.entity';

/** The clients of the examples. */
export const EXAMPLE_CLIENTS = {
  lumen: CreateClient.parse({
    kind: 'Business',
    name: 'Atelier Lumen SARL',
    email: 'accounts@lumen.example',
    contacts: [{ name: 'Jeanne Lumen', email: 'jeanne@lumen.example', receives: ['Invoice', 'Quote'] }],
    billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
  }),
  nordhafen: CreateClient.parse({
    kind: 'Business',
    name: 'Nordhafen Logistik GmbH',
    email: 'invoices@nordhafen.example',
    billingAddress: { line1: 'Speicherstraße 12', postalCode: '20457', city: 'Hamburg', country: 'DE' },
    paymentTerms: { days: 14 },
  }),
  camille: CreateClient.parse({
    kind: 'Individual',
    name: 'Camille Roux',
    firstName: 'Camille',
    lastName: 'Roux',
    email: 'camille@roux.example',
    billingAddress: { line1: '3 place du Marché', postalCode: '35000', city: 'Rennes', country: 'FR' },
  }),
};
export type ExampleClient = keyof typeof EXAMPLE_CLIENTS;

/** What the examples need to know of their company. */
export type ExampleSeller = Pick<
  Company,
  'address' | 'currency' | 'defaultTaxRate' | 'lockedUntil' | 'taxNumber' | 'vatNumber'
>;

/** Lines and dates for documents of a company: in its currency, by its tax rate, and outside its locked period. */
export class ExampleTerms {
  readonly currency: string;
  private readonly taxRate: string;
  private readonly firstDay: string;

  constructor(
    seller: ExampleSeller,
    private readonly today: string,
  ) {
    const { address, currency, defaultTaxRate, lockedUntil } = seller;
    this.currency = currency;
    this.taxRate = [defaultTaxRate, usualTaxRates(address?.country)[0]].find((rate) => Number(rate) > 0) ?? '20';
    this.firstDay = lockedUntil === null ? '' : addDays(lockedUntil, 1);
  }

  /** A number of days ago, or the day after the lock date if that is later. */
  ago(days: number): string {
    const day = addDays(this.today, -days);
    return day > this.firstDay ? day : this.firstDay;
  }

  isPast(date: string | null): boolean {
    return date !== null && date < this.today;
  }

  line(name: string, quantity: string, unitPrice: string) {
    return { name, quantity, unitPrice, taxCategory: 'S', taxRate: this.taxRate } as const;
  }
}

/** The details of a sandbox with examples: what no invoice can be without is filled in, because the company may not have it yet. */
export function invoicingDetails<Seller extends ExampleSeller>(seller: Seller): Seller {
  const { address, vatNumber, taxNumber } = seller;
  const { country = 'FR' } = address ?? {};
  return {
    ...seller,
    address: isFullAddress(address)
      ? address
      : { line1: '1 Sandbox Street', ...address, city: address?.city ?? 'Sandbox', country },
    taxNumber: vatNumber === null && taxNumber === null ? 'SANDBOX' : taxNumber,
  };
}
