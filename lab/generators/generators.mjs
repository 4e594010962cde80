import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/root.mjs';
import { run, unlessInstalled } from '../lib/program.mjs';
import { goOfOapiCodegen, goOfOpenApiGenerator, JAVA, PHP, TYPESCRIPT } from './callers.mjs';

/* The generators, each with how it is run, and how the client that it generates reads a record. */

const DOCUMENT = join(root, 'apps/docs/openapi.json');
const OAPI_CODEGEN = 'v2.8.2';
const OPENAPI_GENERATOR = '7.17.0';
const JAR = `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`;

const GO = ['go', 'version'];
const MAVEN = ['mvn', '--version'];

function folderFor(folder, name, files = {}) {
  const target = join(folder, name);
  mkdirSync(target, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(target, file), text);
  return target;
}

/** Maven Central has the program; `mvn` stores it once. */
async function openApiGenerator(folder, generator, options = []) {
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  await run('mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`], {
    cwd: folder,
  });
  const target = folderFor(folder, `openapi-generator-${generator}`);
  await run('java', ['-jar', join(folder, JAR), 'generate', '-i', DOCUMENT, '-g', generator, '-o', target, ...options]);
  return target;
}

async function goProgram(target, text) {
  const program = folderFor(target, 'cmd/call', { 'main.go': text });
  await run('go', ['mod', 'tidy'], { cwd: target });
  await run('go', ['build', './...'], { cwd: target });
  return program;
}

export const GENERATORS = [
  {
    name: 'oapi-codegen (Go)',
    version: OAPI_CODEGEN,
    missing: unlessInstalled(GO),
    async generate(folder) {
      // A schema is named Client, as the generated client would be, and it removes schemas that only messages refer to.
      const config = [
        'package: billhook',
        'generate: { models: true, client: true }',
        'output: billhook.go',
        'output-options: { client-type-name: ApiClient, skip-prune: true }',
      ];
      const target = folderFor(folder, 'oapi-codegen', {
        'config.yaml': `${config.join('\n')}\n`,
        'go.mod': 'module example.com/billhook\n\ngo 1.24\n',
      });
      const program = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN}`;
      await run('go', ['run', program, '-config', 'config.yaml', DOCUMENT], { cwd: target });
      return target;
    },
    async call(target, env) {
      await goProgram(target, goOfOapiCodegen);
      return run('go', ['run', './cmd/call'], { cwd: target, env });
    },
  },
  {
    name: 'openapi-typescript',
    version: JSON.parse(readFileSync(join(root, 'libs/sdk/node_modules/openapi-typescript/package.json'), 'utf8'))
      .version,
    async generate(folder) {
      const target = folderFor(folder, 'openapi-typescript', {
        'call.ts': TYPESCRIPT,
        'package.json': '{ "type": "module" }\n',
        'tsconfig.json': `${JSON.stringify({
          compilerOptions: {
            ...{ module: 'nodenext', target: 'es2023', strict: true, noEmit: true, types: ['node'] },
            ...{ typeRoots: [join(root, 'node_modules/@types')], allowImportingTsExtensions: true },
          },
        })}\n`,
      });
      const program = join(root, 'libs/sdk/node_modules/openapi-typescript/bin/cli.js');
      await run(process.execPath, [program, DOCUMENT, '-o', 'billhook.ts'], { cwd: target });
      return target;
    },
    async call(target, env) {
      await run(process.execPath, [join(root, 'node_modules/typescript7/bin/tsc'), '-p', '.'], { cwd: target });
      return run(process.execPath, ['call.ts'], { cwd: target, env });
    },
  },
  {
    name: 'OpenAPI Generator (Go)',
    version: OPENAPI_GENERATOR,
    missing: unlessInstalled(MAVEN, GO),
    generate: (folder) => openApiGenerator(folder, 'go'),
    async call(target, env) {
      await goProgram(target, goOfOpenApiGenerator);
      return run('go', ['run', './cmd/call'], { cwd: target, env });
    },
  },
  {
    name: 'OpenAPI Generator (Java)',
    version: OPENAPI_GENERATOR,
    missing: unlessInstalled(MAVEN, ['javac', '--version']),
    // Its default, okhttp-gson, rejects a required member that is a null object. `native` does not compile for alternatives with a list.
    generate: (folder) => openApiGenerator(folder, 'java', ['--library', 'jersey3']),
    async call(target, env) {
      writeFileSync(join(target, 'src/main/java/Call.java'), JAVA);
      await run('mvn', ['-q', '-B', '-DskipTests', 'compile'], { cwd: target });
      const listing = ['-q', '-B', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'];
      await run('mvn', listing, { cwd: target });
      const path = `target/classes:${readFileSync(join(target, 'classpath'), 'utf8').trim()}`;
      return run('java', ['-cp', path, 'Call'], { cwd: target, env });
    },
  },
  {
    name: 'OpenAPI Generator (PHP)',
    version: OPENAPI_GENERATOR,
    missing: unlessInstalled(MAVEN, ['php', '-r', 'require "GuzzleHttp/autoload.php";']),
    generate: (folder) => openApiGenerator(folder, 'php'),
    async call(target, env) {
      writeFileSync(join(target, 'call.php'), PHP);
      const check = 'find lib -name "*.php" -print0 | xargs -0 -n 1 php -l > /dev/null';
      await run('bash', ['-c', check], { cwd: target });
      return run('php', ['call.php'], { cwd: target, env });
    },
  },
  {
    name: 'OpenAPI Generator (C#)',
    version: OPENAPI_GENERATOR,
    missing: unlessInstalled(MAVEN),
    generate: (folder) => openApiGenerator(folder, 'csharp'),
  },
];
