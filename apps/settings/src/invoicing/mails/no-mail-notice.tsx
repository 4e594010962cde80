import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useSignedIn } from '../../identity/session/queries.js';
import { useMailTexts } from '../../shared/texts/mails.js';

/** Says that no mail leaves this installation, and who can change that. Nothing where it does. */
export function NoMailNotice() {
  const { t } = useMailTexts();
  if (useSignedIn().sendsMail) return null;
  return (
    <Alert color="gray" icon={<IconMailOff size={20} />} title={t('off')} mb="md">
      {t('offBody')}
    </Alert>
  );
}
