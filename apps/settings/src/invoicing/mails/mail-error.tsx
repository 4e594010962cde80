import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { mailProblem } from './mail-problem.js';

/** Why an email was not sent: in words, and below them what the mail server said. */
export function MailError({ error }: { error: string }) {
  const { t } = useTexts('mails');
  return (
    <div>
      <Text size="sm">{t(`problem.${mailProblem(error)}`)}</Text>
      <Text size="xs" c="dimmed" className="bh-anywhere" lineClamp={3}>
        {error}
      </Text>
    </div>
  );
}
