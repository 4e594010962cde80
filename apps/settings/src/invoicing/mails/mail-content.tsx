import './mails.css';
import type { MailPreview } from '@billhook/contract/invoicing/mail';
import { logoPath, MAIL_LOGO } from '@billhook/domain/identity/logo';
import { useTexts } from '@billhook/ui/use-texts';
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../shared/workspace/detail.js';

/** The email as the client sees it, and its plain text. The frame allows no scripts, forms or links. */
export function MailContent({ mail }: { mail: MailPreview }) {
  const { t } = useTexts('mails');
  const [shown, setShown] = useState('sent');
  return (
    <Section
      title={t('content')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('content')}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'sent', label: t(mail.status === 'Sent' ? 'asSent' : 'asWritten') },
            { value: 'text', label: t('asText') },
          ]}
        />
      }
    >
      {mail.resource !== 'credit_note' && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('linkHidden')}
        </Text>
      )}
      {shown === 'sent' ? (
        <iframe
          className="st-mail-frame"
          sandbox=""
          srcDoc={withLogoAddress(mail.html)}
          title={t('frame', { subject: mail.subject })}
          referrerPolicy="no-referrer"
        />
      ) : (
        <pre className="st-mail-text" tabIndex={0} role="region" aria-label={t('asText')}>
          {mail.text}
        </pre>
      )}
    </Section>
  );
}

/** The logo from its address: in the email, it is a part that a browser does not have. */
const withLogoAddress = (html: string): string =>
  html.replace(MAIL_LOGO, (_, digest: string) => `<img src="${logoPath(digest)}"`);
