import { CodeBlock } from '@billhook/ui/components/code-block';
import { useTranslation } from 'react-i18next';

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

export function VerifySnippet() {
  const { t } = useTranslation('portal');
  return <CodeBlock title={t('added.snippet')} copyLabel={t('added.copySnippet')} code={CODE} />;
}
