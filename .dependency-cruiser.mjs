/*
 * Who may import whom; docs/architecture.md draws it. Specs beside the sources are left out: nothing imports them,
 * and they may use libs/testing and packages. tools/lib/lint-imports.mjs also rejects folders that import each other.
 */
const SPEC = '\\.spec\\.tsx?$';
const BASE = ['domain', 'contract', 'platform'];
const DATA = [...BASE, 'db', 'mail', 'pdf'];
const SERVER = [...DATA, 'identity', 'invoicing', 'webhooks'];
const PROGRAM = [...SERVER, 'installation'];

/** Each project, and the libraries that it may import. A project that is not listed may import none. */
export const PROJECTS = {
  'libs/domain': [],
  'libs/contract': ['domain'],
  'libs/platform': [],
  'libs/db': BASE,
  'libs/mail': [...BASE, 'db'],
  'libs/pdf': BASE,
  'libs/identity': DATA,
  'libs/invoicing': [...DATA, 'identity'],
  'libs/webhooks': [...DATA, 'identity', 'invoicing'],
  'libs/installation': SERVER,
  'libs/ui': ['domain', 'contract'],
  'libs/webhook-screens': ['domain', 'contract', 'ui'],
  'libs/docs-search': [],
  'libs/sdk': [],
  'libs/testing': [...BASE, 'db'],
  'apps/api': [...PROGRAM, 'docs-search'],
  'apps/worker': PROGRAM,
  'apps/demo': SERVER,
  'apps/settings': ['domain', 'contract', 'ui', 'webhook-screens', 'docs-search'],
  'apps/portal': ['domain', 'contract', 'ui', 'webhook-screens'],
  'apps/public': ['domain', 'contract', 'ui'],
  'apps/docs': ['domain', 'contract', 'docs-search'],
};

/** Packages that projects may not import. A name that ends in `/` or `-` is the start of names. */
export const BANNED = [
  { projects: ['libs/contract'], packages: ['@nestjs/', 'typeorm', 'bullmq'] },
  { projects: ['libs/platform'], packages: ['typeorm', '@nestjs/swagger', 'swagger-'] },
  {
    projects: [
      'libs/db',
      'libs/mail',
      'libs/pdf',
      'libs/identity',
      'libs/invoicing',
      'libs/webhooks',
      'libs/installation',
    ],
    packages: ['@nestjs/swagger', 'swagger-', 'react', 'react-dom'],
  },
  { projects: ['apps/api', 'apps/worker', 'apps/demo'], packages: ['react', 'react-dom'] },
  {
    projects: ['libs/ui', 'libs/webhook-screens', 'apps/settings', 'apps/portal', 'apps/public'],
    packages: ['@nestjs/', 'typeorm', 'bullmq', 'pg'],
  },
];

/** From the top down: a folder imports only folders after it. */
export const FOLDERS = {
  'apps/api/src': ['mcp', 'openapi', 'installation', 'webhooks', 'invoicing', 'identity', 'access', 'request'],
  'apps/settings/src': ['app', 'installation', 'webhooks', 'invoicing', 'identity', 'shared'],
  'libs/contract/src': ['examples', 'installation', 'webhooks', 'invoicing', 'identity', 'shared'],
  'libs/domain/src': ['webhooks', 'invoicing', 'identity', 'shared'],
};

/** The projects whose files a project may import. */
export function importableBy(project) {
  // The demo data is written by a running API.
  const own = project === 'apps/demo' ? [project, 'apps/api'] : [project];
  return [...own, ...PROJECTS[project].map((library) => `libs/${library}`)];
}

export const ruleOf = {
  project: (project) =>
    `${project} imports only ${PROJECTS[project].length > 0 ? PROJECTS[project].join(', ') : 'itself'}`,
  folder: (top, folder) => `${top}/${folder} imports nothing above it`,
  packages: ({ projects, packages }) => `${projects.join(', ')}: no ${packages.join(', ')}`,
};

const projectRules = Object.keys(PROJECTS).map((project) => ({
  name: ruleOf.project(project),
  severity: 'error',
  from: { path: `^${project}/src/` },
  to: { path: '^(apps|libs|tools)/', pathNot: `^(${importableBy(project).join('|')})/` },
}));

const folderRules = Object.entries(FOLDERS).flatMap(([top, folders]) =>
  folders.slice(1).map((folder, index) => ({
    name: ruleOf.folder(top, folder),
    severity: 'error',
    from: { path: `^${top}/${folder}/` },
    to: { path: `^${top}/(${folders.slice(0, index + 1).join('|')})/` },
  })),
);

const packageRules = BANNED.map((row) => ({
  name: ruleOf.packages(row),
  severity: 'error',
  from: { path: `^(${row.projects.join('|')})/src/` },
  to: { path: row.packages.map((name) => `node_modules/${name}${/[/-]$/.test(name) ? '' : '/'}`) },
}));

export default {
  forbidden: [
    { name: 'no cycle between files', severity: 'error', from: {}, to: { circular: true } },
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
    {
      name: 'nothing but the laboratory imports the laboratory',
      severity: 'error',
      from: { path: '^(apps|libs|tools)/' },
      to: { path: '^lab/' },
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
