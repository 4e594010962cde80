import { bodyErrors, fieldPlaces, takenInsteadOf, type SchemaIssue } from '@billhook/contract/shared/body-errors';
import { MOST_ERRORS } from '@billhook/contract/shared/bounded';
import { NOT_KNOWN, Suggestions, validNames } from '@billhook/contract/shared/did-you-mean';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import { type ArgumentMetadata, Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';

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
    return [...fieldPlaces(issue, suggestions)].map(({ path: [parameter = ''], code, message }) => ({
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
