import { DECLINE_CODES, REJECTION_CODES } from '@billhook/domain/invoicing/answer-codes';
import { useTexts } from '@billhook/ui/use-texts';
import { Radio, Stack, Textarea } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import type { DocumentAnswer } from '../document/document-api.js';
import { ANSWER_FORM, type AnswerFormProps } from './answer-form.js';

type RejectingAction = 'decline' | 'reject';

/** The reason: a choice, and a text. */
export function ReasonForm({ action, seller, onAnswer }: AnswerFormProps & { readonly action: RejectingAction }) {
  const { t } = useTexts('answers');
  const [code, setCode] = useState<string | null>(null);
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const choices =
    action === 'decline'
      ? DECLINE_CODES.map((each) => [each, t(`decline.codes.${each}`)] as const)
      : REJECTION_CODES.map((each) => [each, t(`reject.codes.${each}`)] as const);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const answer = answerOf(action, code, words.trim());
    setMissing(answer === undefined);
    if (answer) onAnswer(answer);
  };
  return (
    <form id={ANSWER_FORM} noValidate onSubmit={submit}>
      <Stack gap="md">
        <Radio.Group
          label={t(`${action}.reason`)}
          required
          value={code}
          error={isMissing && code === null && t('reasonMissing')}
          errorProps={{ mt: 'xs' }}
          onChange={setCode}
        >
          <Stack gap="xs" mt="xs">
            {choices.map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t('words')}
          description={t('wordsHint', { seller })}
          rows={3}
          maxLength={1000}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Stack>
    </form>
  );
}

/** The answer, or undefined until a reason is chosen. */
function answerOf(action: RejectingAction, chosen: string | null, words: string): DocumentAnswer | undefined {
  const text = words === '' ? {} : { text: words };
  if (action === 'decline') {
    const code = DECLINE_CODES.find((each) => each === chosen);
    return code && { action, body: { code, ...text } };
  }
  const code = REJECTION_CODES.find((each) => each === chosen);
  return code && { action, body: { code, ...text } };
}
