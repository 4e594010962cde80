import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useSignedIn } from '../../identity/session/queries.js';
import { useDocumentsTexts } from '../../shared/texts/documents.js';

/** Before a document is sent by e-mail: says that nobody will receive it. Nothing where the installation sends mail. */
export function NoMailWarning() {
  const { t } = useDocumentsTexts();
  if (useSignedIn().sendsMail) return null;
  return (
    <Alert color="yellow" icon={<IconMailOff size={20} />} title={t('send.noMail')}>
      {t('send.noMailBody')}
    </Alert>
  );
}
