/** Texts of the tax rates. `tax-rates.fr.ts` has the same keys. */
export const en = {
  lead: 'The VAT rates that your documents use. Billhook warns you before you send an invoice with another rate.',
  forbidden: 'You cannot see the tax rates',
  create: 'Add tax rate',
  rate: 'Rate in percent',
  archived: 'Archived',
  edit: 'Rename',
  editOf: 'Rename {{name}}',
  archiveOf: 'Archive {{name}}',
  restore: 'Restore',
  restoreOf: 'Restore {{name}}',
  empty: 'No tax rates yet',
  emptyBody:
    'Add the rates that you charge, such as 20%. Billhook then warns you before you send an invoice with another rate, such as 0.2% instead of 20%.',
  form: {
    createTitle: 'Add tax rate',
    editTitle: 'Rename {{name}}',
    nameHint: 'A name for the rate, such as “Standard rate”',
    rateHint: 'Greater than 0, with up to 4 decimal places, such as 5.5. For a rate of 0, use another VAT category.',
    rateLocked: 'The rate cannot be changed, because documents may use it. Add another rate and archive this one.',
    rateError: 'Enter a number greater than 0 with up to 4 decimal places',
    submitCreate: 'Add tax rate',
    created: '{{name}} added',
    updated: '{{name}} saved',
  },
};
