import './forms.css';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fieldOf } from '../workspace/errors-by-path.js';
import { SaveError } from './save-error.js';

interface FormFootProps {
  /** What the fields show at this moment (`form.errors`). */
  readonly errors: Readonly<Record<string, ReactNode>>;
  /** Why the server refused: said here as a whole, beside what the fields say. */
  readonly error: Error | undefined;
  readonly onReload?: (() => void) | undefined;
  readonly onOverwrite?: (() => void) | undefined;
  /** The label of the field that a pointer names; without it the label on screen. */
  readonly placeOf?: ((pointer: string) => string | undefined) | undefined;
  /** The buttons, the main one last. */
  readonly children: ReactNode;
}

/** The text of the label of a field of a form (`useForm` marks each with its path). */
function labelOf(pointer: string): string | undefined {
  const field = document.querySelector(`[data-path="${CSS.escape(fieldOf(pointer))}"]`);
  const label =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.labels?.[0] : undefined;
  return label?.textContent.replace(/\s*\*$/, '');
}

/** The end of a long form, always in sight: the refusal, how many fields are wrong, and the buttons. */
export function FormFoot({ errors, error, onReload, onOverwrite, placeOf = labelOf, children }: FormFootProps) {
  const { t } = useTexts('forms');
  const count = Object.values(errors).filter(Boolean).length;
  return (
    <div className="st-form-foot">
      <SaveError error={error} onReload={onReload} onOverwrite={onOverwrite} placeOf={placeOf} />
      <div role="status" className="st-form-count">
        {count > 0 && (
          <Group gap={6} wrap="nowrap" c="var(--mantine-color-error)">
            <IconAlertTriangle size={16} aria-hidden="true" />
            <Text size="sm" fw={600}>
              {t('errors', { count })}
            </Text>
          </Group>
        )}
      </div>
      {children}
    </div>
  );
}
