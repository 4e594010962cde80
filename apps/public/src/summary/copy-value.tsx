import { copyText } from '@billhook/ui/copy-text';
import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

const SHOWN_MS = 2500;

/** Copies, and shows whether it worked. No tooltip, unlike the other screens, because phones have none. */
export function CopyValue({ text, label }: { text: string; label: string }) {
  const { t } = useTexts('ui');
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const isCopied = state === 'copied';
  return (
    <>
      <Button
        className="pd-copy"
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        {...(!isCopied && { 'aria-label': label })}
        onClick={async () => setState((await copyText(text)) ? 'copied' : 'failed')}
      >
        {t(isCopied ? 'copied' : 'copy')}
      </Button>
      <span role="status" className={state === 'failed' ? 'pd-fault' : 'pd-unseen'}>
        {state === 'failed' ? t('copyFailed') : isCopied && t('copied')}
      </span>
    </>
  );
}
