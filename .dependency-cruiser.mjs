/*
 * Who may import whom inside a project, and that nothing imports itself by a detour. Between projects the tags of eslint.config.mjs decide;
 * docs/architecture.md draws both.
 */

/** From the top down: a folder imports only folders after it. */
const API = ['openapi', 'webhooks', 'invoicing', 'identity', 'access', 'request'];
const SETTINGS = ['app', 'webhooks', 'invoicing', 'identity', 'shared'];
const SHAPES = ['examples', 'webhooks', 'invoicing', 'identity', 'shared'];

/** @param top a folder whose sub-folders are ordered */
function downwards(top, folders) {
  return folders.slice(1).map((folder, index) => ({
    name: `${top}/${folder} imports nothing above it`,
    severity: 'error',
    from: { path: `^${top}/${folder}/`, pathNot: '\\.spec\\.tsx?$' },
    to: { path: `^${top}/(${folders.slice(0, index + 1).join('|')})/` },
  }));
}

export default {
  forbidden: [
    { name: 'no cycle between files', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no cycle between folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/api/src/' },
      to: { circular: true },
    },
    ...downwards('apps/api/src', API),
    ...downwards('apps/settings/src', SETTINGS),
    ...downwards('libs/domain/src', SHAPES.slice(1)),
    ...downwards('libs/contract/src', SHAPES),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['/dist/', '\\.css$'] },
    enhancedResolveOptions: {
      conditionNames: ['@billhook/source', 'import', 'default'],
      exportsFields: ['exports'],
    },
  },
};
