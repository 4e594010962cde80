import { RESOURCE_COMMANDS, type ResourceCommandRow } from '../generated/resource-commands.js';
import type { ArgumentRow, CliCommand, OptionRow } from './command.js';
import type { QueryParameter, ResourceOperation } from './resource-operation.js';

interface SharedOptions {
  readonly limit: OptionRow;
  readonly data: OptionRow;
  readonly dryRun: OptionRow;
  readonly key: OptionRow;
  readonly output: OptionRow;
}

const kebab = (text: string): string =>
  text.replace('[]', '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const parameterOf = (text: string): QueryParameter => ({ name: text.replace('[]', ''), isList: text.endsWith('[]') });

function operationOf([name, , operation, parameters]: ResourceCommandRow): ResourceOperation {
  const [method = '', path = '', takes = ''] = operation.split(' ');
  return {
    ...{ name, method, path, query: new Map(Object.keys(parameters).map((each) => [kebab(each), parameterOf(each)])) },
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each),
    ...{ takesBody: takes.includes('b'), isPaged: takes.includes('p'), isFile: takes.includes('f') },
  };
}

/** A command for each operation of the API. */
export function resourceCommands(shared: SharedOptions): CliCommand[] {
  return RESOURCE_COMMANDS.map((row): CliCommand => {
    const [name, summary, , parameters] = row;
    const operation = operationOf(row);
    return {
      ...{ name, summary, examples: [exampleOf(operation)] },
      arguments: operation.pathNames.map((each): ArgumentRow => ({ name: kebab(each), summary: `the ${kebab(each)}` })),
      options: optionsOf(operation, parameters, shared),
      load: async () => (await import('./resource.command.js')).callOperation(operation),
    };
  });
}

function optionsOf(
  { method, takesBody, isPaged, isFile }: ResourceOperation,
  parameters: Readonly<Record<string, string>>,
  { limit, data, dryRun, key, output }: SharedOptions,
): Record<string, OptionRow> {
  const query = Object.entries(parameters).map(([name, summary]): [string, OptionRow] => [
    kebab(name),
    { value: name.endsWith('[]') ? '<values>' : '<value>', isRepeated: true, summary: summary || kebab(name) },
  ]);
  return {
    ...(takesBody && { data }),
    ...Object.fromEntries(query),
    ...(isPaged && { limit }),
    ...(isFile && { output }),
    ...(method !== 'GET' && { 'dry-run': dryRun, 'idempotency-key': key }),
  };
}

function exampleOf({ name, pathNames, takesBody, isPaged, isFile }: ResourceOperation): string {
  const words = pathNames.map((each) => (each === 'id' ? '42' : `<${kebab(each)}>`));
  const options = [
    ...(takesBody ? ['-d @body.json'] : []),
    ...(isPaged ? ['--limit 5'] : []),
    ...(isFile ? ['--output file.pdf'] : []),
  ];
  return ['billhook', name, ...words, ...options].join(' ');
}
