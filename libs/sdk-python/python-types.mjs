/*
 * Schemas of the document as types of Python: pydantic models for what the API returns, typed dictionaries for what it accepts.
 * Names are snake_case. `_wire.py` and pydantic translate them to the names in JSON.
 */

const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from'.split(' '),
);
for (const word of 'global if import in is lambda nonlocal not or pass raise return try while with yield'.split(' '))
  KEYWORDS.add(word);
/** Members that every pydantic model has. */
const TAKEN = new Set(['schema', 'json', 'copy', 'dict', 'validate', 'construct', 'last_response']);

/** `dueDate` is `due_date`. */
export const snake = (name) => name.replace(/[A-Z]/g, (letter, at) => (at > 0 ? '_' : '') + letter.toLowerCase());
const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
export const title = (name) => name[0].toUpperCase() + name.slice(1);
export const quoted = (text) => JSON.stringify(text);

/** The name of a method or a parameter: `from` is a keyword, so it becomes `from_`. */
export function argument(name) {
  const wanted = snake(name);
  return KEYWORDS.has(wanted) ? `${wanted}_` : wanted;
}

/** A text that can be a docstring: one line, without the quotes that would end it. */
export const docText = (text) =>
  text.replace(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '".');

/** A pattern of decimals accepts fractions; one of codes can accept whole numbers. */
const isDecimal = ({ pattern }) =>
  pattern !== undefined &&
  ['1', '1.5'].every((text) => new RegExp(pattern).test(text)) &&
  !new RegExp(pattern).test('a');

/** Renders schemas of one module: `models` (for results) or `params` (for bodies). */
export class PythonTypes {
  /** Rendered classes by name, in the order in which they were found. */
  classes = new Map();

  constructor(schemas, { isInput }) {
    this.schemas = schemas;
    this.isInput = isInput;
  }

  /** The class or alias of a named schema, and of all that it refers to. */
  named(name) {
    if (!this.classes.has(name)) {
      // Before the members, which may refer to it.
      this.classes.set(name, '');
      this.classes.set(name, this.#definition(name, this.schemas[name]));
    }
    return name;
  }

  #definition(name, schema) {
    if (schema.properties) return this.isInput ? this.#typedDict(name, schema) : this.#model(name, schema);
    // An alias is evaluated when the module is loaded, so it follows what it names.
    const type = this.of(schema, name);
    const text = `${name}: TypeAlias = ${type.includes('|') ? quoted(type) : type}\n`;
    this.classes.delete(name);
    this.classes.set(name, text);
    return text;
  }

  /** The type of a schema. `name` is the name of its class if it has none. */
  of(schema, name) {
    if (schema.$ref) return this.named(schema.$ref.split('/').at(-1));
    if (schema.enum) return this.#choice(schema.enum);
    const variants = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf);
    if (variants) return this.#union(variants.map((each, at) => this.of(each, variantName(name, each, at, variants))));
    if (Array.isArray(schema.type)) return this.#union(schema.type.map((type) => this.of({ ...schema, type }, name)));
    return this.#plain(schema, name);
  }

  #plain(schema, name) {
    switch (schema.type) {
      case 'null':
        return 'None';
      case 'boolean':
        return 'bool';
      case 'integer':
        return 'int';
      case 'number':
        return this.isInput ? 'float' : 'int | float';
      case 'string':
        return this.#text(schema);
      case 'array':
        return `${this.isInput ? 'Sequence' : 'list'}[${this.of(schema.items ?? {}, singular(name))}]`;
      case 'object':
        return this.#object(schema, name);
      default:
        return schema.properties ? this.#object(schema, name) : 'Any';
    }
  }

  #object(schema, name) {
    if (schema.properties && Object.keys(schema.properties).length > 0) {
      if (!this.classes.has(name)) {
        this.classes.set(name, '');
        this.classes.set(name, this.#definition(name, schema));
      }
      return name;
    }
    const values =
      typeof schema.additionalProperties === 'object' ? this.of(schema.additionalProperties, `${name}Value`) : 'Any';
    return `${this.isInput ? 'Mapping' : 'dict'}[str, ${values}]`;
  }

  #text(schema) {
    const { format } = schema;
    // Not `date`, which in a class with a member of this name is the member.
    const type =
      format === 'date-time' ? 'datetime' : format === 'date' ? 'Date' : isDecimal(schema) ? 'Decimal' : 'str';
    return this.isInput && type !== 'str' ? `str | ${type}` : type;
  }

  /** Later versions may add values, so a result may have others. */
  #choice(values) {
    const literal = `Literal[${values.map((value) => quoted(value)).join(', ')}]`;
    return this.isInput || values.some((value) => typeof value !== 'string') ? literal : `Open[${literal}]`;
  }

  #union(types) {
    return [...new Set(types.flatMap((type) => type.split(/ \| (?![^[]*\])/)))].join(' | ');
  }

  #model(name, { properties, required = [], description }) {
    const fields = Object.entries(properties).flatMap(([property, schema]) => {
      const field = fieldName(property);
      const type = this.of(schema, name + title(property));
      const isRequired = required.includes(property);
      const optional = isRequired || type.split(' | ').includes('None') || type === 'Any' ? type : `${type} | None`;
      const alias = camel(field) === property ? '' : `alias=${quoted(property)}`;
      const value = isRequired ? alias && ` = Field(${alias})` : alias ? ` = Field(None, ${alias})` : ' = None';
      return [`    ${field}: ${optional}${value}`, ...docLine(schema.description)];
    });
    return `class ${name}(Model):\n${[...docLine(description), ...fields].join('\n')}\n`;
  }

  #typedDict(name, { properties, required = [], description }) {
    const fields = Object.entries(properties).map(([property, schema]) => {
      const type = this.of(schema, name + title(property));
      const key = snake(property);
      if (camel(key) !== property) throw new Error(`${name}.${property} has no name in snake_case.`);
      return { key, type: required.includes(property) ? `Required[${type}]` : type, doc: docLine(schema.description) };
    });
    if (!fields.some(({ key }) => KEYWORDS.has(key))) {
      const lines = fields.flatMap(({ key, type, doc }) => [`    ${key}: ${type}`, ...doc]);
      return `class ${name}(TypedDict, total=False):\n${[...docLine(description), ...lines].join('\n')}\n`;
    }
    const lines = fields.map(({ key, type }) => `        ${quoted(key)}: ${quoted(type.replaceAll('"', "'"))},`);
    return `${name} = TypedDict(\n    ${quoted(name)},\n    {\n${lines.join('\n')}\n    },\n    total=False,\n)\n`;
  }

  render() {
    return [...this.classes.values()].join('\n\n');
  }
}

function fieldName(property) {
  const name = snake(property);
  return KEYWORDS.has(name) || TAKEN.has(name) ? `${name}_` : name;
}

const singular = (name) => name.replace(/(?<!s)s$/, '');

/** The variants of a body are named by the value that tells them apart. */
function variantName(name, { properties = {} }, at, variants) {
  if (variants.filter((each) => each.properties).length < 2) return name;
  const mark = Object.values(properties).find((each) => each.enum?.length === 1)?.enum[0];
  return name + (mark ?? at + 1);
}

const docLine = (description) => (description ? [`    """${docText(description)}"""`] : []);
