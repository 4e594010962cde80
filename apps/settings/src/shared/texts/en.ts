import { pathTitles } from '@billhook/domain/shared/resource-words';
import { resourcesWith } from '@billhook/domain/shared/resources';

/** Texts of the settings. `fr.ts` has the same keys. */
export const en = {
  nav: {
    label: 'Main navigation',
    workspace: 'Workspace',
    company: 'Company details',
    group: 'API & Connections',
    logs: 'Logs',
    webhooks: 'Webhooks',
    docs: 'API documentation',
  },
  /** The lists of the workspace, by their paths. */
  lists: pathTitles(resourcesWith('hasPages'), 'en'),
  account: {
    companyOrSandbox: 'Company or sandbox',
    joined: 'You joined {{company}}',
    menu: 'Account menu of {{name}}',
    plan: '{{plan}} plan',
    signOut: 'Sign out',
  },
  find: { open: 'Find', openWith: 'Find ({{keys}})' },
  sandbox: {
    leave: 'Leave sandbox',
    list: 'Sandboxes',
    create: 'Create and open a sandbox',
    createWithExamples: 'Create one with example records',
  },
  webhooks: {
    lead: 'Choose where events are sent, and follow every delivery.',
    newTab: 'Open in a new tab',
    opening: 'Opening the webhook pages…',
    forbidden: 'You cannot manage webhooks',
    unavailable: 'Webhooks are unavailable in this environment',
    unavailableBody:
      'No webhooks are sent from here. API keys and the HTTP API work as usual, and GET /v1/events lists the events.',
    unavailableOperator: 'The operator of this installation can turn webhooks on with WEBHOOKS_ENABLED=true.',
    blocked: 'The browser blocked the new tab. Allow pop-ups for this site and try again.',
    failed: 'The webhook pages could not be opened',
    links: {
      open: 'Share access',
      title: 'Share access to webhooks',
      lead: 'Create a link to the webhook portal for a colleague or for support. Anyone with the link acts as you, without signing in.',
      access: 'Access',
      view: 'View only',
      viewHint: 'Can view everything except signing secrets. Cannot change anything.',
      full: 'Full access',
      fullHint: 'Can do everything that you can do with webhooks.',
      create: 'Create link',
      link: 'Link',
      once: 'The link works once and is not shown again.',
      expires: 'Expires',
      active: 'Shared links',
      none: 'No shared links.',
      status: { unused: 'Not used yet', open: 'In use' },
      visits: 'Open in Settings',
      opened: 'Opened',
      by: 'Created by {{name}}',
      revoke: 'Revoke',
      revokeOne: 'Revoke link: {{access}}, created by {{name}}',
      close: 'Close',
      closeOne: 'Close webhooks opened by {{name}}',
    },
  },
};
