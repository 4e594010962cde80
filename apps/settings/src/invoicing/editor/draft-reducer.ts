import { emptyLine, newKey, type Draft, type DraftAdjustment, type DraftFields, type DraftLine } from './draft.js';

export type LinePatch = Partial<Omit<DraftLine, 'key'>>;

export type DraftAction =
  | {
      readonly type: 'set';
      readonly patch: Partial<DraftFields & Pick<Draft, 'clientId' | 'currency' | 'pricesIncludeTax'>>;
    }
  | { readonly type: 'setLine'; readonly key: string; readonly patch: LinePatch }
  /** After the line with this key, or at the end. */
  | { readonly type: 'addLine'; readonly after?: string }
  | { readonly type: 'duplicateLine'; readonly key: string }
  | { readonly type: 'removeLine'; readonly key: string }
  | { readonly type: 'moveLine'; readonly key: string; readonly by: -1 | 1 }
  | { readonly type: 'addAdjustment'; readonly is: DraftAdjustment['is'] }
  | { readonly type: 'setAdjustment'; readonly key: string; readonly patch: Partial<Omit<DraftAdjustment, 'key'>> }
  | { readonly type: 'removeAdjustment'; readonly key: string }
  | { readonly type: 'setNotes'; readonly notes: Draft['notes'] }
  | { readonly type: 'addNote' }
  | { readonly type: 'setNote'; readonly key: string; readonly text: string }
  | { readonly type: 'removeNote'; readonly key: string }
  | { readonly type: 'reset'; readonly to: Draft };

/** The same object if the patch changes nothing. */
function patched<T extends object>(before: T, patch: Partial<NoInfer<T>>): T {
  const names = Object.keys(patch) as (keyof T)[];
  return names.every((name) => patch[name] === before[name]) ? before : { ...before, ...patch };
}

/** The same list if the change leaves every entry as it is. */
function mapped<T>(list: readonly T[], change: (entry: T) => T): readonly T[] {
  const next = list.map(change);
  return next.every((entry, at) => entry === list[at]) ? list : next;
}

/** The effects of a change of the category: its rate is fixed, except for the standard one, and only some categories have a reason. */
function withCategory(line: DraftLine, patch: LinePatch): DraftLine {
  const next = patched(line, patch);
  const { taxCategory } = patch;
  if (taxCategory === undefined || taxCategory === line.taxCategory) return next;
  const taxRate = taxCategory === 'S' ? '' : taxCategory === 'O' ? '' : '0';
  return { ...next, taxRate, exemptionReason: taxCategory === 'S' || taxCategory === 'Z' ? '' : next.exemptionReason };
}

function insertAfter(lines: readonly DraftLine[], key: string | undefined, line: DraftLine): readonly DraftLine[] {
  const at = lines.findIndex((each) => each.key === key);
  return at < 0 ? [...lines, line] : lines.toSpliced(at + 1, 0, line);
}

function moved(lines: readonly DraftLine[], key: string, by: -1 | 1): readonly DraftLine[] {
  const from = lines.findIndex((line) => line.key === key);
  const line = lines[from];
  const to = from + by;
  if (!line || to < 0 || to >= lines.length) return lines;
  return lines.toSpliced(from, 1).toSpliced(to, 0, line);
}

/** The draft after an edit. Without a change it is the same object, so that nothing counts as unsaved. */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'set':
      return patched(draft, action.patch);
    case 'setLine':
      return patched(draft, {
        lines: mapped(draft.lines, (line) => (line.key === action.key ? withCategory(line, action.patch) : line)),
      });
    case 'addLine': {
      const before = draft.lines.find((line) => line.key === action.after) ?? draft.lines.at(-1);
      const line = emptyLine(before ?? { taxCategory: 'S', taxRate: '' });
      return { ...draft, lines: insertAfter(draft.lines, action.after, line) };
    }
    case 'duplicateLine': {
      const line = draft.lines.find((each) => each.key === action.key);
      return line ? { ...draft, lines: insertAfter(draft.lines, action.key, { ...line, key: newKey() }) } : draft;
    }
    case 'removeLine':
      return { ...draft, lines: draft.lines.filter((line) => line.key !== action.key) };
    case 'moveLine': {
      const lines = moved(draft.lines, action.key, action.by);
      return lines === draft.lines ? draft : { ...draft, lines };
    }
    case 'addAdjustment': {
      const added: DraftAdjustment = {
        key: newKey(),
        is: action.is,
        worth: '',
        worthIs: 'percent',
        reason: '',
        taxCategory: '',
        taxRate: '',
      };
      return { ...draft, adjustments: [...draft.adjustments, added] };
    }
    case 'setAdjustment':
      return patched(draft, {
        adjustments: mapped(draft.adjustments, (each) =>
          each.key === action.key ? patched(each, action.patch) : each,
        ),
      });
    case 'removeAdjustment':
      return { ...draft, adjustments: draft.adjustments.filter((each) => each.key !== action.key) };
    case 'setNotes':
      return { ...draft, notes: action.notes };
    case 'addNote':
      return { ...draft, notes: [...draft.notes, { key: newKey(), text: '' }] };
    case 'setNote':
      return patched(draft, {
        notes: mapped(draft.notes, (note) => (note.key === action.key ? patched(note, { text: action.text }) : note)),
      });
    case 'removeNote':
      return { ...draft, notes: draft.notes.filter((note) => note.key !== action.key) };
    case 'reset':
      return action.to;
  }
}
