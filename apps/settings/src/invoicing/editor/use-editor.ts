import type { ClientView } from '@billhook/contract/invoicing/client';
import { asApiError } from '@billhook/ui/api-fetch';
import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useToday } from '../../shared/dates/use-today.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { computeDraft, fieldAt, focusOrder, saveErrors, sendErrors, type DraftError } from './draft-errors.js';
import { reduceDraft, type DraftAction } from './draft-reducer.js';
import type { DocumentKind, Draft } from './draft.js';
import { readinessProblems } from './readiness.js';

/** Focuses the first of these elements that can get the focus. */
function focusFirst(ids: readonly string[]): void {
  for (const id of ids) {
    const element = document.getElementById(id);
    element?.focus();
    if (element && document.activeElement === element) return;
  }
}

/** The errors that the last attempt to save checked. */
type SaveAttempt = 'none' | 'save' | 'send';

/**
 * A document in the editor: the draft, its totals and its errors.
 * @param restored the input before a reload of the page, which replaces `initial`
 */
export function useEditor(
  kind: DocumentKind,
  initial: Draft,
  restored: Draft | undefined,
  client: ClientView | undefined,
) {
  const { company } = useSignedIn();
  const today = useToday();
  const [draft, dispatch] = useReducer(reduceDraft, restored ?? initial);
  const [saved, setSaved] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState<SaveAttempt>('none');
  const [refused, setRefused] = useState<readonly DraftError[]>([]);
  const wanted = useRef<string>(undefined);

  // With a thousand lines, typing comes first and the totals follow.
  const settled = useDeferredValue(draft);
  const totals = useMemo(() => computeDraft(settled), [settled]);

  const all = useMemo(
    () => [
      ...saveErrors(settled),
      ...(attempt === 'send' ? sendErrors(kind, settled, { company, client, today }) : []),
    ],
    [attempt, client, company, kind, settled, today],
  );
  const fieldErrors = useMemo(() => {
    const shown = attempt === 'none' ? all.filter(({ at }) => touched.has(at)) : all;
    return [...shown, ...refused];
  }, [all, attempt, refused, touched]);
  // What the summary of errors lists is not listed twice.
  const problems = useMemo(() => {
    const listed = new Set(attempt === 'none' ? [] : fieldErrors.map(({ at, code }) => `${at} ${code}`));
    const found = readinessProblems(kind, settled, { company, client });
    return found.filter(({ at, code }) => !listed.has(`${at} ${code}`));
  }, [attempt, client, company, fieldErrors, kind, settled]);
  const errorAt = useMemo(
    () => new Map(fieldErrors.toReversed().map((fieldError) => [fieldError.at, fieldError])),
    [fieldErrors],
  );

  const touch = useCallback((at: string) => {
    setTouched((before) => (before.has(at) ? before : new Set(before).add(at)));
  }, []);

  /** An edit removes the API's error of the field. */
  const edit = useCallback((action: DraftAction, at?: string) => {
    dispatch(action);
    if (at !== undefined)
      setRefused((before) =>
        before.some((fieldError) => fieldError.at === at)
          ? before.filter((fieldError) => fieldError.at !== at)
          : before,
      );
  }, []);

  /** Moves the focus to a field that the next render adds. */
  const focusOn = useCallback((at: string) => {
    wanted.current = at;
  }, []);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const order = focusOrder(wanted.current, draft);
    wanted.current = undefined;
    focusFirst(order);
  });
  /** Moves the focus to a field with an error now, or to the next best one if it is not on the page. */
  const focusNow = (at: string) => focusFirst(focusOrder(at, draft));

  /** Checks before the request; the first field with an error gets the focus. */
  const check = (how: 'save' | 'send'): boolean => {
    setAttempt(how);
    setRefused([]);
    const found = [
      ...saveErrors(draft),
      ...(how === 'send' ? sendErrors(kind, draft, { company, client, today }) : []),
    ];
    const [first] = found;
    if (first) focusOn(first.at);
    return found.length === 0;
  };

  /** Takes over the errors of the API; those without a field stay with the error. */
  const refuse = (error: unknown) => {
    const placed = asApiError(error).errors.flatMap(({ pointer, code = '', message }) =>
      pointer === undefined ? [] : [{ at: fieldAt(pointer, draft), pointer, code, message }],
    );
    setRefused(placed);
    const [first] = placed;
    if (first) focusOn(first.at);
  };

  return {
    draft,
    totals,
    fieldErrors,
    errorAt,
    problems,
    today,
    dirty: draft !== saved,
    /** The person tried to save: from now on all errors are shown. */
    asked: attempt !== 'none',
    edit,
    touch,
    focusOn,
    focusNow,
    check,
    refuse,
    markSaved: () => setSaved(draft),
  };
}

export type Editor = ReturnType<typeof useEditor>;
