import { MOST_ERRORS } from '@billhook/contract/shared/bounded';
import { errorText, REQUIRED } from '@billhook/contract/shared/field-error-texts';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import { type ArgumentMetadata, Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import { NOT_KNOWN, Suggestions, validNames } from './did-you-mean.rules.js';

type SchemaIssue = z.core.$ZodIssue;

/** Maps the unknown names in an issue to the schema that rejected them, which the issue does not contain. */
const REFUSED_BY = new WeakMap<readonly string[], z.ZodObject>();

// Set for the whole process: batch items are validated by their schemas outside of the pipe.
z.config({
  customError: (issue) => {
    if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject) {
      REFUSED_BY.set(issue.keys, issue.inst);
    }
    return errorText(issue);
  },
});

const takenInsteadOf = (keys: readonly string[]): readonly string[] => Object.keys(REFUSED_BY.get(keys)?.shape ?? {});

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

interface FieldPlace {
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
}

/** The limits of one validation: the number of errors, and of searches for similar names. */
export class ErrorBudget {
  errors = MOST_ERRORS;
  readonly suggestions = new Suggestions();
}

/** The issues with their paths, one per unknown property of a strict object. Generated lazily, as far as they are read. */
function* places(issue: SchemaIssue, suggestions: Suggestions): Generator<FieldPlace> {
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
    for (const { path, code, message } of places(issue, budget.suggestions)) {
      errors.push({ pointer: pointer(path), code, message });
      budget.errors -= 1;
      if (budget.errors <= 0) return errors;
    }
  }
  return errors;
}

/** The errors of unknown and invalid query parameters. The parameters of the route are listed once. */
export function unknownParameters(
  names: readonly string[],
  taken: readonly string[],
  suggestions = new Suggestions(),
): FieldError[] {
  let isListed = false;
  return names.slice(0, MOST_ERRORS).map((parameter) => {
    const message = suggestions.unknownName(parameter, taken);
    const faraway = message === NOT_KNOWN && !isListed;
    isListed ||= faraway;
    return { parameter, code: 'unknown_parameter', message: faraway ? `${message}: ${validNames(taken)}` : message };
  });
}

function queryErrors(issues: readonly SchemaIssue[]): FieldError[] {
  const suggestions = new Suggestions();
  return issues.slice(0, MOST_ERRORS).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return unknownParameters(issue.keys, takenInsteadOf(issue.keys), suggestions);
    // The path is status/1 for `status=Sent&status=Lost`; the caller knows the parameter as status.
    return [...places(issue, suggestions)].map(({ path: [parameter = ''], code, message }) => ({
      parameter,
      code,
      message,
    }));
  });
}

/** Validates bodies, queries and path parameters against their schemas. */
@Injectable()
export class ValidationPipe extends StandardSchemaValidationPipe {
  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    const { schema, type } = metadata;
    if (!schema || !this.toValidate(metadata)) return value;
    if (!isOurs<T>(schema)) throw new Error('a schema that is none of zod');
    const given: unknown = value ?? (type === 'body' ? {} : value);
    const result = await schema.safeParseAsync(given, { reportInput: true });
    if (result.success) return result.data;
    const { issues } = result.error;
    if (type === 'param') throw new Problem('not_found', 'There is no such record. Ids are positive whole numbers.');
    if (type === 'query') throw new Problem('invalid_query', undefined, { errors: queryErrors(issues) });
    throw new Problem('invalid_body', undefined, { errors: bodyErrors(issues) });
  }
}

/** Whether it is a zod schema, whose issues have more details than the standard's. */
const isOurs = <T>(schema: object): schema is z.ZodType<T> => schema instanceof z.ZodType;
