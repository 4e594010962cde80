import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { downloadEnvFile } from './download-text.js';

interface EnvFileButtonProps {
  readonly variables: Readonly<Record<string, string>>;
  readonly onSaved: () => void;
}

/** Saves a secret that is shown once in a file. */
export function EnvFileButton({ variables, onSaved }: EnvFileButtonProps) {
  const { t } = useTexts('words');
  const save = () => {
    downloadEnvFile(variables);
    onSaved();
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
      {t('downloadEnv')}
    </Button>
  );
}
