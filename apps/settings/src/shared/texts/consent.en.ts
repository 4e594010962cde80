/** Texts of the pages on which a member authorises an application. `consent.fr.ts` has the same keys. */
export const en = {
  pageTitle: 'Authorise an application',
  title: '{{name}} asks for access',
  signedInAs: 'You are signed in as {{email}}.',
  companyHint: 'The application gets access to this company only.',
  returnTo: 'Afterwards, your browser goes to {{host}}.',
  returnToDevice: 'Afterwards, your browser goes to a program on this device ({{host}}).',
  resources: {
    v1: 'It will act as you in {{company}}.',
    mcp: 'It will act as you in {{company}}, as AI assistants do.',
  },
  chosenCompany: 'the company that you choose',
  permissionsHint: 'Uncheck what you don’t want to share. The application never has more permissions than you.',
  notHeld: 'You do not have this permission in {{company}}, so the application does not get it.',
  expiryHint: 'Other choices are not allowed by the key policy of {{company}}.',
  expiries: {
    '90d': 'In 90 days, on {{date}}',
    '1y': 'In 1 year, on {{date}}',
    none: 'When you revoke it',
  },
  allow: 'Allow access',
  deny: 'Deny',
  revokeLater: 'You can revoke the access at any time in Billhook, under API & Connections > Applications.',
  publisher: {
    registered: 'Published by {{publisher}}',
    builtin: 'Part of Billhook',
    metadata: 'Published by {{host}}',
    dynamic: 'Unknown publisher',
  },
  warning: {
    title: 'This application is not registered here',
    returnTo: 'Afterwards, your browser goes to:',
    metadata: 'Its name and logo come from {{host}}. Allow access only if you trust {{host}}.',
    dynamic:
      'The application chose this name, and no one has verified it. Allow access only if you have just started the application yourself.',
  },
  refusal: {
    title: '{{company}} cannot authorise this application',
    plan_required: 'The API is part of the Pro plan. After an upgrade of {{company}}, start again in the application.',
    application_not_allowed:
      'The policy of {{company}} does not allow it. Ask an administrator to add the application to the policy.',
    nothing_to_grant:
      'You have none of the permissions that it asks for. An administrator of {{company}} can give them to you.',
    otherCompany: 'You can choose another company above.',
  },
  expired: {
    title: 'The request has expired',
    body: 'The request of the application is no longer valid, has already been decided, or was started in another browser. Return to the application and start again.',
    home: 'Go to Billhook',
  },
  errors: {
    not_held: 'You no longer have one of these permissions. Choose again.',
    policy_lifetime: 'The key policy of the company does not allow this choice.',
  },
  device: {
    title: 'Connect a device',
    lead: 'Enter the code that the program shows.',
    code: 'Code',
    codeHint: '8 letters, with or without the dash',
    incomplete: 'The code has 8 letters',
    unknown: 'The code is unknown or has expired. Compare it with the code on the device, or request a new one there.',
    tooMany: 'Too many unknown codes. Wait 15 minutes, then try again.',
    submit: 'Continue',
    check: 'Does the device show this code?',
    warning:
      'Continue only if you started this yourself and the device shows the code {{code}}. Anyone who sent you this code or a link to this page would get access.',
    from: 'Requested from {{address}}',
    fromProgram: 'Requested from {{address}} with {{program}}',
    otherCode: 'Enter another code',
    allowedTitle: 'The device is connected',
    allowed: '{{name}} has access now. You can close this page and return to the device.',
    deniedTitle: 'Access denied',
    denied: '{{name}} does not have access. You can close this page.',
    applications: 'Show authorised applications',
  },
};
