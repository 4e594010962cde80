import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { useTexts } from '@billhook/ui/use-texts';
import { Code, Stack, Title } from '@mantine/core';
import { VerificationSnippets } from '../snippets/verification-snippets.js';

/** What the receiver of an endpoint must compute, as a formula and as code. */
export function ExpectedSignature({ endpoint: { signatureScheme, url } }: { endpoint: WebhookEndpointView }) {
  const { t } = useTexts('portal');
  return (
    <section className="bh-panel pt-section" aria-labelledby="right-title">
      <Stack gap="sm">
        <Title order={2} size="h4" id="right-title">
          {t('signatureCheck.right')}
        </Title>
        <Code block className="bh-anywhere pt-formula">
          {t(signatureScheme === 'v1a' ? 'signatureCheck.rightV1a' : 'signatureCheck.rightV1')}
        </Code>
        <Title order={3} size="h5">
          {t('signatureCheck.code')}
        </Title>
        <VerificationSnippets url={url} scheme={signatureScheme} />
      </Stack>
    </section>
  );
}
