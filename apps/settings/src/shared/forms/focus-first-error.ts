/** Errors of the API are rendered some frames later, on a slow machine up to this many (half a second). */
const FRAMES = 30;

/** Moves the focus to the first field with an error, once the errors are rendered. */
export function focusFirstError(formId: string, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(formId)?.querySelector('[aria-invalid="true"]');
    if (field instanceof HTMLElement) field.focus();
    else if (frames > 1) focusFirstError(formId, frames - 1);
  });
}
