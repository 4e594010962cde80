import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow';
import { rejectProblems } from '../problem';

type Field = Omit<INodeProperties, 'displayOptions'>;

/**
 * The same for each retry of a node in one execution, so that a retried write is carried out once. Ids of executions repeat in another
 * n8n; the URL has a random token, which is not sent.
 */
export const IDEMPOTENCY = {
  'Idempotency-Key':
    '=n8n-{{ ($execution.id + $execution.resumeUrl).hash("sha256") }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}',
};

const set = (value: string) => ({ type: 'set' as const, properties: { value } });

/** Applies to all operations, and before what they do with a response. */
export const REJECT_PROBLEMS: INodePropertyRouting = { output: { postReceive: [rejectProblems] } };

/** The result of an operation whose response has no body. */
export const DELETED: INodePropertyRouting = { output: { postReceive: [set('={{ ({ deleted: true }) }}')] } };

/** An item for each record of a list without pages. */
export const ROWS: INodePropertyRouting = {
  output: { postReceive: [{ type: 'rootProperty', properties: { property: 'data' } }] },
};

/** A file without the JSON of its bytes. */
export const FILE: INodePropertyRouting = {
  output: {
    postReceive: [set('={{ ({}) }}'), { type: 'binaryData', properties: { destinationProperty: 'data' } }],
  },
};

export const RETURN_ALL: Field = {
  displayName: 'Return All',
  name: 'returnAll',
  type: 'boolean',
  default: false,
  description: 'Whether to return all results or only up to a given limit',
};

export const LIMIT: Field = {
  displayName: 'Limit',
  name: 'limit',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 50,
  description: 'Max number of results to return',
};

const header = (name: string, value: string) => ({ request: { headers: { [name]: value } } });

export const WRITE_OPTIONS: Field = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [
    {
      displayName: 'Dry Run',
      name: 'dryRun',
      type: 'boolean',
      default: false,
      description: 'Whether to run all checks and write nothing',
      routing: header('Prefer', '={{ $value ? "dry-run" : undefined }}'),
    },
    {
      displayName: 'Idempotency Key',
      name: 'idempotencyKey',
      type: 'string',
      default: '',
      description:
        'A repeat with the same key is carried out once. By default, the key is that of the execution, the node and the item.',
      routing: header('Idempotency-Key', '={{ $value }}'),
    },
    {
      displayName: 'If-Match',
      name: 'ifMatch',
      type: 'string',
      default: '',
      description: 'The ETag of the record as you read it. The change is rejected if the record has changed since.',
      routing: header('If-Match', '={{ $value }}'),
    },
  ],
};
