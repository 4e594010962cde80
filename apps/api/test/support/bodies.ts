/** Bodies that are accepted, to be varied by the specs. */
export const clientBody = {
  kind: 'Business',
  name: 'Atelier Lumen SARL',
  billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
  vatNumber: 'FR40303265045',
};

export const line = {
  name: 'Consulting',
  quantity: '2',
  unitPrice: '450.00',
  taxCategory: 'S' as const,
  taxRate: '20',
};

export const invoiceBody = (clientId: number) => ({ clientId, currency: 'EUR', lines: [line] });
