import { expect, it } from '@jest/globals';
import { filledReceiver, snippetPath } from './filled-snippet.js';

it.each([
  ['https://example.com/hooks/billhook?tenant=1', '/hooks/billhook'],
  ['https://example.com', '/'],
  ['http://localhost:4000/a%20b/~c', '/a%20b/~c'],
  [`https://example.com/it's"$(x)`, '/webhooks/billhook'],
])('the path of %s in a snippet is %s', (url, path) => {
  expect(snippetPath(url)).toBe(path);
});

it('fills in the path and the variable of the scheme', () => {
  const receiver = `serve("/webhooks/billhook", env("BILLHOOK_WEBHOOK_SECRET"))`;
  expect(filledReceiver(receiver, 'https://example.com/in', 'v1a')).toBe(
    `serve("/in", env("BILLHOOK_WEBHOOK_PUBLIC_KEY"))`,
  );
});
