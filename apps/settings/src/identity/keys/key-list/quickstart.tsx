import { CodeBlock } from '@billhook/ui/components/code-block';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Stack, Title } from '@mantine/core';

/** Shown if there is no key yet: the steps to a first call, according to the reader's permissions. */
export function Quickstart({ mayCreate, isPaid }: { mayCreate: boolean; isPaid: boolean }) {
  const { t } = useTexts('keys');
  return (
    <Stack p={{ base: 'md', sm: 'xl' }} gap="md" maw={720}>
      <Title order={2}>{t('quickstart.title')}</Title>
      <ol className="st-steps">
        <li>{t(!mayCreate ? 'quickstart.ask' : isPaid ? 'quickstart.one' : 'quickstart.upgrade')}</li>
        <li>
          {t('quickstart.two')}
          <CodeBlock
            title={t('quickstart.command')}
            copyLabel={t('words:copyCommand')}
            wrap
            code={`curl -H "Authorization: Bearer $BILLHOOK_API_KEY" ${location.origin}/v1/me/permissions`}
          />
        </li>
        <li>
          {t('quickstart.three')}{' '}
          <Anchor href="/docs/quickstart/" size="sm" underline="always">
            {t('quickstart.docs')}
          </Anchor>
          .
        </li>
      </ol>
    </Stack>
  );
}
