import type { MePermissionsView, MeView, PermissionCheckView } from '../identity/me.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';

const key = {
  id: EXAMPLE_IDS.key,
  name: 'Nightly export',
  prefix: 'bhk_3kTn9Qa1',
  status: 'active',
  expiresAt: '2027-02-01T08:00:00.000Z',
} as const;

const company = { id: EXAMPLE_IDS.company, name: 'Studio Nord SAS', timeZone: 'Europe/Paris' };

export const exampleMe: MeView = {
  key: { ...key, createdAt: '2026-11-02T08:00:00.000Z' },
  creator: {
    id: EXAMPLE_IDS.member,
    kind: 'Person',
    name: 'Camille Roux',
    email: 'camille@studio-nord.example',
    status: 'Active',
  },
  application: null,
  company,
  plan: 'Pro',
  sandbox: false,
};

const lost = {
  code: 'creator_permission_lost',
  cause: 'creator_lacks',
  whoCanFix: 'administrator',
  fixUrl: `https://billing.example/settings/members/${EXAMPLE_IDS.member}`,
} as const;

/** A key without the permission to write invoices. */
export const exampleMePermissions: MePermissionsView = {
  effective: ['client.read', 'invoice.read', 'payment.read'],
  granted: ['client.read', 'invoice.read', 'invoice.write', 'payment.read'],
  lost: [{ permission: 'invoice.write', ...lost }],
  key,
  application: null,
  company,
  plan: 'Pro',
  sandbox: false,
};

const granted = {
  allowed: true,
  missing: [],
  code: null,
  detail: null,
  cause: null,
  whoCanFix: null,
  fixUrl: null,
};

export const examplePermissionCheck: PermissionCheckView = {
  allowed: false,
  requests: [
    {
      method: 'GET',
      path: '/v1/invoices?status=Overdue',
      route: '/v1/invoices',
      status: null,
      requiredPermissions: ['invoice.read'],
      ...granted,
    },
    {
      method: 'POST',
      path: `/v1/invoices/${EXAMPLE_IDS.draftInvoice}/send`,
      route: '/v1/invoices/{id}/send',
      status: 403,
      allowed: false,
      requiredPermissions: ['invoice.write'],
      missing: ['invoice.write'],
      ...lost,
      detail:
        'This requires invoice.write (create, edit, send, reject, reopen, postpone, credit, write off, void and delete invoices). The key has it, but the member who created the key no longer does.',
    },
  ],
  permissions: [{ permission: 'payment.read', requiredPermissions: ['payment.read'], ...granted }],
};
