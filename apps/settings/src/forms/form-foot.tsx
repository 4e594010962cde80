import './forms.css';
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormTexts } from '../texts/forms.js';
import { ChangeError } from '../workspace/change-error.js';

interface FormFootProps {
  /** What the fields show at this moment (`form.errors`). */
  readonly errors: Readonly<Record<string, ReactNode>>;
  /** Why the server refused: said here as a whole, beside what the fields say. */
  readonly error: Error | null;
  readonly onReload?: (() => void) | undefined;
  /** The label of the field that a pointer names. */
  readonly placeOf?: ((pointer: string) => string | undefined) | undefined;
  /** The buttons, the main one last. */
  readonly children: ReactNode;
}

/** The end of a long form: the refusal, and always in sight how many fields are wrong and the buttons. */
export function FormFoot({ errors, error, onReload, placeOf, children }: FormFootProps) {
  const { t } = useFormTexts();
  const count = Object.values(errors).filter(Boolean).length;
  return (
    <>
      {error && <ChangeError error={error} {...(onReload && { onReload })} {...(placeOf && { placeOf })} />}
      <div className="st-form-foot">
        <div role="status" className="st-form-count">
          {count > 0 && (
            <Group gap={6} wrap="nowrap" c="var(--mantine-color-error)">
              <IconAlertTriangle size={16} aria-hidden="true" />
              <Text size="sm" fw={600}>
                {t('faults', { count })}
              </Text>
            </Group>
          )}
        </div>
        {children}
      </div>
    </>
  );
}
