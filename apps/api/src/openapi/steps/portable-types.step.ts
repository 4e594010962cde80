import type { OpenAPIObject } from '@nestjs/swagger';
import { isPlain, type Plain } from './schema-branches.rules.js';

/** What says nothing about values, and so belongs to the whole schema. */
const ANNOTATIONS = ['title', 'description', 'example', 'examples', 'default', 'deprecated'];
/** Values, in which `type` is a member of a record. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);
const INT32 = 2 ** 31 - 1;

/**
 * Writes types in the form that generators of clients read (decision 195). Many reject a list in `type`, take an integer without a format
 * for one of 32 bits, and lose the members of a schema that has alternatives as well.
 */
export function writePortableTypes(document: OpenAPIObject): void {
  for (const part of ['paths', 'webhooks', 'components'] as const)
    Object.assign(document, { [part]: portable(document[part]) });
}

/** @param isNames whether the keys are names of members, which may be `type` or `example` */
function portable(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => portable(each));
  if (!isPlain(value)) return value;
  const parts = Object.entries(value).map(([key, part]): [string, unknown] =>
    !isNames && VALUES.has(key) ? [key, part] : [key, portable(part, !isNames && key === 'properties')],
  );
  const schema: Plain = Object.fromEntries(parts);
  return isNames ? schema : sized(withCondition(withoutTypeList(schema)));
}

function withoutTypeList(schema: Plain): Plain {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const outside = Object.entries(rest).filter(([key]) => ANNOTATIONS.includes(key) || key.startsWith('x-'));
  const inside = Object.fromEntries(Object.entries(rest).filter(([key]) => !outside.some(([other]) => other === key)));
  const alternatives = type.map((each: unknown): Plain =>
    each === 'null' ? { type: each } : sized({ type: each, ...inside }),
  );
  return { ...Object.fromEntries(outside), anyOf: alternatives };
}

/** Nothing matches it. A generator that does not support the schema `false` reads this one. */
const NOTHING: Plain = { not: {} };

/** Writes rules that a schema has beside its members as one condition, which generators skip. */
function withCondition(schema: Plain): Plain {
  const { anyOf, oneOf, not, if: condition, then, else: otherwise, ...rest } = schema;
  const rules = Object.entries({ anyOf, oneOf, not }).filter(([, rule]) => rule !== undefined);
  if (rest['properties'] === undefined || rules.length === 0) return schema;
  const further = Object.entries({ if: condition, then, else: otherwise }).filter(([, rule]) => rule !== undefined);
  return {
    ...rest,
    if: Object.fromEntries(rules),
    ...(further.length > 0 && { then: Object.fromEntries(further) }),
    else: NOTHING,
  };
}

function sized(schema: Plain): Plain {
  const { type, format, minimum, maximum } = schema;
  const isSmall = typeof maximum === 'number' && maximum <= INT32 && !(typeof minimum === 'number' && minimum < -INT32);
  return type === 'integer' && format === undefined && !isSmall ? { ...schema, format: 'int64' } : schema;
}
