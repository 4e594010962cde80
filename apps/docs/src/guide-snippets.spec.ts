import { readFile } from 'node:fs/promises';
import { CreateClient } from '@billhook/contract/client';
import { CreateInvoice } from '@billhook/contract/invoice';
import { MePermissionsView } from '@billhook/contract/me';
import { CreatePayment } from '@billhook/contract/payment';
import { ProblemView } from '@billhook/contract/problem';
import { CreateWebhookEndpoint, RotateWebhookSecret, TestWebhookEndpoint } from '@billhook/contract/webhook';
import { SendInvoice } from '@billhook/contract/invoice';
import { PROBLEMS } from '@billhook/domain/problems';
import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';

const guide = (name: string) => readFile(new URL(`../guides/${name}.md`, import.meta.url), 'utf8');

/** The bodies that the curl commands of a guide send, each with the path it is sent to. */
function bodiesOf(markdown: string): { path: string; body: unknown }[] {
  const blocks = [...markdown.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
  return blocks.flatMap((block) => {
    const path = /\$BILLHOOK_URL(\/v1[^"?]*)/.exec(block)?.[1];
    const text = /--json '([^']*)'/.exec(block)?.[1] ?? /<<JSON\n([\s\S]*?)\nJSON/.exec(block)?.[1];
    if (path === undefined || text === undefined) return [];
    const filled = text.replace('$(date +%F)', '2026-11-21').replace(/\$[A-Z_]+_ID/g, '42');
    return [{ path: path.replace(/\/(\d+|\$[A-Z_]+)/g, '/{id}'), body: JSON.parse(filled) as unknown }];
  });
}

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  '/v1/clients': CreateClient,
  '/v1/invoices': CreateInvoice,
  '/v1/invoices/{id}/send': SendInvoice,
  '/v1/payments': CreatePayment,
  '/v1/webhook-endpoints': CreateWebhookEndpoint,
  '/v1/webhook-endpoints/{id}/test': TestWebhookEndpoint,
  '/v1/webhook-endpoints/{id}/rotate-secret': RotateWebhookSecret,
};

describe.each([
  ['quickstart', 6],
  ['webhooks', 2],
])('the curl commands of %s', (name, count) => {
  it('send bodies that the API takes', async () => {
    const bodies = bodiesOf(await guide(name));
    expect(bodies).toHaveLength(count);
    for (const { path, body } of bodies) expect([path, SCHEMAS[path]?.safeParse(body).success]).toEqual([path, true]);
  });
});

/** The JSON blocks of a guide. */
async function jsonOf(name: string): Promise<unknown[]> {
  return [...(await guide(name)).matchAll(/```json\n([\s\S]*?)```/g)].map(
    ([, block]) => JSON.parse(block ?? '') as unknown,
  );
}

describe('the answers that guides show', () => {
  it('are as the API shapes them', async () => {
    const [permissions, forbidden] = await jsonOf('keys-and-permissions');
    expect(MePermissionsView.strict().parse(permissions)).toEqual(permissions);
    const problems = [forbidden, (await jsonOf('errors'))[0]].map((json) => ProblemView.parse(json));
    for (const { code, title, type } of problems) {
      expect(title).toBe(Object.entries(PROBLEMS).find(([name]) => name === code)?.[1].title);
      expect(type).toMatch(new RegExp(`/docs/errors/#${code}$`));
    }
  });
});
