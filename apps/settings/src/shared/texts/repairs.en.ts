/** Texts of the dialogs that complete the company or the client of a document. `repairs.fr.ts` has the same keys. */
export const en = {
  title: 'Before you send',
  ready: 'Ready to send',
  more_one: '{{count}} more line item has no VAT rate',
  more_other: '{{count}} more line items have no VAT rate',
  codes: {
    seller_address_required: 'Your address is missing',
    seller_identification_required: 'Your VAT number or tax number is missing',
    seller_vat_number_required: 'Your VAT number is missing',
    seller_tax_number_missing: 'Electronic invoices need your VAT number or tax number',
    payment_account_missing: 'Clients cannot see where to pay: your IBAN is missing',
    buyer_address_required: 'The address of the client is missing',
    buyer_address_missing: 'The client has no address, which most invoices show',
    buyer_street_missing: 'The address of the client has no street',
    buyer_vat_number_required: 'The VAT number of the client is missing',
    vat_number_country_differs: 'The country of the client’s VAT number differs from that of its address',
    vat_number_check_digit: 'The check digit of the client’s VAT number is wrong',
    destination_unknown: 'The country of the client or of your company is not in the list of countries',
  },
  action: {
    company: {
      line1: 'Add your address',
      country: 'Choose your country',
      vatNumber: 'Add your VAT number',
      iban: 'Add your IBAN',
    },
    client: {
      line1: 'Add the client’s address',
      country: 'Choose the client’s country',
      vatNumber: 'Edit the client’s VAT number',
    },
    field: 'Go to field',
  },
  warning: 'Recommended',
  required: 'Required',
  company: {
    title: 'Company details',
    lead: 'Your documents show these details.',
    taxNumberHint: 'If you have no VAT number',
    ibanHint: 'Where clients pay',
    forbidden:
      'You need the permission company.manage to change the company details. These members can change them, or give you the permission:',
  },
  client: {
    title: 'Client details',
    lead: 'New documents of this client show these details.',
    individual: 'Private individual',
    forbidden:
      'You need the permission client.write to change the client. An administrator of the company can give it to you.',
  },
};
