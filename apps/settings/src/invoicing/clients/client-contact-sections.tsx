import './clients.css';
import { useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { FormSection } from '../../shared/forms/form-section.js';
import { NEW_CONTACT, RECEIVES } from './client-values.js';
import type { ClientFormApi } from './use-client-rules.js';

const MOST_CONTACTS = 50;
const ADD = 'client-add-contact';

/** The additional contacts of the client. */
export function ClientContactSections({ form }: { form: ClientFormApi }) {
  const { t } = useTexts('clients');
  const { contacts } = form.values;
  const remove = (index: number) => {
    form.removeListItem('contacts', index);
    // The button that had the focus was removed.
    document.getElementById(ADD)?.focus();
  };
  return (
    <FormSection title={t('form.contacts')} hint={t('form.contactsHint')}>
      {contacts.map((_, index) => (
        <Contact key={index} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <div>
        <Button
          id={ADD}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={contacts.length >= MOST_CONTACTS}
          onClick={() => form.insertListItem('contacts', { ...NEW_CONTACT })}
        >
          {t('form.addContact')}
        </Button>
      </div>
    </FormSection>
  );
}

function Contact({ form, index, onRemove }: { form: ClientFormApi; index: number; onRemove: () => void }) {
  const { t } = useTexts('clients');
  const number = index + 1;
  const field = (name: 'name' | 'email' | 'phone' | 'receives') => form.getInputProps(`contacts.${index}.${name}`);
  return (
    <Fieldset legend={t('form.contactOf', { number })}>
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <TextInput
            label={t('form.contactName')}
            required
            maxLength={120}
            autoComplete="off"
            flex={1}
            {...field('name')}
          />
          <Tooltip label={t('form.removeContact', { number })}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              mt={25}
              aria-label={t('form.removeContact', { number })}
              onClick={onRemove}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label={t('words:email')} type="email" maxLength={254} autoComplete="off" {...field('email')} />
          <TextInput label={t('words:phone')} type="tel" maxLength={40} autoComplete="off" {...field('phone')} />
        </SimpleGrid>
        <Checkbox.Group label={t('form.contactReceives')} {...field('receives')}>
          <Group gap="lg" mt={6}>
            {RECEIVES.map((kind) => (
              <Checkbox key={kind} value={kind} label={t(`receives.${kind}`)} />
            ))}
          </Group>
        </Checkbox.Group>
      </Stack>
    </Fieldset>
  );
}
