import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { useState, type ReactNode } from 'react';
import { objectOf, resolved, typesOf, valuesOf, type ShownSchema } from './json-schema.js';

const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;

/** The members of an object with their types and descriptions. Members of members open on request. */
export function SchemaTree({ schema, root = schema, open = [] }: SchemaTreeProps) {
  const members = Object.entries(schema.properties ?? {});
  return (
    <ul className={schema === root ? 'pt-schema' : undefined}>
      {members.map(([name, member]) => (
        <SchemaMember
          key={name}
          name={name}
          schema={member}
          root={root}
          isRequired={schema.required?.includes(name) ?? false}
          initiallyOpen={open.includes(name)}
        />
      ))}
    </ul>
  );
}

interface SchemaTreeProps {
  readonly schema: ShownSchema;
  readonly root?: ShownSchema;
  /** The names of the members that are open from the start. */
  readonly open?: readonly string[];
}

interface SchemaMemberProps {
  readonly name: string;
  readonly schema: ShownSchema;
  readonly root: ShownSchema;
  readonly isRequired: boolean;
  readonly initiallyOpen: boolean;
}

function SchemaMember({ name, schema, root, isRequired, initiallyOpen }: SchemaMemberProps) {
  const { t } = useTexts('portal');
  const [isOpen, setOpen] = useState(initiallyOpen);
  const typeText = useTypeText();
  const { description } = resolved(schema, root);
  const values = valuesOf(schema, root);
  const inner = objectOf(schema, root);
  const head = (
    <>
      <span className="bh-mono">{name}</span>
      <span className="pt-schema-type">
        {typeText(schema, root)}
        {!isRequired && `${DOT}${t('eventTypes.optional')}`}
      </span>
    </>
  );
  const text = (
    <>
      {description && <p className="pt-schema-text">{withCode(description)}</p>}
      {values.length === 1 && <p className="pt-schema-text">{t('eventTypes.constant', { value: values[0] })}</p>}
      {values.length > 1 && values.length <= MOST_VALUES && (
        <p className="pt-schema-text">{t('eventTypes.values', { values: values.join(', ') })}</p>
      )}
    </>
  );
  if (!inner) {
    return (
      <li>
        {head}
        {text}
      </li>
    );
  }
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{head}</summary>
        {text}
        {isOpen && <SchemaTree schema={inner} root={root} />}
      </details>
    </li>
  );
}

/** The descriptions of the document are Markdown, of which they use code alone. */
function withCode(description: string): ReactNode[] {
  return description.split('`').map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part));
}

/** Longer lists, such as all currencies, are in the reference. */
const MOST_VALUES = 20;

/** "text or null", "list of object". */
function useTypeText(): (schema: ShownSchema, root: ShownSchema) => string {
  const { t } = useTexts('portal');
  const format = useFormat();
  const nameOf = (type: string): string => t(`eventTypes.type.${TYPES.find((known) => known === type) ?? 'any'}`);
  return (schema, root) =>
    format.either(
      typesOf(schema, root).map((type) =>
        typeof type === 'string'
          ? nameOf(type)
          : t('eventTypes.listOf', { type: format.either(type.items.map(nameOf)) }),
      ),
    );
}
