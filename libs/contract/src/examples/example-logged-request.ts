import type { LoggedRequestDetail, LoggedRequestView } from '../identity/logged-request.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';

/** A client that was not created, because of a member with a typo. */
export const exampleLoggedRequest: LoggedRequestView = {
  id: EXAMPLE_IDS.request,
  clientRequestId: 'nightly-4711',
  createdAt: '2026-11-21T09:31:04.218Z',
  method: 'POST',
  route: '/v1/clients',
  path: '/v1/clients',
  status: 422,
  durationMs: 12,
  problem: 'invalid_body',
  credential: { kind: 'key', id: EXAMPLE_IDS.key, name: 'Nightly export', prefix: 'bhk_3kTn9Qa1' },
};

export const exampleLoggedDetail: LoggedRequestDetail = {
  ...exampleLoggedRequest,
  request: {
    headers: { 'user-agent': 'nightly-export/1.4', 'client-request-id': 'nightly-4711', 'idempotency-key': 'crm-2001' },
    type: 'application/json',
    bytes: 33,
    body: '{"kind":"Business","nmae":"Acme"}',
    truncated: false,
  },
  response: {
    headers: {},
    type: 'application/problem+json',
    bytes: 93,
    body: '{"status":422,"code":"invalid_body","errors":[{"pointer":"/nmae","code":"unknown_property"}]}',
    truncated: false,
  },
  missingPermission: null,
};
