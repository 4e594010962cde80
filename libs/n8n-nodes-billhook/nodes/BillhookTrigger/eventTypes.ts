// Generated from the OpenAPI document by libs/n8n-nodes-billhook/generate.mjs. Do not edit.

export const eventTypes = [
  {"name":"Checkpoint Signed","value":"checkpoint.signed","description":"The document chain is signed once a day"},
  {"name":"Client Created","value":"client.created","description":"A client is created"},
  {"name":"Client Deleted","value":"client.deleted","description":"A client is deleted"},
  {"name":"Client Updated","value":"client.updated","description":"A client is edited, archived or restored"},
  {"name":"Invoice Created","value":"invoice.created","description":"An invoice is created"},
  {"name":"Invoice Deleted","value":"invoice.deleted","description":"A draft invoice is deleted"},
  {"name":"Invoice Overdue","value":"invoice.overdue","description":"An invoice becomes overdue"},
  {"name":"Invoice Paid","value":"invoice.paid","description":"An invoice is settled in full, by payments or credit notes"},
  {"name":"Invoice Partial","value":"invoice.partial","description":"A part of an invoice is paid or credited"},
  {"name":"Invoice Rejected","value":"invoice.rejected","description":"An invoice is rejected"},
  {"name":"Invoice Sent","value":"invoice.sent","description":"An invoice is issued: it receives its number"},
  {"name":"Invoice Updated","value":"invoice.updated","description":"An invoice is updated"},
  {"name":"Payment Created","value":"payment.created","description":"A payment or a refund is recorded"},
  {"name":"Payment Deleted","value":"payment.deleted","description":"A payment or a refund is deleted"},
  {"name":"Quote Created","value":"quote.created","description":"A quote is created"},
  {"name":"Quote Deleted","value":"quote.deleted","description":"A draft quote is deleted"},
  {"name":"Quote Updated","value":"quote.updated","description":"A quote is updated"},
];

export const triggerDescription = 'Starts the workflow when an invoice, a client, a quote or a payment changes';
