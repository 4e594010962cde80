import { IconButton } from '@billhook/ui/components/icon-button';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Section } from '../../shared/workspace/detail.js';
import { fieldId } from './draft-errors.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';
import type { Editor } from './use-editor.js';
import { GROWING, useField } from './use-field.js';

/** Notes and terms. */
export function NotesAndTermsSection({ editor }: { editor: Editor }) {
  const { t } = useTexts('editor');
  const words = useDraftErrorTexts();
  const field = useField(editor);
  const { draft, edit, errorAt, focusOn } = editor;
  return (
    <Section title={t('words')}>
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
        <Textarea {...field('terms')} label={t('terms')} rows={3} classNames={GROWING} maxLength={5000} />
      </Stack>
    </Section>
  );
}
