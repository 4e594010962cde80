import type { ImportableName } from '@billhook/domain/shared/import';
import { z } from 'zod';
import { CreateClient } from '../invoicing/client.js';
import { NO_MEMBERS } from '../shared/checked-json.js';

/** The body that creates a record of each importable resource. */
export const IMPORT_BODIES = { clients: CreateClient } as const satisfies Record<ImportableName, z.ZodObject>;

export type FieldKind = 'text' | 'number' | 'boolean';

interface Inner {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
}

const defOf = (schema: z.ZodType): Inner => schema.def;

/** The schema without what makes it optional. */
function bare(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: input } = defOf(schema);
  if (innerType && ['optional', 'nullable', 'default'].includes(type)) return bare(innerType);
  return type === 'pipe' && input ? bare(input) : schema;
}

function kindOf(schema: z.ZodType): FieldKind | undefined {
  const { type } = defOf(schema);
  if (type === 'number' || type === 'int') return 'number';
  if (type === 'boolean') return 'boolean';
  return type === 'string' || type === 'enum' ? 'text' : undefined;
}

/** The members of a body that one cell of a table can contain, by their path: `billingAddress.city`. Lists have none. */
function fieldsOf(shape: Readonly<Record<string, z.ZodType>>, prefix = ''): [string, FieldKind][] {
  return Object.entries(shape).flatMap(([name, member]): [string, FieldKind][] => {
    const schema = bare(member);
    if (schema instanceof z.ZodObject) {
      return fieldsOf(schema.shape, `${prefix}${name}.`);
    }
    const kind = kindOf(schema);
    return kind === undefined ? [] : [[`${prefix}${name}`, kind]];
  });
}

/** The members of each resource that a column can fill. */
export const IMPORT_FIELDS: Readonly<Record<ImportableName, ReadonlyMap<string, FieldKind>>> = {
  clients: new Map(fieldsOf(CreateClient.shape)),
};

const CUSTOM_FIELD = /^customFields\.(.+)$/;

/** Whether a column can fill this member. */
export function isImportField(resource: ImportableName, field: string): boolean {
  const [, name] = CUSTOM_FIELD.exec(field) ?? [];
  return IMPORT_FIELDS[resource].has(field) || (name !== undefined && !NO_MEMBERS.has(name));
}
