import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { CronJob } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PersistentVolumeClaim } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';

const KINDS = { CronJob, Ingress, NetworkPolicy, PersistentVolumeClaim };
const DEPLOY = fileURLToPath(new URL('../../../../deploy', import.meta.url));
const OVERLAY = 'kustomize/example';

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

/** The members that the files use. Another one is a typing error, which kustomize reports only when it runs. */
const MEMBERS = ['apiVersion', 'kind', 'namespace', 'resources', 'images', 'patches'];

interface Kustomization {
  readonly resources: readonly string[];
  readonly images?: readonly { readonly name: string; readonly newTag: string }[];
  readonly patches?: readonly {
    readonly target: { readonly kind: string; readonly name: string };
    readonly patch: string;
  }[];
}

interface WorkerDeployment {
  readonly template: {
    readonly metadata: { readonly labels: object };
    readonly spec: { readonly containers: readonly [{ readonly ports: readonly object[] }] };
  };
}

/** A kind of the Prometheus operator, as far as it is read here. */
interface PodMonitor {
  readonly spec: {
    readonly selector: {
      readonly matchLabels: object;
      readonly matchExpressions: readonly [{ readonly operator: string; readonly values: readonly string[] }];
    };
    readonly podMetricsEndpoints: readonly [
      { readonly port: string; readonly relabelings: readonly { targetLabel: string; replacement: string }[] },
    ];
  };
}

const read = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');

function kustomization(folder: string): Kustomization {
  const file = parse(read(join(folder, 'kustomization.yaml'))) as Kustomization;
  expect(Object.keys(file).filter((name) => !MEMBERS.includes(name))).toEqual([]);
  return file;
}

const manifestsOf = (folder: string): Manifest[] =>
  kustomization(folder).resources.flatMap((path) =>
    path.endsWith('.yaml')
      ? parseAllDocuments(read(join(folder, path)), { merge: true }).map((each) => each.toJS() as Manifest)
      : manifestsOf(join(folder, path)),
  );

/** What the overlay changes in a manifest. */
const patchesOf = (kind: string, name: string) =>
  (kustomization(OVERLAY).patches ?? [])
    .filter(({ target }) => target.kind === kind && target.name === name)
    .flatMap(({ patch }) => parse(patch) as { op: string; path: string; value: unknown }[]);

const manifests = manifestsOf(OVERLAY);
function find(kind: string, name: string): Manifest {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}

describe('the overlay for kustomize', () => {
  it('contains every kind, each valid in the schema of its kind', () => {
    const checked = manifests.filter(({ kind }) => kind in KINDS);
    expect(new Set(checked.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
    for (const manifest of checked)
      expect(() => new KINDS[manifest.kind as keyof typeof KINDS](manifest as never).validate()).not.toThrow();
    const wrong = { ...find('NetworkPolicy', 'billhook-api'), spec: { podSelector: 'api' } };
    expect(() => new NetworkPolicy(wrong as never).validate()).toThrow('podSelector');
  });

  it('changes what is there, and the image of every pod', () => {
    const { patches = [], images = [] } = kustomization(OVERLAY);
    for (const { target, patch } of patches)
      for (const { op, path } of parse(patch) as { op: string; path: string }[]) {
        const names = path.split('/').slice(1);
        const parent = names
          .slice(0, -1)
          .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], find(target.kind, target.name));
        expect([path, (names.at(-1) ?? '') in (parent as object)]).toEqual([path, op === 'replace']);
      }
    const used = [...JSON.stringify(manifests).matchAll(/"image":"([^":]+):([^"]+)"/g)].map(([, ...image]) => image);
    expect(used).toEqual(Array.from({ length: 4 }, () => [images[0]?.name, images[0]?.newTag]));
  });

  it('scrapes and probes the port that the pods name, as the jobs of the alert rules', () => {
    const settings = new Map(
      patchesOf('ConfigMap', 'billhook').map(({ path, value }) => [path.split('/').at(-1), value]),
    );
    expect([settings.get('METRICS_PORT'), settings.get('METRICS_HOST')]).toEqual(['9464', '0.0.0.0']);
    const metrics = { name: 'metrics', containerPort: 9464 };
    const { selector, podMetricsEndpoints } = (parse(read('kubernetes/pod-monitor.yaml')) as PodMonitor).spec;
    const { values, operator } = selector.matchExpressions[0];
    expect(operator).toBe('In');
    for (const role of values) {
      const { template } = find('Deployment', `billhook-${role}`).spec as WorkerDeployment;
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
      expect(template.spec.containers[0].ports).toContainEqual(metrics);
    }
    const [{ port, relabelings }] = podMetricsEndpoints;
    expect([port, relabelings[0]?.targetLabel]).toEqual(['metrics', 'job']);
    const jobs = values.map((role) => relabelings[0]?.replacement.replace('$1', role));
    const scraped = [...read('../docs/monitoring.md').matchAll(/- job_name: (\S+)/g)].map(([, name]) => name);
    expect(jobs).toEqual(scraped);
    expect(patchesOf('Deployment', 'billhook-worker').map(({ value }) => value)).toEqual([
      expect.objectContaining({ httpGet: { path: '/live', port: 'metrics' } }),
    ]);
  });

  it('lets the proxy pass every body that an operation accepts', () => {
    const { annotations } = find('Ingress', 'billhook').metadata;
    expect(annotations?.['nginx.ingress.kubernetes.io/proxy-body-size']).toBe('0');
    expect(read('nginx.conf')).toContain('client_max_body_size 0;');
  });

  it('keeps the tokens of links out of the log of the proxy', () => {
    const { metadata, spec } = find('Ingress', 'billhook-links');
    expect(metadata.annotations?.['nginx.ingress.kubernetes.io/enable-access-log']).toBe('false');
    expect(JSON.stringify(spec)).toContain('"path":"/d"');
  });

  it('lets pods reach the internet, and neither the cluster nor the metadata service', () => {
    const { egress } = find('NetworkPolicy', 'billhook-internet').spec as {
      egress: { to: { ipBlock: { cidr: string; except: string[] } }[] }[];
    };
    expect(egress.flatMap(({ to }) => to.map(({ ipBlock }) => ipBlock.cidr))).toEqual(['0.0.0.0/0', '::/0']);
    expect(egress[0]?.to[0]?.ipBlock.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']));
  });

  it.each(['api', 'worker'])('spreads the pods of %s over nodes and zones', (role) => {
    const { template } = find('Deployment', `billhook-${role}`).spec as { template: { spec: object } };
    const labelSelector = {
      matchLabels: { 'app.kubernetes.io/name': 'billhook', 'app.kubernetes.io/component': role },
    };
    expect(template.spec).toMatchObject({
      topologySpreadConstraints: ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
        ...{ maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway', topologyKey, labelSelector },
      })),
    });
  });
});
