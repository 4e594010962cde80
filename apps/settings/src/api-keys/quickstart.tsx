import { CodeBlock } from '@billhook/ui/components/code-block';
import { Anchor, Stack, Title } from '@mantine/core';
import { useKeyTexts } from '../texts/keys.js';

/** What stands where the first key will: how to get to a first call. */
export function Quickstart() {
  const { t } = useKeyTexts();
  return (
    <Stack p={{ base: 'md', sm: 'xl' }} gap="md" maw={720}>
      <Title order={2}>{t('quickstart.title')}</Title>
      <ol className="st-steps">
        <li>{t('quickstart.one')}</li>
        <li>
          {t('quickstart.two')}
          <CodeBlock
            title={t('quickstart.command')}
            copyLabel={t('quickstart.copy')}
            wrap
            code={`curl -H "Authorization: Bearer $BILLHOOK_API_KEY" ${location.origin}/v1/me/permissions`}
          />
        </li>
        <li>
          {t('quickstart.three')}{' '}
          <Anchor href="/docs/" size="sm" underline="always">
            {t('quickstart.docs')}
          </Anchor>
          .
        </li>
      </ol>
    </Stack>
  );
}
