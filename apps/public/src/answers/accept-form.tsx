import { useTexts } from '@billhook/ui/use-texts';
import { Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { ANSWER_FORM, type AnswerFormProps } from './answer-form.js';

/** An acceptance needs a name; the purchase order is optional. */
export function AcceptForm({ onAnswer }: AnswerFormProps) {
  const { t } = useTexts('answers');
  const [by, setBy] = useState('');
  const [poNumber, setPoNumber] = useState('');
  const [isMissing, setMissing] = useState(false);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const [name, order] = [by.trim(), poNumber.trim()];
    setMissing(name === '');
    if (name !== '') onAnswer({ action: 'accept', body: { by: name, ...(order && { poNumber: order }) } });
  };
  return (
    <form id={ANSWER_FORM} noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t('accept.name')}
          required
          data-autofocus
          autoComplete="name"
          maxLength={120}
          value={by}
          error={isMissing && t('accept.nameMissing')}
          onChange={(event) => setBy(event.currentTarget.value)}
        />
        <TextInput
          label={t('accept.order')}
          description={t('accept.orderHint')}
          autoComplete="off"
          maxLength={100}
          value={poNumber}
          onChange={(event) => setPoNumber(event.currentTarget.value)}
        />
      </Stack>
    </form>
  );
}
