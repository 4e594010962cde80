import type { MailView } from '@billhook/contract/invoicing/mail';
import { MAIL_PROBLEM_TEXTS } from '@billhook/domain/invoicing/mail-problem';
import { useLanguage } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';

type MailWithError = Pick<MailView, 'problem' | 'lastError'>;

/** The problem of an email in the language of the screen; undefined without one. */
export function useMailProblemText(): (mail: MailWithError) => string | undefined {
  const language = useLanguage() === 'fr' ? 'fr' : 'en';
  return ({ problem }) => (problem ? (MAIL_PROBLEM_TEXTS[problem.code][language] ?? problem.detail) : undefined);
}

/** Why an email was not sent: a sentence, and below it the response of the mail server. */
export function MailError({ mail }: { mail: MailWithError }) {
  const problemText = useMailProblemText();
  return (
    <div>
      <Text size="sm">{problemText(mail)}</Text>
      <Text size="xs" c="dimmed" className="bh-anywhere" lineClamp={3}>
        {mail.lastError}
      </Text>
    </div>
  );
}
