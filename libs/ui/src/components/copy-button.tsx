import { ActionIcon, Button, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../copy-text.js';
import { useTexts } from '../use-texts.js';
import { useHint } from './use-hint.js';

interface CopyButtonProps {
  readonly text: string;
  /** For an icon button: the object, as in "Copy the command". Without it the button is labelled "Copy". */
  readonly label?: string;
  readonly onCopied?: () => void;
  /** Takes the focus when it appears. */
  readonly autoFocus?: boolean;
}

const SHOWN_MS = 2500;

/** Copies, and shows whether it worked: a silent failure loses a key that is shown once. */
export function CopyButton({ text, label, onCopied, autoFocus = false }: CopyButtonProps) {
  const { t } = useTexts('ui');
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (autoFocus) button.current?.focus();
  }, [autoFocus]);
  const copy = async () => {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'failed');
    if (copied) onCopied?.();
  };
  const Icon = { idle: IconCopy, copied: IconCheck, failed: IconX }[state];
  const said = { idle: '', copied: t('copied'), failed: t('copyFailed') }[state];
  const { target, hint } = useHint<HTMLButtonElement>(said || (label ?? ''), state !== 'idle');
  return (
    <>
      {label ? (
        <>
          <ActionIcon variant="subtle" color="gray" size="md" aria-label={label} onClick={copy} {...target}>
            <Icon size={16} />
          </ActionIcon>
          {hint}
        </>
      ) : (
        <Button ref={button} onClick={copy} leftSection={<Icon size={16} />} miw={110}>
          {state === 'copied' ? t('copied') : t('copy')}
        </Button>
      )}
      {state === 'failed' && !label ? (
        <Text role="alert" size="sm" c="var(--mantine-color-error)" w="100%">
          {said}
        </Text>
      ) : (
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      )}
    </>
  );
}
