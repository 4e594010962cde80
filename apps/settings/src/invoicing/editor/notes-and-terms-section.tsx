import type { ClientView } from '@billhook/contract/invoicing/client';
import { IconButton } from '@billhook/ui/components/icon-button';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Section } from '../../shared/workspace/detail.js';
import { fieldId } from './draft-errors.js';
import type { InheritedTexts } from './inherited-texts.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';
import type { Editor } from './use-editor.js';
import { GROWING, HINT_BELOW, useField } from './use-field.js';

interface NotesAndTermsSectionProps {
  readonly editor: Editor;
  readonly client: ClientView | undefined;
  readonly inherited: InheritedTexts | undefined;
}

/** Notes and terms, and where they come from. */
export function NotesAndTermsSection({ editor, client, inherited }: NotesAndTermsSectionProps) {
  const { t } = useTexts('editor');
  const words = useDraftErrorTexts();
  const field = useField(editor);
  const { draft, edit, errorAt, focusOn } = editor;
  const ofClient = client?.paymentTerms?.text ?? '';
  const termsHint = () => {
    if (draft.terms === '' || draft.terms !== inherited?.terms) return undefined;
    if (ofClient === '') return t('fromCompany');
    return t(draft.terms === ofClient ? 'fromClient' : 'fromBoth');
  };
  return (
    <Section title={t('words:notesAndTerms')}>
      <Stack gap="md">
        {draft.notes.map(({ key, text }, index) => {
          const id = fieldId(`note-${key}`);
          const fieldError = errorAt.get(id);
          return (
            <Group key={key} gap="xs" align="flex-end" wrap="nowrap">
              <Textarea
                id={id}
                flex={1}
                label={t('note', { n: index + 1 })}
                rows={2}
                classNames={GROWING}
                maxLength={2000}
                value={text}
                description={inherited?.notes.includes(text) ? t('fromCompany') : undefined}
                inputWrapperOrder={HINT_BELOW}
                error={fieldError && words(fieldError)}
                onChange={(event) => edit({ type: 'setNote', key, text: event.currentTarget.value }, id)}
              />
              <IconButton
                label={t('removeNote', { n: index + 1 })}
                onClick={() => {
                  edit({ type: 'removeNote', key });
                  focusOn('ed-add-note');
                }}
              >
                <IconTrash size={16} aria-hidden="true" />
              </IconButton>
            </Group>
          );
        })}
        <Group>
          <Button
            id="ed-add-note"
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => edit({ type: 'addNote' })}
          >
            {t('addNote')}
          </Button>
        </Group>
        <Textarea
          {...field('terms')}
          label={t('words:terms')}
          description={termsHint()}
          inputWrapperOrder={HINT_BELOW}
          rows={3}
          classNames={GROWING}
          maxLength={5000}
        />
      </Stack>
    </Section>
  );
}
