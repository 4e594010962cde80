/** Texts of the company details. `company.fr.ts` has the same keys. */
export const en = {
  title: 'Company details',
  lead: 'Your details on quotes, invoices and credit notes. Documents that are already sent do not change.',
  identity: 'Identity',
  name: 'Legal name',
  legalId: 'Legal identifier',
  vatNumber: 'VAT number',
  vatHint: 'With the country prefix, such as FR40303265045',
  taxNumber: 'Tax number',
  taxNumberHint:
    'If you have no VAT number: the number that your tax office assigned, such as a Steuernummer or codice fiscale',
  address: 'Address',
  contact: 'Contact',
  email: 'Email',
  emailHint: 'Replies to your emails go to this address. Changing it requires your password.',
  phone: 'Phone',
  website: 'Website',
  money: 'Payment',
  moneyHint:
    'Printed on invoices that do not have their own bank account. Changing it requires your password, and the owners receive an email.',
  iban: 'IBAN',
  bic: 'BIC',
  currency: 'Currency',
  documents: 'Documents',
  legalNotice: 'Legal notice',
  legalNoticeHint:
    'Printed at the bottom of each page: legal form, capital, register. Changing it requires your password.',
  timeZone: 'Time zone',
  timeZoneHint: 'Determines the current day for issue dates, due dates and numbering.',
  plan: 'Plan',
  closing: 'Closed periods',
  closingHint: 'Nothing dated on or before the lock date can be issued, credited, paid or written off.',
  lockedUntil: 'Lock date',
  lockedUntilHint:
    'Leave empty to keep all periods open. Moving it to an earlier date requires your password and is written to the audit log.',
};
