/** The groups of the reference in their order, with their descriptions. */
export const TAGS: Readonly<Record<string, string>> = {
  Clients: 'The companies and people that you issue documents to, their contacts and their balances.',
  Quotes:
    'Offers that you draft, send, revise and convert into invoices, whole or in parts, and that the client accepts or declines.',
  Invoices:
    'Invoices from the draft to the payment. A sent invoice has a number without gaps and can no longer be edited.',
  'Credit notes':
    'Documents that cancel an invoice or a part of it. A credit note gets its number immediately and is final.',
  Payments: 'Money received for one or several invoices, and refunds.',
  'Number series':
    'The series that documents take their numbers from, and the proof that no number is missing. They are changed in the settings.',
  'Tax rates': 'The VAT rates that the company uses. They are changed in the settings.',
  Mails: 'The emails that were sent to clients, with their status.',
  Events: 'The log of everything that happened, complete and in order.',
  Webhooks: 'Endpoints that receive events, their deliveries and every attempt.',
  Me: 'The API key that makes the request.',
  'Leaked keys': 'Report and revoke a leaked API key, without signing in.',
  Description: 'This document.',
};
