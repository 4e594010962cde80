import { fieldId } from './draft-errors.js';
import type { FieldName } from './draft.js';
import { useErrorTexts } from './error-texts.js';
import type { Editor } from './use-editor.js';

/** Fields stand in rows: a hint above the input of one would move it out of line with its neighbours. */
export const HINT_BELOW: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/**
 * A text area that grows with its text by the browser's own means. The kit's way measures it at every drawing, which makes each key cost a
 * layout of the whole editor: 100 ms with a thousand lines.
 */
export const GROWING = { input: 'ed-growing' };

/** What a field with one text needs: its value, its error in words, and how to change it. */
export function useField({ draft, edit, errorAt, touch }: Editor) {
  const words = useErrorTexts();
  return (name: FieldName) => {
    const id = fieldId(name);
    const fault = errorAt.get(id);
    return {
      id,
      value: draft[name],
      error: fault && words(fault),
      onBlur: () => touch(id),
      onChange: (change: string | { currentTarget: { value: string } }) => {
        const value = typeof change === 'string' ? change : change.currentTarget.value;
        edit({ type: 'set', patch: { [name]: value } }, id);
      },
    };
  };
}
