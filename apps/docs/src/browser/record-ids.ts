import { currentKey, onKeyChange } from './key-box.js';
import type { ParameterMap, SwaggerPlugin } from './swagger-ui.js';

/*
 * The example ids belong to no record of this installation. With a key, an id field is filled from the list of its resource,
 * if possible with a record whose state allows the operation.
 */

interface ListedRecord {
  readonly id: string | number;
  readonly availableActions?: readonly { readonly action: string; readonly allowed: boolean }[];
}

interface RowProps {
  readonly rawParam?: ParameterMap;
  readonly pathMethod?: readonly [path: string, method: string];
  readonly onChange?: (parameter: ParameterMap, value: string, isXml: boolean) => void;
  readonly specSelectors?: {
    parameterWithMetaByIdentity(pathMethod: readonly string[], parameter: ParameterMap): ParameterMap | undefined;
  };
}

/** The response of each list for each key. Each list is requested once. */
const lists = new Map<string, Promise<readonly ListedRecord[]>>();

const hasId = (record: unknown): record is ListedRecord =>
  typeof record === 'object' && record !== null && 'id' in record;

async function readList(path: string, key: string): Promise<readonly ListedRecord[]> {
  try {
    const response = await fetch(path, { headers: { authorization: `Bearer ${key}` }, credentials: 'omit' });
    const answer: unknown = response.ok ? await response.json() : undefined;
    if (typeof answer !== 'object' || answer === null || !('data' in answer) || !Array.isArray(answer.data)) return [];
    return answer.data.filter(hasId);
  } catch {
    // The example remains, as it does for a key that may not read the list.
    return [];
  }
}

function listed(path: string, key: string): Promise<readonly ListedRecord[]> {
  const name = `${key} ${path}`;
  const known = lists.get(name) ?? readList(path, key);
  lists.set(name, known);
  return known;
}

const EDITS: Readonly<Record<string, string>> = { patch: 'update', delete: 'delete' };

/** The name of the operation in `availableActions`: `send` of `/v1/invoices/{id}/send`. */
export function actionOf(path: string, method: string): string | undefined {
  const [, rest = ''] = path.split('{id}');
  return rest === '' ? EDITS[method] : rest.slice(1);
}

/** The record to try an operation with: one that allows it, else the first. */
export function recordFor(records: readonly ListedRecord[], action: string | undefined): ListedRecord | undefined {
  const allows = ({ availableActions = [] }: ListedRecord) =>
    availableActions.some(({ action: name, allowed }) => name === action && allowed);
  return records.find(allows) ?? records[0];
}

async function fill({ rawParam, pathMethod, onChange, specSelectors }: RowProps): Promise<void> {
  const key = currentKey();
  if (key === undefined || !rawParam || !pathMethod || !onChange || !specSelectors) return;
  if (rawParam.get('in') !== 'path' || rawParam.get('name') !== 'id') return;
  const [path, method] = pathMethod;
  const record = recordFor(await listed(path.split('/{')[0] ?? path, key), actionOf(path, method));
  const value = specSelectors.parameterWithMetaByIdentity(pathMethod, rawParam)?.get('value');
  // Input of the reader is not replaced.
  if (record && String(value) === String(rawParam.get('example'))) onChange(rawParam, String(record.id), false);
}

/** Fills id fields with ids of existing records. */
export const recordIds: SwaggerPlugin = {
  wrapComponents: {
    parameterRow: (original, { React }) =>
      function ParameterRow(props: RowProps) {
        React.useEffect(() => {
          void fill(props);
          return onKeyChange(() => void fill(props));
        }, []);
        return React.createElement(original, props);
      },
  },
};
