import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class BillhookApi implements ICredentialType {
  name = 'billhookApi';

  displayName = 'Billhook API';

  icon = { light: 'file:../icons/billhook.svg', dark: 'file:../icons/billhook.dark.svg' } as const;

  documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-billhook';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://billing.example.com',
      description: 'The URL of your installation',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A key of Settings > API & Connections. The trigger needs the permission integration.write',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{ $credentials.apiKey.trim() }}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{ $credentials.baseUrl.replace(new RegExp("/+$"), "") }}', url: '/v1/me' },
  };
}
