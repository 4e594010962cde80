/** Texts of the errors of the API by code. `errors.fr.ts` has the same keys. */
export const en = {
  lines_missing: 'Add at least one line item before you send the document',
  date_in_future: 'Must not be in the future',
  total_negative: 'The total cannot be less than 0',
  seller_vat_number_required: 'This VAT category requires your VAT number: add it under Company details',
  buyer_vat_number_required: 'This VAT category requires the VAT number of the client: add it to the client',
  supply_date_required: 'This VAT category requires a date of supply or a service period',
  seller_address_required: 'Your address is missing: add at least the street and city under Company details',
  seller_identification_required: 'Your VAT number or tax number is missing: add one under Company details',
  buyer_address_required: 'The address of the client is missing: add at least the city, and the street or postal code',
  seller_not_in_eu: 'VAT category K requires your VAT number of an EU member state. For an export, use G',
  buyer_not_in_eu: 'VAT category K requires a client with a VAT number of an EU member state',
  same_member_state:
    'VAT category K requires seller and client in different member states: use S, or correct the client',
  destination_not_in_eu: 'VAT category K is for goods delivered within the EU. For an export, use G',
  destination_not_outside:
    'VAT category G is for goods that leave the VAT area: use K or S, or enter the delivery address',
  unknown_tax_rate: '{{rate}} % is not a tax rate of your company: correct it, or add it under Tax rates',
  buyer_address_missing: 'The client has no address: most invoices show the street and city of the buyer',
  buyer_street_missing:
    'The address of the client has no street: add it, unless the postal code belongs to this client alone',
  vat_number_country_differs:
    'The country of the client’s VAT number differs from that of its address: correct one of them, unless the client is registered for VAT there',
  vat_number_check_digit: 'The check digit of the client’s VAT number is wrong: compare it with the original',
  seller_tax_number_missing:
    'Electronic invoices without VAT need your VAT number or tax number: if you have one, add it under Company details',
  payment_account_missing:
    'The invoice names no bank account, so the client cannot pay it: add your IBAN under Company details, or choose another way to pay',
  payment_term_too_long: 'The due date is later than the law usually allows: choose {{date}} or earlier ({{source}})',
  supply_date_missing:
    'German invoices must show the date of supply, even if it is the issue date: add it, a service period, or a sentence in the terms',
  late_payment_penalty_missing:
    'French law requires the rate of the late-payment penalty: add it to the terms, or to the terms under Company details',
  recovery_costs_missing:
    'French law requires the fixed recovery costs of €40: add them to the terms, or to the terms under Company details',
  early_payment_discount_missing:
    'French law requires a sentence about the discount for early payment, also if there is none: add it to the terms, or to the terms under Company details',
  destination_unknown:
    'VAT categories K and G depend on the place of delivery: choose the country of your company and of the client from the list',
  text_not_drawable: 'The PDF cannot show these characters: {{characters}}',
  date_before_series:
    'Must be on or after the date of the last number of the series, because numbers follow issue dates',
  date_before_day: 'Must be on or after {{date}}, the date of the last number of the series',
  unknown_series: 'This number series does not exist: choose another one',
  over_allocated: 'More than the outstanding amount, or more than the payment',
  over_refunded: 'More than the paid amount, or more than the client credit',
  credit_spent: 'A refund has already used the credit from this payment',
  over_credited: 'More than what is left of the invoice',
  over_invoiced: 'More than what is left of the quote',
  recipient_missing: 'Enter a recipient: the client has no email address',
  client_archived: 'The client is archived: choose another one, or restore it',
  version_mismatch: 'Someone else changed this record after you opened it. Reload the page and try again',
  not_payable: 'Only an issued invoice with an outstanding amount can be paid',
  invoice_written_off: 'An invoice of this payment is written off: reopen the invoice first',
  period_closed: 'The period is closed: choose a later date, or ask an administrator of the company',
  period_closed_until:
    'The books are closed until {{date}}. Choose a later date, or ask a member with the permission company.manage to move the lock date.',
  due_not_later: 'Must be after the current due date',
  date_before_invoice: 'Must be on or after the date of the invoice',
  date_before_payment: 'Must be on or after the date of the first payment that it returns',
  payment_deleted: 'The payment has already been deleted',
  external_id_taken: 'Another record already has this external ID',
  number_taken: 'Another document already has this number: change the pattern of one of the two series',
  invalid_iban: 'Not a valid IBAN: check the digits',
  iban_length: 'An IBAN of {{country}} has {{expected}} characters, but this one has {{given}}',
  invalid_bic: 'Not a valid BIC: it must have 8 or 11 characters, with the country of the bank as characters 5 and 6',
  invalid_email: 'Not a valid email address: enter one like name@example.com, without accents before the @',
  unknown_country: 'Not a country code: choose the country from the list',
  unknown_unit: 'Not a unit code of UN/ECE Recommendation 20',
  unknown_payment_means: 'Not a payment means of UNTDID 4461',
  unknown_scheme: 'Not a code of the list, like 0002 for a SIREN',
  invalid_identifier: 'Not a valid number of this register: check the digits',
  did_you_mean: '{{error}}. Did you mean {{meant}}?',
  invalid_vat_number: 'Not a valid VAT number: check the country prefix, such as DE or EL, and the digits',
  tax_rate_taken: 'This tax rate already exists',
};
