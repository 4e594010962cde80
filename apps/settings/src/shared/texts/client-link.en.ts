/** Texts of the link to all documents of a client. `client-link.fr.ts` has the same keys. */
export const en = {
  title: 'Link to all documents',
  state: {
    None: 'A page where the client sees all issued documents and what is due. It has no link yet.',
    Active:
      'Only for the client: anyone with this link sees all documents of the client, and can answer in their name.',
    Expired: 'The link has expired. Emails do not contain it until you create another one.',
    Revoked: 'The link was revoked. Emails do not contain it until you create another one.',
  },
  created: 'Created on {{date}}.',
  expires: 'Expires on {{date}}.',
  show: 'Show link',
  copy: 'Copy link',
  create: 'Create link',
  createTitle: 'Create a link to all documents?',
  body: 'The page shows every issued document of the client, also those without a link. Anyone to whom the client forwards the link sees the same.',
  replace: 'Replace link',
  replaceTitle: 'Replace the link?',
  replaceBody: 'The present link stops working.',
  until: 'Last day',
  untilHint: 'Empty = never expires',
  revoke: 'Revoke',
  revokeTitle: 'Revoke the link to all documents?',
  revokeBody:
    'The page can no longer be opened, and emails no longer contain the link. Links of single documents keep working.',
  revoked: 'Link revoked',
};
