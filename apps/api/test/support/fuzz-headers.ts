/* Values for headers, addresses and methods, valid and invalid. */

/** Values from earlier responses: the ETag of the record in the path, a cursor of a list. */
export class Known {
  constructor(readonly what: 'etag' | 'cursor' | 'eventId' | 'secret') {}
}

/** An id without a record in the round. */
export const STALE = '"987654"';

const IDEMPOTENCY_KEYS = [
  'once-1',
  'once-2',
  'once-3',
  'once-4',
  '"once-1"',
  'x'.repeat(255),
  'x'.repeat(256),
  '',
  ' ',
  'a b',
  'é',
  '""',
  '"',
  'a,b',
];

/** Headers that the API reads, with invalid values. HTTP headers are limited to Latin-1. */
export const HEADERS: Readonly<Record<string, readonly (string | Known)[]>> = {
  'if-match': [
    new Known('etag'),
    new Known('etag'),
    STALE,
    '*',
    '1',
    '"1',
    'W/"1"',
    '"1", "2"',
    '"-1"',
    '"01"',
    '"99999999999999999999"',
    '',
    ',',
    '"\xe9"',
    '"1"'.repeat(300),
  ],
  'if-none-match': [new Known('etag'), '*', '"1"', 'W/"1"', 'rubbish', '', '"a","b",', '"'.repeat(99)],
  'idempotency-key': IDEMPOTENCY_KEYS,
  prefer: [
    'dry-run',
    'dry-run',
    'dry-run',
    'Dry-Run',
    'dry-run=1',
    'respond-async, dry-run',
    'dry-run, dry-run',
    'wait=10',
    '',
    ';',
    'dry-run;x="',
    '"dry-run"',
  ],
  accept: ['application/json', 'text/html', '*/*;q=0', 'application/xml', 'nonsense', '', 'application/pdf'],
  'accept-language': ['fr', 'xx-XX', '*', ';;;'],
  'content-encoding': ['gzip', 'br', 'identity', 'deflate, gzip', 'rubbish', ''],
  'content-type': ['application/json', 'text/html', '', '/', 'application/json;', 'json', '\xff'],
  'transfer-encoding': ['chunked'],
  expect: ['100-continue', 'the-unexpected'],
  'client-request-id': ['order-7', 'x'.repeat(300), '', '\x80\xff', '{"a":1}', '<script>'],
  'request-id': ['req_mine', 'x'.repeat(99)],
  'x-forwarded-for': ['127.0.0.1', '1.2.3.4, 5.6.7.8', 'unknown', "'; --"],
  'x-http-method-override': ['DELETE', 'PATCH'],
  'user-agent': ['', '\xff\xfe', 'x'.repeat(2_000)],
  range: ['bytes=0-10', 'bytes=-1', 'bytes=999999999-', 'rubbish'],
  origin: ['https://evil.example', 'null', ''],
  cookie: ['billhook_session=x', 'a=b; a=c', '=', ';', '\xff=%zz', '__proto__=1'],
  upgrade: ['websocket', 'h2c'],
  'x-filler': ['x'.repeat(20_000)],
};

export const OTHER_METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'LOCK',
];

/** Names and values in the address, already encoded or invalid. */
export const ODD_QUERIES: readonly (readonly [string, string])[] = [
  ['a[b]', 'c'],
  ['filter[status][]', 'Sent'],
  ['status[]', 'Sent'],
  ['limit', '0'],
  ['limit', '101'],
  ['limit', '1e2'],
  ['limit', '%00'],
  ['limit', '-1'],
  ['limit', '9'.repeat(400)],
  ['cursor', ''],
  ['cursor', 'a.b'],
  ['cursor', 'W10.AAAAAAAAAAAAAAAAAAAAAA'],
  ['cursor', 'x'.repeat(3_000)],
  ['__proto__', '1'],
  ['__proto__[x]', '1'],
  ['constructor', '1'],
  ['%zz', '1'],
  ['%', '%'],
  ['', ''],
  ['', 'x'],
  ['q', '%ED%A0%80'],
  ['q', '%C3%28'],
  ['q', '%25%5F%5C'],
  ['q', '%00%00'],
  ['unknown', 'x'],
  ['_method', 'DELETE'],
];

export const ODD_PATHS = [
  '/',
  '//',
  '/.',
  '/..',
  ';x=1',
  '%20',
  '?',
  '#',
  '/%2e%2e/%2e%2e',
  '.json',
  '%00',
  '/x'.repeat(200),
];
