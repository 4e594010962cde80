import { fieldId } from './draft-errors.js';
import type { FieldName } from './draft.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';
import type { Editor } from './use-editor.js';

/** Fields are in rows: a hint above one input would move it out of line with the others. */
export const HINT_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/**
 * A text area that grows by the browser's own means. The kit measures it at every render, which costs a layout of the whole editor for each key: 100
 * ms with a thousand lines.
 */
export const GROWING = { input: 'ed-growing' };

/** The props of a field with one text: its value, its error as text, and its setter. */
export function useField({ draft, edit, errorAt, touch }: Editor) {
  const words = useDraftErrorTexts();
  return (name: FieldName) => {
    const id = fieldId(name);
    const fieldError = errorAt.get(id);
    return {
      id,
      value: draft[name],
      error: fieldError && words(fieldError),
      onBlur: () => touch(id),
      onChange: (change: string | { currentTarget: { value: string } }) => {
        const value = typeof change === 'string' ? change : change.currentTarget.value;
        edit({ type: 'set', patch: { [name]: value } }, id);
      },
    };
  };
}
