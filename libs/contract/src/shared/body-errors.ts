import type { FieldError } from '@billhook/domain/shared/problems';
import { z } from 'zod';
import { MOST_ERRORS } from './bounded.js';
import { Suggestions } from './did-you-mean.js';
import { errorText, REQUIRED } from './field-error-texts.js';

export type SchemaIssue = z.core.$ZodIssue;

/** Maps the unknown names in an issue to the schema that rejected them, which the issue does not contain. */
const REFUSED_BY = new WeakMap<readonly string[], z.ZodObject>();

// Set for the whole process: items of batches and rows of imports are validated outside of the pipe.
z.config({
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject) {
      REFUSED_BY.set(issue.keys, issue.inst);
    }
    return errorText(issue);
  },
});

/** The names that the schema of an issue accepts instead of unknown ones. */
export const takenInsteadOf = (keys: readonly string[]): readonly string[] =>
  Object.keys(REFUSED_BY.get(keys)?.shape ?? {});

/** RFC 6901. */
export function pointer(segments: readonly string[]): string {
  return segments.map((s) => `/${s.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The schema's own message does not say that the value is missing; the input does, if it is reported. */
function isAbsent(issue: SchemaIssue): boolean {
  if (issue.code === 'custom') return false;
  if (issue.code === 'invalid_union' && issue.inclusive !== false && issue.discriminator !== undefined) {
    // The issue is at the discriminator, and its input is the surrounding object.
    const { input } = issue;
    return typeof input === 'object' && input !== null && !(issue.discriminator in input);
  }
  return issue.message === REQUIRED || ('input' in issue && issue.input === undefined);
}

/** Our own rules set a code; otherwise the value is not allowed. */
function codeOf(issue: SchemaIssue): string {
  if (issue.code === 'custom') return String(issue.params?.['code'] ?? 'invalid_value');
  return issue.code === 'invalid_union' && 'discriminator' in issue ? 'invalid_value' : issue.code;
}

export interface FieldPlace {
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
}

/** The limits of one validation: the number of errors, and of searches for similar names. */
export class ErrorBudget {
  errors = MOST_ERRORS;

  /** @param suggestions shared by the rows of a file, because each search takes time */
  constructor(readonly suggestions = new Suggestions()) {}
}

/** The issues with their paths, one per unknown property of a strict object. Generated lazily, as far as they are read. */
export function* fieldPlaces(issue: SchemaIssue, suggestions: Suggestions): Generator<FieldPlace> {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const taken = takenInsteadOf(issue.keys);
    for (const key of issue.keys) {
      yield { path: [...path, key], code: 'unknown_property', message: suggestions.unknownName(key, taken) };
    }
  } else if (isAbsent(issue)) yield { path, code: 'required', message: REQUIRED };
  else yield { path, code: codeOf(issue), message: issue.message };
}

/**
 * The errors of a body, each with its pointer. Reads no more issues than the budget allows.
 * @param budget of the whole request: the items of a batch share it, and each gets at least one error
 */
export function bodyErrors(issues: Iterable<SchemaIssue>, budget = new ErrorBudget()): FieldError[] {
  const errors: FieldError[] = [];
  for (const issue of issues) {
    for (const { path, code, message } of fieldPlaces(issue, budget.suggestions)) {
      errors.push({ pointer: pointer(path), code, message });
      budget.errors -= 1;
      if (budget.errors <= 0) return errors;
    }
  }
  return errors;
}
