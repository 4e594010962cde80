import type { AccountView } from '@billhook/contract/identity/account';
import { CopyButton } from '@billhook/ui/components/copy-button';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconInfoCircle, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';

/** Saves text as a file. The address of the blob is revoked immediately. */
function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

interface RecoveryCodesProps {
  readonly account: AccountView;
  readonly codes: readonly string[];
  /** They were copied, saved, printed or ticked as kept: the dialog may close. */
  readonly onStored: () => void;
  readonly onDone: () => void;
}

/** The one look at the recovery codes. They live in the state of the dialog alone. */
export function RecoveryCodes({ account, codes, onStored, onDone }: RecoveryCodesProps) {
  const { t } = useTexts('account');
  const format = useFormat();
  const [saved, setSaved] = useState(false);
  const [ticked, setTicked] = useState(false);
  const [today] = useState(() => new Date());
  const heading = t('second.file', { email: account.email, date: format.date(today) });
  const text = [heading, '', ...codes, ''].join('\n');
  const store = () => {
    setSaved(true);
    onStored();
  };
  return (
    <Stack gap="lg">
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
            download('billhook-recovery-codes.txt', text);
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
      <Group justify="space-between" gap="sm">
        <Checkbox
          label={t('second.stored')}
          checked={ticked}
          onChange={(event) => {
            setTicked(event.currentTarget.checked);
            if (event.currentTarget.checked) onStored();
          }}
        />
        <Button onClick={onDone} disabled={!saved && !ticked}>
          {t('second.done')}
        </Button>
      </Group>
    </Stack>
  );
}
