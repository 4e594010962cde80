import { day, oneOf, searchOf } from '../../shared/workspace/list-search.js';

export const STATUS_FILTERS = ['2xx', '4xx', '5xx'] as const;
export const METHOD_FILTERS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** `key-6`, `application-3`, as the API takes it. */
const credential = (value: unknown): string | undefined =>
  typeof value === 'string' && /^(?:key|application)-[1-9]\d{0,14}$/.test(value) ? value : undefined;

/** The filters of the request log in the address. Days begin and end by the reader's clock. */
export const requestSearch = searchOf({
  status: oneOf(STATUS_FILTERS),
  method: oneOf(METHOD_FILTERS),
  credential,
  from: day,
  to: day,
});
export type RequestSearch = ReturnType<typeof requestSearch>;
