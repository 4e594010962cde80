/** The groups of the reference, in its order, and what each is for. */
export const TAGS: Readonly<Record<string, string>> = {
  Clients: 'Whom documents are for, who of them receives what, and what they owe.',
  Quotes: 'Offers: drafted, sent, revised, answered by the client, and turned into invoices, whole or in parts.',
  Invoices:
    'Drafted, computed, sent, paid, credited. What is sent has a number without gaps and is never edited again.',
  'Credit notes': 'What takes back an invoice or a part of it. Numbered and final at once.',
  Payments: 'Money that came in, for one invoice or several, and money that was given back.',
  'Number series': 'Where numbers come from, and the proof that none is missing. People change them in the settings.',
  'Tax rates': 'The VAT rates that the company uses. People change them in the settings.',
  Mails: 'What was mailed to clients, and what became of it.',
  Events: 'What happened, in order: the feed that loses nothing.',
  Webhooks: 'Endpoints that are told of events, and every attempt to reach them.',
  Me: 'The calling key.',
  'Leaked keys': 'For whoever finds a key of somebody else’s: it takes no login to end it.',
  Description: 'This document.',
};
