import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { properties } from './properties';

/** The operations of the API. */
export class Billhook implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Billhook',
    name: 'billhook',
    icon: { light: 'file:../../icons/billhook.svg', dark: 'file:../../icons/billhook.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Create and send invoices, and record payments, with Billhook',
    defaults: { name: 'Billhook' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'billhookApi', required: true }],
    requestDefaults: {
      baseURL: '={{ $credentials.baseUrl.replace(new RegExp("/+$"), "") }}',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      // Otherwise a list is `expand[0]=client`, which is an unknown parameter.
      arrayFormat: 'repeat',
      // `rejectProblems` fails the node with the words of the API.
      ignoreHttpStatusErrors: true,
    },
    properties,
  };
}
