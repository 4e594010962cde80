import { useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Button, Group, Input, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import type { ClientFormApi } from './use-client-rules.js';

const MOST_FIELDS = 50;

/** Custom fields, each with a name and a value. */
export function ClientCustomFields({ form }: { form: ClientFormApi }) {
  const { t } = useTexts('clients');
  const add = useId();
  const fields = form.values.customFields;
  const remove = (index: number) => {
    form.removeListItem('customFields', index);
    // The button that had the focus was removed.
    document.getElementById(add)?.focus();
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('customFields')}>
      <Input.Label component="div">{t('customFields')}</Input.Label>
      {fields.map(({ name }, index) => {
        const removal = t('form.removeField', { name: name || index + 1 });
        return (
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              aria-label={t('form.fieldName')}
              placeholder={t('form.fieldName')}
              maxLength={60}
              autoComplete="off"
              flex={1}
              {...form.getInputProps(`customFields.${index}.name`)}
            />
            <TextInput
              aria-label={t('form.fieldValue')}
              placeholder={t('form.fieldValue')}
              maxLength={500}
              autoComplete="off"
              flex={1}
              {...form.getInputProps(`customFields.${index}.value`)}
            />
            <Tooltip label={removal}>
              <ActionIcon variant="subtle" color="gray" size="lg" aria-label={removal} onClick={() => remove(index)}>
                <IconTrash size={18} />
              </ActionIcon>
            </Tooltip>
          </Group>
        );
      })}
      <div>
        <Button
          id={add}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabled={fields.length >= MOST_FIELDS}
          onClick={() => form.insertListItem('customFields', { name: '', value: '' })}
        >
          {t('form.addField')}
        </Button>
      </div>
    </Stack>
  );
}
