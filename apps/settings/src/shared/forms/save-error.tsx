import './forms.css';
import { ApiError, asApiError } from '@billhook/ui/api-fetch';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { Conflict } from '../conflict/conflict-rows.js';
import { withLaterTexts } from '../texts/with-later-texts.js';
import { ChangeError } from '../workspace/change-error.js';

const ConflictFields = lazy(() =>
  withLaterTexts(import('../conflict/conflict-fields.js')).then((file) => ({ default: file.ConflictFields })),
);

/** What a save would be rejected with. */
const OUTDATED = new ApiError('version_mismatch', 'The record has another version.', 412);

interface SaveErrorProps {
  readonly error: Error | undefined;
  /** Whether someone else has changed the record meanwhile: shown before the first attempt to save. */
  readonly outdated?: boolean | undefined;
  readonly onReload?: (() => void) | undefined;
  readonly onOverwrite?: (() => void) | undefined;
  /** The input, which is compared with the present record if someone else has changed it. */
  readonly conflict?: Conflict | undefined;
  /** The label of the field of a pointer. */
  readonly placeOf?: ((pointer: string) => string | undefined) | undefined;
}

/** The error of a save, beside its button. It gets the focus unless a field does. */
export function SaveError({ error: rejected, outdated, onReload, onOverwrite, conflict, placeOf }: SaveErrorProps) {
  const box = useRef<HTMLDivElement>(null);
  const error = rejected ?? (outdated ? OUTDATED : undefined);
  const ofFields = rejected ? asApiError(rejected).errors.length > 0 : false;
  useEffect(() => {
    // The focus stays in the field of a person who is typing.
    if (rejected && !ofFields) box.current?.focus();
  }, [rejected, ofFields]);
  if (!error) return null;
  return (
    <div ref={box} tabIndex={-1} className={rejected ? 'st-save-error' : 'st-save-error st-outdated'}>
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
