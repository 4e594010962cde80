import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import type { Action } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ChangeError } from './change-error.js';

interface ReasonDialogProps<C extends string> {
  readonly title: string;
  /** The effect of the action. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly danger?: boolean;
  readonly action: Pick<Action<never, unknown>, 'pending' | 'error' | 'clear'>;
  /** The codes to choose from, with the first one selected; none if the reason is only text. */
  readonly codes?: readonly { readonly value: C; readonly label: string }[];
  /** Whether the text is required. */
  readonly required?: boolean;
  readonly onConfirm: (reason: { code: C | undefined; text: string | undefined }) => void;
  /** Reads the record again after someone else has changed it. */
  readonly onReload: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the reason of an action, which the timeline shows. */
export function ReasonDialog<C extends string>(props: ReasonDialogProps<C>) {
  const { t } = useTexts('workspace');
  const { codes, required = false, action, onConfirm, onReload } = props;
  const [code, setCode] = useState(codes?.[0]?.value);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const confirm = () => {
    const words = text.trim();
    if (required && !words) return setMissing(true);
    onConfirm({ code, text: words || undefined });
  };
  return (
    <ConfirmDialog
      title={props.title}
      confirmLabel={props.confirmLabel}
      danger={props.danger ?? false}
      action={{ pending: action.pending }}
      onConfirm={confirm}
      onClose={props.onClose}
    >
      <Stack gap="md">
        <Text size="sm" component="div">
          {props.children}
        </Text>
        {codes && (
          <NativeSelect
            label={t('reason.code')}
            data={[...codes]}
            value={code}
            onChange={(event) => setCode(codes.find(({ value }) => value === event.currentTarget.value)?.value)}
          />
        )}
        <Textarea
          label={t(required ? 'reason.text' : 'reason.textOptional')}
          description={t('reason.hint')}
          autosize
          minRows={2}
          maxLength={500}
          value={text}
          error={missing && t('reason.missing')}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setMissing(false);
          }}
        />
        {action.error && <ChangeError error={action.error} onReload={() => void onReload().then(action.clear)} />}
      </Stack>
    </ConfirmDialog>
  );
}
