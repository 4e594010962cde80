import { Group, TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.js';

interface SecretFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onCopied?: () => void;
  /** The copy button takes the focus when the field appears. */
  readonly autoFocus?: boolean;
}

/** A secret in a selectable field with a copy button. */
export function SecretField({ label, description, value, onCopied, autoFocus = false }: SecretFieldProps) {
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        autoComplete="off"
        spellCheck={false}
        data-1p-ignore
        onFocus={(event) => event.currentTarget.select()}
        styles={{
          root: { flex: '1 1 18rem', minWidth: 0 },
          input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 },
        }}
      />
      <CopyButton text={value} autoFocus={autoFocus} {...(onCopied && { onCopied })} />
    </Group>
  );
}
