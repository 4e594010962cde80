import { expect, it } from '@jest/globals';
import { pastedRequest } from './pasted-request.js';

const BODY = '{"id":"msg_1","type":"client.created","data":{"name":"O\'Brien"}}';
const whole = { id: 'msg_1', timestamp: '1795253400', signature: 'v1,abc+/= v1,def=', body: BODY };
const { body: _, ...headers } = whole;

it.each<[string, string, object]>([
  [
    'raw HTTP',
    `POST /hooks HTTP/1.1\r\nHost: example.com\r\nWebhook-Id: msg_1\r\nwebhook-timestamp: 1795253400\r\nwebhook-signature: v1,abc+/= v1,def=\r\n\r\n${BODY}`,
    whole,
  ],
  ['raw HTTP with a line break at its end', `webhook-id: msg_1\n\n${BODY}\n`, { id: 'msg_1', body: `${BODY}\n` }],
  [
    'a curl command',
    `curl -X POST 'https://example.com' \\\n  -H 'webhook-id: msg_1' --header "webhook-timestamp: 1795253400" \\\n -H 'webhook-signature: v1,abc+/= v1,def=' --data-raw $'${BODY.replace("'", "\\'")}'`,
    whole,
  ],
  ['a curl command with a body in double quotes', `curl x -d "{\\"a\\":\\"\\$b\\"}"`, { body: '{"a":"$b"}' }],
  [
    'a curl command with options in one word',
    `curl '-Hwebhook-id: msg_1' --data-binary='{}'`,
    { id: 'msg_1', body: '{}' },
  ],
  ['a curl command with escapes', String.raw`curl x --data-raw $'caf\u00e9\n'`, { body: 'café\n' }],
  [
    'headers of Node',
    `{\n  host: 'example.com',\n  'webhook-id': 'msg_1',\n  'webhook-timestamp': '1795253400',\n  'webhook-signature': 'v1,abc+/= v1,def='\n}`,
    headers,
  ],
  [
    'headers as JSON',
    JSON.stringify({ 'webhook-id': 'msg_1', 'webhook-timestamp': '1795253400' }),
    { id: 'msg_1', timestamp: '1795253400' },
  ],
  [
    'headers of Rack',
    'HTTP_WEBHOOK_ID => "msg_1", HTTP_WEBHOOK_TIMESTAMP=1795253400',
    { id: 'msg_1', timestamp: '1795253400' },
  ],
  ['headers of Go', 'Webhook-Id:[msg_1]\nWebhook-Timestamp:[1795253400]', { id: 'msg_1', timestamp: '1795253400' }],
  ['a body alone', BODY, { body: BODY }],
  ['something else', 'hello', {}],
])('reads %s', (_name, text, expected) => {
  expect(pastedRequest(text)).toEqual(expected);
});
