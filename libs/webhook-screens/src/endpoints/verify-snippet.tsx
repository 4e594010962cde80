import { CodeBlock } from '@billhook/ui/components/code-block';
import { useTexts } from '@billhook/ui/use-texts';

/** Verification needs the raw body: a parsed and re-written one no longer matches its signature. */
const CODE = `import express from 'express';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.BILLHOOK_WEBHOOK_SECRET!);

express()
  .post('/webhooks/billhook', express.raw({ type: 'application/json' }), (request, response) => {
    const headers = {
      'webhook-id': request.get('webhook-id') ?? '',
      'webhook-timestamp': request.get('webhook-timestamp') ?? '',
      'webhook-signature': request.get('webhook-signature') ?? '',
    };
    try {
      const event = webhook.verify(request.body, headers) as { id: string; type: string; data: unknown };
      console.log(event.id, event.type);
      response.sendStatus(204);
    } catch {
      response.sendStatus(400);
    }
  })
  .listen(4000);
`;

/** For a public key, which few Standard Webhooks libraries support: uses only Node. */
const PUBLIC_KEY_CODE = `import { createPublicKey, verify } from 'node:crypto';
import express from 'express';

const raw = Buffer.from(process.env.BILLHOOK_WEBHOOK_PUBLIC_KEY!.replace(/^whpk_/, ''), 'base64');
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });

express()
  .post('/webhooks/billhook', express.raw({ type: 'application/json' }), (request, response) => {
    const [id = '', timestamp = ''] = [request.get('webhook-id'), request.get('webhook-timestamp')];
    const signed = Buffer.concat([Buffer.from(\`\${id}.\${timestamp}.\`), request.body]);
    const isGenuine = (request.get('webhook-signature') ?? '').split(' ').some((part) => {
      const [version, value = ''] = part.split(',', 2);
      return version === 'v1a' && verify(null, signed, key, Buffer.from(value, 'base64'));
    });
    const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
    if (!isGenuine || !isFresh) return void response.sendStatus(400);
    const event = JSON.parse(request.body.toString()) as { id: string; type: string; data: unknown };
    console.log(event.id, event.type);
    response.sendStatus(204);
  })
  .listen(4000);
`;

/** @param secret `whsec_…`, or `whpk_…` of an endpoint with a key pair */
export function VerifySnippet({ secret }: { secret: string }) {
  const { t } = useTexts('portal');
  const code = secret.startsWith('whpk_') ? PUBLIC_KEY_CODE : CODE;
  return <CodeBlock title={t('added.snippet')} copyLabel={t('added.copySnippet')} code={code} />;
}
