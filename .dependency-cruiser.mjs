/*
 * Who may import whom; docs/architecture.md draws it. Specs beside the sources are left out: nothing imports them,
 * and they may use libs/testing and packages.
 */
const SPEC = '\\.spec\\.tsx?$';
const BASE = ['domain', 'contract', 'platform'];
const DATA = [...BASE, 'db', 'mail', 'pdf'];
const SERVER = [...DATA, 'identity', 'invoicing', 'webhooks'];

/** Each project, and the libraries that it may import. A project that is not listed may import none. */
const PROJECTS = {
  'libs/domain': [],
  'libs/contract': ['domain'],
  'libs/platform': [],
  'libs/db': BASE,
  'libs/mail': [...BASE, 'db'],
  'libs/pdf': BASE,
  'libs/identity': DATA,
  'libs/invoicing': [...DATA, 'identity'],
  'libs/webhooks': [...DATA, 'identity', 'invoicing'],
  'libs/ui': ['domain', 'contract'],
  'libs/webhook-screens': ['domain', 'contract', 'ui'],
  'libs/docs-search': [],
  'libs/sdk': [],
  'libs/testing': [...BASE, 'db'],
  'apps/api': [...SERVER, 'docs-search'],
  'apps/worker': SERVER,
  'apps/demo': SERVER,
  'apps/settings': ['domain', 'contract', 'ui', 'webhook-screens'],
  'apps/portal': ['domain', 'contract', 'ui', 'webhook-screens'],
  'apps/public': ['domain', 'contract', 'ui'],
  'apps/docs': ['domain', 'contract', 'docs-search'],
};

/** Packages that a project may not import, by the start of their names. */
const BANNED = {
  'libs/contract': ['@nestjs/', 'typeorm', 'bullmq'],
  'libs/platform': ['typeorm', '@nestjs/swagger', 'swagger-'],
  'libs/(db|mail|pdf|identity|invoicing|webhooks)': ['@nestjs/swagger', 'swagger-', 'react'],
  'apps/(api|worker|demo)': ['react'],
  '(libs/(ui|webhook-screens)|apps/(settings|portal|public))': ['@nestjs/', 'typeorm', 'bullmq', 'pg'],
};

/** From the top down: a folder imports only folders after it. */
const FOLDERS = {
  'apps/api/src': ['mcp', 'openapi', 'webhooks', 'invoicing', 'identity', 'access', 'request'],
  'apps/settings/src': ['app', 'webhooks', 'invoicing', 'identity', 'shared'],
  'libs/contract/src': ['examples', 'webhooks', 'invoicing', 'identity', 'shared'],
  'libs/domain/src': ['webhooks', 'invoicing', 'identity', 'shared'],
};

const projectRules = Object.entries(PROJECTS).map(([project, libraries]) => {
  const own = project === 'apps/demo' ? [project, 'apps/api'] : [project];
  const allowed = [...own, ...libraries.map((library) => `libs/${library}`)];
  return {
    name: `${project} imports only ${libraries.length > 0 ? libraries.join(', ') : 'itself'}`,
    severity: 'error',
    from: { path: `^${project}/src/` },
    to: { path: '^(apps|libs|tools)/', pathNot: `^(${allowed.join('|')})/` },
  };
});

const folderRules = Object.entries(FOLDERS).flatMap(([top, folders]) =>
  folders.slice(1).map((folder, index) => ({
    name: `${top}/${folder} imports nothing above it`,
    severity: 'error',
    from: { path: `^${top}/${folder}/` },
    to: { path: `^${top}/(${folders.slice(0, index + 1).join('|')})/` },
  })),
);

const packageRules = Object.entries(BANNED).map(([project, packages]) => ({
  name: `${project} uses no ${packages.join(', ')}`,
  severity: 'error',
  from: { path: `^${project}/src/` },
  to: { path: packages.map((name) => `node_modules/${name}${/[/-]$/.test(name) ? '' : '(-dom)?/'}`) },
}));

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
    {
      name: 'the domain uses no package',
      severity: 'error',
      from: { path: '^libs/domain/src/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'no barrels: imports go by file',
      severity: 'error',
      from: {},
      to: { path: '^(apps|libs)/.*/index\\.tsx?$' },
    },
    ...projectRules,
    ...folderRules,
    ...packageRules,
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['/dist/', '\\.css$', SPEC] },
    enhancedResolveOptions: {
      conditionNames: ['@billhook/source', 'import', 'default'],
      exportsFields: ['exports'],
    },
  },
};
