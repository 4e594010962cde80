import { Problem, type Fault } from '@billhook/domain/problems';
import { type ArgumentMetadata, Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import type { StandardSchemaV1 } from '@standard-schema/spec';

/** What zod says beyond the standard: the kind of the issue, unknown properties, the values that are taken, and a rule's own code. */
type Issue = StandardSchemaV1.Issue & {
  readonly code?: string;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly params?: { readonly code?: string };
};

const segmentsOf = (issue: Issue): string[] =>
  (issue.path ?? []).map((segment) => String(typeof segment === 'object' ? segment.key : segment));

/** RFC 6901. */
export function pointer(segments: readonly string[]): string {
  return segments.map((s) => `/${s.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A rule of ours says its own code; what it leaves unsaid is a value that is not taken. */
function codeOf({ code, params }: Issue): string {
  return code === 'custom' ? (params?.code ?? 'invalid_value') : (code ?? 'invalid_value');
}

/** Where each issue lies; a strict object names every unknown property on its own. */
function places(issue: Issue): { path: string[]; code: string; message: string }[] {
  const path = segmentsOf(issue);
  if (issue.code === 'unrecognized_keys' && issue.keys) {
    return issue.keys.map((key) => ({ path: [...path, key], code: 'unknown_property', message: 'is not known here' }));
  }
  const required = /received undefined/.test(issue.message);
  if (!required && issue.values) {
    return [{ path, code: 'invalid_value', message: `takes ${issue.values.join(', ')}` }];
  }
  return [
    {
      path,
      code: required ? 'required' : codeOf(issue),
      message: required ? 'is required' : issue.message,
    },
  ];
}

/** As many faults are told; an answer must not be ten times as large as what was sent. */
const MOST_FAULTS = 100;

/** The faults of a body, each with its pointer. */
export function bodyFaults(issues: readonly StandardSchemaV1.Issue[]): Fault[] {
  const faults = issues.flatMap(places).slice(0, MOST_FAULTS);
  return faults.map(({ path, code, message }) => ({ pointer: pointer(path), code, message }));
}

function queryFaults(issues: readonly StandardSchemaV1.Issue[]): Fault[] {
  return issues.flatMap(places).map(({ path, code, message }) => ({
    // `status=Sent&status=Lost` lies at status/1; the caller knows it as status.
    parameter: path[0] ?? '',
    code: code === 'unknown_property' ? 'unknown_parameter' : code,
    message,
  }));
}

/** Checks bodies, queries and path parameters against their schemas, and refuses with where and why. */
@Injectable()
export class ValidationPipe extends StandardSchemaValidationPipe {
  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    const { schema, type } = metadata;
    if (!schema || !this.toValidate(metadata)) return value;
    const result = await this.validate<T>(value ?? (type === 'body' ? {} : value), schema);
    if (!result.issues) return result.value;
    if (type === 'param') throw new Problem('not_found', 'There is no such record: ids are positive whole numbers.');
    if (type === 'query') throw new Problem('invalid_query', undefined, { errors: queryFaults(result.issues) });
    throw new Problem('invalid_body', undefined, { errors: bodyFaults(result.issues) });
  }
}
