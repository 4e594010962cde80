import { readFileSync } from 'node:fs';
import { envSchema } from '@billhook/platform/env';
import { parseEnv } from '@billhook/platform/load-env';
import { describe, expect, it } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

const KINDS = { ConfigMap, Deployment, HorizontalPodAutoscaler, Job, PodDisruptionBudget, Service };

interface Manifest {
  readonly kind: keyof typeof KINDS;
  readonly metadata: { readonly name: string };
}

const file = new URL('../../../../deploy/kubernetes/billhook.yaml', import.meta.url);
const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map((each) => each.toJS() as Manifest);
/** As the models of the Kubernetes API accept it. */
const modelOf = (manifest: Manifest) => new KINDS[manifest.kind](manifest as never);
const named = <T extends Manifest['kind']>(kind: T, name: string) =>
  modelOf(manifests.find((each) => each.kind === kind && each.metadata.name === name)!) as InstanceType<
    (typeof KINDS)[T]
  >;

type Path = readonly string[];

/** The paths of all members below the kind. */
function* membersOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0 && !['kind', 'apiVersion'].includes(path[0] ?? '')) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) yield* membersOf(member, [...path, name]);
}

/** A copy in which the member has a type that it cannot have. */
function withWrong(manifest: Manifest, path: Path): Manifest {
  const copy = structuredClone(manifest);
  const holder = path
    .slice(0, -1)
    .reduce((at, name) => at[name] as Record<string, unknown>, copy as unknown as Record<string, unknown>);
  const last = path.at(-1) ?? '';
  holder[last] = typeof holder[last] === 'object' ? 'text' : {};
  return copy;
}

describe('the manifests for Kubernetes', () => {
  it.each(manifests.map((each) => [`${each.kind} ${each.metadata.name}`, each] as const))(
    '%s is valid in the schema of its kind',
    (_, manifest) => {
      expect(() => modelOf(manifest).validate()).not.toThrow();
    },
  );

  // The validators accept members that they do not know. A known member is one for which they reject a value of another type.
  it.each(manifests.map((each) => [`${each.kind} ${each.metadata.name}`, each] as const))(
    '%s has only members of the schema, and each is checked',
    (_, manifest) => {
      const unchecked = [...membersOf(manifest)].filter((path) => {
        try {
          modelOf(withWrong(manifest, path)).validate();
          return true;
        } catch {
          return false;
        }
      });
      expect(unchecked).toEqual([]);
    },
  );

  it.each(['api', 'worker', 'migrate'])('the pods of %s run without rights, with limits, on a pinned image', (role) => {
    const { spec } = role === 'migrate' ? named('Job', 'billhook-migrate') : named('Deployment', `billhook-${role}`);
    const pod = spec?.template.spec;
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod?.containers).toEqual([
      expect.objectContaining({
        args: [role],
        image: expect.stringMatching(/^billhook:\d+\.\d+\.\d+$/),
        resources: { requests: expect.anything(), limits: { memory: expect.any(String) } },
        securityContext: {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        },
      }),
    ]);
  });

  it.each(['api', 'worker', 'migrate'])(
    'the pods of %s get every setting of the ConfigMap and of the secret',
    (role) => {
      const { spec } = role === 'migrate' ? named('Job', 'billhook-migrate') : named('Deployment', `billhook-${role}`);
      const [container] = spec?.template.spec?.containers ?? [];
      expect(container?.env).toBeUndefined();
      expect(container?.envFrom).toEqual([{ configMapRef: { name: 'billhook' } }, { secretRef: { name: 'billhook' } }]);
    },
  );

  it('leave the number of replicas to the autoscaler where there is one', () => {
    const scaled = named('HorizontalPodAutoscaler', 'billhook-api').spec;
    expect(scaled).toMatchObject({ scaleTargetRef: { name: 'billhook-api' }, minReplicas: 2 });
    expect(named('Deployment', 'billhook-api').spec?.replicas).toBeUndefined();
    expect(named('Deployment', 'billhook-worker').spec?.replicas).toBe(2);
  });

  it('set only settings that exist', () => {
    const names = Object.keys(named('ConfigMap', 'billhook').data ?? {});
    expect(names.filter((name) => !Object.hasOwn(envSchema.shape, name))).toEqual([]);
  });

  it('probe the API without its database, and remove it after several failures', () => {
    const [api] = named('Deployment', 'billhook-api').spec?.template.spec?.containers ?? [];
    const probe = (path: string, numbers: object) => ({ httpGet: { path, port: 'http' }, ...numbers });
    expect([api?.startupProbe, api?.livenessProbe, api?.readinessProbe]).toEqual([
      probe('/health/live', { periodSeconds: 2, failureThreshold: 30 }),
      probe('/health/live', { periodSeconds: 10, timeoutSeconds: 10, failureThreshold: 6 }),
      probe('/health/serving', { periodSeconds: 3, timeoutSeconds: 3, failureThreshold: 3 }),
    ]);
  });

  it('delay a stop longer than the readiness probe takes, and end before the pod is killed', () => {
    const { env, errors } = parseEnv({
      ...named('ConfigMap', 'billhook').data,
      ...{ DATABASE_URL: 'postgresql://x', APP_SECRETS: 'a'.repeat(32) },
    });
    expect(errors).toBeUndefined();
    const pod = named('Deployment', 'billhook-api').spec?.template.spec;
    const probe = pod?.containers[0]?.readinessProbe;
    const noticedAfter = (probe?.failureThreshold ?? 3) * ((probe?.periodSeconds ?? 10) + (probe?.timeoutSeconds ?? 1));
    expect(env?.SHUTDOWN_DELAY_SECONDS).toBeGreaterThan(noticedAfter);
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan((env?.SHUTDOWN_DELAY_SECONDS ?? 0) + 20);
  });
});
