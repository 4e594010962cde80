import type { AccountView } from '@billhook/contract/identity/account';
import { CopyButton } from '@billhook/ui/components/copy-button';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconDownload, IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadText } from '../session/download-text.js';
import { ShownOnce } from '../session/shown-once.js';

interface RecoveryCodesProps {
  readonly account: AccountView;
  readonly codes: readonly string[];
  readonly onStored: () => void;
  readonly onDone: () => void;
}

/** The recovery codes, to copy, download or print. */
export function RecoveryCodes({ account, codes, onStored, onDone }: RecoveryCodesProps) {
  const { t } = useTexts('account');
  const format = useFormat();
  const [today] = useState(() => new Date());
  const heading = t('second.file', { email: account.email, date: format.date(today) });
  const text = [heading, '', ...codes, ''].join('\n');
  return (
    <ShownOnce storedLabel={t('second.stored')} onStored={onStored} onDone={onDone}>
      {(store) => (
        <>
          <Alert role="status" color="yellow" icon={<IconInfoCircle size={20} />}>
            {t('second.codesLead')}
          </Alert>
          <div className="ac-print">
            <Text className="ac-on-paper">{heading}</Text>
            <ol className="ac-codes" aria-label={t('second.codesLabel')}>
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ol>
          </div>
          <Group gap="sm">
            <CopyButton text={text} onCopied={store} />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => {
                downloadText('billhook-recovery-codes.txt', text);
                store();
              }}
            >
              {t('second.download')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} />}
              onClick={() => {
                window.print();
                store();
              }}
            >
              {t('second.print')}
            </Button>
          </Group>
        </>
      )}
    </ShownOnce>
  );
}
