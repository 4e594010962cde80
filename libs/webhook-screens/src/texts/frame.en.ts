/** Texts of the frame around the webhook pages: its tabs, its session and its links. */
export const en = {
  nav: {
    label: 'Webhooks',
    endpoints: 'Endpoints',
    deliveries: 'Deliveries',
    eventTypes: 'Event types',
    signatureCheck: 'Signature check',
  },
  session: {
    ended: 'Your portal session has ended',
    body: 'Open the portal again from Settings > API & Connections > Webhooks. Webhooks are still delivered while the portal is closed.',
    again: 'Open portal again',
    continueLead:
      'Your input is kept. Open Settings > API & Connections > Webhooks in another tab of this browser, or open a new portal link there. Then continue here.',
    openSettings: 'Open settings in a new tab',
    continue: 'Continue',
    stillEnded: 'The portal is still closed in this browser. Open it in another tab, then continue here.',
    leave: 'Discard changes and leave this page',
    allowHttp: 'This installation allows endpoints over plain HTTP, so you can use an address on localhost.',
  },
  link: {
    used: 'This link was already used',
    usedBody: 'A portal link works once.',
    expired: 'This link has expired',
    expiredBody: 'A portal link works for 15 minutes.',
    revoked: 'This link is revoked',
    revokedBody: 'A member of the company revoked it.',
    invalid: 'This link is invalid',
    invalidBody: 'It is incomplete, or its creator no longer has access.',
    body: 'If you have an account, open the portal from Settings > API & Connections > Webhooks. Otherwise ask the sender of the link for a new one.',
  },
  viewOnly: {
    note: 'View only: you can view everything except signing secrets, and you cannot change anything.',
    secret: 'Signing secrets are not shown in a view-only portal.',
  },
};
