import { CodeBlock } from '@billhook/ui/components/code-block';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { SignedOutLayout } from './signed-out-layout.js';

/** Prints the link again: in a clone, and in the image. */
const COMMANDS = { clone: 'npm run admin -- set-up-link', image: 'billhook-server admin set-up-link' } as const;

/** In place of the sign-in form while the installation has no company, and so no account. */
export function NotSetUp() {
  const { t } = useTexts('signIn');
  const title = t('notSetUp.command');
  return (
    <SignedOutLayout title={t('notSetUp.title')} lead={t('notSetUp.lead')}>
      <Stack gap="md">
        <Text size="sm">{t('notSetUp.body')}</Text>
        <CodeBlock title={title} code={COMMANDS.clone} copyLabel={t('notSetUp.copy')} wrap />
        <CodeBlock title={t('notSetUp.imageCommand')} code={COMMANDS.image} wrap />
      </Stack>
    </SignedOutLayout>
  );
}
