import { asApiError, type ApiError } from '@billhook/ui/api-fetch';

/** The path of a form's field for a pointer into the body: `/lines/0/name` is `lines.0.name`. */
export function fieldOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

/**
 * The errors of a response by the fields of a form, for `form.setErrors`. A field with several errors shows the first.
 * @param words returns the text of an error; by default, the text of the API
 */
export function errorsByPath(
  error: unknown,
  words: (fieldError: ApiError['errors'][number]) => string = ({ message }) => message,
): Record<string, string> {
  const byField: Record<string, string> = {};
  for (const fieldError of asApiError(error).errors) {
    if (fieldError.pointer) byField[fieldOf(fieldError.pointer)] ??= words(fieldError);
  }
  return byField;
}
