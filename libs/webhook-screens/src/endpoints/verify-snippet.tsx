import { SNIPPET_PATH } from '@billhook/contract/webhooks/verification-snippets';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';

const VerificationSnippets = lazy(() =>
  import('../snippets/verification-snippets.js').then((file) => ({ default: file.VerificationSnippets })),
);

interface VerifySnippetProps {
  /** `whsec_…`, or `whpk_…` of an endpoint with a key pair. Only its prefix is used: code contains no secret. */
  readonly secret: string;
  /** The URL of the endpoint, whose path the receiver serves. */
  readonly url?: string;
}

/** Programs that verify the messages to an endpoint, in six languages. */
export function VerifySnippet({ secret, url = `https://example.com${SNIPPET_PATH}` }: VerifySnippetProps) {
  const { t } = useTexts('portal');
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('snippets.title')}
      </Text>
      <Suspense>
        <VerificationSnippets url={url} scheme={secret.startsWith('whpk_') ? 'v1a' : 'v1'} />
      </Suspense>
    </Stack>
  );
}
