/** Faults that the API found are drawn some frames later, on a slow machine up to this many (half a second). */
const FRAMES = 30;

/** Moves the focus to the first field that a form found fault with, once the faults are drawn. */
export function focusFirstFault(formId: string, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(formId)?.querySelector('[aria-invalid="true"]');
    if (field instanceof HTMLElement) field.focus();
    else if (frames > 1) focusFirstFault(formId, frames - 1);
  });
}
