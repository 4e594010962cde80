import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Button, Fieldset, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { HeaderRow } from './settings-values.js';

interface HeadersFieldProps {
  /** The names of the stored headers. */
  readonly stored: readonly string[];
  /** Null keeps the stored headers. */
  readonly value: readonly HeaderRow[] | null;
  readonly error: string | undefined;
  readonly onChange: (headers: readonly HeaderRow[] | null) => void;
}

const NEW_HEADER: HeaderRow = { name: '', value: '' };

/** Custom headers. Their values are never shown again, so they are only replaced all together. */
export function HeadersField({ stored, value, error, onChange }: HeadersFieldProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const set = (at: number, change: Partial<HeaderRow>) =>
    onChange(value?.map((row, n) => (n === at ? { ...row, ...change } : row)) ?? null);
  return (
    <Fieldset variant="unstyled" legend={t('endpointPage.settings.headers')} className="pt-fieldset">
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {t('endpointPage.settings.headersNote')}
        </Text>
        {value === null ? (
          <>
            <Text size="sm">
              {stored.length > 0
                ? t('endpointPage.settings.headersStored', { names: format.list(stored) })
                : t('endpointPage.settings.headersNone')}
            </Text>
            <Group>
              <Button
                variant="default"
                size="xs"
                onClick={() => onChange(stored.length > 0 ? stored.map((name) => ({ name, value: '' })) : [NEW_HEADER])}
              >
                {t(stored.length > 0 ? 'endpointPage.settings.headersReplace' : 'endpointPage.settings.headersAdd')}
              </Button>
            </Group>
          </>
        ) : (
          <>
            {stored.length > 0 && <Text size="sm">{t('endpointPage.settings.headersAll')}</Text>}
            {value.map((row, at) => {
              const number = at + 1;
              return (
                <div key={at} className="pt-header-row">
                  <TextInput
                    aria-label={t('endpointPage.settings.headerName', { number })}
                    placeholder="X-Tenant"
                    autoComplete="off"
                    spellCheck={false}
                    value={row.name}
                    aria-invalid={error ? true : undefined}
                    onChange={(event) => set(at, { name: event.currentTarget.value })}
                  />
                  <TextInput
                    aria-label={t('endpointPage.settings.headerValue', { number })}
                    autoComplete="off"
                    spellCheck={false}
                    data-1p-ignore
                    value={row.value}
                    onChange={(event) => set(at, { value: event.currentTarget.value })}
                  />
                  <ActionIcon
                    variant="default"
                    size="lg"
                    aria-label={t('endpointPage.settings.headerRemove', { number })}
                    onClick={() => onChange(value.filter((_, n) => n !== at))}
                  >
                    <IconX size={16} aria-hidden="true" />
                  </ActionIcon>
                </div>
              );
            })}
            <Group gap="sm">
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden="true" />}
                onClick={() => onChange([...value, NEW_HEADER])}
              >
                {t('endpointPage.settings.headersAdd')}
              </Button>
              <Button variant="default" size="xs" onClick={() => onChange(null)}>
                {t('endpointPage.settings.headersKeep')}
              </Button>
            </Group>
          </>
        )}
        {error && <Input.Error role="alert">{error}</Input.Error>}
      </Stack>
    </Fieldset>
  );
}
