import { CLIENT_REQUEST_ID_PATTERN, REQUEST_CREDENTIAL_PATTERN } from '@billhook/domain/shared/value-patterns';
import { day, oneOf, searchOf } from '../../shared/workspace/list-search.js';

export const STATUS_FILTERS = ['2xx', '4xx', '5xx'] as const;
export const METHOD_FILTERS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** `key-6`, `application-3`, as the API takes it. */
const credential = (value: unknown): string | undefined =>
  typeof value === 'string' && REQUEST_CREDENTIAL_PATTERN.test(value) ? value : undefined;

/** What the API takes as the id that a client sent. The router reads `?q=4711` as a number. */
const clientRequestId = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && CLIENT_REQUEST_ID_PATTERN.test(text) ? text : undefined;
};

/** The filters of the request log in the address. Days begin and end by the reader's clock. */
export const requestSearch = searchOf({
  q: clientRequestId,
  status: oneOf(STATUS_FILTERS),
  method: oneOf(METHOD_FILTERS),
  credential,
  from: day,
  to: day,
});
export type RequestSearch = ReturnType<typeof requestSearch>;
