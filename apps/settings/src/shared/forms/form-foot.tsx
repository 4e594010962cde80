import './forms.css';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Conflict } from '../conflict/conflict-rows.js';
import { fieldOf } from '../workspace/errors-by-path.js';
import { SaveError } from './save-error.js';

interface FormFootProps {
  /** The errors that the fields currently show (`form.errors`). */
  readonly errors: Readonly<Record<string, ReactNode>>;
  /** The error of the API, shown as a whole in addition to the fields. */
  readonly error: Error | undefined;
  /** Whether someone else has changed the record meanwhile. */
  readonly outdated?: boolean | undefined;
  readonly onReload?: (() => void) | undefined;
  readonly onOverwrite?: (() => void) | undefined;
  readonly conflict?: Conflict | undefined;
  /** The label of the field of a pointer; by default the label on screen. */
  readonly placeOf?: ((pointer: string) => string | undefined) | undefined;
  /** The buttons, the main one last. */
  readonly children: ReactNode;
}

/** The label of a field of a form (`useForm` marks each field with its path). */
function labelOf(pointer: string): string | undefined {
  const field = document.querySelector(`[data-path="${CSS.escape(fieldOf(pointer))}"]`);
  const label =
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.labels?.[0] : undefined;
  return label?.textContent.replace(/\s*\*$/, '');
}

/** The end of a long form, always visible: the error, the number of invalid fields, and the buttons. */
export function FormFoot({
  errors,
  error,
  outdated,
  onReload,
  onOverwrite,
  conflict,
  placeOf = labelOf,
  children,
}: FormFootProps) {
  const { t } = useTexts('forms');
  const count = Object.values(errors).filter(Boolean).length;
  return (
    <div className="st-form-foot">
      <SaveError
        error={error}
        outdated={outdated}
        onReload={onReload}
        onOverwrite={onOverwrite}
        conflict={conflict}
        placeOf={placeOf}
      />
      <div role="status" className="st-form-count">
        {count > 0 && (
          <Group gap={6} wrap="nowrap" c="var(--mantine-color-error)">
            <IconAlertTriangle size={16} aria-hidden="true" />
            <Text size="sm" fw={600}>
              {t('words:errors', { count })}
            </Text>
          </Group>
        )}
      </div>
      {children}
    </div>
  );
}
