/** Moves the focus to the first field that a form found fault with, once the faults are drawn. */
export function focusFirstFault(formId: string): void {
  requestAnimationFrame(() => {
    const field = document.getElementById(formId)?.querySelector('[aria-invalid="true"]');
    if (field instanceof HTMLElement) field.focus();
  });
}
