import './forms.css';
import { asApiError } from '@billhook/ui/api-fetch';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { Conflict } from '../conflict/conflict-rows.js';
import { withLaterTexts } from '../texts/with-later-texts.js';
import { ChangeError } from '../workspace/change-error.js';

const ConflictFields = lazy(() =>
  withLaterTexts(import('../conflict/conflict-fields.js')).then((file) => ({ default: file.ConflictFields })),
);

interface SaveErrorProps {
  readonly error: Error | undefined;
  readonly onReload?: (() => void) | undefined;
  readonly onOverwrite?: (() => void) | undefined;
  /** The input, which is compared with the present record if someone else has changed it. */
  readonly conflict?: Conflict | undefined;
  /** The label of the field of a pointer. */
  readonly placeOf?: ((pointer: string) => string | undefined) | undefined;
}

/** The error of a save, beside its button. It gets the focus unless a field does. */
export function SaveError({ error, onReload, onOverwrite, conflict, placeOf }: SaveErrorProps) {
  const box = useRef<HTMLDivElement>(null);
  const ofFields = error ? asApiError(error).errors.length > 0 : false;
  useEffect(() => {
    if (error && !ofFields) box.current?.focus();
  }, [error, ofFields]);
  if (!error) return null;
  return (
    <div ref={box} tabIndex={-1} className="st-save-error">
      <ChangeError
        error={error}
        onOverwrite={onOverwrite}
        {...(onReload && { onReload })}
        {...(placeOf && { placeOf })}
      >
        <Suspense>{conflict && <ConflictFields {...conflict} />}</Suspense>
      </ChangeError>
    </div>
  );
}
