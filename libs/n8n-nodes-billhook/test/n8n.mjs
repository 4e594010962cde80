import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/* The engine of n8n with the nodes: what n8n itself adds, from its database to its editor, is replaced by objects. */

/** @param folder the package of the nodes, below the folder where `npm run n8n` has installed n8n-core */
export async function createN8n({ folder, baseUrl, apiKey, webhookUrl }) {
  // n8n writes a generated key into the home otherwise.
  Object.assign(process.env, { N8N_USER_FOLDER: folder, N8N_ENCRYPTION_KEY: 'only-for-tests' });
  const require = createRequire(join(folder, 'package.json'));
  require('reflect-metadata');
  const core = require('n8n-core');
  const { Workflow } = require('n8n-workflow');

  const loader = new core.PackageDirectoryLoader(folder);
  await loader.loadAll();
  const types = Object.fromEntries(Object.entries(loader.nodeTypes).map(([name, { type }]) => [name, type]));
  const nodeTypes = {
    getByName: (name) => types[name],
    getByNameAndVersion: (name) => types[name],
    getKnownTypes: () => ({}),
  };

  const credential = loader.credentialTypes['billhookApi'].type;
  const secrets = { baseUrl: `${baseUrl}/`, apiKey };
  const credentialsHelper = {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    getCredentialsProperties: () => credential.properties,
    preAuthentication: async () => undefined,
    runPreAuthentication: async () => undefined,
    getCredentials: async () => ({ getData: () => secrets }),
    getDecrypted: async () => secrets,
    // As n8n does for the type `generic`: the expressions of the headers with the credential.
    authenticate: async (given, _, options) => {
      const workflow = workflowOf('billhook', {});
      const headers = Object.entries(credential.authenticate.properties.headers).map(([name, value]) => [
        name,
        workflow.expression.getSimpleParameterValue(workflow.getNode('Node'), value, 'internal', {
          $credentials: given,
        }),
      ]);
      return { ...options, headers: { ...options.headers, ...Object.fromEntries(headers) } };
    },
  };

  let executions = 0;
  function additionalData() {
    executions += 1;
    const executionId = String(executions);
    return {
      ...{ credentialsHelper, executionId, variables: {}, currentNodeExecutionIndex: 0 },
      ...{ webhookBaseUrl: `${webhookUrl}/webhook`, webhookTestBaseUrl: `${webhookUrl}/webhook-test` },
      ...{ webhookWaitingBaseUrl: `${webhookUrl}/waiting`, restApiUrl: webhookUrl, instanceBaseUrl: webhookUrl },
      ...{ formBaseUrl: webhookUrl, formWaitingBaseUrl: webhookUrl, formTestBaseUrl: webhookUrl },
      hooks: new core.ExecutionLifecycleHooks('manual', executionId, {
        id: '1',
        name: 'Test',
        nodes: [],
        connections: {},
      }),
      logAiEvent: () => undefined,
      setExecutionStatus: () => undefined,
      sendDataToUI: () => undefined,
    };
  }

  const workflowOf = (type, parameters) =>
    new Workflow({
      ...{ id: '1', name: 'Thank the client', active: false, nodeTypes, connections: {}, settings: {} },
      nodes: [
        {
          ...{ id: 'node-1', name: 'Node', type, typeVersion: 1, position: [0, 0], webhookId: 'abc', parameters },
          credentials: { billhookApi: { id: '1', name: 'Billhook' } },
        },
      ],
    });

  /** Runs the node Billhook in a workflow for some items, and returns the items of its output. */
  async function execute(parameters, items = [{ json: {} }]) {
    const workflow = workflowOf('billhook', parameters);
    const data = additionalData();
    const stack = [{ node: workflow.getNode('Node'), data: { main: [items] }, source: null }];
    const run = { startData: {}, resultData: { runData: {} }, executionData: { nodeExecutionStack: stack } };
    Object.assign(run.executionData, {
      contextData: {},
      metadata: {},
      waitingExecution: {},
      waitingExecutionSource: {},
    });
    const { data: done } = await new core.WorkflowExecute(data, 'manual', run).processRunExecutionData(workflow);
    if (done.resultData.error) throw done.resultData.error;
    return done.resultData.runData['Node'][0].data.main[0];
  }

  /** The trigger, activated as in production, or for a test from the editor. */
  function trigger(parameters, mode) {
    const workflow = workflowOf('billhookTrigger', parameters);
    const node = workflow.getNode('Node');
    const type = types.billhookTrigger;
    const data = additionalData();
    const isTest = mode === 'manual';
    const [webhookDescription] = type.description.webhooks;
    const webhook = {
      httpMethod: 'POST',
      node: node.name,
      path: 'webhook',
      workflowId: '1',
      webhookDescription,
      isTest,
    };
    const context = new core.HookContext(workflow, node, data, mode, isTest ? 'manual' : 'activate', webhook);
    const hook = (name) => type.webhookMethods.default[name].call(context);
    return {
      path: new URL(context.getNodeWebhookUrl('default')).pathname,
      checkExists: () => hook('checkExists'),
      create: () => hook('create'),
      delete: () => hook('delete'),
      /** What the workflow begins with, or the status of a rejection. */
      async receive({ headers, rawBody }) {
        const response = Object.assign(new EventEmitter(), {
          status(code) {
            this.statusCode = code;
            return this;
          },
          send() {
            return this;
          },
          end() {
            return this;
          },
        });
        const request = { headers, rawBody, body: JSON.parse(rawBody.toString()), params: {}, query: {} };
        const given = { ...data, httpRequest: request, httpResponse: response };
        const call = new core.WebhookContext(workflow, node, given, mode, webhook, [], null);
        const { workflowData, noWebhookResponse } = await type.webhook.call(call);
        return noWebhookResponse ? response.statusCode : workflowData;
      },
    };
  }

  return { description: types.billhook.description, execute, trigger };
}
